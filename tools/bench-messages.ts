// Prints as JSON the worst cost of 1 kB and of the largest message for each decoder: node tools/bench-messages.ts. It is
// the longest time for which a decoder holds its thread, the least of seven rounds after two to warm up, so that other
// work of the machine counts as little as possible.

import { EdgeExchange } from '@tocsin/contract/edge-exchange';
import { DeviceId } from '@tocsin/contract/ids';
import { limits } from '@tocsin/contract/limits';
import { RegisterMap } from '@tocsin/contract/modbus';
import { maxLogoBytes, readPicture } from '../server/src/features/clients/picture.ts';
import { cleanSvg } from '../server/src/features/clients/svg.ts';
import { readRegistryFile } from '../server/src/features/devices/registry-csv.ts';
import { csvLines } from '../server/src/features/sensors/csv-file.ts';
import { cleanCss } from '../server/src/features/settings/css.ts';
import { readFeed } from '../server/src/features/settings/rss.ts';
import type { Steps } from '../server/src/pipeline/1-receive/decode-steps.ts';
import { decodeBirth } from '../server/src/pipeline/1-receive/json/decode-birth.ts';
import { jsonMessage } from '../server/src/pipeline/1-receive/json/json-messages.ts';
import { checkSize } from '../server/src/pipeline/1-receive/json/json-size.ts';
import { parseJson } from '../server/src/pipeline/1-receive/json/json-text.ts';
import { readModbus } from '../server/src/pipeline/1-receive/modbus/modbus-decode.ts';
import { planOf } from '../server/src/pipeline/1-receive/modbus/modbus-map.ts';
import { readSparkplugBirth } from '../server/src/pipeline/1-receive/sparkplug/sparkplug-birth.ts';
import { readSparkplugDataInSteps } from '../server/src/pipeline/1-receive/sparkplug/sparkplug-data.ts';
import { decodeSparkplugInSteps } from '../server/src/pipeline/1-receive/sparkplug/sparkplug-payload.ts';
import {
  compressed,
  doubleMetric,
  emptyProperties,
  momentMetric,
  payloadOfMetrics,
} from '../server/src/pipeline/1-receive/testing/worst-messages.ts';
import { indexLayout } from '../server/src/pipeline/fill-frame.ts';

/** Most that a message may hold the pipeline's thread at a time, in milliseconds. */
const aimOfKilobyte = 5;
const aimOfLargest = 50;
const kilobyte = 1_100;
const rounds = 7;

/** A decoder in one turn, in the turns of an iterable, or in turns of the event loop until its promise is settled. */
type Decode = (bytes: Buffer) => Iterable<unknown> | Promise<unknown> | undefined;
interface Case {
  readonly what: string;
  readonly bytes: Buffer;
  readonly decode: Decode;
}

async function measure({ what, bytes, decode }: Case) {
  const aim = bytes.length <= kilobyte ? aimOfKilobyte : aimOfLargest;
  const times: number[] = [];
  for (let round = 0; round < rounds + 2; round++) times.push(await longestTurn(bytes, decode));
  const least = Math.min(...times.slice(2));
  const size = bytes.length < 10_000 ? `${bytes.length} bytes` : `${Math.round(bytes.length / 1024)} KiB`;
  return { what: `${what}, ${size}`, value: `${least.toFixed(1)} ms`, aim: `at most ${aim} ms`, met: least <= aim };
}

/** The longest turn of a decoder in milliseconds; a refusal is its end. */
async function longestTurn(bytes: Buffer, decode: Decode): Promise<number> {
  let longest = 0;
  let from = performance.now();
  const turn = (): void => {
    longest = Math.max(longest, performance.now() - from);
    from = performance.now();
  };
  try {
    const turns = decode(bytes) ?? [];
    if (turns instanceof Promise) {
      let isOver = false;
      const settled = turns.finally(() => {
        isOver = true;
      });
      const count = (): void => {
        turn();
        if (!isOver) setImmediate(count);
      };
      setImmediate(count);
      await settled;
    } else for (const _ of turns) turn();
  } catch {
    // A refusal costs what it cost.
  }
  turn();
  return longest;
}

const device = DeviceId.parse(7);
const sensors = Array.from({ length: limits.sensorsPerDevice }, (_, i) => ({
  id: `s${i}`,
  name: 'x',
  type: 'NUMERIC',
}));
const layout = indexLayout({
  ...decodeBirth({ ts: 1, groups: [{ id: 'G', name: 'G', sensors }] }).layout,
  layoutId: 1,
});
const fill = (text: string, bytes: number, end = ''): Buffer =>
  Buffer.from(text.repeat(Math.floor((bytes - end.length) / text.length)) + end);
const json = (head: string, text: string, bytes: number, end: string): Buffer =>
  Buffer.concat([Buffer.from(head), fill(text, bytes - head.length, end)]);

const data: Decode = (bytes) => {
  const message = jsonMessage('data', device, bytes, null);
  if (message.kind !== 'data') return undefined;
  if (message.dataInSteps) return message.dataInSteps(layout);
  message.data(layout);
  return undefined;
};
const birth: Decode = (bytes) => {
  const message = jsonMessage('birth', device, bytes, null);
  if (message.kind === 'birth') message.birth();
  return undefined;
};
function* sparkplugBirth(bytes: Buffer): Steps<unknown> {
  return readSparkplugBirth(yield* decodeSparkplugInSteps(bytes));
}
const born = readSparkplugBirth({
  timestamp: 1,
  seq: 0,
  metrics: sensors.map(({ id }, i) => ({
    name: `G/${id}`,
    alias: BigInt(i),
    timestamp: null,
    datatype: 10,
    historical: false,
    isNull: false,
    value: { kind: 'real', value: 1 },
    properties: {},
  })),
});
const bornLayout = indexLayout({ ...born.birth.layout, layoutId: 1 });
function* sparkplugData(bytes: Buffer): Steps<unknown> {
  return yield* readSparkplugDataInSteps(yield* decodeSparkplugInSteps(bytes), born, bornLayout);
}
const exchange: Decode = (bytes) => {
  checkSize(bytes, 200_000);
  EdgeExchange.safeParse(parseJson(bytes));
  return undefined;
};
const once =
  (decode: (bytes: Buffer) => unknown): Decode =>
  (bytes) => {
    decode(bytes);
    return undefined;
  };

/** The most compressible payload whose envelope fits, of one kind of metric. */
function inKilobyte(of: (size: number) => Buffer): Buffer {
  let best = compressed(of(1));
  for (let size = 2_000; size <= 520_000; size += 2_000) {
    const packed = compressed(of(size));
    if (packed.length > kilobyte) break;
    best = packed;
  }
  return best;
}
const emptyMetrics = (count: number): Buffer => payloadOfMetrics(count, () => {});
/** One moment each: a frame of 1,000 sensors comes out of each metric. */
const moments = (count: number): Buffer =>
  payloadOfMetrics(count, (metric, i) => momentMetric(metric, 1, 1_700_000_000_000 + i));

/** A picture of nothing but these bytes after its head. */
const jpegOf = (...bytes: readonly number[]): Buffer =>
  Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(maxLogoBytes - 2, Buffer.from(bytes))]);

/** Decodes the answers to the largest map whose registers are so far apart that each is a request of its own. */
function modbusAnswers(): Decode {
  const field = (at: number) => ({ fn: 3 as const, at, as: 'u16' as const });
  const far = 20;
  const plan = planOf(
    RegisterMap.parse({
      name: 'far',
      title: 'Far apart',
      about: '',
      interval_ms: 1_000,
      groups: [
        {
          id: 'G',
          name: 'G',
          sensors: sensors.map(({ id }, i) => ({
            id,
            name: id,
            type: 'NUMERIC',
            value: field(3 * far * i),
            state: { ...field(3 * far * i + far), texts: {} },
            alarm: field(3 * far * i + 2 * far),
          })),
        },
      ],
    }),
  );
  const answers = plan.blocks.map((block) => ({ block, words: Array.from({ length: block.count }, () => 1) }));
  return once(() => readModbus(plan, answers, 1));
}

const packet = limits.mqttPacketBytes;
const post = limits.httpPostBytes;

function cases(): Case[] {
  const properties = (count: number) => payloadOfMetrics(1, (metric) => emptyProperties(metric, count));
  const unknown = JSON.stringify({ ts: 1, values: Object.fromEntries(sensors.map(({ id }) => [`G.${id}`, 1])) });
  const states = Object.fromEntries(Array.from({ length: 90 }, (_, i) => [i, 'x']));
  const fullBirth = JSON.stringify({ ts: 1, groups: [{ id: 'G', sensors: sensors.map((s) => ({ ...s, states })) }] });
  return [
    { what: 'Sparkplug, empty metrics, compressed', bytes: inKilobyte(emptyMetrics), decode: sparkplugData },
    { what: 'Sparkplug, empty properties, compressed', bytes: inKilobyte(properties), decode: sparkplugData },
    {
      what: 'Sparkplug birth, empty metrics, compressed',
      bytes: compressed(payloadOfMetrics(18_000, () => {})),
      decode: sparkplugBirth,
    },
    { what: 'Sparkplug data, 20,000 metrics', bytes: payloadOfMetrics(20_000, doubleMetric), decode: sparkplugData },
    { what: 'Sparkplug data, 5,000 moments', bytes: moments(5_000), decode: sparkplugData },
    {
      what: 'Sparkplug birth, 20,000 metrics',
      bytes: payloadOfMetrics(20_000, (m) => doubleMetric(m, 1)),
      decode: sparkplugBirth,
    },
    { what: 'Sparkplug birth, 1,000 sensors', bytes: payloadOfMetrics(1_000, doubleMetric), decode: sparkplugBirth },
    { what: 'Sparkplug, 131,000 empty metrics', bytes: emptyMetrics(131_000), decode: sparkplugData },
    {
      what: 'Sparkplug, 100 properties each',
      bytes: payloadOfMetrics(1_200, (m) => emptyProperties(m, 100)),
      decode: sparkplugData,
    },
    {
      what: 'JSON frames, empty',
      bytes: json('[', '{"ts":1,"values":{}},', 1_000, '{"ts":1,"values":{}}]'),
      decode: data,
    },
    { what: 'JSON frame, words for numbers', bytes: json('{"ts":1,"a":[', 'nan,', 1_000, '1]}'), decode: data },
    { what: 'JSON, lists in lists', bytes: fill('[', 1_000), decode: data },
    {
      what: 'JSON frames, 5,000 empty',
      bytes: json('[', '{"ts":1,"values":{}},', 110_000, '{"ts":1,"values":{}}]'),
      decode: data,
    },
    {
      what: 'JSON frames, 1,000 values each',
      bytes: Buffer.from(`[${Array(400).fill(unknown).join()}]`),
      decode: data,
    },
    { what: 'JSON frames, numbers in place of frames', bytes: json('[', '1,', packet, '1]'), decode: data },
    {
      what: 'JSON frame, lists in place of values',
      bytes: json('{"ts":1,"values":[', '[],', packet, '1]}'),
      decode: data,
    },
    { what: 'JSON frame, one text', bytes: json('{"ts":1,"a":"', '\\u0041', post, '"}'), decode: data },
    {
      what: 'JSON frame, one text, broken at the end',
      bytes: json('{"ts":1,"a":"', '\\"', post, '"nan'),
      decode: data,
    },
    {
      what: 'compact frames, 1,000 sensors',
      bytes: Buffer.from(
        `[${Array(1_000)
          .fill(`{"ts":1,"v":[${Array(1_000).fill('12.34').join()}]}`)
          .join()}]`,
      ),
      decode: data,
    },
    { what: 'JSON birth, groups without end', bytes: json('{"ts":1,"groups":[', '{},', post, '{}]}'), decode: birth },
    { what: 'JSON birth, 1,000 sensors with 90 states', bytes: Buffer.from(fullBirth), decode: birth },
    { what: 'edge exchange, items without end', bytes: json('{"items":[', '{},', post, '{}]}'), decode: exchange },
    {
      what: 'edge exchange, texts',
      bytes: Buffer.from(
        JSON.stringify({
          time: 1,
          lane: 'live',
          configuration: 0,
          items: Array(210).fill({ n: 1, d: 1, k: 'frame', state: Array(300).fill([1, 'x']) }),
        }),
      ),
      decode: exchange,
    },
    { what: 'Modbus answers, 1,000 sensors in 3,000 blocks', bytes: Buffer.alloc(6_000), decode: modbusAnswers() },
    { what: 'JPEG, fill bytes', bytes: jpegOf(0xff), decode: once(readPicture) },
    { what: 'JPEG, shortest segments', bytes: jpegOf(0xff, 0xe0, 0, 2), decode: once(readPicture) },
    { what: 'SVG, empty elements', bytes: Buffer.from(`<svg>${'<g/>'.repeat(12_490)}</svg>`), decode: once(cleanSvg) },
    {
      what: 'SVG, too many elements',
      bytes: Buffer.from(`<svg>${'<g/>'.repeat(130_000)}</svg>`),
      decode: once(cleanSvg),
    },
    {
      what: 'feed, empty elements',
      bytes: Buffer.from(`<rss>${'<a/>'.repeat(44_990)}</rss>`),
      decode: once((b) => readFeed(b, '', 1)),
    },
    {
      what: 'style sheet',
      bytes: Buffer.from('a{color:red}'.repeat(6_600)),
      decode: once((b) => cleanCss(b.toString())),
    },
    {
      what: 'CSV of sensors',
      bytes: Buffer.from(`a,b\n${'1,2\n'.repeat(49_990)}`),
      decode: once((b) => csvLines(b, 10_000)),
    },
    {
      what: 'CSV of units',
      bytes: Buffer.from(`serial_number,code,device_type\n${'a,b,c\n'.repeat(199_990)}`),
      decode: readRegistryFile,
    },
  ];
}

const rows: Awaited<ReturnType<typeof measure>>[] = [];
for (const one of cases()) rows.push(await measure(one));
console.log(JSON.stringify(rows));
