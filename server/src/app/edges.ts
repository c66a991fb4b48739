import { exchangePath } from '@tocsin/contract/edge-exchange';
import type { Api } from '../access/route.ts';
import type { ModbusPort } from '../features/devices/index.ts';
import {
  type ConfigurationDependencies,
  Configurations,
  createHeard,
  Edges,
  loadEdgeKeys,
} from '../features/edges/index.ts';
import { edgeAdapter } from '../pipeline/1-receive/edge/edge-adapter.ts';
import type { Intake } from '../pipeline/1-receive/intake.ts';
import type { Administration, Catalog } from '../pipeline/catalog.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db, DbAndClock } from '../platform/db.ts';
import type { Encryption } from '../platform/encryption.ts';
import type { Log } from '../platform/log.ts';
import { type SigningKey, signingKey } from '../platform/signing-key.ts';
import type { ShutdownHooks } from './shutdown-hooks.ts';

/** Maximum delay until claims in other processes and removed sites are noticed. */
const readAgainMs = 10_000;

/** The edges of this installation, in memory. */
export interface KnownEdges {
  readonly edges: Edges;
  readonly configurations: Configurations;
  readonly signingKey: SigningKey;
}

export interface EdgesNeed extends DbAndClock {
  readonly log: Log;
  readonly secret: string;
  readonly catalog: Catalog;
  /** Opens stored device codes. */
  readonly encryption: Encryption;
  readonly modbus: Pick<ModbusPort, 'mapFor'>;
  readonly maps: ConfigurationDependencies['payloadMaps'];
}

export function createKnownEdges({ db, clock, secret, catalog, encryption, modbus, maps }: EdgesNeed): KnownEdges {
  const key = signingKey(secret, 'edges');
  const mapFor = modbus.mapFor;
  const shared = { db, clock, catalog, encryption, payloadMaps: maps };
  const configurations = new Configurations({ ...shared, signingKey: key, mapFor });
  return { edges: new Edges(), configurations, signingKey: key };
}

/** Loads the edges' keys into memory and refreshes them. */
export async function startEdges(need: EdgesNeed, shutdownHooks: ShutdownHooks): Promise<KnownEdges> {
  const { db, clock, log } = need;
  const known = createKnownEdges(need);
  known.edges.restore(await loadEdgeKeys(db));
  let cancel = () => {};
  const readAgain = async (): Promise<void> => {
    try {
      known.edges.restore(await loadEdgeKeys(db));
    } catch (error) {
      log.warn('Could not reload the keys of edges; retrying', { error });
    }
    cancel = clock.after(readAgainMs, () => void readAgain());
  };
  cancel = clock.after(readAgainMs, () => void readAgain());
  shutdownHooks.add('edges', () => cancel());
  return known;
}

/** Adds the adapter of edges to the HTTP server. */
export async function addEdgeAdapter(
  api: Api,
  { edges, configurations }: KnownEdges,
  rest: {
    readonly db: Db;
    readonly clock: Clock;
    readonly log: Log;
    readonly intake: Intake;
    readonly catalog: Catalog;
    readonly administered: (what: Administration) => Promise<void>;
  },
): Promise<void> {
  const { clock } = rest;
  api.declare('POST', exchangePath, { may: 'device-credentials' });
  const { heard, gap } = createHeard({ ...rest, edges, configurations });
  const wasHeard = (id: number) => edges.wasHeard(id, clock.now());
  await api.http.register(edgeAdapter({ ...rest, checkEdge: edges.check, heard, gap, wasHeard }));
}
