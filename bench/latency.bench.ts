import { setTimeout as pause } from 'node:timers/promises';
import type { Bench, Row } from './bench.ts';
import { startChild } from './child.ts';
import { waitingFrames } from './compaction.ts';
import type { GraphRequestCalls } from './graph-requests.ts';
import { Lags } from './lags.ts';
import { createFrameTexts } from './load.ts';
import type { PageQuestions } from './pages.ts';
import { hurryLateHours, makeRig, openDatabase, type Rig, type Taken, takenBy } from './rig.ts';
import type { SenderQuestions } from './senders.ts';

const deviceCount = 100;
const everyMs = 100;
const watched = 20;
const warmMs = 5_000;
const measuredMs = 20_000;
const graphsPerS = 20;
/** Devices with a full day of history; their graphs are requested. */
const withHistory = 10;
const historyFrameMs = 30_000;
const dayMs = 86_400_000;
const hourMs = 3_600_000;

/**
 * Time from frame to socket message at 1,000 frames/s while 20 day graphs of 100 sensors are requested per second, as
 * the page requests them. Devices, pages and graph readers are processes of their own, so that none waits for another.
 */
export const bench: Bench = {
  name: 'latency',
  async run() {
    const rig = await makeRig(deviceCount);
    try {
      await leaveHistory(rig);
      return [...(await measure(rig, 0)), ...(await measure(rig, graphsPerS))];
    } finally {
      await rig.remove();
    }
  },
};

async function measure(rig: Rig, perSecond: number): Promise<readonly Row[]> {
  const { server, devices, api } = rig;
  const senders = startChild<SenderQuestions>('./senders.ts');
  const pages = startChild<PageQuestions>('./pages.ts');
  const askers = startChild<GraphRequestCalls>('./graph-requests.ts');
  try {
    const about = { url: server.url, token: api.token };
    await pages.ask(
      'open',
      devices.slice(0, watched).map((device) => ({ ...about, device: device.address })),
    );
    const ports = { httpPort: server.port, mqttPort: server.mqttPort };
    await senders.ask('begin', { ...ports, byMqtt: devices, byHttp: [], everyMs, framesPerPost: 1 });
    if (perSecond > 0) {
      const requestedIds = devices.slice(0, withHistory).map((device) => device.id);
      await askers.ask('begin', { ...about, devices: requestedIds, perSecond });
    }
    await pause(warmMs);
    await Promise.all([pages.ask('take', null), askers.ask('take', null), senders.ask('take', null)]);
    const before = await takenBy(server);
    await pause(measuredMs);
    const [shown, graphs, sent] = await Promise.all([
      pages.ask('take', null),
      askers.ask('take', null),
      senders.ask('take', null),
    ]);
    const after = await takenBy(server);
    return rowsOf(perSecond, { shown, graphs, sent, before, after });
  } finally {
    for (const child of [senders, pages, askers]) child.stop();
  }
}

function rowsOf(
  perSecond: number,
  seen: {
    readonly shown: Awaited<ReturnType<PageQuestions['take']>>;
    readonly graphs: Awaited<ReturnType<GraphRequestCalls['take']>>;
    readonly sent: Awaited<ReturnType<SenderQuestions['take']>>;
    readonly before: Taken;
    readonly after: Taken;
  },
): Row[] {
  const { shown, graphs, sent, before, after } = seen;
  const how = perSecond > 0 ? `beside ${perSecond} day graphs/s` : 'alone';
  const seconds = measuredMs / 1_000;
  const lags = new Lags();
  lags.addAll(shown.sinceMade);
  const waits = new Lags();
  waits.addAll(graphs.waits);
  const p99 = lags.quantile(0.99);
  const percent = (s: number): string => ((100 * s) / seconds).toFixed(0);
  const rows: Row[] = [
    { what: `${how}: frame in to socket out, p50`, value: `${lags.quantile(0.5)} ms`, aim: '' },
    { what: `${how}: frame in to socket out, p99`, value: `${p99} ms`, aim: 'below 100 ms', met: p99 < 100 },
    { what: `${how}: frames stored`, value: `${(sent.acknowledged / seconds).toFixed(0)}/s`, aim: '1000/s' },
    {
      what: `${how}: the line's thread, all threads`,
      value: `${percent(after.line - before.line)} %, ${percent(after.all - before.all)} % of a core`,
      aim: '',
    },
  ];
  if (perSecond === 0) return rows;
  return [
    ...rows,
    {
      what: `${how}: answered, ${(graphs.bytes / graphs.answered / 1e6).toFixed(2)} MB each`,
      value: `${(graphs.answered / seconds).toFixed(1)}/s, ${graphs.refused} refused`,
      aim: `${perSecond}/s`,
    },
    { what: `${how}: a graph, p50 and p99`, value: `${waits.quantile(0.5)} ms, ${waits.quantile(0.99)} ms`, aim: '' },
  ];
}

/** Yesterday to the last complete hour, in chunks and slots. */
async function leaveHistory(rig: Rig): Promise<void> {
  const to = Math.floor(Date.now() / hourMs) * hourMs - hourMs;
  for (const [d, device] of rig.devices.slice(0, withHistory).entries()) {
    const text = createFrameTexts(d + 900, 'compact');
    for (let hour = to - dayMs + hourMs; hour < to; hour += hourMs) {
      const frames = Array.from({ length: hourMs / historyFrameMs }, (_, i) => text(hour + i * historyFrameMs));
      await rig.post(device, 'data', `[${frames.join()}]`);
    }
  }
  const database = await openDatabase(rig.server);
  await hurryLateHours(database);
  for (let left = 1; left > 0; ) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    left = await waitingFrames(database);
  }
  await database.end();
}
