// 100,000 generated payloads for each decoder of the adapters: taken or refused, never anything else,
// and the memory afterwards is what it was before.
import { readdirSync, readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { RegisterMap } from '@tocsin/contract/modbus';
import fc from 'fast-check';
import { FrameRefusal } from '../../server/src/pipeline/1-receive/frame-refusal.ts';
import { jsonMessage } from '../../server/src/pipeline/1-receive/json/json-messages.ts';
import { readModbus } from '../../server/src/pipeline/1-receive/modbus/modbus-decode.ts';
import { planOf } from '../../server/src/pipeline/1-receive/modbus/modbus-map.ts';
import { readSparkplugBirth } from '../../server/src/pipeline/1-receive/sparkplug/sparkplug-birth.ts';
import { readSparkplugData } from '../../server/src/pipeline/1-receive/sparkplug/sparkplug-data.ts';
import { decodeSparkplug } from '../../server/src/pipeline/1-receive/sparkplug/sparkplug-payload.ts';
import { indexLayout } from '../../server/src/pipeline/fill-frame.ts';
import { encodePayload } from '../../simulator/src/sparkplug-payload.ts';

export const hasShort = true;

const metric = {
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
/** A payload with some of its bytes turned, cut or doubled: nearly right, which is where readers break. */
const spoiled = (bytes) =>
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
const maps = new URL('../../server/modbus-maps/', import.meta.url);
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

const decoders = {
  'Sparkplug, any bytes': [fc.uint8Array({ maxLength: 300 }), (bytes) => readSparkplugBirth(decodeSparkplug(bytes))],
  'Sparkplug birth, spoiled': [spoiled(valid), (bytes) => readSparkplugBirth(decodeSparkplug(bytes))],
  'Sparkplug data, spoiled': [spoiled(valid), (bytes) => readSparkplugData(decodeSparkplug(bytes), birth, layout)],
  'JSON birth, spoiled': [spoiled(jsonBirth), (bytes) => jsonMessage('birth', 1, bytes, null).birth()],
  'JSON data, spoiled': [spoiled(json), (bytes) => jsonMessage('data', 1, bytes, null).data(layout)],
  'Modbus, any registers': [
    fc.tuple(fc.constantFrom(...plans.filter((plan) => plan.sensors.length < 100)), words, fc.nat(3)),
    ([plan, some, missing]) =>
      readModbus(
        plan,
        plan.blocks.map((block, i) => ({
          block,
          words: i === missing ? null : Array.from({ length: block.count }, (_, k) => some[k % 20]),
        })),
        1,
      ),
  ],
};

export async function run({ short }) {
  const wanted = short ? 5_000 : 100_000;
  let kept = true;
  console.log('decoder                        payloads     taken   refused   broken  heap before  after');
  for (const [name, [payloads, decode]] of Object.entries(decoders)) {
    const count = { taken: 0, refused: 0, broken: 0 };
    const take = (payload) => {
      try {
        decode(payload);
        count.taken++;
      } catch (error) {
        if (error instanceof FrameRefusal) count.refused++;
        else if (count.broken++ === 0) console.log(error);
      }
    };
    fc.sample(payloads, { numRuns: 500, seed: 4 }).forEach(take);
    const before = heap();
    for (let done = 0, seed = 5; done < wanted; done += 5_000, seed++)
      for (const payload of fc.sample(payloads, { numRuns: 5_000, seed })) take(payload);
    const after = heap();
    kept &&= count.broken === 0 && after - before < 20;
    const total = count.taken + count.refused + count.broken;
    console.log(
      `${name.padEnd(28)} ${[total, count.taken, count.refused, count.broken].map((n) => String(n).padStart(9)).join('')} ${before.toFixed(0).padStart(9)} MB ${after.toFixed(0).padStart(4)} MB`,
    );
  }
  return kept;
}

// The other proofs run in this process too: without a collection on demand their rubbish would be counted here.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

/** What is left when all that can be thrown away is. */
function heap() {
  collect();
  return process.memoryUsage().heapUsed / 1_048_576;
}
