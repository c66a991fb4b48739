import { RegisterMap } from '@tocsin/contract/modbus';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { DecodedData, Message, Receipt } from './1-receive/intake.ts';
import { jsonMessage } from './1-receive/json/json-messages.ts';
import { readModbus } from './1-receive/modbus/modbus-decode.ts';
import { birthOf, planOf } from './1-receive/modbus/modbus-map.ts';
import { readSparkplugBirth } from './1-receive/sparkplug/sparkplug-birth.ts';
import { readSparkplugData } from './1-receive/sparkplug/sparkplug-data.ts';
import type { SparkplugMetric } from './1-receive/sparkplug/sparkplug-payload.ts';
import { TestPipeline } from './testing/test-device.ts';

const hour = 3_600_000;
/** What a message says of the sensor: a value, or why there is none; and of its alarm, or nothing. */
interface Said {
  readonly value: number | 'null' | 'bad' | 'quality' | 'unanswered';
  readonly alarm: boolean | null;
  readonly aheadMs: number;
}
const said: fc.Arbitrary<Said> = fc.record({
  value: fc.oneof(fc.integer({ min: 0, max: 90 }), fc.constantFrom('null', 'bad', 'quality', 'unanswered')),
  alarm: fc.constantFrom(true, false, null),
  aheadMs: fc.constantFrom(0, 0, 0, hour),
});

/** An adapter: its birth, and its message for what is said at a time. */
interface Adapter {
  readonly birth: (ts: number, bench: TestPipeline) => Message;
  readonly data: (one: Said, ts: number, bench: TestPipeline) => Message;
  /** What a message of this adapter can say: Modbus always says something of an alarm that it reads. */
  readonly alarmOf: (one: Said) => boolean | null;
}

const json: Adapter = {
  birth: (ts, { device }) =>
    jsonMessage(
      'birth',
      device.id,
      Buffer.from(
        JSON.stringify({ ts, groups: [{ id: 'g', name: 'g', sensors: [{ id: 's', name: 's', type: 'NUMERIC' }] }] }),
      ),
      null,
    ),
  data: ({ value, alarm }, ts, { device }) => {
    const word = value === 'null' ? 'null' : typeof value === 'number' ? String(value) : '-NAN(ind)';
    const reading = `{"value":${word}${alarm === null ? '' : `,"alarm":${alarm}`}}`;
    return jsonMessage('data', device.id, Buffer.from(`{"ts":${ts},"values":{"g.s":${reading}}}\u0000`), null);
  },
  alarmOf: ({ alarm }) => alarm,
};

const metricOf = ({ value, alarm }: Said): SparkplugMetric => ({
  name: 'g/s',
  alias: 0n,
  timestamp: null,
  datatype: 10,
  historical: false,
  isNull: value === 'null',
  value:
    typeof value === 'number' || value === 'quality'
      ? { kind: 'real', value: typeof value === 'number' ? value : 20 }
      : value === 'bad'
        ? { kind: 'unsupported' }
        : null,
  properties: { ...(alarm === null ? {} : { alarm }), ...(value === 'quality' ? { Quality: 0 } : {}) },
});
const sparkplugBirth = (ts: number, one: Said) =>
  readSparkplugBirth({ timestamp: ts, seq: 0, metrics: [metricOf(one)] });
const sparkplug: Adapter = {
  birth: (ts, { device }) => ({
    kind: 'birth',
    deviceId: device.id,
    session: null,
    birth: () => sparkplugBirth(ts, { value: 20, alarm: null, aheadMs: 0 }).birth,
  }),
  data: (one, ts, { device }) => ({
    kind: 'data',
    deviceId: device.id,
    session: null,
    data: (layout) =>
      readSparkplugData(
        { timestamp: ts, seq: 1, metrics: [metricOf(one)] },
        sparkplugBirth(ts, { value: 20, alarm: null, aheadMs: 0 }),
        layout,
      ),
  }),
  alarmOf: ({ alarm }) => alarm,
};

const none = 65_535;
const plan = planOf(
  RegisterMap.parse({
    name: 'm',
    title: 'M',
    about: '',
    groups: [
      {
        id: 'g',
        name: 'g',
        sensors: [
          {
            id: 's',
            name: 's',
            type: 'NUMERIC',
            value: { fn: 3, at: 0, as: 'u16', none: [none] },
            alarm: { fn: 3, at: 1, as: 'u16', none: [none] },
          },
        ],
      },
    ],
  }),
);
const modbus: Adapter = {
  birth: (ts, { device }) => ({ kind: 'birth', deviceId: device.id, session: null, birth: () => birthOf(plan, ts) }),
  data: ({ value, alarm }, ts, { device }) => {
    const words = [typeof value === 'number' ? value : none, alarm === null ? none : alarm ? 1 : 0];
    const answered = { block: { fn: 3, at: 0, count: 2 }, words: value === 'unanswered' ? null : words } as const;
    const data = (): DecodedData => ({ frames: [readModbus(plan, [answered], ts)], refused: [], single: true });
    return { kind: 'data', deviceId: device.id, session: null, data };
  },
  alarmOf: ({ value, alarm }) => (value === 'unanswered' ? null : alarm),
};

const take = (bench: TestPipeline, message: Message): Promise<Receipt> =>
  new Promise((resolve) => bench.pipeline.take(message, resolve));

it.each([
  ['JSON', json],
  ['Sparkplug', sparkplug],
  ['Modbus', modbus],
])('every alarm that was acknowledged is told, and ends by a statement alone: %s', async (_, adapter) => {
  await fc.assert(
    fc.asyncProperty(fc.array(said, { minLength: 1, maxLength: 12 }), async (all) => {
      const bench = await new TestPipeline().start();
      await take(bench, adapter.birth(bench.clock.now(), bench));
      let isOpen = false;
      for (const one of all) {
        bench.pass(20_000);
        const before = bench.frameWriter.events.length;
        const receipt = await take(bench, adapter.data(one, bench.clock.now() + one.aheadMs, bench));
        expect(receipt.kind).not.toBe('again');
        const fresh = bench.frameWriter.events
          .slice(before)
          .flatMap(({ type }) => (type.startsWith('alarm') ? type : []));
        const alarm = adapter.alarmOf(one);
        const expected = alarm === null || alarm === isOpen ? [] : [alarm ? 'alarm_on' : 'alarm_off'];
        expect(fresh).toEqual(expected);
        isOpen = alarm ?? isOpen;
        // What is refused is counted as well.
        if (receipt.kind === 'refused') expect(bench.pipeline.refused[receipt.why]).toBeGreaterThan(0);
      }
    }),
    { seed: 20261127, numRuns: 150 },
  );
});
