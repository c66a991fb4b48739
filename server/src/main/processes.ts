import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { DeviceId } from '@tocsin/contract/ids';
import { type Bus, openBus } from '../base/bus.ts';
import { type Config, SettingError } from '../base/config.ts';
import type { RunningDatabase } from '../base/db.ts';
import type { Log } from '../base/log.ts';
import { createSeal } from '../base/seal.ts';
import type { Intake } from '../flow/1-receive/intake.ts';
import type { StandsOn } from '../flow/4-keep/fence.ts';
import type { Keep } from '../flow/4-keep/keep.ts';
import type { Line } from '../line.ts';
import { type Answers, RemoteCommands } from '../processes/commands.ts';
import type { Feed } from '../processes/feed.ts';
import { Hearsay } from '../processes/hearsay.ts';
import { Inbox } from '../processes/inbox.ts';
import { Outbox } from '../processes/outbox.ts';
import { Ownership, type OwnershipPorts } from '../processes/ownership.ts';
import { partitionOf } from '../processes/partition.ts';
import { Router } from '../processes/router.ts';
import type { LiveCatalog } from '../rooms/devices/index.ts';
import type { Stoppers } from './stoppers.ts';

/** The name of this start of this process, for partitions and the database's sessions: short, and no other's ever. */
export const processName = (): string => `${hostname().slice(0, 20)}-${process.pid}-${randomBytes(4).toString('hex')}`;

/** Which partitions this process has. What happens when that changes is said once the line is there. */
export function createOwnership(
  parts: { readonly config: Config; readonly database: RunningDatabase; readonly log: Log; readonly me: string },
  reactions: Pick<OwnershipPorts, 'gained' | 'lost' | 'drain' | 'tell' | 'changed'>,
): Ownership {
  const { config, database, me } = parts;
  return new Ownership({
    me,
    address: database.address,
    log: parts.log.with({ part: 'partitions' }),
    roles: [...config.roles],
    alone: config.natsUrl === null,
    certain: config.databaseUrl === null,
    ...reactions,
  });
}

/**
 * What stage 4 asks for each device of a batch. A lone process has all partitions or none, and whoever comes after it
 * begins only with all of them: one row fences everything.
 */
export function standsOnOf(ownership: Pick<Ownership, 'epochOf'>, config: Pick<Config, 'natsUrl'>): StandsOn {
  const isAlone = config.natsUrl === null;
  return (device: DeviceId) => {
    const partition = isAlone ? 0 : partitionOf(device);
    const epoch = ownership.epochOf(partition);
    return epoch === undefined ? null : { partition, epoch };
  };
}

/** What a process among several has beside its line. */
export interface Others {
  readonly bus: Bus;
  readonly hearsay: Hearsay;
  readonly intake: Intake;
  readonly commands: Answers;
  gained(partitions: readonly number[]): void;
  lost(partitions: readonly number[]): void;
  /** `taken`: of them, those that their former owner did not give back. */
  moved(partitions: readonly number[], taken: readonly number[]): void;
  /** Called with each change of who has what; returns how to stop listening. */
  onMoved(fn: (partitions: readonly number[]) => void): void;
}

/** Connects to the other processes of this installation; null: this one does everything. */
export async function openOthers(
  parts: { readonly config: Config; readonly secret: string; readonly log: Log; readonly me: string },
  stoppers: Stoppers,
): Promise<{ readonly bus: Bus; readonly hearsay: Hearsay } | null> {
  const { config, secret, me } = parts;
  if (config.natsUrl === null) return null;
  // Installations that share a NATS are told apart by their secret.
  const prefix = `tocsin.${createSeal(secret, 'bus').hash('prefix').toString('hex').slice(0, 12)}`;
  const log = parts.log.with({ part: 'bus' });
  const bus = await openBus({ url: config.natsUrl, prefix, name: me, log }).catch((error: unknown) => {
    throw new SettingError(`NATS_URL can't be reached: ${error instanceof Error ? error.message : error}`);
  });
  const hearsay = new Hearsay(bus, me);
  stoppers.add('bus', async () => {
    hearsay.stop();
    await bus.close();
  });
  return { bus, hearsay };
}

const readAgainMs = 1_000;

/** Joins the line with those of the other processes. */
export function joinOthers(
  parts: {
    readonly bus: Bus;
    readonly hearsay: Hearsay;
    readonly me: string;
    readonly line: Line;
    readonly keep: Pick<Keep, 'loadActive'>;
    readonly feed: Feed;
    readonly ownership: Ownership;
    readonly catalog: LiveCatalog;
    readonly log: Log;
  },
  stoppers: Stoppers,
): Others {
  const { bus, hearsay, me, line, feed, ownership, catalog, log } = parts;
  const outbox = new Outbox({ bus, ownership, me, here: line, log });
  const inbox = new Inbox({ bus, ownership, line });
  const router = new Router(line, outbox, ownership);
  const commands = new RemoteCommands({ bus, ownership, here: answersOf(line) });
  const listeners: ((partitions: readonly number[]) => void)[] = [];
  hearsay.on('moved', (moved) => ownership.heard(moved));
  hearsay.on('committed', (batch) => line.notifications.committed(batch));
  hearsay.on('acknowledged', (notification) => line.notifications.acknowledged(notification));
  hearsay.on('catalog', (scope) => void catalog.changed(scope));
  bus.onBack(() => {
    // What was said meanwhile was not heard: the database knows.
    ownership.wake();
    void catalog.changed({ kind: 'all' });
    void readActive('all');
  });
  /** What was committed and not told, here or by who died: the database knows what stands. */
  const readActive = async (which: readonly DeviceId[] | 'all'): Promise<void> => {
    const asOf = line.notifications.news;
    try {
      const late = line.notifications.restore(which, await parts.keep.loadActive(which), asOf);
      if (late.length > 0) await readActive(late);
    } catch (error) {
      log.warn('active events could not be read again yet', { error });
      setTimeout(() => void readActive(which), readAgainMs).unref();
    }
  };
  outbox.start();
  feed.start();
  const seen = setInterval(
    () =>
      inbox.seen(
        ownership.processes.map(({ id }) => id),
        Date.now(),
      ),
    2_000,
  );
  // A process that was cut off for a while was taken for gone, and its devices' sessions with it.
  const sessions = setInterval(() => router.tellSessions(), 20_000);
  for (const timer of [seen, sessions]) timer.unref();
  stoppers.add('other processes', () => {
    clearInterval(seen);
    clearInterval(sessions);
    outbox.stop();
    inbox.stop();
    commands.stop();
    feed.stop();
  });
  return {
    ...{ bus, hearsay, intake: router, commands },
    gained(partitions) {
      inbox.open(partitions);
      commands.open(partitions);
    },
    lost(partitions) {
      inbox.close(partitions);
      commands.close(partitions);
    },
    moved(partitions, taken) {
      if (taken.length > 0)
        void readActive([...catalog.all()].flatMap(({ id }) => (taken.includes(partitionOf(id)) ? [id] : [])));
      outbox.moved(partitions);
      router.moved(partitions);
      feed.moved(partitions);
      for (const listener of listeners) listener(partitions);
    },
    onMoved(fn) {
      listeners.push(fn);
    },
  };
}

/** What this process answers about devices of its own. */
export const answersOf = (line: Line): Answers => ({
  test: (...args) => line.commands.test(...args),
  comment: (...args) => line.commands.comment(...args),
  fix: (...args) => line.commands.fix(...args),
  administered: (...args) => line.commands.administered(...args),
  document: async (id) => (line.places.get(id)?.board.newest ? line.document(id) : null),
});
