import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { PlantDevice } from '@tocsin/e2e/plant';
import type { Bench, Row } from './bench.ts';
import { quantile } from './bench.ts';
import { startChild } from './child.ts';
import { loadWarnings, sensorPaths } from './load.ts';
import { makeRig, type Rig, takenBy } from './rig.ts';
import type { SenderQuestions } from './senders.ts';

const deviceCount = 10;
/** 100 frames/s of each device, in posts of 25. */
const everyMs = 10;
const framesPerPost = 25;
const warmMs = 5_000;
const measuredMs = 15_000;
const rounds = 3;

/** A rule of each sensor: 25 of each kind, all with deadband and off-delay, a quarter of them conditional. */
const richWarnings = sensorPaths.map((path, n) => {
  const other = sensorPaths[(n + 1) % sensorPaths.length] ?? path;
  const common = { sensor_id: path, delay_seconds: 60, off_delay_seconds: 120 };
  switch (n % 4) {
    case 0:
      return { ...common, kind: 'rise', sign: '>', value: 20, window_seconds: 300, deadband: 1 };
    case 1:
      return { ...common, kind: 'difference', sign: '>', value: 45, reference: other, absolute: true, deadband: 2 };
    case 2:
      return { ...common, kind: 'flat', sign: '<', value: 0.1, window_seconds: 600 };
    default: {
      const gate = { sensor_id: other, sign: '>', value: 10, for_seconds: 1_800 };
      return { ...common, kind: 'value', sign: '>', value: 65, deadband: 2, only_while: gate };
    }
  }
});

/** What a frame of 100 sensors costs the pipeline: 10 simple rules against 100 of every kind. */
export const bench: Bench = {
  name: 'rules',
  async run() {
    const alone = await costsAlone();
    const rig = await makeRig(deviceCount);
    try {
      const figures: Record<'none' | 'simple' | 'rich', number[]> = { none: [], simple: [], rich: [] };
      // In turns, so that a busy moment of the machine affects all.
      for (let round = 0; round < rounds; round++) {
        figures.none.push(await costWith(rig, []));
        figures.simple.push(await costWith(rig, loadWarnings));
        figures.rich.push(await costWith(rig, richWarnings));
      }
      const usual = (of: keyof Costs): number => quantile(figures[of], 0.5);
      return [
        ...rowsOf('committed alone, no database', alone),
        ...rowsOf('posts of 25 by 10 devices', {
          none: usual('none'),
          simple: usual('simple'),
          rich: usual('rich'),
        }),
      ];
    } finally {
      await rig.remove();
    }
  },
};

/** Microseconds of a frame. */
interface Costs {
  readonly none: number;
  readonly simple: number;
  readonly rich: number;
}

const rowsOf = (what: string, { none, simple, rich }: Costs): Row[] => [
  { what: `${what}: without rules`, value: `${none.toFixed(1)} µs`, aim: '' },
  { what: `${what}: 10 simple rules`, value: `${simple.toFixed(1)} µs`, aim: '' },
  { what: `${what}: 100 rules of every kind`, value: `${rich.toFixed(1)} µs`, aim: '' },
  { what: `${what}: 100 of every kind / 10 simple`, value: (rich / simple).toFixed(2), aim: '' },
];

/** Without server and database, by a process of its own. */
async function costsAlone(): Promise<Costs> {
  const script = fileURLToPath(new URL('../tools/bench-rules.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script, '4000']);
  return JSON.parse(stdout) as Costs;
}

/** Microseconds of the pipeline's thread for one frame. */
async function costWith(rig: Rig, rules: readonly object[]): Promise<number> {
  await Promise.all(rig.devices.map((device) => replaceRules(rig, device, rules)));
  const senders = startChild<SenderQuestions>('./senders.ts');
  try {
    const { port: httpPort, mqttPort } = rig.server;
    await senders.ask('begin', { httpPort, mqttPort, byMqtt: [], byHttp: rig.devices, everyMs, framesPerPost });
    await pause(warmMs);
    await senders.ask('take', null);
    const before = await takenBy(rig.server);
    await pause(measuredMs);
    const { acknowledged, errors } = await senders.ask('take', null);
    const after = await takenBy(rig.server);
    if (errors.length > 0 || acknowledged === 0) throw new Error(`${acknowledged} frames; ${errors.join()}`);
    return ((after.line - before.line) / acknowledged) * 1e6;
  } finally {
    senders.stop();
  }
}

const replaceRules = (rig: Rig, device: PlantDevice, results: readonly object[]): Promise<unknown> =>
  rig.api.post(`devices/${device.id}/settings/warnings/`, { results, reason: 'bench' });
