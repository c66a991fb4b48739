import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { freePort } from './ports.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const stepClock = pathToFileURL(fileURLToPath(new URL('step-clock.mjs', import.meta.url))).href;
/** Opens a TCP proxy between an edge and the portal that can be cut. */
export async function openLine(portalPort: number) {
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer((inner) => {
    if (isCut) {
      inner.destroy();
      return;
    }
    const outer = connect(portalPort, '127.0.0.1');
    for (const [one, other] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      open.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    cut() {
      isCut = true;
      for (const socket of open) socket.destroy();
    },
    restore() {
      isCut = false;
    },
    stop() {
      this.cut();
      server.close();
    },
  };
}

/** A real edge in its own process, started as at a plant, with its own ports and data folder. */
export class EdgeProcess {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'tocsin-edge-'));
  #env: Readonly<Record<string, string>> = {};
  readonly #log = join(mkdtempSync(join(tmpdir(), 'tocsin-edge-log-')), 'edge.log');
  readonly #offsetFile = join(mkdtempSync(join(tmpdir(), 'tocsin-edge-clock-')), 'offset');
  #child: ChildProcess | null = null;
  httpPort = 0;
  mqttPort = 0;
  pagePort = 0;

  constructor() {
    this.stepClock(0);
  }

  get pageUrl(): string {
    return `http://127.0.0.1:${this.pagePort}/`;
  }

  get mqttUrl(): string {
    return `mqtt://127.0.0.1:${this.mqttPort}`;
  }

  /** Sets this process's clock ahead of the real one; takes effect at once. */
  stepClock(byMs: number): void {
    writeFileSync(this.#offsetFile, String(byMs));
  }

  /** Starts it, the first time with its claim, and waits until devices can connect. */
  async start(env = this.#env): Promise<void> {
    this.#env = env;
    this.httpPort ||= await freePort();
    this.mqttPort ||= await freePort();
    this.pagePort ||= await freePort();
    const out = openSync(this.#log, 'a');
    const child = spawn(process.execPath, ['--import', stepClock, 'tools/edge.mjs'], {
      cwd: root,
      stdio: ['ignore', out, out],
      env: {
        ...process.env,
        NODE_ENV: '',
        STEP_CLOCK_FILE: this.#offsetFile,
        EDGE_DATA_DIR: this.dataDir,
        EDGE_HOST: '127.0.0.1',
        EDGE_HTTP_PORT: String(this.httpPort),
        EDGE_MQTT_PORT: String(this.mqttPort),
        EDGE_PAGE_PORT: String(this.pagePort),
        ...this.#env,
      },
    });
    closeSync(out);
    this.#child = child;
    while (!(await this.isUp())) {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`the edge exited:\n${this.log()}`);
      await pause(50);
    }
  }

  async isUp(): Promise<boolean> {
    const answer = await fetch(`${this.pageUrl}healthz`).catch(() => null);
    await answer?.body?.cancel();
    return answer?.ok ?? false;
  }

  log(): string {
    return readFileSync(this.#log, 'utf8').slice(-4_000);
  }

  /** `kill -9`. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Stops it and deletes its data. */
  async remove(): Promise<void> {
    await this.#end('SIGTERM');
    for (const folder of [this.dataDir, dirname(this.#log), dirname(this.#offsetFile)])
      rmSync(folder, { recursive: true, force: true });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await gone;
  }
}
