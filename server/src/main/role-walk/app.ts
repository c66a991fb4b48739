import type { FastifyInstance } from 'fastify';
import { type Clock, systemClock } from '../../base/clock.ts';
import { parseConfig } from '../../base/config.ts';
import type { Db } from '../../base/db.ts';
import { buildHttp } from '../../base/http.ts';
import { createLog } from '../../base/log.ts';
import { createSeal } from '../../base/seal.ts';
import { createSocketKeeper } from '../../base/sockets.ts';
import { httpDoor, ingestKinds, ingestPath } from '../../flow/1-receive/http-door.ts';
import type { Intake } from '../../flow/1-receive/intake.ts';
import { createGate } from '../../policy/gate.ts';
import { type Api, createApi } from '../../policy/route.ts';
import { createSockets } from '../../policy/socket.ts';
import { codePurpose } from '../../rooms/devices/index.ts';
import { Gateways } from '../../rooms/gateways/index.ts';
import { writeHere } from '../../rooms/inspection/write-here.ts';
import { addNotificationSockets } from '../../rooms/notifications/sockets.ts';
import { addSchemaSockets } from '../../rooms/schemas/index.ts';
import { loadDeviceSettings } from '../../rooms/sensors/index.ts';
import { addTelemetrySockets } from '../../rooms/telemetry/sockets.ts';
import { startKnownDevices } from '../devices.ts';
import { graphDeviceOf } from '../graphs.ts';
import { modbusPortOf, readModbusMaps } from '../modbus.ts';
import { addRooms, roomLoaders } from '../rooms.ts';

export interface WalkApp {
  readonly http: FastifyInstance;
  readonly api: Api;
  /** Whether the route's rule let the last request in, so that its handler had the word. */
  wasLetIn(requestId: string): boolean;
  stop(): Promise<void>;
}

/** Nobody whom the walk sends gets as far as this. */
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
const silent = { stop: () => {}, again: () => {}, changed: () => {} };
const secret = 'a secret of at least thirty-two characters';

/** Every room and every socket, as main.ts adds them, without the line behind them. */
export const startWalkApp = async (db: Db, clock: Clock = systemClock, perMinute = 10_000_000): Promise<WalkApp> => {
  const log = createLog('silent');
  const config = parseConfig({});
  const seal = createSeal(secret, codePurpose);
  const devices = await startKnownDevices({ db, log, clock, seal, loadSettings: (ids) => loadDeviceSettings(db, ids) });
  const probes = { readiness: async () => ({ ready: true, parts: {} }), metrics: async () => '', isBehindProxy: false };
  const http = await buildHttp({
    ...{ log, title: 'Tocsin', version: 'walk', proxies: 0, https: false, perMinute, probes },
  });
  const letIn = new Set<string>();
  http.addHook('preHandler', async (request) => {
    letIn.add(request.id);
  });
  const api = createApi(
    http,
    createGate(db, () => clock.now(), roomLoaders(db)),
  );
  await addRooms(api, {
    ...{ config, log, clock, db, seal, accountSeal: createSeal(secret, 'accounts'), mqttPort: 1883 },
    modbus: modbusPortOf(readModbusMaps('nowhere', log), () => null),
    ...{ gateways: new Gateways(clock, seal), gatewaySeal: seal, unknown: () => [] },
    health: {
      ...{ db, clock, version: 'walk', roles: [], hasDeadMan: false, hasMailServer: false },
      figures: async () => new Map(),
    },
    catalog: devices.catalog,
    glance: () => undefined,
    administered: async () => {},
    acknowledged: () => {},
    live: () => undefined,
    restsOf: async () => ({ rests: [], cut: false }),
    writeInspection: writeHere,
    graphs: {
      history: {
        series: async () => ({ texts: [''], series: [], newest: null }),
        columns: async () => new Uint8Array(0),
        records: async () => ({ count: 0, records: [] }),
        moment: async () => null,
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
  });
  for (const kind of ingestKinds) api.declare('POST', ingestPath(kind), 'device-credentials');
  await http.register(httpDoor({ ...devices, intake: closed, clock }));
  const keeper = createSocketKeeper(clock);
  const sockets = createSockets(api, { keeper, clock, log, publicUrl: config.publicUrl });
  addTelemetrySockets(sockets, db, { watchDevice: () => silent });
  addNotificationSockets(sockets, { watchNotifications: () => silent });
  addSchemaSockets(sockets, db, { watchDevices: () => silent });
  await http.ready();
  const stop = async () => {
    await http.close();
    devices.stop();
  };
  return { http, api, wasLetIn: (id) => letIn.has(id), stop };
};
