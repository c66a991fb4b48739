import type { LiveDevice } from '@tocsin/contract/live';
import { portOf } from '@tocsin/simulator/port-of';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createSockets, type Sockets } from '../../access/socket.ts';
import { type TestApi, testApi } from '../../access/testing.ts';
import { drivenClock, systemClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { createSocketRegistry } from '../../platform/socket-registry.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { addSchemaRoutes, addSchemaSockets, schemaLoaders } from './index.ts';
import { plantSite } from './testing/plant.ts';

const database = testDatabase();
const heard = new Map<number, LiveDevice>();
/** Devices that are watched at the moment, as the live hub is asked for them. */
const watched: number[][] = [];
let api: TestApi;
let sockets: Sockets;
let port: number;

beforeAll(async () => {
  const { db } = database;
  const clock = drivenClock(Date.UTC(2026, 10, 20, 12));
  const dependencies = {
    db,
    clock,
    live: (id: number) => heard.get(id),
    notifications: async () => [],
    machineGraphs: async () => [],
  };
  api = await testApi(
    db,
    (a) => {
      addSchemaRoutes(a, dependencies);
      const keeper = createSocketRegistry(drivenClock(0), { perHolder: 9 });
      const log = createLog('silent');
      const options = { keeper, clock: systemClock, log, publicUrl: 'https://plant.example', authWithinMs: 2000 };
      sockets = createSockets(a, options);
      addSchemaSockets(sockets, db, clock, {
        watchDevices: (devices, socket) => {
          const own = [...devices];
          watched.push(own);
          for (const id of devices) socket.send(JSON.stringify(heard.get(id)));
          return { again: () => undefined, stop: () => void watched.splice(watched.indexOf(own), 1) };
        },
      });
    },
    { clock, loaders: schemaLoaders(db) },
  );
  await api.http.listen({ port: 0, host: '127.0.0.1' });
  port = portOf(api.http.server);
});
afterAll(async () => {
  await api.http.close();
});

const connect = (path: string, token: string) => {
  const ws = new WebSocket(`ws://127.0.0.1:${port}${path}?token=${token}`);
  const first = new Promise<string>((resolve) => ws.on('message', (data) => resolve(data.toString())));
  const refused = new Promise<number>((resolve) => {
    ws.on('unexpected-response', (_request, response) => {
      resolve(response.statusCode ?? 0);
      ws.terminate();
    });
    ws.on('error', () => {});
  });
  return { ws, first, refused };
};

/** Every document that the socket sends, as device and number of groups. */
const follow = (path: string, token: string) => {
  const ws = new WebSocket(`ws://127.0.0.1:${port}${path}?token=${token}`);
  const documents: [device: string, groups: number][] = [];
  ws.on('message', (data) => {
    const { device, groups } = JSON.parse(data.toString());
    documents.push([device.deviceId, groups.length]);
  });
  return { ws, documents };
};

describe('the sockets of a tab and of a machine', () => {
  it('refuse people without access to the site, a wrong token, and unknown subjects', async () => {
    const plant = await plantSite(api, database, heard);
    const { tab } = await plant.schema();
    const stranger = await plant.person({});
    for (const kind of ['tab', 'machine']) {
      expect(await connect(`/api/v2/ws/${kind}-devices-data/${tab.id}/`, stranger.token).refused).toBe(404);
      expect(await connect(`/api/v2/ws/${kind}-devices-data/${tab.id}/`, 'x'.repeat(43)).refused).toBe(401);
      expect(await connect(`/api/v2/ws/${kind}-devices-data/99999999/`, plant.engineer.token).refused).toBe(404);
    }
    expect(watched).toEqual([]);
  });

  // spec: visual-dashboard 7 WebSocket ws/tab-devices-data/{id}/ live tab data; WebSocket ws/machine-devices-data/{id}/ live machine data
  // spec: visual-dashboard 4 a live tab view opens a socket for that tab's devices and closes it on leaving; a machine view opens one for that machine
  it('send their devices at once, one document per message, and stop when they close', async () => {
    const plant = await plantSite(api, database, heard);
    const { tab } = await plant.schema();
    const viewer = await plant.person({ on: { [plant.siteId]: 'User' } });
    const { machines } = (await viewer.get(`/api/v2/tabs/${tab.id}/`)).json();
    const bound = machines.find((one: { frontend_id: string }) => one.frontend_id === 'a');
    for (const path of [`tab-devices-data/${tab.id}`, `machine-devices-data/${bound.id}`]) {
      const { ws, first } = connect(`/api/v2/ws/${path}/`, viewer.token);
      expect(JSON.parse(await first)).toMatchObject({ device: { deviceId: String(plant.deviceId) } });
      expect(watched).toEqual([[plant.deviceId]]);
      ws.close();
      await expect.poll(() => watched).toEqual([]);
    }
  });

  it('stop showing a suspended device, on open sockets too, to people who may not open it', async () => {
    const { db } = database;
    const plant = await plantSite(api, database, heard);
    const { tab } = await plant.schema();
    const id = String(plant.deviceId);
    const user = await plant.person({ on: { [plant.siteId]: 'User' } });
    const oem = await plant.person({ is_oem: true });
    const path = `/api/v2/ws/tab-devices-data/${tab.id}/`;
    const [theirs, oems] = [follow(path, user.token), follow(path, oem.token)];
    await expect.poll(() => theirs.documents).toEqual([[id, 2]]);
    await expect.poll(() => oems.documents).toEqual([[id, 2]]);
    await db.updateTable('device').set({ is_suspended: true }).where('id', '=', plant.deviceId).execute();
    sockets.recheck({ kind: 'all' });
    await expect
      .poll(() => theirs.documents)
      .toEqual([
        [id, 2],
        [id, 0],
      ]);
    // Only the OEM user's socket still watches it.
    await expect.poll(() => watched.filter((devices) => devices.length > 0)).toEqual([[plant.deviceId]]);
    expect(oems.documents).toEqual([[id, 2]]);
    const late = follow(path, user.token);
    await expect.poll(() => late.documents).toEqual([[id, 0]]);
    await db.updateTable('device').set({ is_suspended: false }).where('id', '=', plant.deviceId).execute();
    sockets.recheck({ kind: 'all' });
    await expect.poll(() => theirs.documents.at(-1)).toEqual([id, 2]);
    for (const { ws } of [theirs, oems, late]) ws.close();
    await expect.poll(() => watched).toEqual([]);
  });

  it('stop showing a device that was moved to another site, to everybody', async () => {
    const { db } = database;
    const plant = await plantSite(api, database, heard);
    const other = await plantSite(api, database, heard);
    const { tab } = await plant.schema();
    const id = String(plant.deviceId);
    const root = await plant.person({ is_superuser: true });
    const { ws, documents } = follow(`/api/v2/ws/tab-devices-data/${tab.id}/`, root.token);
    await expect.poll(() => documents).toEqual([[id, 2]]);
    await db.updateTable('device').set({ site_id: other.siteId }).where('id', '=', plant.deviceId).execute();
    sockets.recheck({ kind: 'all' });
    await expect.poll(() => documents.at(-1)).toEqual([id, 0]);
    ws.close();
    await expect.poll(() => watched).toEqual([]);
  });
});
