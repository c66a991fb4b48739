import fc from 'fast-check';
import { indexLayout } from '../../fill-frame.ts';

/** Generates valid and invalid device payloads, about half of each, so that both outcomes of a decoder are tested. */
const odd = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(null, '', -1, 0.5, 1e308, 'NaN', true, [], {}));
const ts = fc.oneof(
  { weight: 30, arbitrary: fc.integer({ min: 0, max: 2e12 }) },
  { weight: 1, arbitrary: fc.constantFrom(8.64e15, 8.64e15 + 2, 0.5, -1, 1e300) },
  { weight: 1, arbitrary: odd },
);
const usually = (arbitrary: fc.Arbitrary<unknown>, weight = 20): fc.Arbitrary<unknown> =>
  fc.oneof({ weight, arbitrary }, { weight: 1, arbitrary: odd });
const sometimes = (arbitrary: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.option(usually(arbitrary), { nil: undefined });

const partId = usually(fc.stringMatching(/^[A-Za-z0-9_-]{1,4}$/), 60);
const sensor = fc.record(
  {
    id: partId,
    name: odd,
    type: usually(fc.constantFrom('NUMERIC', 'BOOL', 'ENUM'), 60),
    unit: odd,
    states: odd,
    value: odd,
    alarm: odd,
    state: odd,
  },
  { requiredKeys: ['id', 'type'] },
);
const group = fc.record(
  { id: partId, name: odd, meta: odd, sensors: usually(fc.array(sensor, { maxLength: 4 }), 40) },
  { requiredKeys: ['id', 'sensors'] },
);

export const births: fc.Arbitrary<unknown> = usually(
  fc.record(
    { ts, version: odd, boot: odd, uptime_s: odd, rbe: odd, groups: usually(fc.array(group, { maxLength: 3 }), 30) },
    { requiredKeys: ['groups', 'ts'] },
  ),
);

/** The layout that the generated data messages use. */
export const layout = indexLayout({
  layoutId: 1,
  hash: '',
  groups: [{ id: 'g', name: 'G', meta: {} }],
  sensors: [
    { groupId: 'g', sensorId: 'a', name: 'a', type: 'NUMERIC', unit: 'C', states: {} },
    { groupId: 'g', sensorId: 'b', name: 'b', type: 'BOOL', unit: '', states: {} },
    { groupId: 'g', sensorId: 'c', name: 'c', type: 'ENUM', unit: '', states: { 0: 'Off' } },
  ],
});
const count = layout.sensors.length;
const head = { ts, seq: odd, boot: odd, historical: odd };
const sentValue = fc.oneof(odd, fc.record({ value: odd, alarm: odd, status: odd, state: odd }, { requiredKeys: [] }));
const index = fc.oneof(
  { weight: 30, arbitrary: fc.integer({ min: 0, max: count - 1 }) },
  { weight: 1, arbitrary: fc.constantFrom(count, -1, 0.5, '0', null) },
);
const keys = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom('0', '1', '2') },
  { weight: 1, arbitrary: fc.constantFrom('3', '01', 'x', ' 1', '-1', '1e0', '') },
);
const texts = fc.dictionary(keys, odd, { maxKeys: 3 });

export const maps: fc.Arbitrary<unknown> = usually(
  fc.record(
    {
      ...head,
      values: usually(fc.dictionary(fc.constantFrom('g.a', 'g.b', 'g.c', 'x', 'constructor', '__proto__'), sentValue)),
      v: fc.constantFrom(undefined, undefined, undefined, null, []),
    },
    { requiredKeys: ['ts', 'values'] },
  ),
);

export const compacts: fc.Arbitrary<unknown> = usually(
  fc.record(
    {
      ...head,
      v: fc.oneof(
        { weight: 20, arbitrary: fc.array(odd, { minLength: count, maxLength: count }) },
        { weight: 1, arbitrary: fc.array(odd, { maxLength: count + 2 }) },
        { weight: 1, arbitrary: odd },
      ),
      alarm: sometimes(fc.array(index, { maxLength: 3 })),
      state: sometimes(texts),
      status: sometimes(texts),
      values: sometimes(fc.dictionary(fc.constantFrom('g.a', 'x'), sentValue)),
    },
    { requiredKeys: ['ts', 'v'] },
  ),
);

export const arrays: fc.Arbitrary<unknown> = usually(fc.array(fc.oneof(maps, compacts), { maxLength: 4 }));

export const deaths: fc.Arbitrary<unknown> = usually(fc.record({ ts, reason: odd }, { requiredKeys: ['ts'] }));

const decimal = fc
  .tuple(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), fc.nat(6))
  .map(([value, digits]) => Number(value.toFixed(digits)));
const plainTexts = fc.dictionary(fc.constantFrom('0', '1', '2'), fc.stringMatching(/^[ -~]{0,8}$/), { maxKeys: 3 });
const plainFrame = fc.record(
  {
    ts: fc.integer({ min: 0, max: 2e12 }),
    seq: fc.nat(),
    boot: fc.oneof(fc.nat(), odd),
    v: fc.array(fc.oneof({ weight: 20, arbitrary: decimal }, { weight: 1, arbitrary: odd }), {
      minLength: count,
      maxLength: count,
    }),
    alarm: fc.array(index, { maxLength: 2 }),
    status: plainTexts,
    state: plainTexts,
  },
  { requiredKeys: ['ts', 'v'] },
);

/** The compact form as devices write it, with or without blanks, and occasionally a wrong character. */
export const plainCompacts: fc.Arbitrary<string> = fc
  .tuple(fc.oneof(plainFrame, fc.array(plainFrame, { maxLength: 3 })), fc.constantFrom(undefined, 1))
  .map(([json, blanks]) => JSON.stringify(json, null, blanks));

/** Invalid input: random bytes, random text, truncated JSON, and JSON with one character changed. */
export const bytes: fc.Arbitrary<Uint8Array> = fc.oneof(
  fc.uint8Array({ maxLength: 60 }),
  fc.string().map((text) => Buffer.from(text)),
  fc.tuple(fc.oneof(maps, compacts, births), fc.nat(), fc.nat(255)).map(([payload, at, byte]) => {
    const encoded = Buffer.from(JSON.stringify(payload) ?? '');
    const place = encoded.length === 0 ? 0 : at % encoded.length;
    if (at % 3 === 0) return encoded;
    if (at % 3 === 1) return encoded.subarray(0, place);
    encoded.fill(byte, place, place + 1);
    return encoded;
  }),
);
