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

test('shows what is worst first, of equals the newest, calm ones by name', () => {
  const order = inOrder([
    tile(10, 'ok'),
    tile(2, 'ok'),
    tile(3, 'offline', 5),
    tile(4, 'alarm', 1),
    tile(5, 'alarm', 9),
  ]);
  expect(order.map((each) => each.id)).toEqual([5, 4, 3, 2, 10]);
});

test('alarms stand two across, trouble three, calm devices six', () => {
  const blocks = wallBlocks([...tiles(2, 'alarm'), ...tiles(2, 'warning'), ...tiles(1, 'offline'), ...tiles(6, 'ok')]);
  expect(blocks.map(({ columns, rows }) => [columns, rows])).toEqual([
    [2, 1],
    [3, 1],
    [6, 1],
  ]);
});

test('what finds no room is counted, an alarm before all', () => {
  const blocks = wallBlocks([...tiles(14, 'alarm'), ...tiles(40, 'ok')]);
  expect(blocks.map(({ tiles: shown, left }) => [shown.length, left])).toEqual([
    [12, 2],
    [6, 34],
  ]);
});

test('a site where all is well fills the wall with calm tiles', () => {
  expect(wallBlocks(tiles(20, 'ok'))[0]).toMatchObject({ columns: 6, rows: 4, left: 0 });
});

test('a few share the width: a wall of four devices is not half empty', () => {
  const blocks = wallBlocks([...tiles(1, 'warning'), ...tiles(3, 'ok')]);
  expect(blocks.map(({ columns, rows }) => [columns, rows])).toEqual([
    [2, 1],
    [3, 1],
  ]);
});
