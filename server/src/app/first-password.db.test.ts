import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSuperuser, opensAccount } from '../features/accounts/index.ts';
import { type Running, start } from '../main.ts';
import { drivenClock, systemClock } from '../platform/clock.ts';
import { parseConfig } from '../platform/config.ts';
import { createEncryption } from '../platform/encryption.ts';
import { createLog } from '../platform/log.ts';
import { createTestDatabase, dropTestDatabase, type TestDatabase } from '../platform/testing/database.ts';
import { eventually } from '../platform/testing/eventually.ts';
import { removeUsedFirstPassword, watchFirstPassword } from './first-password.ts';
import { makeFirstPeople } from './first-users.ts';
import { createShutdownHooks } from './shutdown-hooks.ts';

const log = createLog('silent');
let database: TestDatabase;
let dataDir: string;
let file: string;
beforeEach(async () => {
  database = await createTestDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'first-password-'));
  file = join(dataDir, 'first-password');
});
afterEach(async () => {
  await dropTestDatabase(database);
  rmSync(dataDir, { recursive: true, force: true });
});

const firstPeople = async (isTerminal: boolean, env: Readonly<Record<string, string>> = {}) => {
  const config = parseConfig({ TOCSIN_DATA_DIR: dataDir, ...env });
  const encryption = createEncryption('a secret of at least thirty-two characters', 'codes');
  const { lines } = await makeFirstPeople({ config, db: database.db, clock: systemClock, encryption, isTerminal });
  return lines.join('\n');
};
const written = (): readonly string[] => readFileSync(file, 'utf8').split('\n');

describe('the generated first password', () => {
  it('is in no log line, but in a file that only the server can read', async () => {
    const lines = await firstPeople(false);
    const [email = '', password = ''] = written();
    expect(email).toBe('admin@localhost');
    expect(await opensAccount(database.db, email, password)).toBe(true);
    expect(lines).toBe(`First super user: admin@localhost, password in ${file} until it is changed`);
    expect(lines).not.toContain(password);
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
  });

  it('does not get the mode of an existing file', async () => {
    writeFileSync(file, 'old', { mode: 0o644 });
    await firstPeople(false);
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
    expect(written()[0]).toBe('admin@localhost');
  });

  it('is printed on a terminal, and written nowhere', async () => {
    const [, password = ''] = /password (\S+) \(shown only this once\)$/.exec(await firstPeople(true)) ?? [];
    expect(await opensAccount(database.db, 'admin@localhost', password)).toBe(true);
    expect(existsSync(file)).toBe(false);
  });

  it('is neither printed nor written when the settings contain one, or when there are people', async () => {
    const named = { TOCSIN_ADMIN_EMAIL: 'first@plant.example', TOCSIN_ADMIN_PASSWORD: 'Tail-Pulley 77' };
    expect(await firstPeople(false, named)).toBe('');
    expect(await firstPeople(false)).toBe('');
    expect(existsSync(file)).toBe(false);
  });

  it('is removed from the folder when another process changed it', async () => {
    const { db } = database;
    await firstPeople(false);
    expect(await removeUsedFirstPassword(db, dataDir)).toBe(true);
    const clock = drivenClock(0);
    const hooks = createShutdownHooks(log);
    const { check } = watchFirstPassword({ db, dataDir, clock, log }, hooks);
    await check();
    expect(existsSync(file)).toBe(true);
    await createSuperuser(db, 'admin@localhost', 'Another-Horse-9', new Date());
    clock.advanceTo(10 * 60_000);
    await eventually(() => expect(existsSync(file)).toBe(false));
    await hooks.stopAll();
  });
});

describe('a started server', () => {
  let running: Running | null = null;
  afterAll(async () => running?.stop());

  it('removes the file when the password is changed, and requires a second factor from the first sign-in', async () => {
    const { user, host, port, database: name } = database.address;
    const config = parseConfig({
      DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}:${port}/${name}`,
      TOCSIN_DATA_DIR: dataDir,
      TOCSIN_SECRET: 'a secret of more than thirty-two characters',
      PORT: '0',
      MQTT_PORT: '0',
      HOST: '127.0.0.1',
    });
    running = await start(config, log);
    const base = `http://127.0.0.1:${new URL(running.url).port}/api/v1`;
    const [username = '', password = ''] = written();
    const ask = async (path: string, token: string, body?: object) => {
      const answer = await fetch(`${base}/${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { 'content-type': 'application/json', ...(token ? { authorization: `JWT ${token}` } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    };
    const first = String((await ask('accounts/login-jwt/', '', { username, password })).body.token);
    expect((await ask('2fa/is_2fa_required/', first)).body).toMatchObject({ is_2fa_required: true, registered: false });
    expect(await ask('clients/', first)).toMatchObject({ status: 403 });
    const fresh = { old_password: password, new_password1: 'Tail-Pulley 77', new_password2: 'Tail-Pulley 77' };
    expect((await ask('accounts/password/change/', first, fresh)).status).toBe(403);
    expect(existsSync(file)).toBe(true);

    await database.pool.query('update oem_settings set is_staff_2fa_required = false');
    expect((await ask('accounts/password/change/', first, fresh)).status).toBe(200);
    expect(existsSync(file)).toBe(false);
    await running.stop();
    running = null;
  });
});
