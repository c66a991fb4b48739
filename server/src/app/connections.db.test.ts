import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codePurpose, encryptCode } from '../features/devices/index.ts';
import { type Running, start } from '../main.ts';
import { EscalationRig } from '../notify/testing/escalations.ts';
import { Receiver } from '../notify/testing/webhooks.ts';
import { parseConfig } from '../platform/config.ts';
import { allConnections, allConnectionsCount } from '../platform/connections.ts';
import { openSecret } from '../platform/data-folder.ts';
import { startDatabase } from '../platform/db.ts';
import type { Address } from '../platform/embedded-postgres/embedded-postgres.ts';
import { createEncryption } from '../platform/encryption.ts';
import { createLog } from '../platform/log.ts';
import { testDatabase } from '../platform/testing/database.ts';
import { makeDevice, makeUser } from '../platform/testing/factories.ts';
import {
  createScratchDatabase,
  type ScratchDatabase,
  startScratchPostgres,
} from '../platform/testing/scratch-postgres.ts';
import { hashToken, newToken } from '../platform/tokens.ts';
import { contactEncryption } from './contact-methods.ts';
import { webhookEncryption } from './webhooks.ts';

const secret = 'a secret of more than thirty-two characters';
const code = 'right-code';
const urlOf = ({ user, host, port, database }: Address): string =>
  `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`;

const groups = [{ id: '4', name: 'Temperature', sensors: [{ id: '401', name: 'Head', type: 'NUMERIC', unit: 'C' }] }];

describe('with the connections that the product gives its own PostgreSQL', () => {
  const logged: string[] = [];
  const devices = Array.from({ length: 6 }, (_, n) => ({ serial: `CON-${n}`, udf: `CON${n}` }));
  let folder: string;
  let postgres: Awaited<ReturnType<typeof startScratchPostgres>>;
  let database: ScratchDatabase;
  let running: Running;
  let dead: Receiver;
  let phone: Receiver;
  let token: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'connections-'));
    postgres = await startScratchPostgres('as the product');
    database = await createScratchDatabase(postgres.address);
    [dead, phone] = [await Receiver.start(), await Receiver.start()];
    dead.answer = null;
    token = await plant();
    const config = parseConfig({
      DATABASE_URL: urlOf(database.address),
      TOCSIN_DATA_DIR: folder,
      TOCSIN_SECRET: secret,
      PORT: '0',
      MQTT_PORT: '0',
      HOST: '127.0.0.1',
      WEBHOOK_NETWORKS: '127.0.0.0/8',
    });
    running = await start(
      config,
      createLog('warn', (line) => logged.push(line)),
    );
  });
  afterAll(async () => {
    await running.stop();
    await database.close();
    await postgres.stop();
    await dead.stop();
    await phone.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Six devices, a policy that notifies one person at once, 16 webhooks that never answer, and 10 mail rules. */
  async function plant(): Promise<string> {
    const { db } = database;
    const rig = await EscalationRig.make(db);
    const { clientId, siteId } = rig.device;
    const encryption = createEncryption(openSecret(folder, secret), codePurpose);
    for (const { serial, udf } of devices) {
      const { cipher, hash } = encryptCode(encryption, serial, code);
      await db
        .insertInto('device_registry')
        .values({ serial_number: serial, device_type: '0300', code_cipher: cipher, code_hash: hash })
        .execute();
      await makeDevice(db, { serial_number: serial, udf_id: udf, site_id: siteId });
    }
    const ann = await rig.person('Ann');
    await rig.policy({ steps: [[0, [ann]]] });
    const contacts = contactEncryption(secret);
    await sql`insert into contact_method (user_id, kind, title, address, address_hash, secret, verified_at, created_at)
      values (${ann.id}, 'webhook', 'Phone', ${contacts.close(phone.url)}, ${contacts.hash('phone')},
        ${contacts.close('whsec_mine')}, now(), now())`.execute(db);
    const theirs = webhookEncryption(secret).close('whsec_theirs');
    for (let n = 0; n < 16; n++)
      await sql`insert into webhook (client_id, title, url, secret, event_types, least_priority, format, created_at)
        values (${clientId}, ${`Dead ${n}`}, ${dead.url}, ${theirs}, '{alarm_on}', 4, 'tocsin', now())`.execute(db);
    for (let n = 0; n < 10; n++) {
      const { id } = await makeUser(db, { on: { [siteId]: 'User' } });
      await sql`insert into email_rule (user_id, client_id, event_type, contact_when, number_per_hour, all_devices)
        values (${id}, ${clientId}, 'alarm', 0, 0, true)`.execute(db);
    }
    const session = newToken();
    await sql`insert into session (token_hash, user_id, address, created_at, used_at)
      values (${hashToken(session)}, ${ann.id}, '127.0.0.1', now(), now())`.execute(db);
    return session;
  }

  const call = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`http://127.0.0.1:${new URL(running.url).port}/api/v1/${path}`, init);
  const post = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const ingest = async ({ serial, udf }: (typeof devices)[number], kind: string, body: object): Promise<number> => {
    const authorization = `Basic ${Buffer.from(`${serial}:${code}`).toString('base64')}`;
    return (await post(`ingest/${udf}/${kind}/`, body, { authorization })).status;
  };
  const openPages = async (): Promise<number[]> => {
    const statuses: number[] = [];
    for (const path of ['locations/', 'notifications/', 'protection/', 'protection/count/', 'me/'])
      statuses.push((await call(path, { headers: { authorization: `JWT ${token}` } })).status);
    return statuses;
  };

  it('webhooks without an answer, mail rules and pages leave alarms, messages and their links their own', async () => {
    for (const device of devices) expect(await ingest(device, 'birth', { ts: Date.now(), groups })).toBe(200);
    const alarms = devices.map((device) =>
      ingest(device, 'data', { ts: Date.now(), seq: 1, values: { '4.401': { value: 90, alarm: true } } }),
    );
    const pages = Array.from({ length: 40 }, openPages);
    expect(new Set(await Promise.all(alarms))).toEqual(new Set([200]));
    await expect.poll(() => phone.received.length).toBe(devices.length);
    await expect.poll(() => dead.received.length).toBeGreaterThan(0);
    const { url } = JSON.parse(phone.received[0]?.body ?? '{}') as { url: string };
    const pressed = await post('messages/link/acknowledge/', { token: url.split('/').at(-1) });
    expect([pressed.status, await pressed.json()]).toMatchObject([200, { state: 'used' }]);
    expect(new Set((await Promise.all(pages)).flat())).toEqual(new Set([200]));
    expect(logged.filter((line) => /too many clients|53300|timeout exceeded/.test(line))).toEqual([]);
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
      where application_name like 'tocsin%' and datname = current_database() and pid <> pg_backend_pid()`.execute(
      database.db,
    );
    // The test's own pool has the product's name.
    expect(rows[0]?.n).toBeLessThanOrEqual(allConnectionsCount + allConnections.main);
  });
});

describe('an external database that allows fewer connections', () => {
  const database = testDatabase();

  it('makes the pools smaller, and one line of the log says so', async () => {
    const { rows } = await sql<{ available: number }>`select current_setting('max_connections')::int
        - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true), '0')::int as available`.execute(database.db);
    const logged: string[] = [];
    const opened = await startDatabase(
      {
        databaseUrl: urlOf(database.address),
        dataDir: '/nowhere',
        databaseOthers: (rows[0]?.available ?? 0) - 45,
      },
      createLog('warn', (line) => logged.push(line)),
    );
    const sum = Object.values(opened.connections).reduce((total, n) => total + n, 0);
    expect([sum, opened.pool.options.max]).toEqual([45, opened.connections.main]);
    expect(opened.connections.webhooks).toBeLessThan(allConnections.webhooks);
    expect(logged.map((line) => JSON.parse(line))).toMatchObject([{ used: 45, wanted: allConnectionsCount }]);
    await opened.stop();
  });
});
