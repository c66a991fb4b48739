import type { DbAndClock } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { repeat } from './repeat.ts';
import { hasActiveShelf, managerOf, mostWarnings } from './store.ts';

/** What the demo shelves: the warnings of one sensor, for some time. */
export interface DemoShelf {
  readonly deviceId: number;
  readonly groupId: string;
  readonly sensorId: string;
  readonly userId: number;
  readonly reason: string;
  readonly forMs: number;
}

export interface ShelvedChattererDependencies extends DbAndClock {
  readonly log: Log;
  readonly shelve: (shelf: DemoShelf) => Promise<void>;
}

const roundMs = 60_000;
const dayMs = 86_400_000;
const reason = 'Warns again and again since the last belt change; the electrician checks the cable tomorrow.';

/**
 * Keeps one sensor of the demo shelved, as the Manager of its site: the one that raised the most warnings within a
 * day. Returns the function that stops it.
 */
export function startShelvedChatterer(dependencies: ShelvedChattererDependencies): () => Promise<void> {
  const { db, clock, log, shelve } = dependencies;
  const round = async (): Promise<void> => {
    if (await hasActiveShelf(db)) return;
    const sensor = await mostWarnings(db, clock.now() - dayMs);
    const userId = sensor && (await managerOf(db, sensor.siteId));
    if (!sensor || userId === undefined) return;
    const { deviceId, groupId, sensorId } = sensor;
    await shelve({ deviceId, groupId, sensorId, userId, reason, forMs: dayMs });
  };
  return repeat({
    clock,
    everyMs: roundMs,
    round,
    failed: (error) => log.warn('Could not shelve a demo sensor', { error }),
  });
}
