import type { Clock } from '../../platform/clock.ts';
import { type LiveValues, recentMs, trendMs } from './facts.ts';

/** Values of devices, now and at a moment; a device that never reported is absent. */
export interface ValueSources {
  readonly valuesNow: (deviceId: number) => Promise<LiveValues | undefined>;
  readonly valuesAt: (deviceIds: readonly number[], at: number) => Promise<ReadonlyMap<number, LiveValues>>;
}

/** Present values are shared for this time, so that a hundred banners cost as much as one. */
const sharedMs = 1_000;
/** Values of minutes ago are shared longer: their own times say how old they are. */
const sharedBeforeMs = 15_000;
const keptAtMost = 2_000;
/** Live documents that are asked for at the same time. */
const atOnce = 16;
/** Devices that are looked up in history before an answer; those beyond are known at the next one. */
const awaitedAtMost = 8;

interface Kept {
  readonly at: number;
  readonly values: LiveValues | undefined;
}

/** Present values of devices and those of minutes before, each asked for once for all readers. */
export function createValues({ valuesNow, valuesAt }: ValueSources, clock: Clock) {
  const now = new Map<number, Kept>();
  const isFresh = (kept: Kept | undefined, ms: number): boolean =>
    kept !== undefined && clock.now() - kept.at < ms && clock.now() >= kept.at;
  const keep = (kept: Map<number, Kept>, id: number, values: LiveValues | undefined): void => {
    if (kept.size >= keptAtMost) kept.clear();
    kept.set(id, { at: clock.now(), values });
  };
  const known = (kept: ReadonlyMap<number, Kept>, ids: readonly number[]): ReadonlyMap<number, LiveValues> =>
    new Map(
      ids.flatMap((id): [number, LiveValues][] => {
        const values = kept.get(id)?.values;
        return values ? [[id, values]] : [];
      }),
    );
  /** Values of so long ago. */
  const earlier = (agoMs: number) => {
    const kept = new Map<number, Kept>();
    const looking = new Set<number>();
    const lookBack = async (ids: readonly number[]): Promise<void> => {
      for (const id of ids) looking.add(id);
      try {
        const found = await valuesAt(ids, clock.now() - agoMs);
        for (const id of ids) keep(kept, id, found.get(id));
      } catch {
        // History is overloaded or away: the story does without a trend.
      } finally {
        for (const id of ids) looking.delete(id);
      }
    };
    return async (ids: readonly number[]): Promise<ReadonlyMap<number, LiveValues>> => {
      const rest = ids.filter((id) => !isFresh(kept.get(id), sharedBeforeMs) && !looking.has(id));
      const [first, others] = [rest.slice(0, awaitedAtMost), rest.slice(awaitedAtMost)];
      if (others.length > 0) void lookBack(others);
      if (first.length > 0) await lookBack(first);
      return known(kept, ids);
    };
  };

  return {
    async ofNow(ids: readonly number[]): Promise<ReadonlyMap<number, LiveValues>> {
      const rest = ids.filter((id) => !isFresh(now.get(id), sharedMs));
      const work = async (): Promise<void> => {
        for (let id = rest.shift(); id !== undefined; id = rest.shift())
          // A device whose process does not answer has no present value.
          keep(now, id, await valuesNow(id).catch(() => undefined));
      };
      await Promise.all(Array.from({ length: Math.min(atOnce, rest.length) }, work));
      return known(now, ids);
    },
    ofBefore: earlier(trendMs),
    ofRecent: earlier(recentMs),
  };
}
