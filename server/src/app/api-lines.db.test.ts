import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { codePurpose, encryptCode } from '../features/devices/index.ts';
import { type Running, start } from '../main.ts';
import { parseConfig } from '../platform/config.ts';
import { createEncryption } from '../platform/encryption.ts';
import { createLog } from '../platform/log.ts';
import { testDatabase } from '../platform/testing/database.ts';

/** The commands of docs/api.md as a reader would paste them, with only the port and the key replaced. */
const document = readFileSync(join(import.meta.dirname, '../../../docs/api.md'), 'utf8');
const lines = document.match(/^curl .*$/gm) ?? [];
const written = 'http://127.0.0.1:8080';

const run = promisify(execFile);
const database = testDatabase();
const secret = 'a secret of more than thirty-two characters';
const person = { email: 'first@tocsin.example', password: 'Correct-Horse-7' };
let folder: string;
let running: Running;
let url: string;
let key: string;

const post = async (path: string, authorization: string, body: object): Promise<unknown> => {
  const headers = { authorization, 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  expect([path, answer.ok]).toEqual([path, true]);
  return await answer.json();
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'api-lines-'));
  const { address, pool } = database;
  // Client 1 with device 1, which the commands name.
  const code = encryptCode(createEncryption(secret, codePurpose), 'SN-1', 'code-1');
  await pool.query(
    `insert into device_registry (serial_number, code_cipher, code_hash, device_type) values ('SN-1', $1, $2, '0300')`,
    [code.cipher, code.hash],
  );
  await pool.query(`with c as (insert into client (number, company) values (1, 'Prairie Grain Co-op') returning id),
      s as (insert into site (client_id, title, timezone) select id, 'North', 'UTC' from c returning id)
    insert into device (site_id, title, serial_number, device_type, udf_id) select id, 'Leg 1', 'SN-1', '0300', 'LEG1' from s`);
  const config = parseConfig({
    DATABASE_URL: `postgres://${address.user}@${encodeURIComponent(address.host)}:${address.port}/${address.database}`,
    TOCSIN_DATA_DIR: folder,
    TOCSIN_SECRET: secret,
    LOG_LEVEL: 'silent',
    PORT: '0',
    MQTT_PORT: '0',
    HOST: '127.0.0.1',
    TOCSIN_ADMIN_EMAIL: person.email,
    TOCSIN_ADMIN_PASSWORD: person.password,
    TOCSIN_STAFF_SECOND_FACTOR: 'optional',
  });
  running = await start(config, createLog('silent'));
  url = `http://127.0.0.1:${new URL(running.url).port}`;
  const device = `Basic ${Buffer.from('SN-1:code-1').toString('base64')}`;
  const sensors = [{ id: '4000', name: 'Head bearing', type: 'NUMERIC', unit: 'C' }];
  await post('ingest/LEG1/birth/', device, { ts: Date.now(), groups: [{ id: '4', name: 'Temperature', sensors }] });
  await post('ingest/LEG1/data/', device, { ts: Date.now(), seq: 1, v: [81.5], alarm: [0] });
  const signedIn = await post('accounts/login-jwt/', '', { username: person.email, password: person.password });
  const Token = z.object({ token: z.string() });
  const { token } = Token.parse(signedIn);
  const keyRequest = {
    name: 'Lines',
    scopes: ['live', 'history', 'notifications'],
    days: 1,
    password: person.password,
  };
  key = Token.parse(await post('accounts/api-keys/', `JWT ${token}`, keyRequest)).token;
});
afterAll(async () => {
  await running.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('are present', () => {
  expect(lines.length).toBeGreaterThanOrEqual(4);
  for (const line of lines) expect(line).toContain(written);
});

it.each(lines)('is answered: %s', async (line) => {
  const own = line.replace(written, url).replace(/^curl /, "curl -sS -w '\\n%{http_code}' ");
  const { stdout: printed } = await run('sh', ['-c', own], { env: { ...process.env, KEY: key }, timeout: 20_000 });
  const end = printed.lastIndexOf('\n');
  expect(printed.slice(end + 1)).toBe('200');
  const answer = printed.slice(0, end);
  // Prometheus reads text; every other answer is JSON.
  if (!line.includes('/metrics/')) expect(JSON.parse(answer)).toEqual(expect.anything());
  // Each answer contains something that the device sent: its name, its value or its alarm.
  expect(answer).toMatch(/Leg 1|81\.5/);
});
