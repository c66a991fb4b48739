import type { HistoricalRecord } from '@tocsin/contract/graphs';

/** A moment with a stored state; `at` in unix ms. */
export interface Moment {
  readonly id: string;
  readonly at: number;
  readonly status: HistoricalRecord['status'];
}

/** The moments of a list of records. */
export const momentsOf = (records: readonly HistoricalRecord[]): readonly Moment[] =>
  records.map(({ record_id, timestamp, status }) => ({ id: record_id, at: Date.parse(timestamp), status }));

/** Moments of one status after the first of them, which are not listed. */
export interface Alike {
  /** Of the first. */
  readonly id: string;
  readonly count: number;
  /** The last of them, and the first. */
  readonly until: number;
  readonly from: number;
}

/** The moments with those that do not differ from the one above folded into one row, unless they were opened. */
export const folded = (moments: readonly Moment[], open: ReadonlySet<string>): readonly (Moment | Alike)[] => {
  const runs: Moment[][] = [];
  for (const moment of moments) {
    const run = runs.at(-1);
    if (run?.[0]?.status === moment.status) run.push(moment);
    else runs.push([moment]);
  }
  return runs.flatMap((run) => {
    const [first, last] = [run[0], run.at(-1)];
    if (!first || !last || run.length < 3 || open.has(first.id)) return run;
    return [first, { id: first.id, count: run.length - 1, until: last.at, from: first.at }];
  });
};

/** Fetches at most `limit` moments at or after a time. */
export type LoadMoments = (from: number, limit: number) => Promise<readonly Moment[]>;

/** Page size of the snapshot in the specification; playback fetches more. */
const chunk = 60;
const playChunk = 1_000;
const farthestBackMs = 7 * 86_400_000;

/**
 * Steps through the stored moments of a device. The server lists moments forward only, so steps backward request lists
 * from ever earlier starts.
 */
export class Timeline {
  private readonly ask: LoadMoments;
  private known: readonly Moment[] = [];

  constructor(ask: LoadMoments) {
    this.ask = ask;
  }

  private async fetch(from: number, limit: number): Promise<readonly Moment[]> {
    this.known = await this.ask(from, limit);
    return this.known;
  }

  async atOrAfter(at: number): Promise<Moment | null> {
    const next = this.known.find((moment) => moment.at >= at);
    if (next && (this.known[0]?.at ?? at) <= at) return next;
    return (await this.fetch(at, chunk))[0] ?? null;
  }

  async after(now: Moment): Promise<Moment | null> {
    const index = this.known.findIndex((moment) => moment.id === now.id);
    const next = index === -1 ? undefined : this.known[index + 1];
    if (next) return next;
    const more = await this.fetch(now.at, chunk);
    const here = more.findIndex((moment) => moment.id === now.id);
    return (here === -1 ? more.find((moment) => moment.at > now.at) : more[here + 1]) ?? null;
  }

  async before(now: Moment): Promise<Moment | null> {
    const index = this.known.findIndex((moment) => moment.id === now.id);
    const previous = this.known[index - 1];
    if (index > 0 && previous) return previous;
    for (let back = 60_000; back <= farthestBackMs; back *= 4) {
      let earlier = await this.fetch(now.at - back, playChunk);
      // A full list that ends before the moment is continued from its end.
      while (earlier.length === playChunk && (earlier.at(-1)?.at ?? now.at) < now.at) {
        earlier = await this.fetch(earlier.at(-1)?.at ?? now.at, playChunk);
      }
      // Frames with the same time are adjacent, in the server's order.
      const here = earlier.findIndex((moment) => moment.id === now.id);
      const next = here > 0 ? earlier[here - 1] : earlier.filter((moment) => moment.at < now.at).at(-1);
      if (next) return next;
    }
    return null;
  }

  /** For playback: the newest moment up to `at`, or the first one after a skipped gap (`leapt`); null at the end. */
  async upTo(now: Moment, at: number): Promise<{ readonly moment: Moment; readonly leapt: boolean } | null> {
    const last = this.known.at(-1);
    if (last === undefined || last.at <= at || !this.known.some((moment) => moment.id === now.id)) {
      await this.fetch(now.at, playChunk);
    }
    const passed = this.known.filter((moment) => moment.at > now.at && moment.at <= at).at(-1);
    if (passed) return { moment: passed, leapt: false };
    const next = this.known.find((moment) => moment.at > now.at);
    if (next === undefined) return null;
    return next.at - at > leapMs ? { moment: next, leapt: true } : { moment: now, leapt: false };
  }
}

/**
 * The stored state of a moment. A link may contain a time without one, such as that of a warning that began between two
 * frames; then the next moment is used.
 */
export const savedAt = async <T>(
  requested: Moment,
  timeline: Timeline,
  read: (id: string) => Promise<T | null>,
): Promise<{ readonly moment: Moment; readonly record: T } | null> => {
  const exact = await read(requested.id);
  if (exact !== null) return { moment: requested, record: exact };
  const next = await timeline.atOrAfter(requested.at);
  const record = next === null ? null : await read(next.id);
  return next === null || record === null ? null : { moment: next, record };
};

/** Playback skips gaps longer than this. */
const leapMs = 60_000;
