// Prints as JSON what a mapped message of 20 values costs the pipeline's thread, against the same values in the native
// form: node tools/bench-mapped.ts. Processor time, the least of seven rounds.

import { PayloadMap } from '@tocsin/contract/payload-map';
import { jsonMessage } from '../server/src/pipeline/1-receive/json/json-messages.ts';
import { compileMap } from '../server/src/pipeline/1-receive/mapped/compiled-map.ts';
import { mappedMessage } from '../server/src/pipeline/1-receive/mapped/mapped-message.ts';
import { TestPipeline } from '../server/src/pipeline/testing/test-device.ts';

const sensors = 20;
const messages = 20_000;
const rounds = 7;
const mostTimes = 1.3;

const indexes = Array.from({ length: sensors }, (_, i) => i);
const fixed = indexes.map((i) => ({ path: `values.s${i}`, group: 'g', id: `s${i}`, name: `S${i}`, type: 'NUMERIC' }));
const compiled = compileMap(
  PayloadMap.parse({ name: 'Twenty values', kinds: [{ time: { path: 'ts', unit: 'ms' }, values: fixed }] }),
);

/** Microseconds of processor time for each message. */
async function costOf(isMapped: boolean): Promise<number> {
  const bench = await new TestPipeline({}, Date.now()).start();
  const now = bench.clock.now();
  const { id } = bench.device;
  const list = indexes.map((i) => ({ id: `s${i}`, name: `S${i}`, type: 'NUMERIC' }));
  if (!isMapped) await bench.send('birth', { ts: now, groups: [{ id: 'g', name: 'g', sensors: list }] });
  const bodies = Array.from({ length: messages }, (_, n) => {
    const ts = now - messages + n;
    const values = indexes.map((i) => [isMapped ? `s${i}` : `g.s${i}`, 20 + ((n + i) % 1_000) / 10]);
    return Buffer.from(JSON.stringify({ ts, values: Object.fromEntries(values) }));
  });
  const from = process.cpuUsage();
  for (const bytes of bodies) {
    const sent = { topic: null, bytes, arrival: { at: now, how: 'live' as const } };
    const map = { compiled, openUntil: 0 };
    bench.pipeline.take(isMapped ? mappedMessage(id, map, sent) : jsonMessage('data', id, bytes, null), () => {});
  }
  const { user, system } = process.cpuUsage(from);
  bench.pipeline.stop();
  return (user + system) / messages;
}

let native = Number.POSITIVE_INFINITY;
let mapped = Number.POSITIVE_INFINITY;
for (let round = 0; round < rounds; round++) {
  native = Math.min(native, await costOf(false));
  mapped = Math.min(mapped, await costOf(true));
}
const times = mapped / native;
console.log(
  JSON.stringify([
    { what: `native message of ${sensors} values`, value: `${native.toFixed(1)} us`, aim: '' },
    { what: `mapped message of ${sensors} values`, value: `${mapped.toFixed(1)} us`, aim: '' },
    {
      what: 'mapped against native',
      value: `${times.toFixed(2)} times`,
      aim: `at most ${mostTimes}`,
      passed: times <= mostTimes,
    },
  ]),
);
