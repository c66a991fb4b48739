import { SiteId } from '@tocsin/contract/ids';
import type { Duty, OnCallRow } from '@tocsin/contract/on-call';
import { describe, expect, it } from 'vitest';
import { blocksOf, byDay, daysOf, gapsOf, initialsOf, ownDuties } from './model.ts';

const zone = 'America/Denver';
const from = Date.parse('2026-10-31T18:00:00Z');
const to = from + 28 * 86_400_000;

const duty = (start: string, end: string, overrides: Partial<Duty> = {}): Duty => ({
  from: start,
  to: end,
  person: { id: 1, name: 'Ann Vole', gap: null },
  override: null,
  gap: null,
  ...overrides,
});
const row = (duties: readonly [Duty, ...Duty[]]): OnCallRow => ({
  rotation: {
    id: 1,
    title: 'Nights',
    client: 1,
    location: SiteId.parse(1),
    location_name: 'Mill',
    timezone: zone,
    handover_time: '06:00',
    frequency: 'daily',
    weekday: null,
    start: '2026-10-01',
    people: [],
    version: 1,
  },
  now: duties[0],
  duties: [...duties],
});
const left = { id: 2, name: 'Ben Hare', gap: 'removed' } as const;

describe('the lanes', () => {
  it('have days of 23 and 25 hours where the clock changes, and the first begins now', () => {
    const days = daysOf(from, to, zone);
    expect(days).toHaveLength(29);
    expect(days[0]?.at).toBe(from);
    // 1 November 2026 has 25 hours in Denver.
    expect((days[2]?.at ?? 0) - (days[1]?.at ?? 0)).toBe(25 * 3_600_000);
    expect(days.filter((day) => day.isMonday)).toHaveLength(4);
  });

  it('cut duties at both ends, and give short ones initials or nothing', () => {
    const blocks = blocksOf(
      [
        duty('2026-10-01T00:00:00Z', '2026-11-07T18:00:00Z'),
        duty('2026-11-07T18:00:00Z', '2026-11-07T20:00:00Z'),
        duty('2026-11-07T20:00:00Z', '2026-11-08T20:00:00Z'),
      ],
      from,
      to,
    );
    expect(blocks.map((block) => block.room)).toEqual(['text', 'none', 'initials']);
    expect(blocks[0]).toMatchObject({ left: 0, width: 25 });
  });
});

describe('gaps', () => {
  it('are joined while person and reason stay, and sorted by time over all rotations', () => {
    const gap = { person: left, gap: 'removed' } as const;
    const rows = [
      row([
        duty('2026-11-05T00:00:00Z', '2026-11-06T00:00:00Z', gap),
        duty('2026-11-06T00:00:00Z', '2026-11-07T00:00:00Z', gap),
        duty('2026-11-07T00:00:00Z', '2026-11-08T00:00:00Z'),
        duty('2026-11-08T00:00:00Z', '2026-11-09T00:00:00Z', gap),
      ]),
      row([duty('2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z', { person: null, gap: 'not_started' })]),
    ];
    expect(gapsOf(rows).map((one) => [one.from, one.to].map((at) => new Date(at).toISOString().slice(5, 10)))).toEqual([
      ['11-01', '11-02'],
      ['11-05', '11-07'],
      ['11-08', '11-09'],
    ]);
  });

  it('are no duties of the person who left', () => {
    const rows = [row([duty('2026-11-05T00:00:00Z', '2026-11-06T00:00:00Z', { person: left, gap: 'removed' })])];
    expect(ownDuties(rows, 2)).toEqual([]);
  });
});

it('lists by day what begins on it, and leaves out days without a change', () => {
  const rows = [
    row([
      duty('2026-10-31T18:00:00Z', '2026-11-01T13:00:00Z'),
      duty('2026-11-01T13:00:00Z', '2026-11-05T13:00:00Z'),
      duty('2026-11-05T13:00:00Z', '2026-11-28T18:00:00Z'),
    ]),
  ];
  expect(byDay(rows, from, to, zone).map(({ starts }) => starts[0]?.duty.from.slice(5, 10))).toEqual([
    '10-31',
    '11-01',
    '11-05',
  ]);
});

it('shortens a name to its first and last letter', () => {
  expect(['Ann Vole', 'ann@mill.example', 'Maria de la Cruz'].map(initialsOf)).toEqual(['AV', 'A', 'MC']);
});
