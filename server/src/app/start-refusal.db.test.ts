import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FolderLock } from '../platform/embedded-postgres/folder-lock.ts';
import { testDatabase } from '../platform/testing/database.ts';
import { testCertificate } from '../platform/testing/tls-pair.ts';

const database = testDatabase();
const program = `const { run } = await import(${JSON.stringify(join(import.meta.dirname, '../main.ts'))}); await run();`;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'start-refusal-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Output of a start with these settings until the process exits. */
function startWith(settings: Readonly<Record<string, string>>): Promise<{ code: number | null; said: string }> {
  const own = { PORT: '0', MQTT_PORT: '0', HOST: '127.0.0.1', TOCSIN_DATA_DIR: folder, LOG_LEVEL: 'silent' };
  const env = { PATH: process.env.PATH, NODE_NO_WARNINGS: '1', ...own, ...settings };
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { cwd: folder, env });
  let said = '';
  child.stderr.on('data', (bytes: Buffer) => {
    said += bytes.toString();
  });
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, said })));
}

const urlOf = (name: string): string => {
  const { user, host, port } = database.address;
  return `postgres://${user}@${encodeURIComponent(host)}:${port}/${name}`;
};

// spec: decisions 10 a wrong or contradictory setting stops the start with one clear line that names it
it.each<[string, () => Readonly<Record<string, string>>, RegExp]>([
  [
    'a database that does not answer',
    () => ({ DATABASE_URL: 'postgres://tocsin@127.0.0.1:1/tocsin' }),
    /DATABASE_URL .*ECONNREFUSED/,
  ],
  [
    'a database that there is not',
    () => ({ DATABASE_URL: urlOf('none-such') }),
    /DATABASE_URL .*"none-such" does not exist/,
  ],
  [
    'a certificate without its key',
    () => {
      const file = join(folder, 'cert.pem');
      writeFileSync(file, testCertificate);
      return { DATABASE_URL: urlOf(database.address.database), MQTT_TLS_PORT: '0', TLS_CERT: file, TLS_KEY: file };
    },
    /TLS_CERT and TLS_KEY can't be used/,
  ],
  [
    'archived days and no address of the archive',
    () => ({ DATABASE_URL: urlOf(database.address.database) }),
    /HISTORY_S3_URL is missing: days of history are archived there/,
  ],
])('reports in one line what is wrong with %s', async (what, settings, words) => {
  if (what.startsWith('archived')) {
    await database.pool.query('update installation set canary = null');
    await database.pool.query(
      `insert into archive_object (key, device_id, day, bytes, state, changed_at) values ('a/v1', 1, 0, 1, 'live', 0)`,
    );
  }
  const { code, said } = await startWith(settings());
  expect(said).toMatch(new RegExp(`^Tocsin can't start: ${words.source}[^\\n]*\\n$`));
  expect(code).toBe(1);
});

it('reports in one line that another process has the data folder', async () => {
  const lock = new FolderLock(join(folder, 'postgres'));
  lock.take(0);
  const { code, said } = await startWith({});
  lock.free();
  expect(said).toMatch(/^Tocsin can't start: Another Tocsin is running with the data folder [^\n]*\n$/);
  expect(code).toBe(1);
});
