import type { DeviceId } from '@tocsin/contract/ids';
import { PayloadMaps, type Replayed, WaitingMessages, waitingPurpose } from '../features/payload-maps/index.ts';
import type { Intake } from '../pipeline/1-receive/intake.ts';
import { type CompiledMap, compileMap } from '../pipeline/1-receive/mapped/compiled-map.ts';
import { MappedIntake } from '../pipeline/1-receive/mapped/mapped-intake.ts';
import { readingMap } from '../pipeline/1-receive/mapped/try-map.ts';
import type { UnknownNodes } from '../pipeline/1-receive/sparkplug/unknown-nodes.ts';
import type { Catalog } from '../pipeline/catalog.ts';
import type { DbAndClock } from '../platform/db.ts';
import { createEncryption } from '../platform/encryption.ts';
import type { Log } from '../platform/log.ts';
import type { ShutdownHooks } from './shutdown-hooks.ts';

export interface MappedDependencies extends DbAndClock {
  readonly log: Log;
  readonly secret: string;
  readonly intake: Intake;
  readonly catalog: Catalog;
  /** Silence after which a device is offline, in milliseconds. */
  readonly offlineAfterMs: (id: DeviceId) => number;
}

/** Payload maps in memory, the way of mapped messages to the pipeline, and what waits. */
export interface Mapped {
  readonly maps: PayloadMaps<CompiledMap>;
  readonly intake: MappedIntake;
  readonly waiting: WaitingMessages;
  /** Keeps a message of a Sparkplug node that belongs to no device. */
  readonly unknownNode: UnknownNodes['onMessage'];
  readonly propose: (
    sample: { readonly topic: string | null; readonly body: string },
    sender: string,
    clientId: number | null,
  ) => { id: number; name: string } | null;
  readonly replay: (deviceId: DeviceId, message: Replayed) => Promise<string | null>;
}

/** Loads payload maps and connects them with the pipeline. */
export async function startPayloadMaps(
  dependencies: MappedDependencies,
  shutdownHooks: Pick<ShutdownHooks, 'add'>,
): Promise<Mapped> {
  const { db, clock, log, secret, intake, catalog } = dependencies;
  const maps = new PayloadMaps(db, clock, log.with({ part: 'payload maps' }), compileMap);
  await maps.start();
  shutdownHooks.add('payload maps', async () => maps.stop());
  const waiting = new WaitingMessages(db, clock, log, createEncryption(secret, waitingPurpose));
  const mapped = new MappedIntake({
    intake,
    catalog,
    maps,
    clock,
    keep: ({ sent: { topic, bytes, arrival }, ...note }) =>
      waiting.keep({ ...note, topic, bytes, at: arrival.at, queued: arrival.how === 'queued' }),
  });
  return {
    maps,
    waiting,
    intake: mapped,
    unknownNode({ edge, device, siteId, why }, topic, text) {
      if (why !== 'unknown') return;
      const sent = { topic, bytes: Buffer.from(text), at: clock.now(), queued: false };
      const note = { siteId, deviceId: null, sender: (device ?? edge).slice(0, 64), why: 'No device has this UDF ID' };
      void waiting.keep({ ...note, ...sent });
    },
    propose(sample, sender, clientId) {
      const usable = [...maps.all()].filter((map) => map.clientId === null || map.clientId === clientId);
      const map = readingMap(usable, sample, sender, clock.now());
      return map ? { id: map.id, name: map.name } : null;
    },
    replay: (deviceId, message) => replay(dependencies, mapped, deviceId, message),
  };
}

/**
 * All but the newest message are history. The newest is live while the device would still be online; an alarm in an
 * older one is told once, marked late.
 */
function replay(
  { catalog, clock, offlineAfterMs }: MappedDependencies,
  mapped: MappedIntake,
  deviceId: DeviceId,
  { topic, text, at, queued, isNewest }: Replayed,
): Promise<string | null> {
  const device = catalog.byId(deviceId);
  if (!device) return Promise.resolve('The device is not known yet');
  const isFresh = !queued && at >= clock.now() - offlineAfterMs(deviceId);
  const how = !isNewest ? ('past' as const) : isFresh ? ('live' as const) : ('told' as const);
  const sent = { topic, bytes: Buffer.from(text), arrival: { at, how } };
  return new Promise((done) => {
    mapped.takeAgain(device, sent, (receipt) => {
      if (receipt.kind === 'stored') done(null);
      else done(receipt.kind === 'refused' ? receipt.text : 'Busy storing; try again');
    });
  });
}
