import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mqtt from 'mqtt';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../platform/log.ts';
import { signingKey } from '../platform/signing-key.ts';
import { type RunningEdge, startEdge } from './edge.ts';
import { systemTime } from './edge-clock.ts';
import type { PageState } from './page/view.ts';
import { parseEdgeSettings } from './settings.ts';
import { type FakePortal, oneDevice, startFakePortal } from './testing/fake-portal.ts';

let folder: string;
let portal: FakePortal;
let edge: RunningEdge;
const settings = () =>
  parseEdgeSettings({
    EDGE_PORTAL: portal.url,
    EDGE_CODE: 'code',
    EDGE_DATA_DIR: folder,
    EDGE_HOST: '127.0.0.1',
    EDGE_HTTP_PORT: '0',
    EDGE_MQTT_PORT: '0',
    EDGE_PAGE_PORT: '0',
  });
/** Added to the steady time: what is fresh becomes old without waiting. */
let aheadMs = 0;
const start = () => {
  const time = systemTime();
  const sources = { ...time, steady: () => time.steady() + aheadMs };
  return startEdge(settings(), createLog('silent'), { sources, heartbeatMs: 200 });
};
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'edge-'));
  portal = await startFakePortal();
  portal.configuration = await oneDevice(1);
  aheadMs = 0;
  edge = await start();
  await until(async () => (await state()).devices.length === 1);
});
afterEach(async () => {
  await edge.stop();
  await portal.stop();
  rmSync(folder, { recursive: true, force: true });
});

const until = async (isSo: () => boolean | Promise<boolean>) => {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20));
};
const state = async () => (await (await fetch(`http://127.0.0.1:${edge.pagePort}/state.json`)).json()) as PageState;
const post = (kind: string, body: unknown, code = 'code-5') =>
  fetch(`http://127.0.0.1:${edge.httpPort}/api/v1/ingest/LEG1/${kind}/`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`SN5:${code}`).toString('base64')}` },
    body: JSON.stringify(body),
  });
const t0 = Date.now();
const birth = (...ids: string[]) => ({
  ts: t0,
  boot: 3,
  groups: [{ id: '4', name: 'Bearing', sensors: ids.map((id) => ({ id, name: id, type: 'NUMERIC', unit: 'C' })) }],
});
const frame = (i: number, values: object = { '4.a': i }) => ({ ts: t0 + i, seq: i, values });
const bytesOf = (text: string) => [...Buffer.from(text, 'base64')];
const numbersOf = (text: string) => {
  const bytes = Buffer.from(text, 'base64');
  return Array.from({ length: bytes.length / 8 }, (_, i) => bytes.readDoubleLE(i * 8));
};
const cut = async () => {
  portal.isUp = false;
  await until(async () => !(await state()).portal.isUp);
};

const map = (over: object = {}) => ({
  name: 'Dust',
  kinds: [
    {
      topic: 'dust/{id}/up',
      device: 'eui',
      values: [
        { path: 'temp', group: '4', id: 'a', name: 'Fan', type: 'NUMERIC', unit: 'C', scale: 0.5 },
        { path: 'trip', group: '4', id: 'b', name: 'Trip', type: 'BOOL', alarm: { when: [true] } },
      ],
      ...over,
    },
  ],
});
/** The device of the configuration, read by a map with this number. */
const mappedDevice = async (number: number, over: object = {}) => ({
  ...(await oneDevice(number, { payload_map: 9, sender_id: 'A840', added_at: t0 })),
  maps: [{ id: 9, version: number, saved_at: t0, is_saved: true, map: map(over) }],
});
const postMapped = (path: string, body: unknown, user: string, password: string) =>
  fetch(`http://127.0.0.1:${edge.httpPort}/api/v1/ingest/${path}`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` },
    body: JSON.stringify(body),
  });
const asGateway = (body: unknown, password = 'gateway password') => postMapped('mapped/', body, 'gateway-3', password);
const configured = async (configuration: NonNullable<FakePortal['configuration']>) => {
  portal.configuration = configuration;
  await until(() => portal.got.at(-1)?.configuration === configuration.number);
};

describe('an edge with payload maps', () => {
  it('refuses JSON without a map, of unknown senders, and with a wrong password; nothing of it waits', async () => {
    expect(await (await postMapped('LEG1/mapped/', { temp: 1 }, 'SN5', 'code-5')).json()).toMatchObject({
      notice: expect.stringContaining('no payload map'),
    });
    await configured(await mappedDevice(2));
    expect((await asGateway({ eui: 'a840', temp: 1 }, 'wrong')).status).toBe(401);
    const unknown = await asGateway({ eui: 'b999', temp: 1 });
    expect([unknown.status, await unknown.json()]).toEqual([
      200,
      { accepted: 0, duplicates: 0, rejected_values: 0, unknown: 0, notice: 'No device has this id' },
    ]);
    expect(portal.items()).toEqual([]);
  });

  it('reads HTTP of a gateway and MQTT of a device, and passes birth and frames on as its own', async () => {
    await configured(await mappedDevice(2));
    expect(await (await asGateway({ eui: 'a840', temp: 100, trip: true })).json()).toMatchObject({ accepted: 1 });
    await until(() => portal.frames().length >= 1);
    const [birthItem, first] = portal.items();
    expect(birthItem).toMatchObject({
      k: 'birth',
      d: 5,
      birth: { groups: [{ id: '4', sensors: [{ id: 'a' }, { id: 'b' }] }] },
    });
    expect(numbersOf(first && first.k === 'frame' ? first.values : '')).toEqual([50, 1]);
    expect((await state()).alarms.map(({ sensor }) => sensor)).toEqual(['Trip']);
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${edge.mqttPort}`, {
      username: 'SN5',
      password: 'code-5',
      reconnectPeriod: 0,
    });
    await client.publishAsync('dust/A840/up', JSON.stringify({ temp: 102 }), { qos: 1 });
    await until(() => portal.frames().length >= 2);
    // The trip is not in this message: it stays as it was.
    expect(numbersOf(portal.frames()[1]?.values ?? '')).toEqual([51, 1]);
    await client.endAsync();
    const health = portal.got.findLast((one) => one.health)?.health;
    expect(health).toMatchObject({ maps: [{ id: 9, name: 'Dust', version: 2 }] });
  });

  it('follows a new version, keeps the configuration through a restart, and skips a map of a newer portal', async () => {
    await configured(await mappedDevice(2));
    await asGateway({ eui: 'a840', temp: 100 });
    await configured(
      await mappedDevice(3, {
        values: [{ path: 'temp', group: '4', id: 'a', name: 'Fan', type: 'NUMERIC', unit: 'C' }],
      }),
    );
    await edge.stop();
    edge = await start();
    await asGateway({ eui: 'a840', temp: 120 });
    await until(() => portal.frames().some(({ values }) => numbersOf(values)[0] === 120));
    await configured(await mappedDevice(4, { colour: 'red' }));
    expect(await (await asGateway({ eui: 'a840', temp: 1 })).json()).toMatchObject({ accepted: 0 });
    expect((await state()).devices[0]?.title).toBe('Leg 1');
  });
});

describe('an edge', () => {
  it('refuses wrong codes and unknown devices, like the portal', async () => {
    expect((await post('birth', birth('a'), 'wrong')).status).toBe(401);
    expect((await post('data', frame(1))).status).toBe(409);
  });

  it('passes frames on at once, completed by what it knows, with the times of the device', async () => {
    expect((await post('birth', birth('a', 'b', 'c'))).status).toBe(200);
    await until(() => portal.items().length >= 1);
    expect(await (await post('data', frame(1, { '4.a': 1.5, '4.b': { value: 7, alarm: true } }))).json()).toEqual({
      accepted: 1,
      duplicates: 0,
      rejected_values: 0,
    });
    await post('data', frame(2, { '4.a': 2.5 }));
    await until(() => portal.frames().length >= 2);
    const [, second] = portal.frames();
    expect(second).toMatchObject({ d: 5, ts: t0 + 2, boot: null, seq: 2, historical: false });
    expect(numbersOf(second?.values ?? '')).toEqual([2.5, 7, Number.NaN]);
    // Sent now: a. Known: b's value and alarm. Never heard of: c.
    expect(bytesOf(second?.flags ?? '')).toEqual([1, 2, 0]);
    expect(bytesOf(second?.known ?? '')).toEqual([1, 5, 0]);
    expect(portal.items()[0]).toMatchObject({ k: 'birth', birth: { boot: 3, groups: [{ id: '4' }] } });
    expect(await (await post('data', frame(2, { '4.a': 2.5 }))).json()).toMatchObject({ accepted: 0, duplicates: 1 });
  });

  it('keeps what it acknowledged through a kill, and sends it the same way, the newest first', async () => {
    await post('birth', birth('a'));
    await until(() => portal.items().length >= 1);
    await cut();
    for (let i = 1; i <= 600; i += 50) {
      const frames = Array.from({ length: 50 }, (_, k) => frame(i + k));
      expect((await post('data', frames)).status).toBe(200);
    }
    const before = portal.got.length;
    // As after a kill: nothing is stopped in order, the files are as they are.
    const copy = `${folder}-copy`;
    cpSync(folder, copy, { recursive: true, filter: (name) => !name.endsWith('lock') });
    await edge.stop();
    rmSync(folder, { recursive: true, force: true });
    folder = copy;
    portal.isUp = true;
    edge = await start();
    await until(() => portal.frames().length >= 600);
    const exchanges = portal.got.slice(before).filter(({ items }) => items.some(({ k }) => k === 'frame'));
    expect(exchanges[0]?.lane).toBe('live');
    expect(exchanges[0]?.items.flatMap((item) => (item.k === 'frame' ? item.seq : []))).toEqual([600]);
    const backfilled = exchanges.filter(({ lane }) => lane === 'backfill').flatMap(({ items }) => items);
    expect(backfilled.map((item) => (item.k === 'frame' ? item.seq : item.k))).toEqual(
      Array.from({ length: 599 }, (_, i) => i + 1),
    );
    await until(async () => /^0 records/.test((await state()).queue.text));
    // What the device repeats after the kill is known.
    expect(await (await post('data', frame(600))).json()).toMatchObject({ accepted: 0, duplicates: 1 });
  });

  it('resends identical texts until they are confirmed', async () => {
    await post('birth', birth('a'));
    portal.resultOf = (item) => (item.k === 'frame' ? 'again' : 'stored');
    await post('data', frame(1));
    await until(() => portal.frames().length >= 2);
    portal.resultOf = () => 'stored';
    await until(async () => /^0 records/.test((await state()).queue.text));
    const texts = portal.got.flatMap(({ texts: all }) => all.filter((text) => text.includes('"frame"')));
    expect(new Set(texts).size).toBe(1);
  });

  it('sends frames of a former sensor list before the present one, each with its list', async () => {
    await post('birth', birth('a'));
    await post('data', frame(1));
    await until(() => portal.frames().length >= 1);
    await cut();
    await post('data', frame(2));
    await post('birth', birth('a', 'b'));
    await post('data', frame(3, { '4.a': 3, '4.b': 3 }));
    aheadMs += 10_000;
    // The portal of this test reads a frame only with the list that it got last.
    let hash = '';
    portal.resultOf = (item) => {
      if (item.k === 'birth') hash = item.hash;
      return item.k === 'frame' && item.hash !== hash ? 'birth' : 'stored';
    };
    portal.isUp = true;
    await until(async () => /^0 records/.test((await state()).queue.text));
    const order = portal.items().map((item) => (item.k === 'frame' ? item.seq : item.k));
    expect(order.lastIndexOf(2)).toBeLessThan(order.lastIndexOf('birth'));
    expect(order.lastIndexOf('birth')).toBeLessThan(order.lastIndexOf(3));
  });

  it('refuses a configuration with another signature or an older number', async () => {
    const right = portal.key;
    portal.key = signingKey('another secret of thirty-two characters', 'edges');
    portal.configuration = await oneDevice(2, { title: 'Forged' });
    const before = portal.got.length;
    await post('birth', birth('a'));
    await until(() => portal.got.length > before + 1);
    expect((await state()).devices[0]?.title).toBe('Leg 1');
    portal.key = right;
    portal.configuration = await oneDevice(3, { title: 'Renamed' });
    await post('birth', birth('a', 'b'));
    await until(async () => (await state()).devices[0]?.title === 'Renamed');
    // After a restart with an older one from the portal, the newest stays.
    await edge.stop();
    portal.configuration = await oneDevice(2, { title: 'Old' });
    edge = await start();
    expect((await state()).devices[0]?.title).toBe('Renamed');
  });

  it('names a sensor in alarm as the portal does, and with its group where the name alone does not tell it', async () => {
    portal.configuration = await oneDevice(2, { sensor_names: { '3.a': 'Head pulley' } });
    const before = portal.got.length;
    const sensors = ['a', 'b'].map((id) => ({ id, name: `Bearing ${id}`, type: 'NUMERIC', unit: 'C' }));
    const groups = ['1', '2', '3'].map((id) => ({ id, name: `Node ${id}`, sensors }));
    await post('birth', { ts: t0, boot: 3, groups });
    await until(() => portal.got.length > before + 1);
    await post('data', frame(1, { '2.b': { value: 95, alarm: true }, '3.a': { value: 96, alarm: true } }));
    await until(async () => (await state()).alarms.some(({ sensor }) => sensor === 'Head pulley'));
    expect((await state()).alarms.map(({ sensor }) => sensor).sort()).toEqual(['Head pulley', 'Node 2, Bearing b']);
  });

  it('shows alarms on its own page while the portal cannot be reached', async () => {
    await post('birth', birth('a'));
    await cut();
    await post('data', frame(1, { '4.a': { value: 95.25, alarm: true } }));
    const shown = await state();
    expect(shown.portal.text).toMatch(/has not responded since/);
    expect(shown.alarms).toMatchObject([{ device: 'Leg 1', sensor: 'a', reading: '95.25 C' }]);
    const page = await fetch(`http://127.0.0.1:${edge.pagePort}/`);
    expect(await page.text()).toContain('nothing can be acknowledged here');
    expect((await fetch(`http://127.0.0.1:${edge.pagePort}/`, { method: 'POST' })).status).toBe(405);
  });
});
