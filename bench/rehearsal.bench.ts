import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { type RehearsalDays, RehearsalLine } from '@tocsin/contract/rehearsal';
import type { WarningRow } from '@tocsin/contract/sensors';
import type { Bench, Row } from './bench.ts';
import { quantile } from './bench.ts';
import { startChild } from './child.ts';
import { fillHistory } from './history.ts';
import { Lags } from './lags.ts';
import { createFrameTexts, sensorCount, sensorPaths } from './load.ts';
import { makeRig, type Rig, takenBy } from './rig.ts';
import type { SenderQuestions } from './senders.ts';

const days = 90;
const liveCount = 20;
const everyMs = 1_000;
const warmMs = 5_000;
const measuredMs = 30_000;
const rounds = 3;

/**
 * 'Try on history' of a device with frames of 100 sensors every 2 s, and the acknowledgement of live frames (MQTT,
 * QoS 1) beside it.
 */
export const bench: Bench = {
  name: 'rehearsal',
  async run() {
    const rig = await makeRig(liveCount + 1);
    try {
      const past = rig.devices[liveCount];
      if (!past) throw new Error('a device is missing');
      fillHistory(rig.server.dataDir, past.id, sensorCount, days);
      await rig.post(past, 'data', createFrameTexts(1, 'compact')(Date.now()));
      return [...(await runs(rig, past.id)), ...(await beside(rig, past.id))];
    } finally {
      await rig.remove();
    }
  },
};

/** The values of sensor n stay within 1 °C of 20 + n % 40. */
const row = (sensor: number, value: number, more: Partial<WarningRow> = {}): WarningRow => ({
  sensor_id: sensorPaths[sensor] ?? '',
  sign: '>',
  value,
  delay_seconds: 60,
  ...more,
});
const quiet = [row(20, 45)];
/** Passes its limit several times a minute. */
const lively = [row(20, 40, { delay_seconds: 0 })];
const tenRules = [
  ...[21, 22, 23, 24].map((n) => row(n, 20 + n + 5, { deadband: 1 })),
  ...[25, 26].map((n) => row(n, 2, { kind: 'rise', window_seconds: 600 })),
  ...[27, 28].map((n) => row(n, 15, { kind: 'difference', reference: sensorPaths[0] ?? null })),
  row(29, 0.1, { kind: 'flat', sign: '<', window_seconds: 3_600 }),
  row(30, 65, { only_while: { sensor_id: sensorPaths[1] ?? '', sign: '>', value: 20, for_seconds: 1_800 } }),
];

interface Run {
  readonly seconds: number;
  readonly readings: number;
  readonly warnings: number;
}

/** Runs rules as the page does, with the signal of the first one. */
async function rehearse(
  rig: Rig,
  device: number,
  what: { readonly results: readonly WarningRow[]; readonly days: RehearsalDays },
): Promise<Run> {
  const from = performance.now();
  const answer = await fetch(`${rig.server.url}/api/v1/devices/${device}/settings/warnings/rehearsal/`, {
    method: 'POST',
    headers: { authorization: `JWT ${rig.api.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...what, signal: 0 }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  const line = RehearsalLine.parse(JSON.parse(text.trim().split('\n').at(-1) ?? ''));
  if (line.kind !== 'result') throw new Error(`a rehearsal ended with ${line.kind}`);
  const { readings, rules } = line.rehearsal;
  const warnings = rules.reduce((sum, rule) => sum + rule.after.count, 0);
  return { seconds: (performance.now() - from) / 1_000, readings, warnings };
}

async function runs(rig: Rig, device: number): Promise<Row[]> {
  const cases = [
    ['30 days of one sensor', { results: quiet, days: 30 }, 2],
    ['30 days of one sensor that chatters', { results: lively, days: 30 }, 2],
    ['90 days of ten rules', { results: tenRules, days: 90 }, 20],
  ] as const;
  const rows: Row[] = [];
  for (const [what, order, aimSeconds] of cases) {
    const measured: Run[] = [];
    for (let round = 0; round < rounds; round++) measured.push(await rehearse(rig, device, order));
    const seconds = quantile(
      measured.map((one) => one.seconds),
      0.5,
    );
    const { readings = 0, warnings = 0 } = measured[0] ?? {};
    const about = `${(readings / 1e6).toFixed(2)} M readings, ${warnings} warnings`;
    rows.push({
      what: `${what}, ${about}`,
      value: `${seconds.toFixed(2)} s`,
      aim: `${aimSeconds} s`,
      met: seconds <= aimSeconds,
    });
  }
  rows.push({ what: 'most memory of the server so far', value: `${peakMb(rig.server.pid)} MB`, aim: '' });
  return rows;
}

/** The largest resident set of a process since its start. */
function peakMb(pid: number): string {
  const kb = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return (Number(kb) / 1_024).toFixed(0);
}

/** Live frames alone, then while one rehearsal follows the other. */
async function beside(rig: Rig, device: number): Promise<Row[]> {
  const senders = startChild<SenderQuestions>('./senders.ts');
  const { port: httpPort, mqttPort } = rig.server;
  const measure = async (what: string): Promise<{ readonly p99: number; readonly rows: readonly Row[] }> => {
    await pause(warmMs);
    await senders.ask('take', null);
    const before = await takenBy(rig.server);
    await pause(measuredMs);
    const { untilAcknowledged, acknowledged } = await senders.ask('take', null);
    const after = await takenBy(rig.server);
    const lags = new Lags();
    lags.addAll(untilAcknowledged);
    const p99 = lags.quantile(0.99);
    const used = ((after.line - before.line) / (measuredMs / 1_000)) * 100;
    const about = `p50 ${lags.quantile(0.5)} ms, p99 ${p99} ms`;
    return {
      p99,
      rows: [
        { what: `${what}: frame to acknowledgement, ${acknowledged} frames`, value: about, aim: '' },
        { what: `${what}: the pipeline's thread`, value: `${used.toFixed(0)} % of a core`, aim: '' },
      ],
    };
  };
  try {
    const byMqtt = rig.devices.slice(0, liveCount);
    await senders.ask('begin', { httpPort, mqttPort, byMqtt, byHttp: [], everyMs, framesPerPost: 1 });
    const alone = await measure('without rehearsal');
    let isRunning = true;
    let done = 0;
    const rehearsals = (async () => {
      for (; isRunning; done++) await rehearse(rig, device, { results: tenRules, days: 90 });
    })();
    const busy = await measure('beside rehearsals');
    isRunning = false;
    await rehearsals;
    return [
      ...alone.rows,
      ...busy.rows,
      { what: 'rehearsals of 90 days meanwhile', value: `${done}`, aim: '' },
      {
        what: 'p99 beside / without',
        value: (busy.p99 / alone.p99).toFixed(2),
        aim: 'the pipeline undisturbed',
      },
    ];
  } finally {
    senders.stop();
  }
}
