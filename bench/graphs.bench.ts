import { readFileSync } from 'node:fs';
import { unpackGraphs } from '@tocsin/contract/graph-columns';
import { compactColumnsType } from '@tocsin/contract/graphs';
import { type Bench, quantile, type Row } from './bench.ts';
import { fillHistory } from './history.ts';
import { createFrameTexts, sensorCount } from './load.ts';
import { makeRig, type Rig } from './rig.ts';

const days = 30;
const rounds = 12;

/** Graphs of a device with 30 days of frames every 2 s: typed columns against the JSON of the same numbers. */
export const bench: Bench = {
  name: 'graphs',
  async run() {
    const rig = await makeRig(1);
    try {
      const [device] = rig.devices;
      if (!device) throw new Error('no device');
      fillHistory(rig.server.dataDir, device.id, sensorCount, days);
      await rig.post(device, 'data', createFrameTexts(1, 'compact')(Date.now()));
      return await measure(rig, device.id);
    } finally {
      await rig.remove();
    }
  },
};

async function measure(rig: Rig, id: number): Promise<readonly Row[]> {
  const ask = (timescale: string, columns: boolean) => async () => {
    const answer = await fetch(`${rig.server.url}/api/v1/graphs/device/${id}/?timescale=${timescale}`, {
      headers: { authorization: `JWT ${rig.api.token}`, ...(columns ? { accept: compactColumnsType } : {}) },
    });
    if (!answer.ok) throw new Error(`${timescale}: ${answer.status}`);
    return new Uint8Array(await answer.arrayBuffer());
  };
  const scales = [
    ['24 h', 'day', '60 ms', 1_440],
    ['30 days', 'month', '100 ms', 1_440],
  ] as const;
  const rows: Row[] = [];
  for (const [what, scale, aim, slots] of scales) {
    const columns: number[] = [];
    const json: number[] = [];
    let points = 0;
    let cpu = 0;
    // In turns, so that a busy moment of the machine affects both.
    for (let round = 0; round < rounds; round++) {
      const used = cpuMs(rig.server.pid);
      columns.push(
        await timed(async () => {
          const graphs = unpackGraphs(await ask(scale, true)());
          points = graphs.series.reduce((sum, one) => sum + one.ts.length, 0);
        }),
      );
      if (round >= 2) cpu += cpuMs(rig.server.pid) - used;
      json.push(await timed(async () => JSON.parse(new TextDecoder().decode(await ask(scale, false)()))));
    }
    const usual = (values: readonly number[]) => quantile(values.slice(2), 0.25);
    rows.push(
      { what: `${what} x ${sensorCount} sensors, typed columns`, value: `${usual(columns).toFixed(0)} ms`, aim },
      {
        what: `${what}: processor time of the server for columns`,
        value: `${(cpu / (rounds - 2)).toFixed(0)} ms`,
        aim: '',
      },
      { what: `${what} x ${sensorCount} sensors, JSON`, value: `${usual(json).toFixed(0)} ms`, aim: '' },
      {
        what: `${what}: points`,
        value: `${points}`,
        aim: `about ${slots * sensorCount}`,
        passed: points > slots * sensorCount * 0.95,
      },
      {
        what: `${what}: JSON / columns`,
        value: (usual(json) / usual(columns)).toFixed(2),
        aim: 'at least 1.2',
        passed: usual(json) / usual(columns) >= 1.2,
      },
    );
  }
  return rows;
}

/** Processor time of a process and its threads. */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}
