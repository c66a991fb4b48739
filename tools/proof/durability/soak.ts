// Minutes at 2,000 frames/s with the sockets of 200 dashboards, during which memory, errors and lag must stay flat;
// _soak-rules.ts defines flat. `npm run proof -- soak [minutes [frames a second]]`, 30 and 2000 by default; the short form
// takes half a minute and decides nothing about growth. Frames are counted in today's table, so a run must not pass
// midnight (UTC).
import { loadavg } from 'node:os';
import type { PlantDevice } from '@tocsin/e2e/plant';
import type { TocsinServer } from '@tocsin/e2e/server';
import type pg from 'pg';
import { type Child, startChild } from '../../../bench/child.ts';
import { Lags } from '../../../bench/lags.ts';
import type { PageQuestions } from '../../../bench/pages.ts';
import { makeRig, openDatabase, type Rig } from '../../../bench/rig.ts';
import type { SenderQuestions } from '../../../bench/senders.ts';
import type { ProofOptions } from '../support/_proof.ts';
import { countSoak, type LateHour, lookAtServer, type ServerFigures } from './_soak-look.ts';
import { evaluateSoak, type SoakSample } from './_soak-rules.ts';

export const hasShort = false;

const usualFramesPerSecond = 2_000;
const pageCount = 200;
/** Of ten devices seven send single frames at QoS 1, three send a post every two seconds, as gateways do. */
const byMqttPart = 0.7;
const postEveryMs = 2_000;
const sampleMs = 10_000;
/** One device after the other sends a hundred frames of an earlier hour, so that compaction runs throughout. */
const backfill = { everyMs: 10_000, frames: 100 };
const hourMs = 3_600_000;
const longFromMinutes = 6;

export async function run({ short, args }: ProofOptions): Promise<boolean> {
  const minutes = short ? 0.5 : Number(args[0] ?? 30);
  const framesPerSecond = Number(args[1] ?? usualFramesPerSecond);
  // The short form has fewer devices, which saves setup time.
  const deviceCount = short ? 200 : 1_000;
  const began = performance.now();
  const rig = await makeRig(deviceCount);
  console.log(`${deviceCount} devices made in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  const senders = startChild<SenderQuestions>('./senders.ts');
  const pages = startChild<PageQuestions>('./pages.ts');
  const database = await openDatabase(rig.server);
  try {
    return await soak({ rig, senders, pages, database, minutes, framesPerSecond });
  } finally {
    senders.stop();
    pages.stop();
    await database.end();
    await rig.remove();
  }
}

async function soak({
  rig,
  senders,
  pages,
  database,
  minutes,
  framesPerSecond,
}: {
  readonly rig: Rig;
  readonly senders: Child<SenderQuestions>;
  readonly pages: Child<PageQuestions>;
  readonly database: pg.Client;
  readonly minutes: number;
  readonly framesPerSecond: number;
}): Promise<boolean> {
  const { server, devices, api } = rig;
  const cut = Math.round(devices.length * byMqttPart);
  const [byMqtt, byHttp] = [devices.slice(0, cut), devices.slice(cut)];
  const everyNth = Math.max(1, Math.floor(devices.length / pageCount));
  const watched = devices.filter((_, i) => i % everyNth === 0).slice(0, pageCount);
  await pages.ask(
    'open',
    watched.map(({ address }) => ({ url: server.url, device: address, token: api.token })),
  );
  const since = Date.now();
  const ports = { httpPort: server.port, mqttPort: server.mqttPort };
  const everyMs = (1_000 * devices.length) / framesPerSecond;
  const framesPerPost = Math.max(1, Math.round(postEveryMs / everyMs));
  await senders.ask('begin', { ...ports, byMqtt, byHttp, everyMs, framesPerPost });
  const late: LateHour[] = [];
  const filling = fillBack({ senders, devices: byHttp, late });
  const { samples, errors } = await sampleFor({ server, senders, pages, minutes });
  await filling.stop();
  const sent = await senders.ask('end', { withinMs: 60_000 });
  const thirds = [1 / 3, 2 / 3, 1].map((part) => samples[Math.ceil(samples.length * part) - 1]);
  for (const sample of thirds) console.log(sample?.heaps.join('\n'));
  const ledger = await countSoak({ database, sent, since, late });
  const missing = sent.reduce((all, { acknowledged }) => all + acknowledged.filter((is) => !is).length, 0);
  const rules = evaluateSoak({
    samples,
    framesPerSecond,
    ledger,
    isLong: minutes >= longFromMinutes,
    errors: errors.length + missing + errorsIn(server.log()).length,
  });
  for (const error of [...errors, ...errorsIn(server.log())].slice(0, 20)) console.log(`error: ${error}`);
  for (const { what, seen, limit, passed } of rules)
    console.log(`${passed === null ? 'too short to say' : passed ? 'kept' : 'BROKEN'}  ${what}: ${seen} (${limit})`);
  return rules.every(({ passed }) => passed !== false);
}

const errorsIn = (log: string): string[] =>
  log.split('\n').filter((line) => /"level":"(warn|error)"|"level":(40|50|60)/.test(line));

function fillBack({
  senders,
  devices,
  late,
}: {
  readonly senders: Child<SenderQuestions>;
  readonly devices: readonly PlantDevice[];
  readonly late: LateHour[];
}): { stop(): Promise<void> } {
  let at = 0;
  let running = Promise.resolve();
  const from = Math.floor(Date.now() / hourMs) * hourMs - 2 * hourMs;
  const timer = setInterval(() => {
    const device = devices[at % devices.length];
    // A device's second turn uses the hour before.
    const hour = from - Math.floor(at / devices.length) * hourMs;
    at++;
    running = senders.ask('backfill', { device, from: hour, frames: backfill.frames }).then((frames) => {
      late.push({ device: device.id, from: hour, frames });
    });
  }, backfill.everyMs);
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}

async function sampleFor({
  server,
  senders,
  pages,
  minutes,
}: {
  readonly server: TocsinServer;
  readonly senders: Child<SenderQuestions>;
  readonly pages: Child<PageQuestions>;
  readonly minutes: number;
}): Promise<{ readonly samples: readonly SoakSample[]; readonly errors: readonly string[] }> {
  const samples: SoakSample[] = [];
  const errors: string[] = [];
  const began = Date.now();
  const before = await lookAtServer(server);
  let last = before;
  printHead();
  while (Date.now() - began < minutes * 60_000) {
    await new Promise((resolve) => setTimeout(resolve, began + (samples.length + 1) * sampleMs - Date.now()));
    const [seen, sent, shown] = await Promise.all([
      lookAtServer(server),
      senders.ask('take', null),
      pages.ask('take', null),
    ]);
    errors.push(...sent.errors);
    if (shown.closed > 0) errors.push(`${shown.closed} pages were closed`);
    if (seen.troubles > last.troubles) errors.push(`${seen.troubles - last.troubles} troubles in the server's figures`);
    samples.push({ ...seen, ...sent, ...shown, atS: (Date.now() - began) / 1000, errors: errors.length, before: last });
    last = seen;
    const perMinute = 60_000 / sampleMs;
    if (samples.length % perMinute === 0) printMinute(samples.slice(-perMinute));
  }
  if (samples.length < 60_000 / sampleMs) printMinute(samples);
  return { samples, errors };
}

const columns = [
  'min',
  'frames/s',
  'stored p50/p99 ms',
  'socket p50/p99 ms',
  'documents/s',
  'RSS MB',
  'heap MB',
  'database MB',
  'waiting kB',
  'hours written',
  'line, all % of a core',
  'loop p99 ms',
  'load average',
  'documents skipped',
  'posts sent again',
  'errors',
];
const printHead = () => {
  console.log(`| ${columns.join(' | ')} |`);
  console.log(`|${columns.map(() => '---').join('|')}|`);
};

type Figure = Exclude<keyof ServerFigures, 'heaps'> | 'acknowledged' | 'documents';

function printMinute(samples: readonly SoakSample[]): void {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last) return;
  const seconds = (samples.length * sampleMs) / 1000;
  const p50AndP99 = (name: 'untilAcknowledged' | 'sinceMade'): string => {
    const lags = new Lags();
    for (const sample of samples) lags.addAll(sample[name]);
    return `${lags.quantile(0.5)}/${lags.quantile(0.99)}`;
  };
  const mean = (name: Figure): number => samples.reduce((all, sample) => all + sample[name], 0) / samples.length;
  const gained = (name: Exclude<keyof ServerFigures, 'heaps'>): number => last[name] - first.before[name];
  const cells = [
    (last.atS / 60).toFixed(1),
    ((mean('acknowledged') * 1000) / sampleMs).toFixed(0),
    p50AndP99('untilAcknowledged'),
    p50AndP99('sinceMade'),
    ((mean('documents') * 1000) / sampleMs).toFixed(0),
    mean('server RSS').toFixed(0),
    mean('server heap').toFixed(0),
    mean('database PSS').toFixed(0),
    (Math.max(...samples.map((one) => one.waitingBytes)) / 1024).toFixed(0),
    gained('hours'),
    `${((100 * gained('lineS')) / seconds).toFixed(0)}, ${((100 * gained('cpuS')) / seconds).toFixed(0)}`,
    last.loopMs.toFixed(0),
    (loadavg()[0] ?? 0).toFixed(1),
    gained('skipped'),
    samples.reduce((all, one) => all + one.sentAgain, 0),
    last.errors,
  ];
  console.log(`| ${cells.join(' | ')} |`);
}
