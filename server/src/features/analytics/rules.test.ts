import { describe, expect, it } from 'vitest';
import { bursts, spanOf } from './rules.ts';

const zone = 'America/Chicago';
const minute = 60_000;

describe('the days of a report', () => {
  it.each([
    [{}, 'start'],
    [{ start: '1 Nov 2026' }, 'end'],
    [{ start: '31 Feb 2026', end: '1 Nov 2026' }, 'start'],
    [{ start: '1 Nix 2026', end: '1 Nov 2026' }, 'start'],
    [{ start: 'yesterday', end: '1 Nov 2026' }, 'start'],
    [{ start: '2 Nov 2026', end: '1 Nov 2026' }, 'end'],
  ])('%j is refused for its %s', (range, field) => {
    expect(() => spanOf(range, zone)).toThrow(
      expect.objectContaining({ more: { fields: { [field]: [expect.any(String)] } } }),
    );
  });

  // spec: decisions 7 analytics also takes D Mon YYYY
  // spec: monitoring 8 Analytics: from and to as 'D Mon YYYY' UTC strings plus device_id
  it('are the site’s, both included, also where one of them has 25 hours', () => {
    const { from, to } = spanOf({ start: '1 Nov 2026', end: '1 Nov 2026' }, zone);
    expect([new Date(from).toISOString(), to - from]).toEqual(['2026-11-01T05:00:00.000Z', 25 * 3_600_000]);
    expect(spanOf({ start: '2026-11-01', end: '2026-11-01 13:00:00' }, zone)).toEqual({ from, to });
    expect(spanOf({ start: String(from), end: '2026-11-02T05:59:59Z' }, zone)).toEqual({ from, to });
  });
});

describe('a burst', () => {
  it('begins with the first of as many within ten minutes, and ends with the last', () => {
    const times = [0, 1, 2, 3, 4, 5].map((n) => n * 2 * minute);
    expect(bursts(times, 6)).toEqual([]);
    expect(bursts([...times.slice(0, 5), 10 * minute - 1], 6)).toEqual([
      { from: 0, to: 10 * minute - 1, count: 6, peak: 6, begin: 0, end: 6 },
    ]);
  });

  it('is one as long as its windows overlap, and another after a pause', () => {
    const first = Array.from({ length: 20 }, (_, n) => n * minute);
    const second = first.map((at) => at + 60 * minute);
    expect(bursts([...first, ...second], 10).map(({ from, count, peak }) => [from, count, peak])).toEqual([
      [0, 20, 10],
      [60 * minute, 20, 10],
    ]);
  });
});
