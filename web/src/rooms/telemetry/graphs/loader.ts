import { type ColumnGraphs, unpackGraphs } from '@tocsin/contract/graph-columns';
import { columnsType, endpoints, spanMsOf, type Timescale } from '@tocsin/contract/graphs';
import { ChartGroup } from '../../../kit/chart/chart-group.ts';
import { append, since } from '../../../kit/chart/columns.ts';
import { gapAfter, splitGaps } from '../../../kit/chart/split-gaps.ts';
import { fetchBytes } from '../../../wire/call.ts';
import { type GraphSeries, seriesOf } from './model.ts';

/** What the page looks at: a timescale up to now, or the hour around a moment. */
export type Look =
  | { readonly kind: 'scale'; readonly scale: Timescale }
  | { readonly kind: 'moment'; readonly timestamp: string };

export interface Graph {
  readonly state: 'waiting' | 'ready' | 'failed';
  readonly series: readonly GraphSeries[];
}

const waiting: Graph = { state: 'waiting', series: [] };
/** Charts that come into view together are asked for together. */
const gatherMs = 40;
const batch = 24;
/** monitoring.md 9: live graphs poll every 2 s, the hour is read anew every 30 s. */
const pollMs: Readonly<Partial<Record<Timescale, number>>> = { live: 2_000, hour: 30_000, day: 60_000 };

type Listener = () => void;
export type Status = 'loading' | 'ready' | 'failed';

/**
 * Loads graphs as their charts come into view, keeps them, and goes on with new points. A graph is named by its path:
 * three parts for a sensor, two for a node.
 */
export class GraphLoader {
  readonly group: ChartGroup;
  private readonly device: number;
  private readonly look: Look;
  private readonly unknown: string;
  private graphs = new Map<string, Graph>();
  private watched = new Map<string, number>();
  private wanted = new Set<string>();
  private listeners = new Set<Listener>();
  private gather: ReturnType<typeof setTimeout> | undefined;
  private poll: ReturnType<typeof setInterval> | undefined;
  private stop = new AbortController();
  private head: ColumnGraphs['head'] | null = null;
  private standing: Status = 'loading';

  constructor(device: number, look: Look, whole: { readonly from: number; readonly to: number }, unknown: string) {
    this.device = device;
    this.look = look;
    this.unknown = unknown;
    this.group = new ChartGroup(whole);
  }

  start(): void {
    this.stop = new AbortController();
    const every = this.look.kind === 'scale' ? pollMs[this.look.scale] : undefined;
    if (every !== undefined) this.poll = setInterval(() => void this.goOn(), every);
  }

  end(): void {
    clearTimeout(this.gather);
    clearInterval(this.poll);
    this.stop.abort();
  }

  readonly subscribe = (listener: Listener): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly graph = (path: string): Graph => this.graphs.get(path) ?? waiting;
  readonly status = (): Status => this.standing;
  readonly known = (): ColumnGraphs['head'] | null => this.head;

  /** A chart is near the window: its graph is loaded, and goes on while anybody watches it. */
  watch(path: string): () => void {
    this.watched.set(path, (this.watched.get(path) ?? 0) + 1);
    if (this.graph(path).state !== 'ready') this.want(path);
    return () => {
      const left = (this.watched.get(path) ?? 1) - 1;
      if (left > 0) this.watched.set(path, left);
      else this.watched.delete(path);
    };
  }

  again(): void {
    for (const path of this.watched.keys()) this.want(path);
  }

  private want(path: string): void {
    this.wanted.add(path);
    clearTimeout(this.gather);
    this.gather = setTimeout(() => void this.load(), gatherMs);
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }

  private query(paths: readonly string[]): {
    readonly sensor_id: string[];
    readonly timescale?: Timescale;
    readonly timestamp?: string;
  } {
    const look = this.look;
    return look.kind === 'scale'
      ? { timescale: look.scale, sensor_id: [...paths] }
      : { timestamp: look.timestamp, sensor_id: [...paths] };
  }

  private async ask(send: () => Promise<Response>): Promise<ColumnGraphs> {
    const answer = await send();
    return unpackGraphs(new Uint8Array(await answer.arrayBuffer()));
  }

  private async load(): Promise<void> {
    const paths = [...this.wanted].slice(0, batch);
    for (const path of paths) this.wanted.delete(path);
    if (paths.length === 0) return;
    const { signal } = this.stop;
    try {
      const params = { id: this.device };
      const graphs = await this.ask(() =>
        fetchBytes(endpoints.device, { params, query: this.query(paths), signal }, columnsType),
      );
      this.take(graphs, paths);
      this.standing = 'ready';
    } catch {
      if (signal.aborted) return;
      for (const path of paths) this.graphs.set(path, { state: 'failed', series: [] });
      this.standing = 'failed';
    }
    this.tell();
    if (this.wanted.size > 0) void this.load();
  }

  private take(graphs: ColumnGraphs, paths: readonly string[]): void {
    this.head = graphs.head;
    this.group.setFull({ from: graphs.head.from, to: graphs.head.to });
    // An F500's graph is its node's; one sensor of it is asked for by its own path.
    for (const path of paths) {
      const series = graphs.series.filter((raw) => raw.graph === path || raw.sensor === path);
      this.graphs.set(path, { state: 'ready', series: series.map((raw) => seriesOf(graphs, raw, this.unknown)) });
    }
  }

  /** Live graphs get only what is newer; the others are read anew, as their slots still fill. */
  private async goOn(): Promise<void> {
    if (document.hidden || this.head === null) return;
    if (this.look.kind !== 'scale' || this.look.scale !== 'live') return this.again();
    const paths = [...this.watched.keys()];
    const { signal } = this.stop;
    const query = { since: this.head.newest ?? this.head.from, sensor_id: paths };
    try {
      const graphs = await this.ask(() =>
        fetchBytes(endpoints.liveUpdate, { params: { id: this.device }, query, signal }, columnsType),
      );
      this.append(graphs);
      this.standing = 'ready';
    } catch {
      if (signal.aborted) return;
      this.standing = 'failed';
    }
    this.tell();
  }

  private append(graphs: ColumnGraphs): void {
    const { to } = graphs.head;
    // The answer spans what is new; the window stays ten minutes long.
    const from = to - spanMsOf.live;
    this.head = { ...graphs.head, from, newest: graphs.head.newest ?? this.head?.newest ?? null };
    this.group.setFull({ from, to });
    const after = gapAfter(graphs.head.slot, graphs.head.offline_after);
    // Whether a stretch is silent is seen on the whole window below, not on the few new points.
    const news = new Map(graphs.series.map((raw) => [raw.sensor, seriesOf(graphs, raw, this.unknown)]));
    for (const [path, graph] of this.graphs) {
      if (graph.state !== 'ready') continue;
      const series = graph.series.map((one): GraphSeries => {
        const fresh = news.get(one.path);
        const columns = since(fresh ? append(one.columns, fresh.columns) : one.columns, from);
        const told = [...one.gaps, ...(fresh?.gaps ?? [])].filter(
          (gap) => gap.reason !== this.unknown && gap.to > from,
        );
        const silent = splitGaps(
          { ...rawOf(columns) },
          columns.texts,
          { from, to: Math.min(to, Date.now()), after },
          this.unknown,
        ).gaps;
        return { ...one, columns, gaps: [...told, ...silent] };
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
