import { connect as connectPlain } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { DeviceState } from '../pipeline/2-track/device-state.ts';
import type { Clock } from '../platform/clock.ts';
import type { ShutdownHooks } from './shutdown-hooks.ts';

const everyMs = 10 * 60_000;
const answerWithinMs = 10_000;
/** Older readings say nothing about the clock of now. */
const validForMs = 3600_000;
const maxReadings = 5;
const maxGreetingBytes = 2_048;
/** Fewer devices may share one wrong clock. */
const minDevices = 3;

interface Reading {
  readonly at: number;
  readonly offsetMs: number;
}
type Heard = 'http' | 'smtp';
/** By how much the server's clock is ahead of another one, in milliseconds; a clock that was not heard is missing. */
export type ClockOffsets = Partial<Record<Heard | 'devices', number>>;

/** When a question was asked and its answer came, by the server's clock. */
interface Exchange {
  readonly askedAt: number;
  readonly answeredAt: number;
}

/** The date of an answer's header or of a mail server's greeting, in unix ms; null: there is none. */
export function dateIn(text: string | null): number | null {
  const date = /[A-Z][a-z]{2}, {1,2}\d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d (?:[+-]\d{4}|[A-Z]{2,3})/.exec(
    text ?? '',
  );
  const ms = date ? Date.parse(date[0]) : Number.NaN;
  return Number.isNaN(ms) ? null : ms;
}

const medianOf = (values: readonly number[]): number | undefined => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  const lower = sorted[sorted.length - 1 - middle];
  return upper === undefined || lower === undefined ? undefined : (upper + lower) / 2;
};

/** Median of how far the server's clock is ahead of the clocks of online devices; undefined: too few devices. */
function offsetOfDevices(deviceStates: Iterable<DeviceState>): number | undefined {
  const offsets: number[] = [];
  for (const { clock, newest, online } of deviceStates)
    if (newest && online) offsets.push(clock.measuredMs ?? newest.receivedAt - newest.deviceTs);
  return offsets.length < minDevices ? undefined : medianOf(offsets);
}

export interface ClockWatchDependencies {
  readonly clock: Clock;
  /** Asked for its Date header; null: none but the heartbeat's address. */
  readonly httpUrl: string | null;
  /** A mail server whose greeting may contain its time. */
  readonly smtpUrl: string | null;
  readonly deviceStates: () => Iterable<DeviceState>;
}

/** Compares the server's clock with those of an HTTP server, of the mail server and of the devices. */
export class ClockWatch {
  readonly #dependencies: ClockWatchDependencies;
  readonly #readings: Readonly<Record<Heard, Reading[]>> = { http: [], smtp: [] };
  #cancel: () => void = () => {};

  constructor(dependencies: ClockWatchDependencies) {
    this.#dependencies = dependencies;
  }

  /** Asks now and then every ten minutes. A clock that does not answer is only missing. */
  start(): void {
    this.#cancel = this.#dependencies.clock.after(everyMs, () => this.start());
    void this.ask();
  }

  stop(): void {
    this.#cancel();
  }

  async ask(): Promise<void> {
    const { httpUrl, smtpUrl, clock } = this.#dependencies;
    const askedAt = clock.now();
    const ask = async (source: Heard, question: Promise<string | null>): Promise<void> => {
      const text = await question.catch(() => null);
      this.heard(source, text, { askedAt, answeredAt: clock.now() });
    };
    await Promise.all([
      httpUrl === null ? null : ask('http', readDate(httpUrl)),
      smtpUrl === null ? null : ask('smtp', readGreeting(new URL(smtpUrl))),
    ]);
  }

  /** Notes the time of another clock, which has whole seconds. */
  heard(source: Heard, text: string | null, { askedAt, answeredAt }: Exchange): void {
    const date = dateIn(text);
    if (date === null) return;
    const readings = this.#readings[source];
    readings.push({ at: answeredAt, offsetMs: (askedAt + answeredAt) / 2 - (date + 500) });
    if (readings.length > maxReadings) readings.shift();
  }

  offsets(): ClockOffsets {
    const now = this.#dependencies.clock.now();
    const median = (source: Heard): number | undefined =>
      medianOf(this.#readings[source].filter(({ at }) => Math.abs(now - at) <= validForMs).map((r) => r.offsetMs));
    const all = {
      http: median('http'),
      smtp: median('smtp'),
      devices: offsetOfDevices(this.#dependencies.deviceStates()),
    };
    return Object.fromEntries(Object.entries(all).filter(([, offset]) => offset !== undefined));
  }
}

async function readDate(url: string): Promise<string | null> {
  const answer = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(answerWithinMs), redirect: 'manual' });
  await answer.body?.cancel();
  return answer.headers.get('date');
}

/** The first line of a mail server, which some write with their time; the conversation ends with it. */
function readGreeting({ protocol, hostname, port }: URL): Promise<string> {
  const isTls = protocol === 'smtps:';
  const host = hostname.replace(/^\[|\]$/g, '');
  const to = { host, port: Number(port) || (isTls ? 465 : 587) };
  return new Promise((resolve, reject) => {
    const socket = isTls ? connectTls({ ...to, servername: host }) : connectPlain(to);
    let text = '';
    socket.setTimeout(answerWithinMs, () => socket.destroy(new Error('no greeting')));
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (!text.includes('\n') && text.length <= maxGreetingBytes) return;
      resolve(text);
      socket.end('QUIT\r\n');
    });
  });
}

/** Starts the watch of the server's clock. */
export function startClockWatch(dependencies: ClockWatchDependencies, shutdownHooks: ShutdownHooks): ClockWatch {
  const watch = new ClockWatch(dependencies);
  watch.start();
  shutdownHooks.add('clock watch', () => watch.stop());
  return watch;
}
