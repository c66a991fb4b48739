import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { NotificationMessage } from '@tocsin/contract/live';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import WebSocket from 'ws';
import { z } from 'zod';
import { codePurpose, encryptCode } from '../features/devices/index.ts';
import { type Running, start } from '../main.ts';
import { parseConfig } from '../platform/config.ts';
import { createEncryption } from '../platform/encryption.ts';
import { createLog } from '../platform/log.ts';
import { eventually } from '../platform/testing/eventually.ts';

/** External services; CI runs them on their default ports. */
const postgres = process.env.TEST_DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/postgres';
const nats = process.env.TEST_NATS_URL ?? 'nats://127.0.0.1:4222';
// A secret of its own makes this an installation of its own: other users of this NATS are not received.
const secret = `a secret of this run ${randomBytes(16).toString('hex')}`;
const name = `tocsin_processes_${process.pid}`;
const person = { email: 'first@tocsin.example', password: 'Correct-Horse-7' };
const deviceCount = 12;
const codes = Array.from({ length: deviceCount }, (_, i) => `DEV${i}`);

let admin: pg.Client;
let client: pg.Client;
let address: string;
const running = new Map<string, Running>();

async function begin(process: string, roles: string): Promise<Running> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tocsin process '));
  const one = await start(
    parseConfig({
      DATABASE_URL: address,
      NATS_URL: nats,
      TOCSIN_SECRET: secret,
      TOCSIN_DATA_DIR: dataDir,
      TOCSIN_ROLES: roles,
      HOST: '127.0.0.1',
      PORT: '0',
      MQTT_PORT: '0',
      TOCSIN_ADMIN_EMAIL: person.email,
      TOCSIN_ADMIN_PASSWORD: person.password,
      TOCSIN_STAFF_SECOND_FACTOR: 'optional',
    }),
    createLog('error'),
  );
  running.set(process, one);
  return one;
}
async function end(process: string): Promise<void> {
  await running.get(process)?.stop();
  running.delete(process);
}
const urlOf = (process: string): string => running.get(process)?.url ?? '';

beforeAll(async () => {
  admin = new pg.Client({ connectionString: postgres });
  await admin.connect();
  await admin.query(`create database ${name} encoding 'UTF8' template template0`);
  const url = new URL(postgres);
  url.pathname = `/${name}`;
  address = url.href;
  await begin('a', 'web,ingest,jobs');
  client = new pg.Client({ connectionString: address });
  await client.connect();
  await client.query(`with c as (insert into client (number, company) values (1, 'External') returning id)
      insert into site (client_id, title, timezone) select id, 'Site', 'UTC' from c`);
  const encryption = createEncryption(secret, codePurpose);
  for (const udf of codes) {
    const code = encryptCode(encryption, `SN-${udf}`, 'code-1');
    await client.query(
      'insert into device_registry (serial_number, code_cipher, code_hash, device_type) values ($1, $2, $3, $4)',
      [`SN-${udf}`, code.cipher, code.hash, '0300'],
    );
    await client.query(
      `insert into device (site_id, title, serial_number, device_type, udf_id) select id, $1, $2, '0300', $1 from site`,
      [udf, `SN-${udf}`],
    );
  }
  await end('a');
  // One process with all roles, one with adapters only, one with pages only.
  await begin('a', 'web,ingest,jobs');
  await begin('b', 'ingest');
  await begin('c', 'web');
  await until(async () => (await owners()).length === 2);
});
afterAll(async () => {
  for (const process of [...running.keys()]) await end(process);
  await client?.end();
  await admin?.query(`drop database if exists ${name} with (force)`);
  await admin?.end();
});

const until = (look: () => Promise<boolean> | boolean): Promise<void> =>
  eventually(async () => expect(await look()).toBe(true));
const owners = async (): Promise<number[]> => {
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from partition_owner where owner <> '' group by owner having count(*) = 32`,
  );
  return rows.map((row) => row.n);
};

const sensors = [
  { id: '4000', name: 'Head bearing left', type: 'NUMERIC', unit: 'C' },
  { id: '4001', name: 'Head bearing right', type: 'NUMERIC', unit: 'C' },
];
const send = (process: string, udf: string, kind: string, body: object): Promise<Response> =>
  fetch(`${urlOf(process)}/api/v1/ingest/${udf}/${kind}/`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`SN-${udf}:code-1`).toString('base64')}` },
    body: JSON.stringify(body),
  });
/** Sends again until it is stored, as a device does. */
const sendUntilStored = (process: () => string, udf: string, kind: string, body: object): Promise<void> =>
  eventually(async () => expect((await send(process(), udf, kind, body)).status).toBe(200));

let seq = 0;
const frame = (value: number, alarm: readonly number[] = []) => ({
  ts: Date.now(),
  seq: ++seq,
  boot: 1,
  alarm,
  v: [value, value + 1],
});

// Several processes with roles; ingest over NATS
it("stores frames from any adapter in the device's order, whichever process owns the device", async () => {
  for (const [i, udf] of codes.entries()) {
    const adapter = ['a', 'b', 'c'][i % 3] ?? 'a';
    const born = await send(adapter, udf, 'birth', { ts: Date.now(), groups: [{ id: '4', name: 'Temp', sensors }] });
    expect([born.status, adapter]).toEqual([200, adapter]);
  }
  const answers = await Promise.all(
    codes.flatMap((udf) => ['a', 'b', 'c'].map((adapter, i) => send(adapter, udf, 'data', frame(40 + i)))),
  );
  for (const answer of answers) {
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ accepted: 1, duplicates: 0 });
  }
  const { rows } = await client.query(
    `select (select count(*)::int from frame) + (select count(*)::int from frame_late) as n`,
  );
  expect(rows[0].n).toBe(3 * deviceCount);
  // A malformed frame is refused by a remote adapter as by the local one.
  for (const adapter of ['a', 'b', 'c']) {
    expect((await send(adapter, 'DEV0', 'data', { seq: 1 })).status).toBe(400);
    expect((await send(adapter, 'DEV1', 'data', { seq: 1 })).status).toBe(400);
  }
});

interface Heard {
  readonly texts: string[];
  /** The close code; 0 while open. */
  closed(): number;
  close(): void;
}
async function socket(process: string, path: string, token: string): Promise<Heard> {
  const { rows } = await client.query<{ id: number }>('select id from client');
  const query = `token=${token}&selection=${rows[0]?.id},,`;
  const ws = new WebSocket(`${urlOf(process).replace('http', 'ws')}${path}?${query}`, { origin: urlOf(process) });
  const texts: string[] = [];
  let code = 0;
  ws.on('message', (text) => texts.push(text.toString()));
  ws.on('close', (closed) => {
    code = closed;
  });
  await new Promise((resolve, reject) => ws.once('open', resolve).once('error', reject));
  return { texts, closed: () => code, close: () => ws.close() };
}
async function signIn(process: string): Promise<string> {
  const answer = await fetch(`${urlOf(process)}/api/v1/accounts/login-jwt/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: person.email, password: person.password }),
  });
  return z.object({ token: z.string() }).parse(await answer.json()).token;
}

// Live fan-out over NATS
it('shows every device live in every process with pages, and publishes its alarm there', async () => {
  const token = await signIn('c');
  const pages = new Map<string, Heard>();
  for (const udf of codes) pages.set(udf, await socket('c', `/api/v1/ws/device-data/${udf}/`, token));
  for (const [i, udf] of codes.entries()) {
    await send('b', udf, 'data', frame(60.25 + i));
    await until(() => (pages.get(udf)?.texts ?? []).some((text) => text.includes(String(60.25 + i))));
  }
  for (const page of pages.values()) page.close();
  // Lists show the status of each device.
  await until(async () => {
    const list = await fetch(`${urlOf('c')}/api/v1/devices/?limit=100`, { headers: { authorization: `JWT ${token}` } });
    const { results } = z
      .object({ results: z.array(z.looseObject({ is_online: z.boolean() })) })
      .parse(await list.json());
    return results.length === deviceCount && results.every((one) => one.is_online);
  });
});

const notificationsOf = (bell: Heard) =>
  bell.texts
    .map((text) => NotificationMessage.parse(JSON.parse(text)))
    .flatMap(({ notifications, count }) => notifications.map((one) => ({ ...one, count })));

// Live fan-out over NATS
it('publishes each event once in a process that owns no device, with the active count', async () => {
  const token = await signIn('c');
  const bell = await socket('c', '/api/v1/ws/current-user-notifications/', token);
  for (const udf of codes) await send('b', udf, 'data', frame(50, [0]));
  await until(() => notificationsOf(bell).length >= deviceCount);
  for (const udf of codes) await send('a', udf, 'data', frame(50));
  await until(() => notificationsOf(bell).length >= 2 * deviceCount);
  const events = notificationsOf(bell);
  expect(new Set(events.map((one) => one.id)).size).toBe(2 * deviceCount);
  for (const type of ['alarm_on', 'alarm_off'] as const) {
    const its = events.filter((one) => one.event_type === type);
    expect(new Set(its.map((one) => one.device)).size).toBe(deviceCount);
  }
  expect([events[deviceCount - 1]?.count, events.at(-1)?.count]).toEqual([deviceCount, 0]);
  bell.close();
});

// An owner that dies between its commit and its publication leaves no page without the event
it('makes pages reload when an owner ends that may have committed more than it published', async () => {
  const token = await signIn('c');
  const bell = await socket('c', '/api/v1/ws/current-user-notifications/', token);
  const { rows } = await client.query<{ owner: string }>(
    `select owner from partition_owner where owner <> '' group by owner order by owner limit 1`,
  );
  // As after a takeover from an owner that published nothing of its last batch.
  await client.query(
    `insert into event (id, at, received_at, device_id, client_id, site_id, type, client_name, site_name, device_name,
       content, is_active, is_late, is_notified, is_test)
     select -d.id, 1, 1, d.id, s.client_id, s.id, 'alarm_on', '', '', d.title, '', true, false, true, false
     from device d join site s on s.id = d.site_id`,
  );
  await client.query(
    `update partition_owner set owner = 'somebody who died', epoch = epoch + 1, lease_until = '-infinity' where owner = $1`,
    [rows[0]?.owner],
  );
  await until(() => bell.closed() !== 0);
  expect(bell.closed()).toBe(1013);
  await until(async () => (await owners()).length === 2);
  await client.query('delete from event where id < 0');
});

// Persons' commands go to the owner
it("starts a person's test of any device through any process with pages, and ends it by frames", async () => {
  const token = await signIn('c');
  const { rows: devices } = await client.query<{ id: number; udf_id: string }>('select id, udf_id from device');
  for (const { id, udf_id } of devices) {
    const answer = await fetch(`${urlOf('c')}/api/v1/devices/${id}/maintenance/`, {
      method: 'POST',
      headers: { authorization: `JWT ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ event_type: 'maintenance_expect_alarm_on', sensor_id: '4.4001', comment: 'by hand' }),
    });
    expect([answer.status, udf_id]).toEqual([201, udf_id]);
    expect((await send('b', udf_id, 'data', frame(50, [1]))).status).toBe(200);
    expect((await send('a', udf_id, 'data', frame(50))).status).toBe(200);
  }
  const { rows } = await client.query(
    `select device_id, array_agg(step order by at, id) as steps from maintenance_test group by device_id`,
  );
  expect(rows).toHaveLength(deviceCount);
  for (const { steps } of rows) expect(steps.at(-1)).toBe('maintanance_succeeded');
});

// Rolling restart without a lost frame or a doubled event
it('loses and doubles nothing while one process after the other is restarted', async () => {
  const began = Date.now();
  let adapter = 'a';
  let stopped = false;
  let sent = 0;
  const senders = codes.slice(0, 6).map(async (udf, i) => {
    for (let n = 0; !stopped; n++) {
      const body = {
        ts: Date.now(),
        seq: 10_000 + n,
        boot: 2 + i,
        v: [n, n],
        alarm: n % 4 < 2 ? [0] : [],
      };
      await sendUntilStored(() => adapter, udf, 'data', body);
      sent++;
      await pause(40);
    }
  });
  adapter = 'a';
  await end('b');
  await begin('b', 'ingest');
  await until(async () => (await owners()).length === 2);
  adapter = 'b';
  await end('a');
  await begin('a', 'web,ingest,jobs');
  await until(async () => (await owners()).length === 2);
  stopped = true;
  await Promise.all(senders);
  const { rows: stored } = await client.query(
    `select device_id, ts, boot, seq from frame where boot >= 2
     union all select device_id, device_ts, boot, seq from frame_late where boot >= 2`,
  );
  expect(stored).toHaveLength(sent);
  expect(new Set(stored.map((row) => JSON.stringify(row))).size).toBe(sent);
  // Alarms begin and end alternately, each once.
  const { rows } = await client.query<{ device_id: number; types: string[] }>(
    `select device_id, array_agg(type order by at, id) as types from event
     where type in ('alarm_on', 'alarm_off') and sensor_id = '4000' and at >= $1 group by device_id`,
    [began],
  );
  expect(rows).toHaveLength(6);
  for (const { types } of rows) expect(types).toEqual(types.map((_, i) => (i % 2 === 0 ? 'alarm_on' : 'alarm_off')));
});
