import { expect, test } from 'vitest';
import { inOrder, type Tile, wallBlocks } from './model.ts';

const tile = (id: number, severity: Tile['severity'], since: number | null = null): Tile => ({
  id,
  title: `Leg ${id}`,
  severity,
  sensor: '',
  value: { text: '', unit: '' },
  state: '',
  path: null,
  since,
  more: 0,
  line: '',
});
const tiles = (count: number, severity: Tile['severity']) =>
  Array.from({ length: count }, (_, id) => tile(id, severity));

test('sorts by severity, then newest first, and normal ones by name', () => {
  const order = inOrder([
    tile(10, 'ok'),
    tile(2, 'ok'),
    tile(3, 'offline', 5),
    tile(4, 'alarm', 1),
    tile(5, 'alarm', 9),
  ]);
  expect(order.map((each) => each.id)).toEqual([5, 4, 3, 2, 10]);
});

test('alarms are two per row, other abnormal devices three, normal ones six', () => {
  const blocks = wallBlocks([...tiles(2, 'alarm'), ...tiles(2, 'warning'), ...tiles(1, 'offline'), ...tiles(6, 'ok')]);
  expect(blocks.map(({ columns, rows }) => [columns, rows])).toEqual([
    [2, 1],
    [3, 1],
    [6, 1],
  ]);
});

test('tiles without space are counted, alarms first', () => {
  const blocks = wallBlocks([...tiles(14, 'alarm'), ...tiles(40, 'ok')]);
  expect(blocks.map(({ tiles: shown, left }) => [shown.length, left])).toEqual([
    [12, 2],
    [6, 34],
  ]);
});

test('a site without alarms fills the wall with normal tiles', () => {
  expect(wallBlocks(tiles(20, 'ok'))[0]).toMatchObject({ columns: 6, rows: 4, left: 0 });
});

test('a few devices share the width', () => {
  const blocks = wallBlocks([...tiles(1, 'warning'), ...tiles(3, 'ok')]);
  expect(blocks.map(({ columns, rows }) => [columns, rows])).toEqual([
    [2, 1],
    [3, 1],
  ]);
});
