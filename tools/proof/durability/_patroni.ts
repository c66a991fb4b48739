// Two machines with PostgreSQL and Patroni, a third with etcd alone, and HAProxy before them: each machine is a network
// namespace of the proof's own, on a bridge that only the proof's namespace knows. The files are those of deploy/patroni.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pause } from '../support/_pause.ts';

type MachineName = 'a' | 'b' | 'w';
/** The two with a database. */
export type NodeName = 'a' | 'b';

const addresses: Readonly<Record<MachineName, string>> = { a: '10.77.0.11', b: '10.77.0.12', w: '10.77.0.13' };
const names: readonly MachineName[] = ['a', 'b', 'w'];
const databases: readonly NodeName[] = ['a', 'b'];
const run = (program: string, ...words: string[]): string => execFileSync(program, words, { encoding: 'utf8' });
const ip = (...words: string[]): string => run('ip', ...words);

/** Another Patroni than that of PATH. */
const patroni = process.env.PATRONI ?? 'patroni';
/** `patroni 3.0.2`: its version. */
export const patroniVersion = (): string => run(patroni, '--version').trim().split(' ').at(-1) ?? '';
/** Up to 3.0.2 a former primary whose network comes back may overwrite the leader key through etcd's v3 API. */
const isSafeWithEtcd3 = patroniVersion().localeCompare('3.0.3', 'en', { numeric: true }) >= 0;

/** Patroni answers 200 to what its database is. */
async function isA(role: 'primary' | 'sync', name: NodeName): Promise<boolean> {
  const request = fetch(`http://${addresses[name]}:8008/${role}`, { signal: AbortSignal.timeout(1_000) });
  return (await request.catch(() => null))?.status === 200;
}

export class PatroniCluster {
  readonly #folder: string;
  readonly #children = new Set<ChildProcess>();
  /** Reaches the primary through HAProxy. */
  readonly url = 'postgres://postgres:change-this@127.0.0.1:5000/postgres';

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Resolves when one database is the primary and the other its synchronous standby. */
  async start(): Promise<void> {
    ip('link', 'set', 'lo', 'up');
    ip('link', 'add', 'br0', 'type', 'bridge');
    ip('addr', 'add', '10.77.0.1/24', 'dev', 'br0');
    ip('link', 'set', 'br0', 'up');
    for (const name of names) {
      ip('netns', 'add', name);
      ip('link', 'add', `to-${name}`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
      ip('link', 'set', `to-${name}`, 'master', 'br0', 'up');
      ip('-n', name, 'addr', 'add', `${addresses[name]}/24`, 'dev', 'eth0');
      for (const device of ['eth0', 'lo']) ip('-n', name, 'link', 'set', device, 'up');
      this.#startEtcd(name);
    }
    this.#startPatroni('a');
    await until('a primary', () => isA('primary', 'a'));
    this.#startPatroni('b');
    this.#spawn('haproxy', ['haproxy', '-db', '-f', 'deploy/patroni/haproxy.cfg']);
    await this.whole();
  }

  /** Resolves when one database is the primary and the other its synchronous standby, each by its own word. */
  async whole(): Promise<void> {
    await until('a primary with a synchronous standby', async () => {
      const primary = await this.primary();
      return await isA('sync', primary === 'a' ? 'b' : 'a');
    });
  }

  /** The one that holds the lease. A machine that was cut off may still list what stood before. */
  async primary(): Promise<NodeName> {
    const are = await Promise.all(databases.map((name) => isA('primary', name)));
    const found = databases.filter((_, i) => are[i]);
    if (found.length !== 1 || !found[0]) throw new Error(`there are ${found.length} primaries`);
    return found[0];
  }

  /** An orderly change of roles. */
  async switchOver(leader: NodeName): Promise<void> {
    const candidate = leader === 'a' ? 'b' : 'a';
    const answer = await fetch(`http://${addresses[leader]}:8008/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader, candidate }),
    });
    if (!answer.ok) throw new Error(`the switch-over was refused: ${answer.status} ${await answer.text()}`);
  }

  /** The machine dies: kill -9 of everything on it. */
  kill(name: NodeName): void {
    killAll(name);
  }

  /** The machine is switched on again. */
  again(name: NodeName): void {
    this.#startEtcd(name);
    this.#startPatroni(name);
  }

  /** Its network cable is pulled or put back: no packet arrives, and nobody is told. */
  cut(name: NodeName, isCut: boolean): void {
    ip('link', 'set', `to-${name}`, isCut ? 'down' : 'up');
  }

  /** What Patroni said last on both machines. */
  lastWords(): string {
    return databases
      .map((name) =>
        readFileSync(join(this.#folder, `patroni-${name}.log`), 'utf8')
          .split('\n')
          .slice(-30)
          .join('\n'),
      )
      .join('\n\n');
  }

  async stop(): Promise<void> {
    for (const name of names) killAll(name);
    for (const child of this.#children) child.kill('SIGKILL');
    await pause(200);
  }

  #spawn(what: string, words: readonly string[]): void {
    const log = openSync(join(this.#folder, `${what}.log`), 'a');
    const [program = '', ...rest] = words;
    const child = spawn(program, rest, { stdio: ['ignore', log, log] });
    this.#children.add(child);
    child.once('exit', () => this.#children.delete(child));
  }

  #startEtcd(name: MachineName): void {
    const own = `http://${addresses[name]}`;
    const cluster = names.map((one) => `${one}=http://${addresses[one]}:2380`).join(',');
    const flags = {
      name,
      'data-dir': join(this.#folder, `etcd-${name}`),
      'listen-peer-urls': `${own}:2380`,
      'initial-advertise-peer-urls': `${own}:2380`,
      'listen-client-urls': `${own}:2379`,
      'advertise-client-urls': `${own}:2379`,
      'initial-cluster': cluster,
      'heartbeat-interval': '250',
      'election-timeout': '2500',
      'enable-v2': 'true',
    };
    const words = Object.entries(flags).map(([flag, value]) => `--${flag}=${value}`);
    this.#spawn(`etcd-${name}`, ['ip', 'netns', 'exec', name, 'etcd', ...words]);
  }

  #startPatroni(name: NodeName): void {
    const home = join(this.#folder, name);
    mkdirSync(home, { recursive: true });
    const { uid, gid } = postgresUser();
    chownSync(home, uid, gid);
    chmodSync(home, 0o700);
    const file = join(home, 'patroni.yml');
    const text = readFileSync('deploy/patroni/patroni.yml', 'utf8')
      .replace(/^etcd:/m, isSafeWithEtcd3 ? 'etcd3:' : 'etcd:')
      .replaceAll('NODE', name)
      .replaceAll('ADDRESS', addresses[name])
      .replaceAll('/var/lib/postgresql/15/tocsin', join(home, 'data'))
      .replaceAll('/var/lib/postgresql/tocsin.pgpass', join(home, 'pgpass'));
    // Sockets of its own: both databases share the machine's /var/run. The section `postgresql` is the file's last.
    writeFileSync(file, `${text}  parameters: { unix_socket_directories: '${home}' }\n`);
    chownSync(file, uid, gid);
    const asPostgres = ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups', '--'];
    this.#spawn(`patroni-${name}`, ['ip', 'netns', 'exec', name, ...asPostgres, patroni, file]);
  }
}

/** Kills every process of a machine; one may have ended since they were listed. */
function killAll(name: MachineName): void {
  for (const pid of ip('netns', 'pids', name).split('\n').filter(Boolean)) {
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  }
}

const postgresUser = (): { readonly uid: number; readonly gid: number } => ({
  uid: Number(run('id', '-u', 'postgres')),
  gid: Number(run('id', '-g', 'postgres')),
});

async function until(what: string, isSo: () => Promise<boolean>, withinMs = 180_000): Promise<void> {
  const end = Date.now() + withinMs;
  while (!(await isSo().catch(() => false))) {
    if (Date.now() > end) throw new Error(`no ${what} within ${withinMs / 1_000} s`);
    await pause(250);
  }
}
