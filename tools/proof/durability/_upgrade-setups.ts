// One process with everything embedded, and three on an external PostgreSQL, NATS and Mosquitto: each can run any
// version on the same data.
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { TocsinServer } from '@tocsin/e2e/server';
import pg from 'pg';
import { openEmbedded } from '../support/_database.ts';
import { startMosquitto } from '../support/_mosquitto.ts';
import { ownPostgres } from '../support/_postgres.ts';
import { type Query, startNats } from '../support/_together.ts';

export interface UpgradeSetup {
  readonly query: Query;
  url(): string;
  mqttUrl(): string;
  /** Runs a command of a version; resolves to its last line. */
  command(root: string, words: readonly string[]): Promise<string>;
  /** Starts all processes of a version. */
  begin(root: string): Promise<void>;
  end(): Promise<void>;
  /** As docs/operations.md describes it, with no process running; resolves to what the migration said. */
  upgrade(root: string): Promise<string>;
  /** The backup that the upgrade made, null: none. */
  backup(): string | null;
  /** Empties the database and the data folders, for a restore. */
  empty(): Promise<void>;
  remove(): Promise<void>;
}
interface SetupOptions {
  readonly root: string;
  readonly secret: string;
}

const newFolder = (name: string): string => mkdtempSync(join(tmpdir(), `tocsin-upgrade-${name}-`));

function backupIn(folder: string): string | null {
  const file = readdirSync(folder).find((name) => name.startsWith('before-') && name.endsWith('.tocsin'));
  return file === undefined ? null : join(folder, file);
}

async function commandOf(root: string, words: readonly string[], env: Readonly<Record<string, string>>) {
  const program = join(root, 'server/src/command-line.ts');
  const settings = { ...process.env, ...env };
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...words], { cwd: root, env: settings });
  return stdout.trim().split('\n').at(-1) ?? '';
}

async function queried<R extends pg.QueryResultRow>(
  client: pg.Client,
  text: string,
  values?: readonly unknown[],
): Promise<R[]> {
  try {
    return (await client.query<R>(text, values === undefined ? undefined : [...values])).rows;
  } finally {
    await client.end();
  }
}

/** `npm run serve` with nothing else: PostgreSQL and the broker are embedded. */
export async function startOne(): Promise<UpgradeSetup> {
  let dataDir = newFolder('one');
  const env = { LOG_LEVEL: 'info' };
  let server: TocsinServer | null = null;
  const running = (): TocsinServer => {
    if (!server) throw new Error('no process is running');
    return server;
  };
  const query: Query = async (text, values) => await queried(await openEmbedded(dataDir), text, values);
  const begin = async (root: string): Promise<void> => {
    server = await TocsinServer.start({ root, dataDir, env });
  };
  return {
    query,
    url: () => running().url,
    mqttUrl: () => running().mqttUrl,
    command: (root, words) => commandOf(root, words, { TOCSIN_DATA_DIR: dataDir }),
    begin,
    async end() {
      await server?.stop();
      server = null;
    },
    async upgrade(root) {
      await begin(root);
      return 'the start migrated';
    },
    backup: () => backupIn(dataDir),
    async empty() {
      rmSync(dataDir, { recursive: true, force: true });
      dataDir = newFolder('one');
    },
    async remove() {
      await server?.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const roles = { a: 'web,ingest,jobs', b: 'web,ingest,jobs', c: 'ingest' };

/** Three processes that share PostgreSQL, NATS and Mosquitto. */
export async function startThree({ secret }: SetupOptions): Promise<UpgradeSetup> {
  const [database, nats, mosquitto] = [await ownPostgres(), await startNats(), await startMosquitto()];
  const folders = Object.keys(roles).map(newFolder);
  const [first = ''] = folders;
  const shared = {
    DATABASE_URL: database.url.href,
    NATS_URL: `nats://127.0.0.1:${nats.port}`,
    MQTT_URL: mosquitto.url,
    MQTT_PORT: '',
    TOCSIN_SECRET: secret,
    LOG_LEVEL: 'info',
  };
  let servers: TocsinServer[] = [];
  const query: Query = async (text, values) => {
    const client = new pg.Client({ connectionString: database.url.href });
    await client.connect();
    return await queried(client, text, values);
  };
  const end = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.stop()));
    servers = [];
  };
  const begin = async (root: string): Promise<void> => {
    for (const [i, its] of Object.values(roles).entries())
      servers.push(
        await TocsinServer.start({ root, dataDir: folders[i] ?? first, env: { ...shared, TOCSIN_ROLES: its } }),
      );
  };
  const command = (root: string, words: readonly string[]): Promise<string> =>
    commandOf(root, words, { ...shared, TOCSIN_DATA_DIR: first });
  return {
    query,
    url: () => servers[0]?.url ?? '',
    mqttUrl: () => mosquitto.url,
    command,
    begin,
    end,
    async upgrade(root) {
      const said = await command(root, ['migrate']);
      await begin(root);
      return said.replace(/^(Migrated: )(\S+), .* (\S+)$/, '$1$2 to $3');
    },
    backup: () => backupIn(first),
    async empty() {
      await query('drop schema public cascade');
      await query('drop schema graphile_worker cascade');
      await query('create schema public');
    },
    async remove() {
      await end();
      nats.stop();
      await mosquitto.stop();
      await database.stop();
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    },
  };
}
