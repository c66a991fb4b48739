// A real edge as a separate process, and the line between it and the portal, which a proof cuts.
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { freePort } from '@tocsin/e2e/ports';
import { pause } from './_pause.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const stepClock = pathToFileURL(fileURLToPath(new URL('_step-clock.mjs', import.meta.url))).href;

/** A TCP proxy: the line to the portal. */
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
    mend() {
      isCut = false;
    },
    stop() {
      this.cut();
      server.close();
    },
  };
}

export class EdgeProcess {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'tocsin-edge-'));
  #env: Readonly<Record<string, string>> = {};
  readonly #log = join(mkdtempSync(join(tmpdir(), 'tocsin-edge-log-')), 'edge.log');
  readonly #offsetFile = join(mkdtempSync(join(tmpdir(), 'tocsin-edge-clock-')), 'offset');
  #child: ChildProcess | null = null;
  httpPort = 0;
  pagePort = 0;

  constructor() {
    this.stepClock(0);
  }

  /** Sets the system clock as this process sees it, ahead of the real one; takes effect at once. */
  stepClock(byMs: number): void {
    writeFileSync(this.#offsetFile, String(byMs));
  }

  /** Starts it, the first time with its settings, and waits until devices can connect. */
  async start(env = this.#env): Promise<void> {
    this.#env = env;
    this.httpPort ||= await freePort();
    this.pagePort ||= await freePort();
    const out = openSync(this.#log, 'a');
    this.#child = spawn(process.execPath, ['--import', stepClock, 'tools/edge.mjs'], {
      cwd: root,
      stdio: ['ignore', out, out],
      env: {
        ...process.env,
        STEP_CLOCK_FILE: this.#offsetFile,
        EDGE_DATA_DIR: this.dataDir,
        EDGE_HOST: '127.0.0.1',
        EDGE_HTTP_PORT: String(this.httpPort),
        EDGE_MQTT_PORT: 'off',
        EDGE_PAGE_PORT: String(this.pagePort),
        ...this.#env,
      },
    });
    closeSync(out);
    while (!(await this.isUp())) {
      if (this.#child.exitCode !== null) throw new Error(`the edge ended:\n${this.log()}`);
      await pause(50);
    }
  }

  async isUp(): Promise<boolean> {
    const answer = await fetch(`http://127.0.0.1:${this.pagePort}/healthz`).catch(() => null);
    await answer?.body?.cancel();
    return answer?.ok ?? false;
  }

  log(): string {
    return readFileSync(this.#log, 'utf8').slice(-4_000);
  }

  /** `kill -9`. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  }
}
