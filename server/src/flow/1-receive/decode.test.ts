import { BirthMessage, DataMessage } from '@tocsin/contract/frame';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { ALARM, ALL_SENT, SENT } from '../passing.ts';
import { indexLayout } from '../whole.ts';
import { decodeBirth } from './decode-birth.ts';
import { decodeFrame } from './decode-frame.ts';
import { parseJson } from './json-text.ts';
import { FrameRefusal } from './refusal.ts';

// Many generated cases; the time is for a machine that others use too.
vi.setConfig({ testTimeout: 60_000 });

/** 100,000 with RUNS=100000, as issue 3 asks; fewer in the everyday run. */
const numRuns = Number(process.env.RUNS ?? 3_000);

const taken = (decode: () => unknown): boolean => {
  try {
    decode();
    return true;
  } catch (error) {
    if (error instanceof FrameRefusal) return false;
    throw error;
  }
};

const odd = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(null, '', -1, 0.5, 1e308, 'NaN', true, [], {}));
const ts = fc.oneof({ weight: 8, arbitrary: fc.integer({ min: 0, max: 2e12 }) }, { weight: 1, arbitrary: odd });
const maybe = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.option(fc.oneof({ weight: 6, arbitrary }, { weight: 1, arbitrary: odd as fc.Arbitrary<never> }), {
    nil: undefined,
  });

const partId = fc.oneof(
  { weight: 8, arbitrary: fc.stringMatching(/^[A-Za-z0-9_-]{1,4}$/) },
  { weight: 1, arbitrary: odd },
);
const sensor = fc.record(
  {
    id: partId,
    name: odd,
    type: fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom('NUMERIC', 'BOOL', 'ENUM') },
      { weight: 1, arbitrary: odd },
    ),
    unit: odd,
    states: odd,
    value: odd,
    alarm: odd,
    state: odd,
  },
  { requiredKeys: ['id', 'type'] },
);
const group = fc.record(
  {
    id: partId,
    name: odd,
    meta: odd,
    sensors: fc.oneof({ weight: 9, arbitrary: fc.array(sensor, { maxLength: 4 }) }, { weight: 1, arbitrary: odd }),
  },
  { requiredKeys: ['id', 'sensors'] },
);
const birth = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record(
      { ts, version: odd, boot: odd, uptime_s: odd, rbe: odd, groups: fc.array(group, { maxLength: 4 }) },
      { requiredKeys: [] },
    ),
  },
  { weight: 1, arbitrary: odd },
);

const layout = indexLayout({
  layoutId: 1,
  hash: '',
  groups: [{ id: 'g', name: 'G', meta: {} }],
  sensors: [
    { groupId: 'g', sensorId: 'a', name: 'a', type: 'NUMERIC', unit: 'C', states: {} },
    { groupId: 'g', sensorId: 'b', name: 'b', type: 'BOOL', unit: '', states: {} },
    { groupId: 'g', sensorId: 'c', name: 'c', type: 'ENUM', unit: '', states: { 0: 'Off' } },
  ],
});
const dataSchema = DataMessage(layout.sensors.length);
const told = fc.oneof(odd, fc.record({ value: odd, alarm: odd, status: odd, state: odd }, { requiredKeys: [] }));
const data = fc.oneof(
  fc.record(
    {
      ts,
      seq: odd,
      boot: odd,
      historical: odd,
      v: maybe(fc.array(odd, { minLength: 2, maxLength: 4 })),
      values: maybe(fc.dictionary(fc.constantFrom('g.a', 'g.b', 'g.c', 'x', 'constructor'), told)),
      alarm: maybe(
        fc.array(fc.oneof({ weight: 6, arbitrary: fc.integer({ min: 0, max: 2 }) }, { weight: 1, arbitrary: odd }), {
          maxLength: 3,
        }),
      ),
      state: maybe(fc.dictionary(fc.constantFrom('0', '1', '2', '3', '01', 'x', ' 1'), odd)),
      status: maybe(fc.dictionary(fc.constantFrom('0', '2', '-1'), odd)),
    },
    { requiredKeys: ['ts'] },
  ),
  odd,
);

/** What a device can send has gone through JSON. */
const sent = (value: unknown): unknown => JSON.parse(JSON.stringify(value) ?? 'null');

describe('the decoders and the contract', () => {
  it('agree on every birth', () => {
    fc.assert(
      fc.property(birth, (generated) => {
        const json = sent(generated);
        expect(taken(() => decodeBirth(json))).toBe(BirthMessage.safeParse(json).success);
      }),
      { numRuns },
    );
  });

  it('agree on every data message', () => {
    fc.assert(
      fc.property(data, (generated) => {
        const json = sent(generated);
        expect(taken(() => decodeFrame(json, layout))).toBe(dataSchema.safeParse(json).success);
      }),
      { numRuns },
    );
  });

  it('never crash on bytes', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array({ maxLength: 60 }),
          fc.string().map((s) => Buffer.from(s)),
        ),
        (bytes) => {
          taken(() => decodeFrame(parseJson(bytes), layout));
          taken(() => decodeBirth(parseJson(bytes)));
        },
      ),
      { numRuns },
    );
  });
});

describe('a frame', () => {
  const read = (text: string) => decodeFrame(parseJson(Buffer.from(text)), layout);

  it('takes NaN, a number beyond double range and a string as no value with the state Bad value', () => {
    const frame = read('{"ts":1,"v":[NaN,1e999,"x"]}');
    expect([...frame.values]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
    expect(frame.rejected).toBe(3);
    expect(frame.stateText).toEqual(['Bad value', 'Bad value', 'Bad value']);
  });

  it('leaves NaN inside a text as it is', () => {
    expect(read('{"ts":1,"v":[NaN,1,0],"state":{"1":"NaN here"}}').stateText).toContain('NaN here');
  });

  it('reads minus zero as 0', () => {
    expect(Object.is(read('{"ts":1,"v":[-0,1,0]}').values[0], 0)).toBe(true);
  });

  it('keeps the alarm flag of a sensor whose value is bad', () => {
    const frame = read('{"ts":1,"values":{"g.a":{"value":"x","alarm":true}}}');
    expect((frame.flags[0] ?? 0) & (ALARM | SENT)).toBe(ALARM | SENT);
  });

  it('means alarm by alarm: true and by status: "Alarm" alike, and a bare number changes the value only', () => {
    const frame = read('{"ts":1,"values":{"g.a":{"status":"Alarm"},"g.b":true}}');
    expect((frame.flags[0] ?? 0) & ALARM).toBe(ALARM);
    expect(frame.flags[1]).toBe(SENT);
    expect(frame.values[1]).toBe(1);
  });

  it('tells all in compact form: who is not listed is not in alarm', () => {
    const frame = read('{"ts":1.7,"v":[1,null,0],"alarm":[1]}');
    expect(frame.ts).toBe(1);
    expect([...frame.flags]).toEqual([ALL_SENT, ALL_SENT | ALARM, ALL_SENT]);
  });

  it('strips what PostgreSQL refuses and cuts long texts without splitting a character', () => {
    const long = `${'x'.repeat(59)}\u{1F600}tail`;
    const frame = read(JSON.stringify({ ts: 1, v: [1, 1, 1], state: { 0: 'a\u0000b\ud800c', 1: long } }));
    expect(frame.stateText).toEqual(['abc', 'x'.repeat(59)]);
  });
});
