// Several processes of Tocsin on one PostgreSQL and one NATS, each reached through a proxy that can be stalled or slowed.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@tocsin/e2e/ports';
import { TocsinServer } from '@tocsin/e2e/server';
import pg from 'pg';

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const machinePostgres = process.env.TEST_DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/postgres';

/** A way to a service that can be cut without a word, or made slow; every byte of one process goes through it. */
export async function proxyTo(target) {
  const pairs = new Set();
  let stalled = false;
  let delayMs = 0;
  const server = createServer((near) => {
    const far = connect(target().port, '127.0.0.1');
    const pair = [near, far];
    pairs.add(pair);
    const carry = (from, to) => {
      // What is slow must not be overtaken by what comes once the way is quick again.
      const waiting = [];
      const move = () => {
        while (waiting[0]?.at <= performance.now()) to.write(waiting.shift().bytes);
        if (waiting.length > 0) setTimeout(move, waiting[0].at - performance.now() + 1);
      };
      from.on('data', (bytes) => {
        if (delayMs === 0 && waiting.length === 0) to.write(bytes);
        else if (waiting.push({ at: performance.now() + delayMs, bytes }) === 1) setTimeout(move, delayMs);
      });
      from.on('error', () => {});
      from.on('close', () => {
        pairs.delete(pair);
        // A cut network tells nobody that the other side is gone.
        if (!stalled) to.destroy();
      });
    };
    carry(near, far);
    carry(far, near);
    if (stalled) for (const socket of pair) socket.pause();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: server.address().port,
    stall(on) {
      stalled = on;
      for (const pair of pairs) for (const socket of pair) on ? socket.pause() : socket.resume();
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

/** A NATS of the proof's own, which it may kill. */
export async function startNats() {
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
export async function machineDatabase() {
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

/**
 * Starts processes by name and roles, `more` settings of all, `root` another version's folder; each has its own ways to
 * PostgreSQL and NATS.
 */
export async function startTogether({ database, nats, roles, clocked = [], more = {}, root }) {
  const secret = randomBytes(24).toString('hex');
  const members = new Map();
  const at = (url, port) => {
    const own = new URL(url);
    own.hostname = '127.0.0.1';
    own.port = String(port);
    return own.href;
  };
  const begin = async ([name, its]) => {
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
  // The first one makes the tables and the first person.
  const [first, ...others] = Object.entries(roles);
  await begin(first);
  await Promise.all(others.map(begin));
  const member = (name) => members.get(name);
  const query = async (text, values) => {
    const client = new pg.Client({ connectionString: database.url.href });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query(text, values)).rows;
    } finally {
      await client.end();
    }
  };
  return {
    member,
    query,
    urls: () => [...members.values()].map(({ server }) => server.url),
    /** Ends it, gracefully or not, and starts it again with more settings, or as another version. */
    async restart(name, how, more = {}, version = undefined) {
      const one = member(name);
      await one.server[how]();
      one.server = TocsinServer.restartOf(one.server, { ...one.env, ...more }, version);
      await one.server.start();
    },
    /** Every partition has a living owner. */
    async settled(withinMs = 30_000) {
      const until = Date.now() + withinMs;
      for (;;) {
        const [row] = await query(
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
