import type { Bench, Row } from './bench.ts';
import { perSecond, ratioRow } from './bench.ts';
import { createFrameTexts, sensorCount } from './load.ts';
import { makeRig, type Rig } from './rig.ts';

const deviceCount = 40;
const framesPerPost = 50;
const postsPerDevice = 40;

/** Frames of 100 sensors over HTTP in posts of 50, acknowledged after the commit, against JSON.parse of the same bytes. */
export const bench: Bench = {
  name: 'ingest',
  async run() {
    const rig = await makeRig(deviceCount);
    try {
      return [...(await measure(rig, 'compact', 0.07, '3 M/s')), ...(await measure(rig, 'map', 0.04, '1 M/s'))];
    } finally {
      await rig.remove();
    }
  },
};

async function measure(rig: Rig, form: 'compact' | 'map', least: number, aim: string): Promise<readonly Row[]> {
  const queues = rig.devices.map((_, d) => posts(d, form));
  const samples = deviceCount * postsPerDevice * framesPerPost * sensorCount;
  const parseBefore = parseRate(queues, samples);
  const from = performance.now();
  await Promise.all(
    // A device's posts stay in order, one under way; the many devices make up the load.
    rig.devices.map(async (device, d) => {
      for (const body of queues[d] ?? []) await rig.post(device, 'data', body);
    }),
  );
  const rate = samples / ((performance.now() - from) / 1000);
  const parse = (parseBefore + parseRate(queues, samples)) / 2;
  return [
    { what: `samples stored, ${form}`, value: perSecond(rate), aim },
    { what: `JSON.parse alone, ${form}`, value: perSecond(parse), aim: '' },
    ratioRow(`stored / JSON.parse, ${form}`, rate / parse, least),
  ];
}

/** A device's posts, made beforehand. Times run on from now by 3 ms a frame: live data, in order. */
function posts(device: number, form: 'compact' | 'map'): string[] {
  const text = createFrameTexts(device + 1, form);
  let ts = Date.now();
  return Array.from({ length: postsPerDevice }, () => {
    const frames = Array.from({ length: framesPerPost }, (_, i) => text(ts + 3 * i));
    ts += 3 * framesPerPost;
    return `[${frames.join()}]`;
  });
}

function parseRate(queues: readonly (readonly string[])[], samples: number): number {
  const from = performance.now();
  for (const queue of queues) for (const body of queue) JSON.parse(body);
  return samples / ((performance.now() - from) / 1000);
}
