import { setTimeout as pause } from 'node:timers/promises';
import type { PlantDevice } from '@tocsin/e2e/plant';
import { type Bench, limitRow, type Row } from './bench.ts';
import { type Child, startChild } from './child.ts';
import { waitingFrames } from './compaction.ts';
import type { ReaderQuestions } from './graph-readers.ts';
import { Lags } from './lags.ts';
import { createFrameTexts } from './load.ts';
import { hurryLateHours, makeRig, openDatabase, type Rig } from './rig.ts';
import type { SenderQuestions } from './senders.ts';

/** `BENCH_SHORT=1` runs the bench with little data; its results mean nothing. */
const isShort = process.env.BENCH_SHORT === '1';
const liveCount = 20;
const everyMs = 1_000;
const warmMs = isShort ? 1_000 : 5_000;
const measuredMs = isShort ? 4_000 : 30_000;
const historyDays = isShort ? 1 : 30;
const historyFrameMs = 300_000;
/** Live devices with a month of history; their graphs are read. */
const withHistory = 10;
const backfillFrames = 5_000;
const maxTimes = 4;
const dayMs = 86_400_000;
const hourMs = 3_600_000;

interface Load {
  readonly what: string;
  readonly backfill: boolean;
  readonly readers: number;
  readonly json: boolean;
}
const everyLoad: readonly Load[] = [
  { what: 'alone', backfill: false, readers: 0, json: false },
  { what: 'back-fill', backfill: true, readers: 0, json: false },
  { what: '40 readers', backfill: false, readers: 40, json: false },
  { what: '40 readers of JSON', backfill: false, readers: 40, json: true },
  { what: '300 readers', backfill: false, readers: 300, json: false },
  { what: 'back-fill and 40 readers', backfill: true, readers: 40, json: false },
  { what: 'back-fill and 300 readers', backfill: true, readers: 300, json: false },
];

const loads = isShort
  ? everyLoad.filter((_, index) => index % 3 === 0).map((load) => ({ ...load, readers: Math.min(load.readers, 4) }))
  : everyLoad;

/**
 * Time from creating a frame to its acknowledgement (MQTT, QoS 1) of 20 devices at one frame a second, while one device
 * back-fills in posts of 5,000 frames and readers request 30-day graphs of 100 sensors.
 */
export const bench: Bench = {
  name: 'backfill',
  async run() {
    const rig = await makeRig(liveCount + loads.length);
    try {
      await leaveHistory(rig);
      const rows: Row[] = [];
      const p99s: number[] = [];
      for (const [index, load] of loads.entries()) {
        const past = rig.devices[liveCount + index];
        if (!past) throw new Error('a device is missing');
        const { p99, timeRows } = await measure(rig, load, past);
        p99s.push(p99);
        rows.push(...timeRows);
      }
      const times = Math.max(1, p99s.at(-1) ?? Number.NaN) / Math.max(1, p99s[0] ?? Number.NaN);
      const what = 'p99 beside back-fill and 300 readers, of that alone';
      return [...rows, limitRow(what, times, maxTimes, 'times')];
    } finally {
      await rig.remove();
    }
  },
};

async function measure(rig: Rig, load: Load, past: PlantDevice): Promise<{ p99: number; timeRows: readonly Row[] }> {
  const { server, devices, api } = rig;
  const senders = startChild<SenderQuestions>('./senders.ts');
  const filler = startChild<SenderQuestions>('./senders.ts');
  const readers = startChild<ReaderQuestions>('./graph-readers.ts');
  const ports = { httpPort: server.port, mqttPort: server.mqttPort };
  try {
    await senders.ask('begin', {
      ...ports,
      byMqtt: devices.slice(0, liveCount),
      byHttp: [],
      everyMs,
      framesPerPost: 1,
    });
    if (load.readers > 0)
      await readers.ask('begin', {
        url: server.url,
        token: api.token,
        json: load.json,
        readers: load.readers,
        devices: devices.slice(0, withHistory).map((device) => device.id),
      });
    await filler.ask('begin', { ...ports, byMqtt: [], byHttp: [], everyMs, framesPerPost: 1 });
    const filling = { on: load.backfill, frames: 0 };
    const filled = fill(filler, past, filling);
    await pause(warmMs);
    await Promise.all([senders.ask('take', null), readers.ask('take', null)]);
    const before = filling.frames;
    await pause(measuredMs);
    const [sent, seen] = await Promise.all([senders.ask('take', null), readers.ask('take', null)]);
    const frames = filling.frames - before;
    filling.on = false;
    await filled;
    const lags = new Lags();
    lags.addAll(sent.untilAcknowledged);
    const waits = new Lags();
    waits.addAll(seen.waits);
    const [p50, p99] = [lags.quantile(0.5), lags.quantile(0.99)];
    const seconds = measuredMs / 1_000;
    const { what } = load;
    const timeRows: Row[] = [{ what: `${what}: acknowledgement, p50 and p99`, value: `${p50} ms, ${p99} ms`, aim: '' }];
    if (sent.open > liveCount || sent.errors.length > 0)
      timeRows.push({
        what: `${what}: not acknowledged yet`,
        value: `${sent.open}, ${sent.errors.length} errors`,
        aim: '',
      });
    if (load.backfill)
      timeRows.push({ what: `${what}: late frames stored`, value: `${(frames / seconds).toFixed(0)}/s`, aim: '' });
    if (load.readers > 0)
      timeRows.push({
        what: `${what}: graphs answered, refused, failed; p50`,
        value: `${(seen.answered / seconds).toFixed(1)}/s, ${seen.refused}, ${seen.failed}; ${waits.quantile(0.5)} ms`,
        aim: '0 failed',
        met: seen.failed === 0,
      });
    return { p99, timeRows };
  } finally {
    for (const child of [senders, filler, readers]) child.stop();
  }
}

/** Posts hours older than all other history, one after the other. */
async function fill(
  filler: Child<SenderQuestions>,
  device: PlantDevice,
  filling: { on: boolean; frames: number },
): Promise<void> {
  let from = Math.floor(Date.now() / hourMs) * hourMs - 60 * dayMs;
  while (filling.on) {
    filling.frames += await filler.ask('backfill', { device, from, frames: backfillFrames });
    from += backfillFrames * 1_000;
  }
}

/** Days up to the last complete hour, in chunks and slots. */
async function leaveHistory(rig: Rig): Promise<void> {
  const to = Math.floor(Date.now() / hourMs) * hourMs - hourMs;
  for (const [d, device] of rig.devices.slice(0, withHistory).entries()) {
    const text = createFrameTexts(d + 900, 'compact');
    for (let day = to - historyDays * dayMs; day < to; day += dayMs) {
      const frames = Array.from({ length: dayMs / historyFrameMs }, (_, i) => text(day + i * historyFrameMs));
      await rig.post(device, 'data', `[${frames.join()}]`);
    }
  }
  const database = await openDatabase(rig.server);
  for (let left = 1; left > 0; ) {
    await hurryLateHours(database);
    await pause(200);
    left = await waitingFrames(database);
  }
  await database.end();
}
