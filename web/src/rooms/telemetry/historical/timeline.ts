import type { HistoricalRecord } from '@tocsin/contract/graphs';

/** Moments of which the whole state is kept, ascending. */
export interface Moment {
  readonly id: string;
  readonly at: number;
  readonly status: HistoricalRecord['status'];
}

export const momentsOf = (records: readonly HistoricalRecord[]): readonly Moment[] =>
  records.map(({ record_id, timestamp, status }) => ({ id: record_id, at: Date.parse(timestamp), status }));

/** Asks for at most `limit` moments at or after a time. */
export type AskMoments = (from: number, limit: number) => Promise<readonly Moment[]>;

/** As many as the specification's snapshot asks for at once; playing asks for more. */
const chunk = 60;
const playChunk = 1_000;
const farthestBackMs = 7 * 86_400_000;

/**
 * Walks along the kept moments of a device: forward by what the server lists, backward by asking a little earlier and
 * then earlier still, since lists only go forward.
 */
export class Timeline {
  private readonly ask: AskMoments;
  private known: readonly Moment[] = [];

  constructor(ask: AskMoments) {
    this.ask = ask;
  }

  private async fetch(from: number, limit: number): Promise<readonly Moment[]> {
    this.known = await this.ask(from, limit);
    return this.known;
  }

  async atOrAfter(at: number): Promise<Moment | null> {
    const found = this.known.find((moment) => moment.at >= at);
    if (found && (this.known[0]?.at ?? at) <= at) return found;
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
      // A list that ends before the moment goes on from its end.
      while (earlier.length === playChunk && (earlier.at(-1)?.at ?? now.at) < now.at) {
        earlier = await this.fetch(earlier.at(-1)?.at ?? now.at, playChunk);
      }
      // Frames of one time stand beside each other, in the server's order.
      const here = earlier.findIndex((moment) => moment.id === now.id);
      const found = here > 0 ? earlier[here - 1] : earlier.filter((moment) => moment.at < now.at).at(-1);
      if (found) return found;
    }
    return null;
  }

  /** The newest moment that is not later than `at`, while playing; the next one where a gap must be leapt. */
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
 * What was kept of a moment. A link may name a time at which nothing was kept (a warning comes on between two frames):
 * then it is the next moment that was.
 */
export const keptAt = async <T>(
  wanted: Moment,
  timeline: Timeline,
  read: (id: string) => Promise<T | null>,
): Promise<{ readonly moment: Moment; readonly kept: T } | null> => {
  const exact = await read(wanted.id);
  if (exact !== null) return { moment: wanted, kept: exact };
  const next = await timeline.atOrAfter(wanted.at);
  const found = next === null ? null : await read(next.id);
  return next === null || found === null ? null : { moment: next, kept: found };
};

/** Playing does not sit through a gap longer than this. */
const leapMs = 60_000;
