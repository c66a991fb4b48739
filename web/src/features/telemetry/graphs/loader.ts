import { type ColumnGraphs, unpackGraphs } from '@tocsin/contract/graph-columns';
import { compactColumnsType, endpoints, spanMsOf, type Timescale } from '@tocsin/contract/graphs';
import { texts } from '@tocsin/contract/texts/graphs';
import { fetchBytes } from '../../../api/call.ts';
import { CallError } from '../../../api/call-error.ts';
import { serverNow } from '../../../live/clock.ts';
import { ChartGroup } from '../../../ui/chart/chart-group.ts';
import { append, since } from '../../../ui/chart/columns.ts';
import { gapAfter, splitGaps } from '../../../ui/chart/split-gaps.ts';
import { createSubscribers } from '../../../ui/store.ts';
import { type GraphSeries, seriesOf } from './model.ts';

/** What the page shows: a timescale up to now, a chosen range (unix ms), or the hour around a moment. */
export type View =
  | { readonly kind: 'scale'; readonly scale: Timescale }
  | { readonly kind: 'range'; readonly from: number; readonly to: number }
  | { readonly kind: 'moment'; readonly timestamp: string };

export interface Graph {
  readonly state: 'waiting' | 'ready' | 'failed';
  readonly series: readonly GraphSeries[];
}

const waiting: Graph = { state: 'waiting', series: [] };
/** Delay after which charts that came into view are requested together. */
const gatherMs = 40;
/**
 * Maximum number of graphs in one request. It is high, because each batch makes the browser rebuild its layers, and
 * bounded, because the paths are in the address.
 */
const batch = 128;
/** Live graphs poll every 2 s, the hour is refetched every 30 s (docs/spec/monitoring.md, section 9). */
const pollMs: Readonly<Record<Timescale, number>> = {
  live: 2_000,
  hour: 30_000,
  day: 60_000,
  week: 300_000,
  month: 300_000,
};
/** Retry delays while the server is unreachable, with back-off. */
const retryMs: readonly number[] = [2_000, 5_000, 10_000, 30_000];
/** Maximum number of cached graphs that are out of view. */
const maxCached = 200;

/** Statuses that a retry does not change: an invalid time, or no access to the device. */
const refusals: ReadonlySet<number> = new Set([400, 403, 404]);

export type Status = 'loading' | 'ready' | 'failed';

/** The request parameters of a view. */
export const whenOf = (
  view: View,
):
  | { readonly timescale: Timescale }
  | { readonly timestamp: string }
  | { readonly from: number; readonly to: number } => {
  if (view.kind === 'scale') return { timescale: view.scale };
  return view.kind === 'moment' ? { timestamp: view.timestamp } : { from: view.from, to: view.to };
};

/**
 * Loads graphs as their charts come into view, caches them, and appends new points. A graph is identified by its path:
 * three segments for a sensor, two for a node.
 */
export class GraphLoader {
  readonly group: ChartGroup;
  readonly device: number;
  private view: View;
  private readonly unknown: string;
  private graphs = new Map<string, Graph>();
  private watched = new Map<string, number>();
  private requested = new Set<string>();
  private asked = new Set<string>();
  private readonly subscribers = createSubscribers();
  readonly subscribe = this.subscribers.subscribe;
  private gather: ReturnType<typeof setTimeout> | undefined;
  private poll: ReturnType<typeof setInterval> | undefined;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private failures = 0;
  private loadedAt = new Map<string, number>();
  private refused: string | null = null;
  private stop = new AbortController();
  private head: ColumnGraphs['head'] | null = null;
  private current: Status = 'loading';

  constructor(device: number, view: View, fullRange: { readonly from: number; readonly to: number }, unknown: string) {
    this.device = device;
    this.view = view;
    this.unknown = unknown;
    this.group = new ChartGroup(fullRange);
  }

  start(): void {
    this.stop = new AbortController();
    if (this.view.kind === 'scale') this.poll = setInterval(() => void this.refresh(), pollMs[this.view.scale]);
  }

  /** Shows another range; the charts stay as they are until the answer arrives. */
  move(view: View): void {
    this.view = view;
    this.again();
  }

  end(): void {
    clearTimeout(this.gather);
    clearTimeout(this.retry);
    clearInterval(this.poll);
    this.stop.abort();
  }

  readonly shownView = (): View => this.view;
  readonly graph = (path: string): Graph => this.graphs.get(path) ?? waiting;
  readonly status = (): Status => this.current;
  /** The text of the server's refusal; null: none. */
  readonly refusal = (): string | null => this.refused;
  readonly known = (): ColumnGraphs['head'] | null => this.head;

  /** Loads a graph and keeps it current until the returned function is called. */
  watch(path: string): () => void {
    this.watched.set(path, (this.watched.get(path) ?? 0) + 1);
    const isReady = this.graph(path).state === 'ready';
    if (isReady ? this.isOld(path) : !this.asked.has(path)) this.request(path);
    return () => {
      const left = (this.watched.get(path) ?? 1) - 1;
      if (left > 0) this.watched.set(path, left);
      else this.watched.delete(path);
      this.evict();
    };
  }

  /** Whether a graph missed points while it was out of view. */
  private isOld(path: string): boolean {
    return this.view.kind === 'scale' && Date.now() - (this.loadedAt.get(path) ?? 0) > pollMs[this.view.scale];
  }

  private evict(): void {
    for (const path of this.graphs.keys()) {
      if (this.graphs.size - this.watched.size <= maxCached) return;
      if (!this.watched.has(path)) this.graphs.delete(path);
    }
  }

  again(): void {
    for (const path of this.watched.keys()) this.request(path);
  }

  private request(path: string): void {
    this.requested.add(path);
    clearTimeout(this.gather);
    // The first charts come into view together.
    this.gather = setTimeout(() => void this.load(), this.head === null ? 0 : gatherMs);
  }

  private notify(): void {
    this.subscribers.notify();
  }

  private query(paths: readonly string[]): {
    readonly sensor_id: string[];
    readonly timescale?: Timescale;
    readonly timestamp?: string;
    readonly from?: number;
    readonly to?: number;
  } {
    return { ...whenOf(this.view), sensor_id: [...paths] };
  }

  private async ask(send: () => Promise<Response>): Promise<ColumnGraphs> {
    const answer = await send();
    return unpackGraphs(new Uint8Array(await answer.arrayBuffer()));
  }

  private async load(): Promise<void> {
    const paths = [...this.requested].slice(0, batch);
    if (paths.length === 0) return;
    for (const path of paths) {
      this.requested.delete(path);
      this.asked.add(path);
    }
    const { signal } = this.stop;
    try {
      const params = { id: this.device };
      const graphs = await this.ask(() =>
        fetchBytes(endpoints.device, { params, query: this.query(paths), signal }, compactColumnsType),
      );
      this.take(graphs, paths);
      this.succeeded();
    } catch (error) {
      if (signal.aborted) return;
      // Graphs that are drawn stay: the axis shows the time to which they belong.
      for (const path of paths)
        if (this.graph(path).state !== 'ready') this.graphs.set(path, { state: 'failed', series: [] });
      this.failed(error);
    } finally {
      for (const path of paths) this.asked.delete(path);
    }
    this.notify();
    if (this.requested.size > 0 && this.current !== 'failed') void this.load();
  }

  private succeeded(): void {
    this.failures = 0;
    this.refused = null;
    this.current = 'ready';
  }

  private failed(error: unknown): void {
    this.current = 'failed';
    if (error instanceof CallError && refusals.has(error.status)) {
      this.refused = error.status === 400 ? error.message : texts.gone;
      return;
    }
    clearTimeout(this.retry);
    const wait = retryMs[Math.min(this.failures++, retryMs.length - 1)] ?? 0;
    this.retry = setTimeout(() => this.again(), wait);
  }

  private take(graphs: ColumnGraphs, paths: readonly string[]): void {
    this.head = graphs.head;
    this.group.setFull({ from: graphs.head.from, to: graphs.head.to });
    // A path names a node's graph or a single sensor.
    for (const path of paths) {
      const series = graphs.series.filter((raw) => raw.graph === path || raw.sensor === path);
      this.graphs.set(path, { state: 'ready', series: series.map((raw) => seriesOf(graphs, raw, this.unknown)) });
      this.loadedAt.set(path, Date.now());
    }
  }

  /** Updates the watched graphs: live ones request newer points, others are refetched, as their slots still fill. */
  private async refresh(): Promise<void> {
    if (document.hidden || this.head === null || this.watched.size === 0 || this.current === 'failed') return;
    if (this.view.kind !== 'scale' || this.view.scale !== 'live') return this.again();
    const paths = [...this.watched.keys()];
    const { signal } = this.stop;
    const query = { since: this.head.newest ?? this.head.from, sensor_id: paths };
    try {
      const graphs = await this.ask(() =>
        fetchBytes(endpoints.liveUpdate, { params: { id: this.device }, query, signal }, compactColumnsType),
      );
      this.append(graphs);
      this.succeeded();
    } catch (error) {
      if (signal.aborted) return;
      this.failed(error);
    }
    this.notify();
  }

  private append(graphs: ColumnGraphs): void {
    const { to } = graphs.head;
    // The answer has only newer points: the start of the window moves with its end.
    const from = to - spanMsOf.live;
    this.head = { ...graphs.head, from, newest: graphs.head.newest ?? this.head?.newest ?? null };
    this.group.setFull({ from, to });
    const after = gapAfter(graphs.head.slot, graphs.head.offline_after);
    // Gaps are computed for the whole window below, not for the new points alone.
    const newer = new Map(graphs.series.map((raw) => [raw.sensor, seriesOf(graphs, raw, this.unknown)]));
    for (const path of this.watched.keys()) {
      const graph = this.graph(path);
      if (graph.state !== 'ready') continue;
      this.loadedAt.set(path, Date.now());
      const series = graph.series.map((one): GraphSeries => {
        const fresh = newer.get(one.path);
        const columns = since(fresh ? append(one.columns, fresh.columns) : one.columns, from);
        const gaps = [...one.gaps, ...(fresh?.gaps ?? [])].filter(
          (gap) => gap.reason !== this.unknown && gap.to > from,
        );
        const silent = splitGaps(
          { ...rawOf(columns) },
          columns.texts,
          { from, to: Math.min(to, serverNow()), after },
          this.unknown,
        ).gaps;
        return { ...one, columns, gaps: [...gaps, ...silent] };
      });
      this.graphs.set(path, { state: 'ready', series });
    }
  }
}

const rawOf = (c: GraphSeries['columns']) => ({
  ts: c.times,
  value: c.values,
  min: c.low,
  max: c.high,
  alarm: c.flags,
  state: c.states,
});
