import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../log.ts';
import { binaryEnv, findBinaries } from './binaries.ts';
import { type Address, EmbeddedPostgres } from './embedded-postgres.ts';
import { postmasterPid, processesIn } from './processes.ts';
import { chooseRunAs } from './run-as.ts';

const isRoot = process.getuid?.() === 0;
let home: string;
let folder: string;
const running: EmbeddedPostgres[] = [];
const children: ChildProcess[] = [];

/** A cluster as a first start creates it. Creating one is slow, so most tests copy it. */
let newFolder: string;
beforeAll(async () => {
  newFolder = mkdtempSync(join(tmpdir(), 'tocsin made '));
  chmodSync(newFolder, 0o755);
  const first = create(join(newFolder, 'postgres'));
  await first.start();
  await first.stop();
});
afterAll(() => rmSync(newFolder, { recursive: true, force: true }));
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'tocsin folder '));
  chmodSync(home, 0o755);
  folder = join(home, 'postgres');
  mkdirSync(folder);
  // cp keeps the owner, as fs.cp does not.
  spawnSync('cp', ['-a', join(newFolder, 'postgres', 'pg'), folder]);
});
const fromNothing = () => rmSync(folder, { recursive: true });
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const postgres of running.splice(0)) await postgres.stop();
  while (processesIn(join(folder, 'pg')).length > 0) await sleep(50);
  rmSync(home, { recursive: true, force: true });
});

const quick = ['fsync=off', 'shared_buffers=16MB'];
function create(at = folder): EmbeddedPostgres {
  const postgres = new EmbeddedPostgres({ folder: at, log: createLog('silent'), settings: quick, lockWaitMs: 200 });
  running.push(postgres);
  return postgres;
}
async function ask(address: Address, question: string): Promise<unknown> {
  const client = new pg.Client({ ...address, ssl: false });
  await client.connect();
  try {
    const { rows } = await client.query(question);
    return Object.values(rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
}
/** A process of its own that locks the folder; resolves with its first line. */
async function hold(
  at: string,
  command = process.execPath,
  args: readonly string[] = [],
): Promise<[ChildProcess, string]> {
  const script = join(import.meta.dirname, 'testing', 'hold.ts');
  const child = spawn(command, [...args, script, at], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  for await (const chunk of child.stdout ?? []) return [child, String(chunk).trim()];
  return [child, 'ended without a word'];
}

describe('a start', () => {
  it('is refused while another process holds the folder, with one clear line', async () => {
    const [, first] = await hold(folder);
    expect(first).toMatch(/^ready/);
    await expect(create().start()).rejects.toThrow(`Another Tocsin is running with the data folder ${folder}`);
  });

  it('is refused when it is the second in one process, and the first continues', async () => {
    const address = await create().start();
    await expect(create().start()).rejects.toThrow(/Another Tocsin/);
    expect(await ask(address, 'select 1')).toBe(1);
  });

  it('is refused for data of another PostgreSQL version, which stays unchanged', async () => {
    const first = create();
    await first.start();
    await first.stop();
    for (const [version, words] of [
      ['17', /was made by PostgreSQL 17, this Tocsin brings 18/],
      ['19', /use the newer Tocsin/],
    ] as const) {
      writeFileSync(join(folder, 'pg', 'PG_VERSION'), `${version}\n`);
      await expect(create().start()).rejects.toThrow(words);
    }
    writeFileSync(join(folder, 'pg', 'PG_VERSION'), '18\n');
    await create().start();
  });

  it('is refused below a path that the library loader cannot use', async () => {
    await expect(create(join(home, 'a:b')).start()).rejects.toThrow(/without ':' and ';'/);
  });

  it('creates the cluster again when the first start was interrupted', async () => {
    fromNothing();
    mkdirSync(join(folder, 'pg.new', 'base'), { recursive: true });
    const address = await create().start();
    expect(await ask(address, 'select 1')).toBe(1);
    expect(existsSync(join(folder, 'pg.new'))).toBe(false);
  });

  it('works below long paths with spaces, by a socket that other users cannot reach', async () => {
    const long = join(home, `with spaces ${'and very long '.repeat(12)}`, 'postgres');
    const address = await create(long).start();
    expect(Buffer.byteLength(join(address.host, '.s.PGSQL.5432'))).toBeLessThan(108);
    expect(lstatSync(address.host).mode & 0o777).toBe(0o700);
    expect(await ask(address, 'show listen_addresses')).toBe('');
  });

  it('leaves node_modules unchanged: links to libraries are in the data folder', async () => {
    const { native } = findBinaries();
    const before = readdirSync(join(native, 'lib'));
    await create().start();
    expect(readdirSync(join(native, 'lib'))).toEqual(before);
    expect(lstatSync(join(folder, 'lib', 'libpq.so.5')).isSymbolicLink()).toBe(true);
  });

  it('preserves committed data, and removes the socket folder of a killed process', async () => {
    const first = create();
    const address = await first.start();
    await ask(address, 'create table kept as select 7 as n');
    await first.stop();
    expect(existsSync(address.host)).toBe(false);
    mkdirSync(address.host);
    writeFileSync(join(folder, 'socket'), address.host);
    const again = await create().start();
    expect(existsSync(address.host)).toBe(false);
    expect(await ask(again, 'select n from kept')).toBe(7);
  });
});

describe('a database left running by a killed server', () => {
  it('ends with its parent, however that was killed, and the next start takes over', async () => {
    const [parent, line] = await hold(folder);
    const pid = Number(line.split(' ')[1]);
    const ended = once(parent, 'exit');
    parent.kill('SIGKILL');
    await ended;
    const address = await create().start();
    expect(await ask(address, 'select 1')).toBe(1);
    expect(processesIn(join(folder, 'pg'))).not.toContain(pid);
  });

  it('is stopped by the next start where the kernel did not end it', async () => {
    const first = create();
    const { host } = await first.start();
    await first.stop();
    mkdirSync(host, { mode: 0o777 });
    chmodSync(host, 0o777);
    const cluster = join(folder, 'pg');
    const { postgres } = findBinaries();
    const runAs = chooseRunAs({ program: postgres, above: home, cluster, checkout: import.meta.dirname });
    const args = ['-D', cluster, '-c', 'listen_addresses=', '-c', `unix_socket_directories=${host}`];
    const { file, args: all, options } = runAs.command(postgres, args, false);
    const env = binaryEnv(join(folder, 'lib'));
    const orphan = spawn(file, all, { ...options, env, cwd: '/', detached: true, stdio: 'ignore' });
    while (!postmasterPid(cluster)?.ready) await sleep(20);
    const address = await create().start();
    expect(await ask(address, 'select 1')).toBe(1);
    expect(orphan.exitCode).toBe(0);
    rmSync(host, { recursive: true });
  });

  it('is not recognized in a zombie or in another process with its process id', async () => {
    const first = create();
    await first.start();
    const pidFile = join(folder, 'pg', 'postmaster.pid');
    const lines = readFileSync(pidFile, 'utf8').split('\n');
    await first.stop();
    // The child of a process that never waits for it stays a zombie.
    const parent = spawn('sh', ['-c', 'true & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
    children.push(parent);
    let zombie = '';
    for await (const chunk of parent.stdout) {
      zombie = String(chunk).trim();
      break;
    }
    for (const pid of [zombie, String(process.pid)]) {
      writeFileSync(pidFile, [pid, ...lines.slice(1)].join('\n'));
      const postgres = create();
      expect(await ask(await postgres.start(), 'select 1')).toBe(1);
      await postgres.stop();
    }
  });
});

describe('a database that dies while running', () => {
  const away = async (address: Address) => {
    for (;;) {
      try {
        return await ask(address, 'select count(*)::int from kept');
      } catch {
        await sleep(50);
      }
    }
  };

  it('is started again at the same address, as often as it dies, with all committed data', async () => {
    const postgres = create();
    const address = await postgres.start();
    await ask(address, 'create table kept as select 1 as n');
    for (let times = 1; times <= 3; times++) {
      // A busy session: processes left by a dead server must not write beside the new one.
      const busy = new pg.Client({ ...address, ssl: false });
      busy.on('error', () => {});
      await busy.connect();
      busy.query('select pg_sleep(60)').catch(() => {});
      const before = postgres.pid;
      process.kill(before ?? 0, 'SIGKILL');
      await sleep(20);
      expect(await away(address)).toBe(1);
      expect(postgres.pid).not.toBe(before);
      await busy.end().catch(() => {});
    }
  });

  it('is not started again after stop', async () => {
    const postgres = create();
    const address = await postgres.start();
    await postgres.stop();
    await sleep(300);
    await expect(ask(address, 'select 1')).rejects.toThrow();
    expect(processesIn(join(folder, 'pg'))).toEqual([]);
  });
});

describe.runIf(isRoot)('as root', () => {
  it('gives the database to another user, who alone may enter its folder', async () => {
    fromNothing();
    const postgres = create();
    await postgres.start();
    const status = readFileSync(`/proc/${postgres.pid}/status`, 'utf8');
    expect(status).toMatch(/^Uid:\s+(?!0\b)\d+/m);
    // Without root's capabilities, except CAP_DAC_OVERRIDE when the checkout is inside root's own private home.
    expect(status).toMatch(/^CapEff:\s+0*[02]$/m);
    expect(lstatSync(join(folder, 'pg')).mode & 0o777).toBe(0o700);
  });

  it('grants passage only where no other user gets through, as in root’s own home', async () => {
    fromNothing();
    chmodSync(home, 0o700);
    const postgres = create();
    expect(await ask(await postgres.start(), 'select 1')).toBe(1);
    const status = readFileSync(`/proc/${postgres.pid}/status`, 'utf8');
    expect(status).toMatch(/^Uid:\s+(?!0\b)\d+/m);
    // CAP_DAC_OVERRIDE is bit 1.
    expect(status).toMatch(/^CapEff:\s+0*2$/m);
  });

  const asNobody = ['--reuid=nobody', '--regid=nogroup', '--clear-groups', '--'];
  // A checkout in root's private home is inaccessible to ordinary users.
  const isOpen = isRoot && spawnSync('setpriv', [...asNobody, 'test', '-r', import.meta.filename]).status === 0;
  it.runIf(isOpen)('lets an ordinary user run everything without help', async () => {
    spawnSync('chown', ['-R', 'nobody', home]);
    const [child, line] = await hold(folder, 'setpriv', [...asNobody, process.execPath]);
    expect(line).toMatch(/^ready/);
    const pid = Number(line.split(' ')[1]);
    expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/^Uid:\s+65534\b/m);
    child.kill('SIGKILL');
    while (existsSync(`/proc/${pid}/cwd`)) await sleep(50);
    expect(processesIn(join(folder, 'pg'))).toEqual([]);
  });

  it('continues as the user who owns the data', async () => {
    const first = create();
    await first.start();
    await first.stop();
    spawnSync('chown', ['-R', '12345:12345', join(folder, 'pg')]);
    const postgres = create();
    expect(await ask(await postgres.start(), 'select 1')).toBe(1);
    expect(readFileSync(`/proc/${postgres.pid}/status`, 'utf8')).toMatch(/^Uid:\s+12345\b/m);
  });
});
