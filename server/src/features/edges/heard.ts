import type { EdgeGap, EdgeHealth, SignedConfiguration } from '@tocsin/contract/edge-exchange';
import { DeviceId } from '@tocsin/contract/ids';
import type { Administration } from '../../pipeline/catalog.ts';
import type { DbAndClock } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import type { Configurations } from './configuration.ts';
import type { Edges, KnownEdge } from './edges.ts';
import { gapText } from './rules.ts';
import { addRefusedItems, findEdge, insertGap, updateSeen } from './store.ts';
import { insertOutage } from './store-outages.ts';

export interface HeardDependencies extends DbAndClock {
  readonly log: Log;
  readonly edges: Edges;
  readonly configurations: Configurations;
  readonly administered: (what: Administration) => Promise<void>;
}

/** A longer silence is an outage, of which a digest is sent. */
const outageMs = 60_000;
/** Health is stored at most this often. */
const storedEveryMs = 5_000;

/** What an exchange leaves in the portal beside frames. */
export function createHeard({ db, clock, log, edges, configurations, administered }: HeardDependencies) {
  const storedAt = new Map<number, number>();
  return {
    async heard(
      edge: KnownEdge,
      said: {
        readonly health: EdgeHealth | undefined;
        readonly configuration: number;
        readonly refusedItems?: number;
      },
    ): Promise<SignedConfiguration | null> {
      const now = clock.now();
      const lastSeen = edges.heard(edge.id, now);
      if (lastSeen > 0 && now - lastSeen > outageMs) await insertOutage(db, edge.id, new Date(lastSeen), new Date(now));
      if (said.refusedItems) await addRefusedItems(db, edge.id, said.refusedItems);
      if (now - (storedAt.get(edge.id) ?? 0) >= storedEveryMs) {
        storedAt.set(edge.id, now);
        await updateSeen(db, edge.id, new Date(now), said.health);
      }
      return await configurations.newerThan(edge.id, said.configuration);
    },
    /** Stores missed polls and says so as an event of the device; a repeated one changes nothing. */
    async gap(edge: KnownEdge, { n, d, from, to, polls }: EdgeGap): Promise<void> {
      const gap = { from_at: new Date(from), to_at: new Date(to), polls, received_at: new Date(clock.now()) };
      if (!(await insertGap(db, { edge_id: edge.id, number: n, device_id: d, ...gap }))) return;
      const title = (await findEdge(db, edge.siteId, edge.id))?.title ?? '';
      const deviceId = DeviceId.parse(d);
      const content = gapText(title, polls);
      await administered({ type: 'device_administration', siteId: edge.siteId, deviceId, content }).catch((error) =>
        log.warn('Could not record an event of missed polls', { error }),
      );
    },
  };
}
