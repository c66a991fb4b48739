import { expect, test } from 'vitest';
import { emptyTile, type Tile } from './model.ts';
import { hasPanel, headFit, levelOf, wallPages, wordsOf } from './pages.ts';

let id = 0;
const tiles = (count: number, severity: Tile['severity'], held: string | null = null): readonly Tile[] =>
  Array.from({ length: count }, () => ({
    ...emptyTile({ id: ++id, title: `Leg ${id}` }),
    severity,
    held: held === null ? null : { kind: 'shelved' as const, sensor: 'Head bearing', short: held, full: held },
  }));
/** A page as its rows: level and number of tiles. */
const drawn = (all: readonly Tile[]) =>
  wallPages(all).map((page) => page.map(({ level, tiles: shown }) => `${level} ${shown.length}`));

test('a single alarm has room for a panel beside it, above all other devices', () => {
  const held = tiles(2, 'stale');
  expect(drawn([...tiles(1, 'alarm'), ...held, ...tiles(9, 'ok')])).toEqual([
    ['alarm 1', 'trouble 2'],
    ['alarm 1', 'calm 5', 'calm 4'],
  ]);
  expect(wallPages(tiles(1, 'alarm'))[0]?.[0]?.shares).toEqual([5, 3]);
});

test('below an alarm, a few devices share one row, and none is as wide as the alarm', () => {
  const few = [...tiles(1, 'alarm'), ...tiles(2, 'stale'), ...tiles(1, 'ok')];
  expect(drawn(few)).toEqual([['alarm 1', 'trouble 3']]);
  const [alarm, below] = wallPages([...tiles(1, 'alarm'), ...tiles(1, 'ok')])[0] ?? [];
  expect(below?.shares).toEqual([1, 1]);
  expect(alarm?.weight).toBeGreaterThan(2 * (below?.weight ?? 0));
});

test('a few normal devices share the whole screen, with larger texts', () => {
  expect(drawn(tiles(4, 'ok'))).toEqual([['calm 2', 'calm 2']]);
  expect(wallPages(tiles(4, 'ok'))[0]?.[0]?.scale).toBeGreaterThan(1.8);
  expect(drawn(tiles(1, 'ok'))).toEqual([['calm 1']]);
});

test('tiles that do not fit are on the next page; up to four alarms are on every page', () => {
  expect(drawn(tiles(41, 'ok'))).toEqual([
    ['calm 5', 'calm 5', 'calm 5', 'calm 5'],
    ['calm 5', 'calm 5', 'calm 5', 'calm 5'],
    ['calm 1'],
  ]);
  expect(drawn([...tiles(2, 'alarm'), ...tiles(11, 'ok')])).toEqual([
    ['alarm 2', 'calm 5', 'calm 5'],
    ['alarm 2', 'calm 1'],
  ]);
});

test('many alarms are spread over pages, before everything else', () => {
  expect(drawn([...tiles(9, 'alarm'), ...tiles(1, 'ok')])).toEqual([
    ['alarm 3', 'alarm 3'],
    ['alarm 3', 'calm 1'],
  ]);
});

test('a held-back alarm is no larger than other abnormal devices, and whatever else is held back is small', () => {
  const levelsOf = (severity: Tile['severity']) => tiles(1, severity, 'until 06:00').map(levelOf);
  expect([levelsOf('alarm'), levelsOf('warning'), levelsOf('ok')].flat()).toEqual(['trouble', 'calm', 'calm']);
});

test('what nobody acknowledged is not small, also after it cleared', () => {
  const open = tiles(1, 'ok').map((tile) => ({ ...tile, open: 'Touchswitch right, cleared 06:23' }));
  expect(open.map(levelOf)).toEqual(['trouble']);
  expect(drawn([...open, ...tiles(3, 'ok')])).toEqual([['trouble 1', 'calm 3']]);
});

test('without an alarm the only trouble has the panel, if an incident tells of it', () => {
  const [warning] = tiles(1, 'warning');
  if (!warning) throw new Error('no tile');
  const [row] = wallPages([warning, ...tiles(3, 'ok')], (device) => device === warning.id)[0] ?? [];
  expect(row && [row.level, hasPanel(row)]).toEqual(['trouble', true]);
  expect(wallPages([warning, ...tiles(1, 'offline')], () => true)[0]?.some(hasPanel)).toBe(false);
  expect(wallPages([warning])[0]?.some(hasPanel)).toBe(false);
});

test('each device is on exactly one page, except pinned alarms, and no text is smaller than designed', () => {
  for (const [alarms, offline, fine] of [
    [0, 0, 0],
    [1, 0, 0],
    [3, 7, 2],
    [1, 30, 100],
    [13, 13, 13],
    [0, 500, 0],
    [500, 0, 0],
  ] as const) {
    const all = [...tiles(alarms, 'alarm'), ...tiles(offline, 'offline'), ...tiles(fine, 'ok')];
    const pages = wallPages(all);
    const seen = pages.flatMap((page) => page.flatMap((row) => row.tiles.map((tile) => tile.id)));
    expect(new Set(seen).size).toBe(all.length);
    const unpinned = seen.filter((one) => alarms > 4 || one >= (all[alarms]?.id ?? Number.POSITIVE_INFINITY));
    expect(unpinned).toHaveLength(new Set(unpinned).size);
    for (const row of pages.flat()) expect(row.scale).toBeGreaterThanOrEqual(1);
  }
});

test('the name of the site keeps its place: words of chips get small, then go, the worst never', () => {
  const chips = [
    { text: '1 in alarm' },
    { text: '2 in warning' },
    { text: '2 offline' },
    { text: '1 cleared, not acknowledged' },
    { text: '1 shelved', yields: true as const },
    { text: '11 need somebody' },
  ];
  const fit = (title: string, shown: typeof chips, hasPages: boolean) => {
    const { words, hasLive } = headFit(title, shown, hasPages);
    return [chips.map((_, n) => words.get(n)?.charAt(0) ?? '-').join(''), hasLive];
  };
  expect(fit('Limon', chips.slice(0, 3), true)).toEqual(['------', true]);
  const four = chips.filter((_, n) => n !== 1 && n !== 2);
  expect(fit('Hutchinson Elevator', four, false)).toEqual(['-sss--', true]);
  expect(fit('Hutchinson Elevator', chips, false)).toEqual(['-sssnn', false]);
  expect(fit('Hutchinson Elevator', chips, true)).toEqual(['-ssnnn', false]);
  expect(fit('x'.repeat(60), chips, true)).toEqual(['-nnnnn', false]);
});

test('the words of a chip stand without its number', () => {
  expect(wordsOf('9 need somebody', 9)).toBe('need somebody');
  expect(wordsOf('Sin reconocer tras normalizarse: 2', 2)).toBe('Sin reconocer tras normalizarse');
});
