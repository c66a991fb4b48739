import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codePurpose, encryptCode } from '../features/devices/index.ts';
import { type Running, start } from '../main.ts';
import { parseConfig } from '../platform/config.ts';
import { openSecret } from '../platform/data-folder.ts';
import { createEncryption } from '../platform/encryption.ts';
import { createLog } from '../platform/log.ts';
import { testDatabase } from '../platform/testing/database.ts';
import { makeDevice } from '../platform/testing/factories.ts';

const database = testDatabase();
const secret = 'a secret of more than thirty-two characters';
const code = 'right-code';
let folder: string;
let running: Running;

interface Known {
  readonly id: number;
  readonly serial: string;
  readonly udf: string;
}
let device: Known;
let neighbour: Known;

async function makeKnown(n: number): Promise<Known> {
  const [serial, udf] = [`BAD-${n}`, `BAD${n}`];
  const encrypted = encryptCode(createEncryption(openSecret(folder, secret), codePurpose), serial, code);
  await database.db
    .insertInto('device_registry')
    .values({ serial_number: serial, device_type: '0300', code_cipher: encrypted.cipher, code_hash: encrypted.hash })
    .execute();
  const { id } = await makeDevice(database.db, { serial_number: serial, udf_id: udf });
  return { id, serial, udf };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bad-input-'));
  device = await makeKnown(1);
  neighbour = await makeKnown(2);
  const { address } = database;
  const databaseUrl = `postgres://${address.user}@${encodeURIComponent(address.host)}:${address.port}/${address.database}`;
  const config = parseConfig({
    DATABASE_URL: databaseUrl,
    TOCSIN_DATA_DIR: folder,
    TOCSIN_SECRET: secret,
    PORT: '0',
    MQTT_PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
  });
  running = await start(config, createLog('silent'));
});
afterAll(async () => {
  await running.stop();
  rmSync(folder, { recursive: true, force: true });
});

const groups = [
  {
    id: '4',
    name: 'Temperature',
    sensors: [
      { id: '401', name: 'Head bearing left', type: 'NUMERIC', unit: 'C' },
      { id: '402', name: 'Head bearing right', type: 'NUMERIC', unit: 'C' },
    ],
  },
];
const birth = () => ({ ts: Date.now(), groups });
let seq = 0;
const frame = (values: unknown = { '4.401': 41.5 }, ts = Date.now()) => ({ ts, seq: seq++, values });

async function post(
  to: Known,
  kind: 'birth' | 'data' | 'death',
  body: unknown,
  login = `${to.serial}:${code}`,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await fetch(`http://127.0.0.1:${new URL(running.url).port}/api/v1/ingest/${to.udf}/${kind}/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Basic ${Buffer.from(login).toString('base64')}` },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

async function connect(as: Known, password = code): Promise<MqttClient> {
  return await mqtt.connectAsync(`mqtt://127.0.0.1:${running.mqttPort}`, {
    username: as.serial,
    password,
    reconnectPeriod: 0,
    connectTimeout: 3_000,
  });
}

/** True when the publish was acknowledged, false when the connection was closed instead. */
function published(client: MqttClient, topic: string, payload: string | Buffer): Promise<boolean> {
  return new Promise((resolve) => {
    client.once('close', () => resolve(false));
    client.publish(topic, payload, { qos: 1 }, (error) => resolve(!error));
  });
}

const framesOf = async (of: Known): Promise<number> => {
  const { rows } = await database.pool.query('select count(*)::int as n from frame where device_id = $1', [of.id]);
  return rows[0].n;
};

/** Must hold after every refusal: another device's data is still accepted. */
async function neighbourGoesOn(): Promise<void> {
  const before = await framesOf(neighbour);
  expect(await post(neighbour, 'data', frame())).toMatchObject({ status: 200, body: { accepted: 1 } });
  expect(await framesOf(neighbour)).toBe(before + 1);
}

beforeEach(async () => {
  await post(neighbour, 'birth', birth());
});

describe('data before a birth', () => {
  it('gets 409 over HTTP', async () => {
    expect(await post(device, 'data', frame())).toMatchObject({ status: 409 });
    await neighbourGoesOn();
  });

  it('is not acknowledged over MQTT and closes the connection, so that the device births again', async () => {
    const client = await connect(device);
    expect(await published(client, `tocsin/v1/${device.udf}/data`, JSON.stringify(frame()))).toBe(false);
    client.end(true);
    await neighbourGoesOn();
  });
});

describe('an unknown sender', () => {
  it('is refused by both adapters: unknown serial number, wrong code, no code', async () => {
    const stranger = { id: 0, serial: 'NOBODY', udf: 'NOBODY1' };
    expect((await post(stranger, 'birth', birth())).status).toBe(401);
    expect((await post(device, 'birth', birth(), `${device.serial}:wrong`)).status).toBe(401);
    await expect(connect(stranger)).rejects.toThrow();
    await expect(connect(device, 'wrong')).rejects.toThrow();
    await neighbourGoesOn();
  });

  it("cannot write to another device's address: 403 over HTTP, disconnected over MQTT", async () => {
    const before = await framesOf(neighbour);
    expect((await post(neighbour, 'data', frame(), `${device.serial}:${code}`)).status).toBe(403);
    const client = await connect(device);
    expect(await published(client, `tocsin/v1/${neighbour.udf}/data`, JSON.stringify(frame()))).toBe(false);
    client.end(true);
    expect(await framesOf(neighbour)).toBe(before);
    await neighbourGoesOn();
  });
});

describe('an unreadable message', () => {
  it('gets 400 over HTTP; over MQTT it is acknowledged, dropped and counted', async () => {
    await post(device, 'birth', birth());
    const before = await framesOf(device);
    for (const body of ['{"ts": 1,', 'null', '[]x', '"text"', '{"values": {}}', '{"ts": "soon", "values": {}}'])
      expect([body, (await post(device, 'data', body)).status]).toEqual([body, 400]);
    const client = await connect(device);
    expect(await published(client, `tocsin/v1/${device.udf}/data`, '{"ts": 1,')).toBe(true);
    expect(await published(client, `tocsin/v1/${device.udf}/data`, Buffer.from([0xff, 0xfe, 0x00]))).toBe(true);
    await client.endAsync();
    expect(await framesOf(device)).toBe(before);
    await neighbourGoesOn();
  });

  it('is a compact frame of the wrong length or with an index out of range', async () => {
    await post(device, 'birth', birth());
    const ts = Date.now();
    expect((await post(device, 'data', { ts, seq: seq++, v: [1] })).status).toBe(400);
    expect((await post(device, 'data', { ts, seq: seq++, v: [1, 2], alarm: [7] })).status).toBe(400);
    await neighbourGoesOn();
  });
});

describe('a message that is too large', () => {
  const big = 'x'.repeat(2 * 1024 * 1024);

  it('is an MQTT packet of 2 MB: acknowledged, dropped, and not sent again', async () => {
    const before = await framesOf(device);
    const client = await connect(device);
    expect(await published(client, `tocsin/v1/${device.udf}/birth`, JSON.stringify(birth()))).toBe(true);
    expect(await published(client, `tocsin/v1/${device.udf}/data`, JSON.stringify({ ...frame(), pad: big }))).toBe(
      true,
    );
    expect(await published(client, `tocsin/v1/${device.udf}/data`, JSON.stringify(frame()))).toBe(true);
    await client.endAsync();
    expect(await framesOf(device)).toBe(before + 1);
    await neighbourGoesOn();
  });

  it('is an HTTP post beyond 8 MiB: 413', async () => {
    expect((await post(device, 'data', JSON.stringify({ ...frame(), pad: big.repeat(5) }))).status).toBe(413);
    await neighbourGoesOn();
  });

  it('is a birth of 10,000 sensors: 400, and the previous layout remains', async () => {
    await post(device, 'birth', birth());
    const sensors = Array.from({ length: 10_000 }, (_, i) => ({ id: `s${i}`, name: `Sensor ${i}`, type: 'NUMERIC' }));
    const tooMany = { ts: Date.now(), groups: [{ id: '1', name: 'All', sensors }] };
    expect((await post(device, 'birth', tooMany)).status).toBe(400);
    expect(await post(device, 'data', frame())).toMatchObject({ status: 200, body: { accepted: 1 } });
    await neighbourGoesOn();
  });
});

describe('a bad value', () => {
  it('becomes null with the state Bad value; the rest of the frame and its alarm flag are accepted', async () => {
    await post(device, 'birth', birth());
    const values = { '4.401': { value: 'hot', alarm: true }, '4.402': 40.5, '9.999': 1 };
    expect(await post(device, 'data', frame(values))).toMatchObject({
      status: 200,
      body: { accepted: 1, rejected_values: 2 },
    });
    expect(await post(device, 'data', frame({ '4.402': 'NaN' }))).toMatchObject({ body: { rejected_values: 1 } });
    const { rows } = await database.pool.query(
      `select type, sensor_id from event where device_id = $1 and type = 'alarm_on'`,
      [device.id],
    );
    expect(rows).toEqual([{ type: 'alarm_on', sensor_id: '401' }]);
    await neighbourGoesOn();
  });
});

describe('a time in the future', () => {
  it('is refused and counted beyond 5 minutes, accepted below', async () => {
    await post(device, 'birth', birth());
    const minutes = (n: number) => Date.now() + n * 60_000;
    expect((await post(device, 'data', frame({ '4.401': 1 }, minutes(6)))).status).toBe(400);
    expect((await post(device, 'data', frame({ '4.401': 1 }, minutes(4)))).status).toBe(200);
    await neighbourGoesOn();
  });
});
