import { describe, expect, it, vi } from 'vitest';
import { ALARM, ALL_SENT, SENT } from '../../types.ts';
import { decoderChecks } from '../testing/decoder-checks.ts';
import { layout } from '../testing/generated.ts';
import { decodeFrame } from './decode-frame.ts';
import { parseJson } from './json-text.ts';

/** 100,000 with RUNS=100000; `npm run proof -- decoders` does it and prints a table. */
const numRuns = Number(process.env.RUNS ?? 1_000);
// A timeout only for a decoder that hangs, whatever the number of runs.
vi.setConfig({ testTimeout: 180_000 + 5 * numRuns });

describe('the decoders and the contract', () => {
  it.each(decoderChecks.map((check) => [check.decoder, check] as const))('agree: %s', async (_, check) => {
    const { taken, refused, ...tally } = await check.run(numRuns);
    expect(tally).toEqual({ payloads: numRuns, crashes: 0, disagreements: 0, first: null });
    // If everything were refused, agreement would prove nothing.
    expect(Math.min(taken, refused) / numRuns).toBeGreaterThan(0.02);
  });
});

describe('a frame', () => {
  const read = (text: string) => decodeFrame(parseJson(Buffer.from(text)), layout);

  it('reads NaN, a number beyond double range and a string as no value with the state Bad value', () => {
    const frame = read('{"ts":1,"v":[NaN,1e999,"x"]}');
    expect([...frame.values]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
    expect(frame.rejected).toBe(3);
    expect(frame.stateText).toEqual(['Bad value', 'Bad value', 'Bad value']);
  });

  it('leaves NaN inside a text as it is', () => {
    expect(read('{"ts":1,"v":[NaN,1,0],"state":{"1":"NaN here"}}').stateText).toContain('NaN here');
  });

  it('accepts a frame without a seq or boot that is not an integer, and counts it', () => {
    for (const bad of ['-1', '"7"', 'true', '1.5', '1e300', '[]']) {
      expect(read(`{"ts":1,"seq":${bad},"v":[1,1,0]}`), bad).toMatchObject({ seq: null, rejected: 1 });
      expect(read(`{"ts":1,"boot":${bad},"values":{"g.a":1}}`), bad).toMatchObject({ boot: null, rejected: 1 });
    }
    expect(read('{"ts":1,"seq":null,"v":[1,1,0]}')).toMatchObject({ seq: null, rejected: 0 });
    expect(read('{"ts":1,"seq":0,"v":[1,1,0]}')).toMatchObject({ seq: 0, rejected: 0 });
  });

  it('reads minus zero as 0', () => {
    expect(Object.is(read('{"ts":1,"v":[-0,1,0]}').values[0], 0)).toBe(true);
  });

  it('keeps the alarm flag of a sensor whose value is bad', () => {
    const frame = read('{"ts":1,"values":{"g.a":{"value":"x","alarm":true}}}');
    expect((frame.flags[0] ?? 0) & (ALARM | SENT)).toBe(ALARM | SENT);
  });

  it('reads alarm: true and status: "Alarm" alike, and changes only the value for a bare number', () => {
    const frame = read('{"ts":1,"values":{"g.a":{"status":"Alarm"},"g.b":true}}');
    expect((frame.flags[0] ?? 0) & ALARM).toBe(ALARM);
    expect(frame.flags[1]).toBe(SENT);
    expect(frame.values[1]).toBe(1);
  });

  it('clears the alarm of every sensor that the compact form does not list', () => {
    const frame = read('{"ts":1.7,"v":[1,null,0],"alarm":[1]}');
    expect(frame.ts).toBe(1);
    expect([...frame.flags]).toEqual([ALL_SENT, ALL_SENT | ALARM, ALL_SENT]);
  });

  it('removes characters PostgreSQL refuses and shortens long texts without splitting a character', () => {
    const long = `${'x'.repeat(59)}\u{1F600}tail`;
    const frame = read(JSON.stringify({ ts: 1, v: [1, 1, 1], state: { 0: 'a\u0000b\ud800c', 1: long } }));
    expect(frame.stateText).toEqual(['abc', 'x'.repeat(59)]);
  });
});
