import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createSimClock, every, pause } from './clock.ts';
import { createDevice } from './create-device.ts';
import { historyDays, historyDaysAsSent, historyOfDay, wear } from './demo-history.ts';
import { DemoLoop } from './demo-loop.ts';
import { type DemoDevice, demoDevices } from './demo-plant.ts';
import type { SimDevice } from './device.ts';
import { post } from './http-sender.ts';
import { compactJson } from './json.ts';
import { JsonDevice } from './json-device.ts';
import { seedOf } from './random.ts';
import type { SimFrame, SimMessage } from './shape.ts';

export interface DemoOptions {
  readonly mqttUrl: string;
  readonly httpUrl: string;
  /** Addresses by serial number: udf_id, or the id of an F500. */
  readonly addresses: Readonly<Record<string, string>>;
  /** File with the progress of the history, so that it is sent only once. */
  readonly stateFile: string;
  readonly signal: AbortSignal;
  readonly speed?: number;
  /** Pause between two posts of history, so that live frames are not disturbed. */
  readonly historyPauseMs?: number;
  readonly log?: (line: string) => void;
}

interface DemoState {
  /** The first start: the end of the history. */
  readonly beganMs: number;
  /** When the devices were switched on, for their uptime. */
  readonly poweredMs: number;
  /** Days of history already stored, by serial number: the first so many of `historyDaysAsSent`. */
  readonly done: Record<string, number>;
  /** Absent: written by a version that sent the days newest first. */
  readonly isOldestFirst?: boolean;
}

const poweredBeforeMs = 18.2 * 86_400_000;
const framesPerPost = 360;
/**
 * At the very first start the devices have been running for this long at their own rate, so that sparklines are full.
 */
const leadMs = 10 * 60_000;

function readState(file: string): DemoState {
  if (existsSync(file)) return inOurOrder(JSON.parse(readFileSync(file, 'utf8')) as DemoState);
  const now = Date.now();
  const state: DemoState = { beganMs: now, poweredMs: now - poweredBeforeMs, done: {}, isOldestFirst: true };
  writeState(file, state);
  return state;
}

/** What an earlier version had sent in part is sent again: the server knows every frame that it has. */
function inOurOrder(state: DemoState): DemoState {
  if (state.isOldestFirst) return state;
  const whole = Object.entries(state.done).filter(([, days]) => days > historyDays);
  return { ...state, done: Object.fromEntries(whole), isOldestFirst: true };
}

function writeState(file: string, state: DemoState): void {
  writeFileSync(`${file}.new`, JSON.stringify(state));
  renameSync(`${file}.new`, file);
}

/** Plays the demo's devices through the real adapters until the signal aborts. */
export async function runDemo(options: DemoOptions): Promise<void> {
  const state = readState(options.stateFile);
  const clock = createSimClock({ startMs: Date.now(), speed: options.speed ?? 1 });
  const isFirst = Date.now() - state.beganMs < 60_000 && Object.keys(state.done).length === 0;
  const startMs = clock.now() - (isFirst ? leadMs : 0);
  const leads: (() => Promise<void>)[] = [];
  const sims = new Map<string, SimDevice>();
  const lines: JsonDevice[] = [];
  for (const device of demoDevices) {
    const address = options.addresses[device.serialNumber];
    if (!address) continue;
    const sim = createDevice({
      type: device.type,
      seed: seedOf(device.serialNumber) ^ startMs,
      startMs,
      schedule: 'always',
      warm: true,
      jitter: 0.1,
      uptimeS: Math.floor((startMs - state.poweredMs) / 1000),
    });
    const { dead } = device;
    if (dead) sim.act({ do: 'report', sensor: dead.sensor, value: dead.value });
    wear(sim, device, startMs - state.beganMs);
    const line = new JsonDevice(sim, {
      url: options.mqttUrl,
      address,
      serial: device.serialNumber,
      code: device.code,
      faults: { dropped: 0.002, duplicated: 0.001 },
    });
    sims.set(device.serialNumber, sim);
    lines.push(line);
    const lead = isFirst ? framesOf(sim.advance(startMs + leadMs)) : [];
    leads.push(async () => {
      if (lead.length > 0) await post(adapterOf(options, device), 'data', lead.map(compactJson), options.signal);
    });
    line.start();
  }
  const loop = new DemoLoop(clock.now());
  const live = every(200, options.signal, () => {
    const now = clock.now();
    for (const step of loop.due(now)) {
      for (const line of lines) line.advance(step.atMs);
      sims.get(step.serialNumber)?.act(step.action);
    }
    for (const line of lines) line.advance(now);
  });
  const history = sendHistory(options, state, lines, leads).catch((error: unknown) => {
    options.log?.(`history stopped: ${error instanceof Error ? error.message : String(error)}`);
  });
  await Promise.all([live, history]);
  // No death messages: the plant continues when the portal stops.
  await Promise.all(lines.map((line) => line.sender.stop()));
}

const framesOf = (messages: readonly SimMessage[]): SimFrame[] =>
  messages.flatMap((message) => (message.kind === 'data' ? [message.frame] : []));

const adapterOf = (options: DemoOptions, device: DemoDevice) => ({
  url: options.httpUrl,
  address: options.addresses[device.serialNumber] ?? '',
  serial: device.serialNumber,
  code: device.code,
});

/** The days of the history, one device after the other within a day. */
async function sendHistory(
  options: DemoOptions,
  state: DemoState,
  lines: readonly JsonDevice[],
  leads: readonly (() => Promise<void>)[],
): Promise<void> {
  const { signal } = options;
  while (lines.some((line) => line.sender.acknowledged === 0)) {
    if (signal.aborted) return;
    await pause(250, signal);
  }
  for (const send of leads) await send();
  for (const [index, dayStartMs] of historyDaysAsSent(state.beganMs).entries())
    for (const device of demoDevices) {
      if ((state.done[device.serialNumber] ?? 0) > index || !options.addresses[device.serialNumber]) continue;
      if (!(await sendDay(options, device, dayStartMs, state.beganMs))) return;
      state.done[device.serialNumber] = index + 1;
      writeState(options.stateFile, state);
    }
}

async function sendDay(
  options: DemoOptions,
  device: DemoDevice,
  dayStartMs: number,
  untilMs: number,
): Promise<boolean> {
  const adapter = adapterOf(options, device);
  let frames: object[] = [];
  const flush = async () => {
    if (frames.length === 0) return true;
    const stored = await post(adapter, 'data', frames, options.signal);
    frames = [];
    await pause(options.historyPauseMs ?? 300, options.signal);
    return stored !== null;
  };
  for (const piece of historyOfDay(device, dayStartMs, untilMs - leadMs, untilMs)) {
    frames.push(...piece.map(compactJson));
    // Creating an hour takes some milliseconds: live frames go first.
    await pause(5, options.signal);
    if (frames.length >= framesPerPost && !(await flush())) return false;
  }
  return await flush();
}
