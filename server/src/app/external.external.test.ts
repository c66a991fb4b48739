import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectNats } from '@nats-io/transport-node';
import mqtt from 'mqtt';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codePurpose, encryptCode } from '../features/devices/index.ts';
import { type Running, start } from '../main.ts';
import { type Bus, openBus } from '../platform/bus.ts';
import { parseConfig } from '../platform/config.ts';
import { createEncryption } from '../platform/encryption.ts';
import { freePort } from '../platform/free-port.ts';
import { createLog } from '../platform/log.ts';
import { eventually } from '../platform/testing/eventually.ts';

/** External services; CI runs them on their default ports. */
const postgres = process.env.TEST_DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/postgres';
const nats = process.env.TEST_NATS_URL ?? 'nats://127.0.0.1:4222';
const mosquitto = process.env.TEST_MQTT_URL ?? 'mqtt://127.0.0.1:1883';
const secret = 'a secret that only this test has, 32+';
const name = `tocsin_external_${process.pid}`;
let admin: pg.Client;
let running: Running;
let url: string;

beforeAll(async () => {
  admin = new pg.Client({ connectionString: postgres });
  await admin.connect();
  await admin.query(`create database ${name} encoding 'UTF8' template template0`);
  const address = new URL(postgres);
  address.pathname = `/${name}`;
  url = address.href;
  const dataDir = mkdtempSync(join(tmpdir(), 'tocsin external '));
  const settings = {
    DATABASE_URL: url,
    TOCSIN_SECRET: secret,
    TOCSIN_DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
  };
  running = await start(parseConfig({ ...settings, PORT: '0', MQTT_PORT: '0' }), createLog('error'));
});
afterAll(async () => {
  await running?.stop();
  await admin?.query(`drop database if exists ${name} with (force)`);
  await admin?.end();
});

it('stores frames sent over HTTP on an external PostgreSQL before it answers', async () => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const code = encryptCode(createEncryption(secret, codePurpose), 'SN-EXT', 'code-1');
  await client.query(
    'insert into device_registry (serial_number, code_cipher, code_hash, device_type) values ($1, $2, $3, $4)',
    ['SN-EXT', code.cipher, code.hash, '0300'],
  );
  await client.query(`with c as (insert into client (number, company) values (1, 'External') returning id),
      s as (insert into site (client_id, title, timezone) select id, 'Site', 'UTC' from c returning id)
    insert into device (site_id, title, serial_number, device_type, udf_id) select id, 'Leg', 'SN-EXT', '0300', 'EXT1' from s`);
  // The pipeline reads its devices at start; a second start finds this one.
  await running.stop();
  const dataDir = mkdtempSync(join(tmpdir(), 'tocsin external '));
  const settings = {
    DATABASE_URL: url,
    TOCSIN_SECRET: secret,
    TOCSIN_DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
  };
  running = await start(parseConfig({ ...settings, PORT: '0', MQTT_PORT: '0' }), createLog('error'));
  const send = async (kind: string, body: object) => {
    const answer = await fetch(`${running.url}/api/v1/ingest/EXT1/${kind}/`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from('SN-EXT:code-1').toString('base64')}` },
      body: JSON.stringify(body),
    });
    expect([answer.status, await answer.json()]).toEqual([200, expect.anything()]);
  };
  const ts = Date.now();
  const sensors = [{ id: '4000', name: 'Head bearing left', type: 'NUMERIC', unit: 'C' }];
  await send('birth', { ts, groups: [{ id: '4', name: 'Temperature', sensors }] });
  await send('data', { ts: ts + 1, seq: 1, values: { '4.4000': 41.5 } });
  const { rows } = await client.query('select count(*)::int as frames from frame where seq = 1');
  expect(rows[0]).toEqual({ frames: 1 });
  await client.end();
});

it('reaches NATS', async () => {
  const connection = await connectNats({ servers: nats, timeout: 5_000 });
  const heard = connection.subscribe('tocsin.external', { max: 1 });
  connection.publish('tocsin.external', 'there');
  for await (const message of heard) expect(message.string()).toBe('there');
  await connection.close();
});

// NATS is no single point of failure
it('switches to another NATS of its list when one is down, and receives messages there', async () => {
  const ports = [await freePort('PORT', '127.0.0.1', 0, false), await freePort('PORT', '127.0.0.1', 0, false)];
  const servers = ports.map((port) =>
    spawn('/usr/sbin/nats-server', ['-a', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' }),
  );
  const [first, second] = servers;
  const list = [1, ...ports].map((port) => `nats://127.0.0.1:${port}`).join(',');
  const buses: Bus[] = [];
  try {
    for (const port of ports)
      await eventually(async () => (await connectNats({ servers: `127.0.0.1:${port}` })).close());
    const open = async (name: string) => {
      const log = createLog('silent');
      const bus = await openBus({ url: list, prefix: 'list', name, secret: 'a secret of this test', log });
      buses.push(bus);
      return bus;
    };
    const [speaks, hears] = [await open('speaks'), await open('hears')];
    const heard: string[] = [];
    hears.subscribe('word', (bytes) => heard.push(bytes.toString()));
    first?.kill('SIGKILL');
    // Two separate servers: both clients are connected to the second one by now.
    await eventually(() => {
      speaks.publish('word', Buffer.from('there'));
      expect(heard).toContain('there');
    });
    expect([speaks.isUp(), hears.isUp()]).toEqual([true, true]);
  } finally {
    for (const bus of buses) await bus.close();
    second?.kill('SIGKILL');
    first?.kill('SIGKILL');
  }
});

it('answers requests over NATS that were in flight when their listener stopped', async () => {
  const open = (each: string) =>
    openBus({ url: nats, prefix: name, name: each, secret: 'a secret of this test', log: createLog('silent') });
  const [requester, answers] = [await open('asks'), await open('answers')];
  try {
    let heard = 0;
    const stop = answers.subscribe('do', (bytes, answer) => {
      heard += 1;
      // At the second of many requests: the others are already on their way.
      if (heard === 2) stop();
      answer(bytes);
    });
    await eventually(() => requester.request('do', Buffer.from('there'), 1_000));
    const all = Array.from({ length: 200 }, () => requester.request('do', Buffer.from('now'), 120_000));
    const ends = await Promise.allSettled(all);
    // A late request fails at once, because nobody listens.
    const late = ends.flatMap((end) => (end.status === 'rejected' ? [String(end.reason)] : []));
    expect(late.filter((why) => !/no ?responders/i.test(why))).toEqual([]);
    expect(heard).toBeGreaterThan(2);
  } finally {
    await requester.close();
    await answers.close();
  }
});

it('reaches Mosquitto', async () => {
  const client = await mqtt.connectAsync(mosquitto, { connectTimeout: 5_000, reconnectPeriod: 0 });
  const heard = new Promise<string>((resolve) => client.on('message', (_topic, payload) => resolve(String(payload))));
  await client.subscribeAsync('tocsin/external');
  await client.publishAsync('tocsin/external', 'there', { qos: 1 });
  expect(await heard).toBe('there');
  await client.endAsync();
});
