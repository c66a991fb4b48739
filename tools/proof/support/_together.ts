// Several processes of Tocsin on one PostgreSQL and one NATS, each reached through a proxy that can be stalled or slowed.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@tocsin/e2e/ports';
import { TocsinServer } from '@tocsin/e2e/server';
import { portOf } from '@tocsin/simulator/port-of';
import pg from 'pg';
import { pause } from './_pause.ts';

const machinePostgres = process.env.TEST_DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/postgres';

/** A database that the processes share. */
export interface ProofDatabase {
  readonly port: number;
  readonly url: URL;
  stop(): Promise<void>;
}
/** Runs one statement on a connection of its own. */
export type Query = <R extends pg.QueryResultRow>(text: string, values?: readonly unknown[]) => Promise<R[]>;

export interface ProofProxy {
  readonly port: number;
  /** Cut without a word, or whole again. */
  stall(on: boolean): void;
  /** Delays each byte by so many milliseconds. */
  slow(ms: number): void;
  close(): void;
}

/** A connection to a service that can be cut silently or slowed; every byte of one process goes through it. */
async function proxyTo(target: () => { readonly port: number }): Promise<ProofProxy> {
  const pairs = new Set<readonly Socket[]>();
  let stalled = false;
  let delayMs = 0;
  const server = createServer((near) => {
    const far = connect(target().port, '127.0.0.1');
    const pair = [near, far];
    pairs.add(pair);
    const carry = (from: Socket, to: Socket) => {
      // Delayed data must not be overtaken by data sent after the delay ended.
      const waiting: { readonly at: number; readonly bytes: Buffer }[] = [];
      const move = () => {
        let next = waiting[0];
        for (; next && next.at <= performance.now(); next = waiting[0]) {
          to.write(next.bytes);
          waiting.shift();
        }
        if (next) setTimeout(move, next.at - performance.now() + 1);
      };
      from.on('data', (bytes) => {
        if (delayMs === 0 && waiting.length === 0) to.write(bytes);
        else if (waiting.push({ at: performance.now() + delayMs, bytes }) === 1) setTimeout(move, delayMs);
      });
      from.on('error', () => {});
      from.on('close', () => {
        pairs.delete(pair);
        // A cut network does not notify the other side.
        if (!stalled) to.destroy();
      });
    };
    carry(near, far);
    carry(far, near);
    if (stalled) for (const socket of pair) socket.pause();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const port = portOf(server);
  return {
    port,
    stall(on) {
      stalled = on;
      for (const pair of pairs)
        for (const socket of pair) {
          if (on) socket.pause();
          else socket.resume();
        }
    },
    slow(ms) {
      delayMs = ms;
    },
    close() {
      for (const pair of pairs) for (const socket of pair) socket.destroy();
      server.close();
    },
  };
}

export interface ProofNats {
  readonly port: number;
  kill(): void;
  /** Starts it again after `kill`. */
  again(): void;
  stop(): void;
}

/** A NATS of the proof's own, which it may kill. */
export async function startNats(): Promise<ProofNats> {
  const port = await freePort();
  const begin = () => spawn('/usr/sbin/nats-server', ['-a', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
  let child = begin();
  return {
    port,
    kill() {
      child.kill('SIGKILL');
    },
    again() {
      child = begin();
    },
    stop() {
      child.kill('SIGTERM');
    },
  };
}

/** A database of its own on the machine's PostgreSQL. */
export async function machineDatabase(): Promise<ProofDatabase> {
  const name = `tocsin_faults_${process.pid}`;
  const admin = new pg.Client({ connectionString: machinePostgres });
  await admin.connect();
  await admin.query(`create database ${name} encoding 'UTF8' template template0`);
  const url = new URL(machinePostgres);
  url.pathname = `/${name}`;
  return {
    port: Number(url.port || 5432),
    url,
    async stop() {
      await admin.query(`drop database if exists ${name} with (force)`);
      await admin.end();
    },
  };
}

/** One process, with its own ways to PostgreSQL and NATS. */
interface Member {
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
  server: TocsinServer;
  readonly toDatabase: ProofProxy;
  readonly toNats: ProofProxy;
}
export interface Together {
  member(name: string): Member;
  readonly query: Query;
  urls(): readonly string[];
  /** Stops a process, gracefully or not, and starts it again with more settings or as another version. */
  restart(name: string, how: 'stop' | 'kill', more?: Readonly<Record<string, string>>, version?: string): Promise<void>;
  /** Whether every partition has a living owner, at last. */
  settled(withinMs?: number): Promise<boolean>;
  stop(): Promise<void>;
}

/**
 * Starts processes by name and roles. `more`: settings of all. `root`: another version's folder. Each has its own
 * proxies to PostgreSQL and NATS.
 */
export async function startTogether({
  database,
  nats,
  roles,
  clocked = [],
  more = {},
  root,
}: {
  readonly database: ProofDatabase;
  readonly nats: { readonly port: number };
  readonly roles: Readonly<Record<string, string>>;
  readonly clocked?: readonly string[];
  readonly more?: Readonly<Record<string, string>>;
  readonly root?: string;
}): Promise<Together> {
  const secret = randomBytes(24).toString('hex');
  const members = new Map<string, Member>();
  const at = (url: URL, port: number): string => {
    const own = new URL(url);
    own.hostname = '127.0.0.1';
    own.port = String(port);
    return own.href;
  };
  const begin = async ([name, its]: readonly [name: string, roles: string]): Promise<void> => {
    const toDatabase = await proxyTo(() => database);
    const toNats = await proxyTo(() => nats);
    const env = {
      DATABASE_URL: at(database.url, toDatabase.port),
      NATS_URL: `nats://127.0.0.1:${toNats.port}`,
      TOCSIN_SECRET: secret,
      TOCSIN_ROLES: its,
      LOG_LEVEL: 'info',
      ...more,
    };
    const dataDir = mkdtempSync(join(tmpdir(), `tocsin-${name}-`));
    const server = await TocsinServer.start({ env, dataDir, clocked: clocked.includes(name), ...(root && { root }) });
    members.set(name, { name, env, server, toDatabase, toNats });
  };
  // The first process creates the tables and the first person.
  const [first, ...others] = Object.entries(roles);
  if (!first) throw new Error('there is no process to start');
  await begin(first);
  await Promise.all(others.map(begin));
  const member = (name: string): Member => {
    const found = members.get(name);
    if (!found) throw new Error(`there is no process ${name}`);
    return found;
  };
  const query: Query = async (text, values) => {
    const client = new pg.Client({ connectionString: database.url.href });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query(text, values === undefined ? undefined : [...values])).rows;
    } finally {
      await client.end();
    }
  };
  return {
    member,
    query,
    urls: () => [...members.values()].map(({ server }) => server.url),
    async restart(name, how, more = {}, version) {
      const one = member(name);
      await one.server[how]();
      one.server = TocsinServer.restartOf(one.server, { ...one.env, ...more }, version);
      await one.server.start();
    },
    async settled(withinMs = 30_000) {
      const until = Date.now() + withinMs;
      for (;;) {
        const [row] = await query<{ readonly n: number }>(
          `select count(*)::int as n from partition_owner where owner <> '' and lease_until > now()`,
        ).catch(() => [{ n: 0 }]);
        if (row.n === 64) return true;
        if (Date.now() > until) return false;
        await pause(100);
      }
    },
    async stop() {
      for (const { server, toDatabase, toNats } of members.values()) {
        toDatabase.stall(false);
        toNats.stall(false);
        await server.remove();
        toDatabase.close();
        toNats.close();
      }
    },
  };
}
