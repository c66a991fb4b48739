import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { createAuthorizer } from '../../access/authorize.ts';
import { createIdempotency } from '../../access/idempotency.ts';
import { type Api, createApi } from '../../access/route.ts';
import { createSecurityEvents } from '../../access/security-events.ts';
import { createSockets } from '../../access/socket.ts';
import { startKnownDevices } from '../../app/devices.ts';
import { addEdgeAdapter, createKnownEdges } from '../../app/edges.ts';
import type { FeatureDependencies } from '../../app/feature-dependencies.ts';
import { addFeatures, featureLoaders } from '../../app/features.ts';
import { graphDeviceOf } from '../../app/graphs.ts';
import { modbusPortOf, readModbusMaps } from '../../app/modbus.ts';
import { startPayloadMaps } from '../../app/payload-maps.ts';
import { codePurpose } from '../../features/devices/index.ts';
import { Gateways } from '../../features/gateways/index.ts';
import { writeHere } from '../../features/inspection/write-here.ts';
import { addNotificationSockets } from '../../features/notifications/sockets.ts';
import { addSchemaSockets } from '../../features/schemas/index.ts';
import { loadDeviceSettings } from '../../features/sensors/index.ts';
import { addTelemetrySockets } from '../../features/telemetry/sockets.ts';
import { httpAdapter, ingestKinds, ingestPath } from '../../pipeline/1-receive/http/http-adapter.ts';
import { gatewayPath } from '../../pipeline/1-receive/http/mapped-route.ts';
import type { Intake } from '../../pipeline/1-receive/intake.ts';
import { emptyPiece } from '../../pipeline/testing/empty-piece.ts';
import { type Clock, systemClock } from '../../platform/clock.ts';
import { parseConfig } from '../../platform/config.ts';
import type { Db } from '../../platform/db.ts';
import { createEncryption } from '../../platform/encryption.ts';
import { buildHttp } from '../../platform/http.ts';
import { createLog } from '../../platform/log.ts';
import { signingKey } from '../../platform/signing-key.ts';
import { createSocketRegistry } from '../../platform/socket-registry.ts';

export interface WalkApp {
  readonly http: FastifyInstance;
  readonly api: Api;
  /** Whether the route's rule admitted the last request, so that its handler ran. */
  wasLetIn(requestId: string): boolean;
  stop(): Promise<void>;
}

/** No caller of the walk gets this far. */
const closed: Intake = {
  take: () => {
    throw new Error('a frame without a device');
  },
  full: () => false,
  whenRoom: () => {},
  beginSession: () => {},
  endSession: () => {},
  reportsByException: () => false,
  countRefused: () => {},
};
const shelfOf = async (db: Db, device: number): Promise<number> => {
  const { rows } = await sql<{ id: number }>`select id from shelf where device_id = ${device}`.execute(db);
  return rows[0]?.id ?? 0;
};
const walkOf = async (db: Db, device: number): Promise<number> => {
  const { rows } = await sql<{ id: number }>`select id from walk_test where device_id = ${device}`.execute(db);
  return rows[0]?.id ?? 0;
};
const silent = { stop: () => {}, again: () => {}, changed: () => {} };
/** What encrypts device codes and authenticators in the walk. */
export const walkSecret = 'a secret of at least thirty-two characters';

/** Every feature and socket as in main.ts, without the pipeline; `instead`: what a test has a better one of. */
export const startWalkApp = async (
  db: Db,
  clock: Clock = systemClock,
  limits: { readonly perMinute: number; readonly hasRouteLimits: boolean } = {
    perMinute: 10_000_000,
    hasRouteLimits: false,
  },
  isProviderAllowed?: (address: string) => boolean,
  instead: Partial<FeatureDependencies> = {},
): Promise<WalkApp> => {
  const log = createLog('silent');
  const config = parseConfig({});
  const encryption = createEncryption(walkSecret, codePurpose);
  const devices = await startKnownDevices({
    db,
    log,
    clock,
    encryption,
    loadSettings: (ids) => loadDeviceSettings(db, ids),
  });
  const probes = { readiness: async () => ({ ready: true, parts: {} }), metrics: async () => '', isBehindProxy: false };
  const http = await buildHttp({
    log,
    title: 'Tocsin',
    version: 'walk',
    proxies: 0,
    https: false,
    clock,
    ...limits,
    probes,
  });
  const letIn = new Set<string>();
  http.addHook('preHandler', async (request) => {
    letIn.add(request.id);
  });
  const api = createApi(
    http,
    createAuthorizer(db, () => clock.now(), featureLoaders(db)),
    createIdempotency(db, clock, encryption),
  );
  const modbus = modbusPortOf(readModbusMaps('nowhere', log), () => null);
  const { catalog } = devices;
  const payloadMaps = await startPayloadMaps(
    { db, clock, log, secret: walkSecret, intake: closed, catalog, offlineAfterMs: () => 60_000 },
    { add: () => {} },
  );
  const { maps } = payloadMaps;
  const knownEdges = createKnownEdges({ db, clock, log, secret: walkSecret, catalog, encryption, modbus, maps });
  await addFeatures(api, {
    config,
    log,
    clock,
    db,
    batchCallsAtOnce: 8,
    encryption,
    accountEncryption: createEncryption(walkSecret, 'accounts'),
    certificateKey: signingKey(walkSecret, 'certificates'),
    messageEncryption: createEncryption(walkSecret, 'messages'),
    providerEncryption: createEncryption(walkSecret, 'providers'),
    contactEncryption: createEncryption(walkSecret, 'contact methods'),
    webhookEncryption: createEncryption(walkSecret, 'webhooks'),
    isProviderAllowed,
    mqttPort: 1883,
    security: createSecurityEvents(db, clock, log),
    modbus,
    importPiece: async () => emptyPiece,
    knownEdges,
    payloadMaps,
    gateways: new Gateways(clock, encryption),
    gatewayEncryption: encryption,
    unknown: () => [],
    health: {
      db,
      clock,
      version: 'walk',
      roles: [],
      hasHeartbeat: false,
      newer: () => null,
      scheduled: async () => ({}),
      hasMailServer: false,
      metrics: async () => new Map(),
    },
    catalog: devices.catalog,
    deviceSummary: () => undefined,
    administered: async () => {},
    acknowledged: () => {},
    live: () => undefined,
    inactiveSpansOf: async () => ({ inactiveSpans: [], cut: false }),
    writeInspection: writeHere,
    rehearser: { isFull: () => false, run: async () => null },
    graphs: {
      history: {
        series: async () => ({ texts: [''], series: [], newest: null }),
        columns: async () => new Uint8Array(0),
        together: async () => new Uint8Array(0),
        text: async () => Readable.from([]),
        records: async () => ({ count: 0, records: [] }),
        moment: async () => null,
        moments: async () => [],
        film: async () => [],
      },
      deviceOf: graphDeviceOf(devices.catalog, { offlineAfter: () => 60_000 }),
      documentAt: () => undefined,
    },
    tests: {
      start: async () => undefined,
      cancel: async () => undefined,
      comment: async () => {},
      fix: async () => {},
    },
    // No pipeline runs here: a command answers with the walk that the device has.
    walk: async (device) => ({ kind: 'done', id: await walkOf(db, device) }),
    // No pipeline runs here: a command answers with the shelf that the device has.
    shelves: {
      start: async (device) => ({ kind: 'done', id: await shelfOf(db, device) }),
      extend: async (_device, id) => ({ kind: 'done', id }),
      end: async (_device, id) => ({ kind: 'done', id }),
    },
    ...instead,
  });
  for (const kind of ingestKinds) api.declare('POST', ingestPath(kind), { may: 'device-credentials' });
  api.declare('POST', gatewayPath, { may: 'device-credentials' });
  await http.register(httpAdapter({ ...devices, intake: closed, clock }));
  await addEdgeAdapter(api, knownEdges, { db, clock, log, intake: closed, catalog, administered: async () => {} });
  const keeper = createSocketRegistry(clock);
  const sockets = createSockets(api, { keeper, clock, log, publicUrl: config.publicUrl });
  addTelemetrySockets(sockets, db, { watchDevice: () => silent });
  addNotificationSockets(sockets, { watchNotifications: () => silent });
  addSchemaSockets(sockets, db, clock, { watchDevices: () => silent });
  await http.ready();
  const stop = async () => {
    await http.close();
    devices.stop();
  };
  return { http, api, wasLetIn: (id) => letIn.has(id), stop };
};
