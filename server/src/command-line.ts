import { openAsBlob, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { importPieces } from '@tocsin/contract/history-import';
import { DeviceId } from '@tocsin/contract/ids';
import type pg from 'pg';
import { verifyAuditFile, writeAuditFile } from './app/audit-files.ts';
import { removeUsedFirstPassword } from './app/first-password.ts';
import { settleStaffSecondFactor } from './app/first-users.ts';
import { importPiece } from './app/import-piece.ts';
import { acceptSecret, checkSecret } from './app/secret-check.ts';
import { createSuperuser, hasAnyUser, resetSecondFactor } from './features/accounts/index.ts';
import { verifyOrThrow } from './features/certificates/index.ts';
import { codePurpose, importRegistry } from './features/devices/index.ts';
import { recomputeAnchors } from './features/inspection/index.ts';
import { backup, markOf } from './platform/backup/backup.ts';
import { BackupError } from './platform/backup/backup-file.ts';
import { backupBeforeUpgrade } from './platform/backup/before-upgrade.ts';
import { continueRestore, readHead, restore } from './platform/backup/restore.ts';
import { noteBackup } from './platform/backup/store-catalog.ts';
import { piecesFolder } from './platform/backup/store-pieces.ts';
import { systemClock } from './platform/clock.ts';
import { type Config, parseConfig, readEnv, SettingError } from './platform/config.ts';
import { adoptSecret, openDataFolder, openSecret } from './platform/data-folder.ts';
import { type RunningDatabase, reachDatabase } from './platform/db.ts';
import { distribute } from './platform/distribute.ts';
import { EmbeddedStartError } from './platform/embedded-postgres/start-error.ts';
import { createEncryption } from './platform/encryption.ts';
import { Refusal } from './platform/errors.ts';
import { faultInjectionOf } from './platform/fault-injection.ts';
import { createLog, type Log } from './platform/log.ts';
import { MigrationError, migrate } from './platform/migrate.ts';
import { adoptObjects } from './platform/store-installation.ts';
import { ApiError } from './provisioning/api-client.ts';
import { runApply, runDump, runPlan, type Target } from './provisioning/commands.ts';

/** `npm run tocsin -- <verb>`: the operator's commands, with or without a running server. */
interface Call {
  readonly config: Config;
  readonly log: Log;
  readonly words: readonly string[];
  readonly options: {
    readonly [name in 'email' | 'password' | 'url' | 'key' | 'device' | 'zone']?: string | undefined;
  } & { readonly [name in 'allow-removal' | 'abandon-unreadable' | 'dry-run']?: boolean | undefined } & {
    readonly map?: readonly string[] | undefined;
  };
}
interface Verb {
  readonly usage: string;
  run(call: Call): Promise<void>;
}

class UsageError extends Error {}
/** A proof test record or a row of the audit log is missing, or differs from what was recorded. */
class BrokenRecords extends Error {}

const verbs: Readonly<Record<string, Verb>> = {
  'create-superuser': {
    usage: 'create-superuser --email E-MAIL --password PASSWORD',
    run: (call) =>
      withDatabase(call, async ({ db }) => {
        const { email, password } = call.options;
        if (!email || !password) throw new UsageError('--email and --password are needed');
        const isFirst = !(await hasAnyUser(db));
        await createSuperuser(db, email, password, new Date(systemClock.now()));
        await settleStaffSecondFactor(db, call.config, isFirst);
        await removeUsedFirstPassword(db, call.config.dataDir);
        console.info(`${email} is a super user now.`);
      }),
  },
  'reset-second-factor': {
    usage: 'reset-second-factor --email E-MAIL (for who can sign in no more)',
    run: (call) =>
      withDatabase(call, async ({ db }) => {
        const { email } = call.options;
        if (!email) throw new UsageError('--email is needed');
        const had = await resetSecondFactor(db, email, new Date(systemClock.now()));
        console.info(`The second factor of ${email} ${had ? 'is removed' : 'was not set up'}; its lock is ended.`);
      }),
  },
  'check-records': {
    usage: 'check-records (check values of the proof test records, to compare with the heartbeat e-mails)',
    run: (call) =>
      withDatabase(call, async ({ db }) => {
        const { anchors, brokenDevices } = await recomputeAnchors(db);
        for (const { at, value } of anchors) console.info(`${at.toISOString()}  ${value}`);
        if (anchors.length === 0) console.info('No check value was sent yet: switch the heartbeat e-mail on.');
        if (brokenDevices.length > 0)
          throw new BrokenRecords(`Records of device ${brokenDevices.join(', ')} were changed`);
        console.info('Every record follows from the one before it. Compare the values with your e-mails.');
      }),
  },
  audit: {
    usage: 'audit export FILE | audit verify FILE (check the audit log; verify needs nothing but the file)',
    async run(call) {
      const [what, ...words] = call.words;
      const file = fileOf({ ...call, words });
      if (what === 'export') await withDatabase(call, ({ db }) => writeAuditFile(db, file, systemClock.now()));
      else if (what === 'verify') {
        const { heads, rows, problems } = await verifyAuditFile(file);
        for (const { day, value, isRemoved } of heads)
          console.info(`${day}  ${value}${isRemoved ? '  rows removed by retention' : ''}`);
        if (problems.length > 0) throw new BrokenRecords(`The audit log was changed:\n  ${problems.join('\n  ')}`);
        console.info(`${rows} rows: each follows from the one before it. Compare the values with your e-mails.`);
      } else throw new UsageError('audit needs export or verify');
    },
  },
  verify: {
    usage:
      'verify FILE [KEY OR FINGERPRINT [TSA.pem]] (a certificate of protected hours, with page.pdf and annex.pdf beside it)',
    run: ({ words: [file, signer, authority, ...more] }) => {
      if (!file || more.length > 0)
        throw new UsageError(
          'exactly one FILE is needed, and the key that signed it and the certificate of the time stamp authority if you have them',
        );
      return verifyOrThrow(
        file,
        { signer: signer ?? null, authority: authority ?? null },
        (text) => new BrokenRecords(text),
      );
    },
  },
  'import-devices': {
    usage: 'import-devices FILE.csv (columns serial_number, code, device_type)',
    run: (call) =>
      withDatabase(call, async ({ db }) => {
        const bytes = readFileSync(fileOf(call));
        const secret = openSecret(call.config.dataDir, call.config.secret);
        await checkSecret(db, secret);
        const encryption = createEncryption(secret, codePurpose);
        const by = { userId: null, name: 'command line', address: '' };
        const dependencies = { db, encryption, catalogChanged: async () => {} };
        const imported = await importRegistry(dependencies, by, bytes, false, new Date(systemClock.now()));
        console.info(JSON.stringify(imported));
      }),
  },
  'import-history': {
    usage:
      'import-history FILE --device ID [--zone ZONE] [--map NAME=PATH ...] [--dry-run] (readings from CSV or line protocol)',
    run: (call) =>
      withDatabase(call, async (database) => {
        const { device, zone = null, map = [], 'dry-run': isDryRun = false } = call.options;
        const deviceId = DeviceId.safeParse(Number(device));
        if (!deviceId.success) throw new UsageError('--device with the number of a device is needed');
        const order = {
          address: database.address,
          deviceId: deviceId.data,
          columns: Object.fromEntries(map.map(namedPath)),
          isDryRun,
          zone,
          now: systemClock.now(),
          fullDays: call.config.retentionFullDays,
        };
        const file = await openAsBlob(fileOf(call));
        const report = await importPieces(
          file.size,
          async (from, to) => new Uint8Array(await file.slice(from, to).arrayBuffer()),
          (bytes, firstLine) => importPiece({ ...order, bytes: Buffer.concat(bytes), firstLine }),
          (_, share) => console.info(`${Math.floor(100 * share)} %`),
        );
        console.info(JSON.stringify(report, null, 2));
      }),
  },
  plan: {
    usage:
      'plan FILE.yaml [--allow-removal] (what apply would change; needs TOCSIN_URL and TOCSIN_KEY, or --url and --key)',
    run: async (call) => {
      process.exitCode = await runPlan(fileOf(call), targetOf(call));
    },
  },
  apply: {
    usage: 'apply FILE.yaml [--allow-removal] (make an installation what the file says, with a service account)',
    run: async (call) => {
      process.exitCode = await runApply(fileOf(call), targetOf(call));
    },
  },
  dump: {
    usage: 'dump (the file of what is there)',
    run: async (call) => {
      process.exitCode = await runDump(targetOf(call));
    },
  },
  'adopt-archive': {
    usage: 'adopt-archive (after a restore: archived history of the former installation, which must have ended)',
    run: (call) =>
      withDatabase(call, async ({ db }) => {
        const objects = await adoptObjects(db);
        console.info(
          `${objects} objects of a former installation are this one's own now, and are deleted in their time.`,
        );
      }),
  },
  distribute: {
    usage: 'distribute (on Citus, while no server runs: spreads the tables of history over the workers)',
    run: (call) => withDatabase(call, ({ pool }) => distribute(pool, (line) => console.info(line))),
  },
  backup: {
    usage: 'backup FILE (and FILE.history, a folder: the history that is older than some hours)',
    run: (call) =>
      withDatabase(call, async ({ db, pool }) => {
        const { config, log } = call;
        const secret = { value: openSecret(config.dataDir, config.secret), fromFolder: config.secret === null };
        await checkSecret(db, secret.value);
        const at = new Date(systemClock.now());
        const { tables, rows, bytes } = await backup(pool, fileOf(call), secret, log);
        const seconds = (systemClock.now() - at.getTime()) / 1000;
        await noteBackup(pool, { at, rows, bytes, seconds });
        console.info(`${rows} rows of ${tables} tables are in ${fileOf(call)}. It holds secrets: keep it closed.`);
      }),
  },
  restore: {
    usage:
      'restore FILE [--abandon-unreadable] (into an empty database, while no server runs; again: FILE.history is here now, without its unreadable pieces)',
    run: restoreFile,
  },
  'accept-secret': {
    usage: 'accept-secret (when the former TOCSIN_SECRET is lost: codes and second factors must be set again)',
    run: (call) =>
      withDatabase(call, async ({ db }) => {
        const removed = await acceptSecret(db, openSecret(call.config.dataDir, call.config.secret));
        console.info(`This secret is the database's now. ${removed} second factors were removed.`);
        console.info('Import the device codes again (import-devices) and make new gateway passwords.');
      }),
  },
  migrate: {
    usage: 'migrate',
    run: async (call) => {
      openDataFolder(call.config.dataDir);
      const database = await reachDatabase(call.config, call.log);
      try {
        const names = await migrateAfterBackup(call, database.pool);
        console.info(names.length === 0 ? 'Nothing to migrate.' : `Migrated: ${names.join(', ')}.`);
      } finally {
        await database.stop();
      }
    },
  },
};

async function restoreFile(call: Call): Promise<void> {
  const { config, log } = call;
  const file = resolve(fileOf(call));
  const head = await readHead(file);
  // Device codes are encrypted with the secret: without it every device would have to be registered again.
  if (head.secret === null && (config.secret === null || markOf(config.secret) !== head.secretMark))
    throw new BackupError('The backup was made with TOCSIN_SECRET set: set it to the same value for the restore');
  if (head.secret !== null && config.secret !== null && config.secret !== head.secret)
    throw new BackupError('TOCSIN_SECRET differs from the secret of the backup: leave it out, or set it to that one');
  openDataFolder(config.dataDir);
  const database = await reachDatabase(config, log);
  try {
    const continued = await continueRestore(database.pool, file, call.options['abandon-unreadable'] ?? false);
    if (continued) {
      for (const piece of continued.abandoned) console.info(`Given up, so that its hours have no data: ${piece}`);
      console.info(`${continued.pieces} pieces of history come back from ${piecesFolder(file)} while the server runs.`);
      return;
    }
    const { tables, rows, pieces, folder } = await restore(database.pool, file, log, {
      loaded: () => {
        if (head.secret !== null && config.secret === null) adoptSecret(config.dataDir, head.secret);
      },
      injectFault: faultInjectionOf(process.env.TOCSIN_KILL_AT),
    });
    console.info(`${rows} rows of ${tables} tables are restored, as of ${head.madeAt}.`);
    if (pieces > 0)
      console.info(`Start the server: ${pieces} pieces of history come back from ${folder} while it runs.`);
  } finally {
    await database.stop();
  }
}

/** Opens the database at this version; a running server's own if there is one. */
async function withDatabase(call: Call, work: (database: RunningDatabase) => Promise<void>): Promise<void> {
  openDataFolder(call.config.dataDir);
  const database = await reachDatabase(call.config, call.log);
  try {
    await migrateAfterBackup(call, database.pool);
    await work(database);
  } finally {
    await database.stop();
  }
}

/** `migrate`, with a backup in the data folder where the way back would be lost. */
async function migrateAfterBackup({ config, log }: Call, pool: pg.Pool): Promise<string[]> {
  const { dataDir } = config;
  const secret = { value: openSecret(dataDir, config.secret), fromFolder: config.secret === null };
  const write = backupBeforeUpgrade({ dataDir, secret, log });
  return await migrate(pool, log, {
    beforeOneWay: async (...args) => {
      console.info(`Earlier versions cannot read the data after this upgrade: a backup goes to ${dataDir} first.`);
      await write(...args);
    },
  });
}

/** The installation that a command is about, wherever it runs. */
function targetOf({ options }: Call): Target {
  const { TOCSIN_URL, TOCSIN_KEY } = process.env;
  const [url, key] = [options.url ?? TOCSIN_URL, options.key ?? TOCSIN_KEY];
  if (!url || !key) throw new UsageError('TOCSIN_URL and TOCSIN_KEY, or --url and --key, are needed');
  const print = (line: string): void => console.info(line);
  return { url, key, env: process.env, print, allowRemoval: options['allow-removal'] ?? false };
}

/** `Head bearing=10.3`: the path follows the last sign. */
function namedPath(text: string): readonly [string, string] {
  const at = text.lastIndexOf('=');
  if (at < 1) throw new UsageError('--map is NAME=PATH');
  return [text.slice(0, at), text.slice(at + 1)];
}

function fileOf({ words }: Call): string {
  const [file, ...more] = words;
  if (!file || more.length > 0) throw new UsageError('exactly one FILE is needed');
  return file;
}

async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      email: { type: 'string' },
      password: { type: 'string' },
      url: { type: 'string' },
      key: { type: 'string' },
      device: { type: 'string' },
      zone: { type: 'string' },
      map: { type: 'string', multiple: true },
      'dry-run': { type: 'boolean' },
      'allow-removal': { type: 'boolean' },
      'abandon-unreadable': { type: 'boolean' },
    },
  });
  const [name = '', ...words] = positionals;
  const verb = verbs[name];
  if (!verb) throw new UsageError(name ? `there is no verb '${name}'` : 'a verb is needed');
  const config = parseConfig(readEnv(process.cwd(), process.env));
  const log = createLog(config.logLevel === 'debug' ? 'debug' : 'warn');
  await verb.run({ config, log, words, options: values });
}

const isExpected = (error: unknown): error is Error =>
  [SettingError, MigrationError, BackupError, EmbeddedStartError, UsageError, BrokenRecords, Refusal, ApiError].some(
    (kind) => error instanceof kind,
  );

try {
  await main(process.argv.slice(2));
} catch (error) {
  const isWrongCall =
    error instanceof UsageError ||
    (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));
  const isNoFile = error instanceof Error && 'code' in error && error.code === 'ENOENT';
  if (!isExpected(error) && !isWrongCall && !isNoFile) throw error;
  const more = error instanceof Refusal && error.more.body ? ` ${JSON.stringify(error.more.body)}` : '';
  console.error(`tocsin: ${error.message}${more}`);
  if (isWrongCall) for (const { usage } of Object.values(verbs)) console.error(`  npm run tocsin -- ${usage}`);
  process.exitCode = 1;
}
