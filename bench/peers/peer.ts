import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';

/** Another system that stores the same samples. */
export interface Peer {
  readonly name: string;
  /** What acknowledged samples survive. */
  readonly durability: string;
  write(lines: string): Promise<void>;
  /** Resolves when everything written is in its final form on disk. */
  settle(): Promise<void>;
  bytes(): number;
  /** Mean, minimum and maximum of each minute of every sensor of one device; returns the number of points. */
  readDay(device: number, from: number, to: number): Promise<number>;
  stop(): Promise<void>;
}

const agent = new Agent({ keepAlive: true, maxSockets: 32 });

/** One frame in InfluxDB's line protocol, which both peers read: a field per sensor. */
export const lineOf = (device: number, ts: number, values: readonly number[]): string =>
  `t,d=${device} ${values.map((value, i) => `s${i}=${value}`).join()} ${ts}`;

export const hasProgram = (name: string): boolean =>
  ['/usr/bin', '/usr/sbin', '/usr/local/bin'].some((folder) => existsSync(join(folder, name)));

export function begin(program: string, args: readonly string[]): ChildProcess {
  return spawn(program, args, { stdio: 'ignore' });
}

export function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  return ended;
}

export async function untilAnswers(url: string): Promise<void> {
  const by = Date.now() + 30_000;
  while (!(await fetch(url).catch(() => null))?.ok) {
    if (Date.now() > by) throw new Error(`${url} does not answer`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Posts over a kept connection; again over another one if the peer had closed that connection in the meantime. */
export async function send(port: number, path: string, body: string): Promise<void> {
  for (;;) {
    try {
      await post(port, path, body);
      return;
    } catch (error) {
      if (!(error instanceof ClosedInTheMeantime)) throw error;
    }
  }
}

class ClosedInTheMeantime extends Error {}

function post(port: number, path: string, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-length': Buffer.byteLength(body) };
    const call = request({ agent, port, host: '127.0.0.1', method: 'POST', path, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (piece: string) => {
        text += piece;
      });
      answer.on('end', () => {
        if ((answer.statusCode ?? 500) < 300) resolve();
        else reject(new Error(`${path}: ${answer.statusCode} ${text.slice(0, 300)}`));
      });
    });
    call.once('error', (error: NodeJS.ErrnoException) => {
      const isClosed = call.reusedSocket && error.code === 'ECONNRESET';
      reject(isClosed ? new ClosedInTheMeantime(path, { cause: error }) : error);
    });
    call.end(body);
  });
}

/** Bytes of a folder on disk. */
export function bytesIn(folder: string): number {
  const { stdout } = spawnSync('du', ['-sB1', folder], { encoding: 'utf8' });
  return Number(stdout.split('\t')[0]);
}
