// 100,000 generated payloads for each decoder of the adapters: each is accepted or refused, never anything else, and
// the memory afterwards is what it was before.
import { readdirSync, readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { DeviceId } from '@tocsin/contract/ids';
import { RegisterMap } from '@tocsin/contract/modbus';
import fc from 'fast-check';
import { FrameRefusal } from '../../../server/src/pipeline/1-receive/frame-refusal.ts';
import { jsonMessage } from '../../../server/src/pipeline/1-receive/json/json-messages.ts';
import { readModbus } from '../../../server/src/pipeline/1-receive/modbus/modbus-decode.ts';
import { planOf } from '../../../server/src/pipeline/1-receive/modbus/modbus-map.ts';
import { readSparkplugBirth } from '../../../server/src/pipeline/1-receive/sparkplug/sparkplug-birth.ts';
import { readSparkplugData } from '../../../server/src/pipeline/1-receive/sparkplug/sparkplug-data.ts';
import { decodeSparkplug } from '../../../server/src/pipeline/1-receive/sparkplug/sparkplug-payload.ts';
import { indexLayout } from '../../../server/src/pipeline/fill-frame.ts';
import { encodePayload, type Metric } from '../../../simulator/src/testing/sparkplug-payload.ts';
import type { ProofOptions } from '../support/_proof.ts';

export const hasShort = true;

const metric: Metric = {
  name: 'Temperature/Head',
  alias: 1,
  timestamp: 1,
  type: 'Double',
  value: 1,
  properties: { id: '4.4000' },
};
const valid = encodePayload({
  timestamp: 1_700_000_000_000,
  seq: 1,
  metrics: [metric, { ...metric, name: 'g/b', alias: 2, type: 'Boolean', value: true, properties: {} }],
});
const birth = readSparkplugBirth(decodeSparkplug(valid));
const layout = indexLayout({ ...birth.birth.layout, layoutId: 1 });
/** A payload with some bytes flipped, removed or doubled: nearly valid ones break decoders most often. */
const spoiled = (bytes: Buffer | Uint8Array): fc.Arbitrary<Buffer> =>
  fc
    .tuple(
      fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { maxLength: 6 }),
      fc.nat(bytes.length),
      fc.boolean(),
    )
    .map(([turns, cut, whole]) => {
      const copy = Buffer.from(bytes);
      for (const [at, to] of turns) copy[at] = to;
      return whole ? copy : copy.subarray(0, cut);
    });
const maps = new URL('../../../server/modbus-maps/', import.meta.url);
const plans = readdirSync(maps).map((file) =>
  planOf(RegisterMap.parse(JSON.parse(readFileSync(new URL(file, maps), 'utf8')))),
);
const json = Buffer.from(
  JSON.stringify({ ts: 1, seq: 1, values: { '4.4000': 1, 'g.b': { value: 1, alarm: true, state: 'Open' } } }),
);
const jsonBirth = Buffer.from(
  JSON.stringify({
    ts: 1,
    groups: [{ id: '4', name: 'T', sensors: [{ id: '4000', name: 'H', type: 'NUMERIC', unit: 'C' }] }],
  }),
);
const words = fc.array(fc.integer({ min: 0, max: 65_535 }), { minLength: 20, maxLength: 20 });

interface DecoderRun {
  /** Calls it with so many payloads. */
  each(count: number, seed: number, take: (decode: () => unknown) => void): void;
}
/** A decoder with its payloads. */
const runOf = <T>(payloads: fc.Arbitrary<T>, decode: (payload: T) => unknown): DecoderRun => ({
  each(count, seed, take) {
    for (const payload of fc.sample(payloads, { numRuns: count, seed })) take(() => decode(payload));
  },
});
/** Reads a message to its end, as the pipeline does. */
function readJson(kind: 'birth' | 'data', bytes: Buffer): unknown {
  const message = jsonMessage(kind, DeviceId.parse(1), bytes, null);
  if (message.kind === 'birth') return message.birth();
  return message.kind === 'data' ? message.data(layout) : null;
}

const decoders: Readonly<Record<string, DecoderRun>> = {
  'Sparkplug, any bytes': runOf(fc.uint8Array({ maxLength: 300 }), (bytes) =>
    readSparkplugBirth(decodeSparkplug(bytes)),
  ),
  'Sparkplug birth, spoiled': runOf(spoiled(valid), (bytes) => readSparkplugBirth(decodeSparkplug(bytes))),
  'Sparkplug data, spoiled': runOf(spoiled(valid), (bytes) => readSparkplugData(decodeSparkplug(bytes), birth, layout)),
  'JSON birth, spoiled': runOf(spoiled(jsonBirth), (bytes) => readJson('birth', bytes)),
  'JSON data, spoiled': runOf(spoiled(json), (bytes) => readJson('data', bytes)),
  'Modbus, any registers': runOf(
    fc.tuple(fc.constantFrom(...plans.filter((plan) => plan.sensors.length < 100)), words, fc.nat(3)),
    ([plan, some, missing]) =>
      readModbus(
        plan,
        plan.blocks.map((block, i) => ({
          block,
          words: i === missing ? null : Array.from({ length: block.count }, (_, k) => some[k % 20] ?? 0),
        })),
        1,
      ),
  ),
};

export async function run({ short }: ProofOptions): Promise<boolean> {
  const wanted = short ? 5_000 : 100_000;
  let holds = true;
  console.log('decoder                        payloads     taken   refused   broken  heap before  after');
  for (const [name, decoder] of Object.entries(decoders)) {
    const count = { taken: 0, refused: 0, broken: 0 };
    const take = (decode: () => unknown): void => {
      try {
        decode();
        count.taken++;
      } catch (error) {
        if (error instanceof FrameRefusal) count.refused++;
        else if (count.broken++ === 0) console.log(error);
      }
    };
    decoder.each(500, 4, take);
    const before = heap();
    for (let done = 0, seed = 5; done < wanted; done += 5_000, seed++) decoder.each(5_000, seed, take);
    const after = heap();
    holds &&= count.broken === 0 && after - before < 20;
    const total = count.taken + count.refused + count.broken;
    console.log(
      `${name.padEnd(28)} ${[total, count.taken, count.refused, count.broken].map((n) => String(n).padStart(9)).join('')} ${before.toFixed(0).padStart(9)} MB ${after.toFixed(0).padStart(4)} MB`,
    );
  }
  return holds;
}

// The other proofs run in this process too: without a forced collection their garbage would be counted here.
setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Memory in use after everything collectable was collected. */
function heap(): number {
  collect();
  return process.memoryUsage().heapUsed / 1_048_576;
}
