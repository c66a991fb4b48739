import { describe, expect, it } from 'vitest';
import { dutiesBetween, dutyAt, type OverrideSpan, type TurnPlan } from './duty.ts';

const at = (text: string): number => Date.parse(text);
const hourMs = 3_600_000;
const plan = (overrides: Partial<TurnPlan> = {}): TurnPlan => ({
  zone: 'America/Denver',
  handoverTime: '06:00',
  weekday: null,
  start: '2026-10-01',
  people: [1, 2, 3],
  ...overrides,
});
const instead = (id: number, userId: number, from: string, to: string): OverrideSpan => ({
  id,
  userId,
  from: at(from),
  to: at(to),
});
const spansOf = (rotation: TurnPlan, overrides: readonly OverrideSpan[], from: string, to: string) =>
  dutiesBetween(rotation, overrides, at(from), at(to)).map((span) => [
    new Date(span.from).toISOString().slice(0, 16),
    span.userId,
    span.overrideId,
  ]);

describe('before the first turn', () => {
  it('has nobody, up to the handover time of the first day in the zone of the rotation', () => {
    expect(dutyAt(plan(), [], at('2026-10-01T11:59:59Z'))).toEqual({ userId: null, overrideId: null });
    expect(dutyAt(plan(), [], at('2026-10-01T12:00:00Z'))).toEqual({ userId: 1, overrideId: null });
  });
  it('has the person of an override', () => {
    const override = instead(7, 9, '2026-09-01T00:00Z', '2026-09-02T00:00Z');
    expect(dutyAt(plan(), [override], at('2026-09-01T12:00Z'))).toEqual({ userId: 9, overrideId: 7 });
  });
});

describe('handovers', () => {
  it('happen at the wall-clock time on both sides of a clock change', () => {
    expect(spansOf(plan(), [], '2026-10-31T12:00Z', '2026-11-03T13:00Z')).toEqual([
      ['2026-10-31T12:00', 1, null],
      ['2026-11-01T13:00', 2, null],
      ['2026-11-02T13:00', 3, null],
    ]);
  });
  it('of a time that exists twice happen the first time', () => {
    const rotation = plan({ handoverTime: '01:30' });
    expect(spansOf(rotation, [], '2026-11-01T07:00Z', '2026-11-01T10:00Z')).toEqual([
      ['2026-11-01T07:00', 1, null],
      ['2026-11-01T07:30', 2, null],
    ]);
  });
  it('of a time that the clock skips move forward', () => {
    const rotation = plan({ handoverTime: '02:30', start: '2027-03-13' });
    expect(spansOf(rotation, [], '2027-03-14T08:00Z', '2027-03-14T12:00Z')).toEqual([
      ['2027-03-14T08:00', 1, null],
      ['2027-03-14T09:30', 2, null],
    ]);
  });
  it('of a weekly rotation follow its weekday, after a shorter first turn', () => {
    // 1 October 2026 is a Thursday; the weekday is Monday.
    expect(spansOf(plan({ weekday: 1 }), [], '2026-10-01T12:00Z', '2026-10-13T00:00Z')).toEqual([
      ['2026-10-01T12:00', 1, null],
      ['2026-10-05T12:00', 2, null],
      ['2026-10-12T12:00', 3, null],
    ]);
  });
});

describe('overrides', () => {
  it('across a handover and a clock change are one span, and the turns go on beneath', () => {
    const override = instead(4, 9, '2026-10-31T20:00Z', '2026-11-02T20:00Z');
    expect(spansOf(plan(), [override], '2026-10-31T12:00Z', '2026-11-03T13:00Z')).toEqual([
      ['2026-10-31T12:00', 1, null],
      ['2026-10-31T20:00', 9, 4],
      ['2026-11-02T20:00', 3, null],
    ]);
  });
  it('at the same time: the one made last decides, and the earlier one again after it', () => {
    const long = instead(1, 8, '2026-10-10T00:00Z', '2026-10-11T00:00Z');
    const short = instead(2, 9, '2026-10-10T06:00Z', '2026-10-10T09:00Z');
    for (const overrides of [
      [long, short],
      [short, long],
    ])
      expect(spansOf(plan(), overrides, '2026-10-10T00:00Z', '2026-10-11T00:00Z')).toEqual([
        ['2026-10-10T00:00', 8, 1],
        ['2026-10-10T06:00', 9, 2],
        ['2026-10-10T09:00', 8, 1],
      ]);
  });
  it('that the last one hides do not split it', () => {
    const hidden = instead(1, 8, '2026-10-10T06:00Z', '2026-10-10T09:00Z');
    const long = instead(2, 9, '2026-10-10T00:00Z', '2026-10-11T00:00Z');
    expect(spansOf(plan(), [hidden, long], '2026-10-10T00:00Z', '2026-10-11T00:00Z')).toHaveLength(1);
  });
  it('end before the moment of their end', () => {
    const override = instead(1, 9, '2026-10-10T00:00Z', '2026-10-10T06:00Z');
    expect(dutyAt(plan(), [override], override.to - 1).userId).toBe(9);
    expect(dutyAt(plan(), [override], override.to).overrideId).toBeNull();
    expect(dutyAt(plan(), [override], override.to + hourMs).userId).toBe(3);
  });
});
