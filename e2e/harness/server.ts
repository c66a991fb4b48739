import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Api, closeTour } from './api.ts';
import { freePort } from './ports.ts';

/** Timeout of a start, which may build the page first. */
const hangsMs = 600_000;
const root = fileURLToPath(new URL('../..', import.meta.url));

export interface ServerOptions {
  /** Environment variables besides those for ports, data folder and first super user. */
  readonly env?: Readonly<Record<string, string>>;
  /** Data folder of an earlier run; by default a new one, which `remove` deletes. */
  readonly dataDir?: string;
  readonly demo?: boolean;
  /** Makes http://localhost the public address, because browsers do not offer passkeys at IP addresses. */
  readonly isLocalhost?: boolean;
  /** Folder of another version of the portal. */
  readonly root?: string;
  /** Runs it with a clock that `advance` moves (tools/testing/clocked-server.ts). */
  readonly clocked?: boolean;
}

export const admin = { email: 'first@tocsin.example', password: 'Correct-Horse-7' } as const;

/** A real server in its own process, started as operators do, with its own ports and data folder. */
export class TocsinServer {
  readonly port: number;
  readonly mqttPort: number;
  readonly dataDir: string;
  readonly #options: ServerOptions;
  readonly #logFile: string;
  #child: ChildProcess | null = null;

  private constructor(options: ServerOptions, port: number, mqttPort: number) {
    this.#options = options;
    this.port = port;
    this.mqttPort = mqttPort;
    this.dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'tocsin-run-'));
    this.#logFile = join(mkdtempSync(join(tmpdir(), 'tocsin-log-')), 'server.log');
  }

  static async start(options: ServerOptions = {}): Promise<TocsinServer> {
    const server = new TocsinServer(options, await freePort(), await freePort());
    try {
      await server.start();
      if (!options.demo && !options.dataDir) await closeTour(await Api.signIn(server.url, admin.email, admin.password));
    } catch (error) {
      // The caller gets no object with which to stop it.
      await server.stop();
      throw error;
    }
    return server;
  }

  /** A server with the data and ports of another one, but other settings or version. Only one may run at a time. */
  static restartOf(other: TocsinServer, env: Readonly<Record<string, string>>, version?: string): TocsinServer {
    const from = version ?? other.#options.root;
    return new TocsinServer({ env, dataDir: other.dataDir, ...(from && { root: from }) }, other.port, other.mqttPort);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get publicUrl(): string {
    return this.#options.isLocalhost ? `http://localhost:${this.port}` : this.url;
  }

  get mqttUrl(): string {
    return `mqtt://127.0.0.1:${this.mqttPort}`;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** Starts, or restarts after `kill`, and waits until frames can be stored. */
  async start(withinMs = hangsMs): Promise<void> {
    const out = openSync(this.#logFile, 'a');
    const program = this.#options.clocked ? 'tools/testing/clocked-server.ts' : 'tools/start.mjs';
    const child = spawn(process.execPath, [program, ...(this.#options.demo ? ['--demo'] : [])], {
      cwd: this.#options.root ?? root,
      stdio: this.#options.clocked ? ['ignore', out, out, 'ipc'] : ['ignore', out, out],
      env: {
        ...process.env,
        NODE_ENV: '',
        PORT: String(this.port),
        HOST: '127.0.0.1',
        MQTT_PORT: String(this.mqttPort),
        PUBLIC_URL: this.publicUrl,
        TOCSIN_DATA_DIR: this.dataDir,
        TOCSIN_ADMIN_EMAIL: admin.email,
        TOCSIN_ADMIN_PASSWORD: admin.password,
        // All users sign in with only a password, also super users of a new database; the demo's users do so anyway.
        ...(this.#options.demo ? {} : { TOCSIN_STAFF_SECOND_FACTOR: 'optional' }),
        ...this.#options.env,
      },
    });
    closeSync(out);
    this.#child = child;
    const until = Date.now() + withinMs;
    while (!(await this.ready())) {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`the server exited:\n${this.log()}`);
      if (Date.now() > until) throw new Error(`the server was not ready within ${withinMs} ms:\n${this.log()}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  /** How far its clock is ahead of the real one, in ms. */
  aheadMs = 0;

  /** Advances the clock of a `clocked` server; resolves once the due timers have run. */
  async advance(ms: number): Promise<void> {
    const child = this.#child;
    if (!child?.connected) throw new Error('only the clock of a clocked server can be advanced');
    const moved = new Promise((resolve) => child.once('message', resolve));
    child.send({ advanceMs: ms });
    await moved;
    this.aheadMs += ms;
  }

  async ready(): Promise<boolean> {
    const answer = await fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(30_000) }).catch(() => null);
    await answer?.body?.cancel();
    return answer?.ok ?? false;
  }

  /** `kill -9`: no shutdown, no cleanup. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  /** Resolves with whether it exits by itself within this time. */
  async endedWithin(ms: number): Promise<boolean> {
    const until = Date.now() + ms;
    for (;;) {
      const child = this.#child;
      if (!child || child.exitCode !== null || child.signalCode !== null) return true;
      if (Date.now() > until) return false;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** The signal that ended it; null while it runs, and if it exited by itself. */
  get endedBy(): NodeJS.Signals | null {
    return this.#child?.signalCode ?? null;
  }

  /** Process id of the embedded PostgreSQL's postmaster, from its pid file; null if it is not running. */
  databasePid(): number | null {
    const file = join(this.dataDir, 'postgres', 'pg', 'postmaster.pid');
    if (!existsSync(file)) return null;
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
    return Number.isInteger(pid) && pid > 0 ? pid : null;
  }

  log(): string {
    return existsSync(this.#logFile) ? readFileSync(this.#logFile, 'utf8').slice(-20_000) : '';
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
    this.#child = null;
  }
}
