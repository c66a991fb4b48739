import { expect, test } from 'vitest';
import { emptyTile, inOrder, type Tile } from './model.ts';

const tile = (id: number, severity: Tile['severity'], over: Partial<Tile> = {}): Tile => ({
  ...emptyTile({ id, title: `Leg ${id}` }),
  severity,
  ...over,
});
const shelved = { kind: 'shelved', sensor: '', short: 'until 06:00', full: '' } as const;

test('has the device of the worst incident first, though another alarm is newer', () => {
  const tiles = [tile(1, 'alarm', { since: 9 }), tile(2, 'alarm', { since: 3 }), tile(3, 'warning')];
  const order = inOrder(tiles, (device) => (device === 2 ? 0 : 1));
  expect(order.map((each) => each.id)).toEqual([2, 1, 3]);
});

test('sorts by severity, then newest first, and normal ones by name', () => {
  const order = inOrder([
    tile(10, 'ok'),
    tile(2, 'ok'),
    tile(3, 'offline', { since: 5 }),
    tile(4, 'alarm', { since: 1 }),
    tile(5, 'alarm', { since: 9 }),
  ]);
  expect(order.map((each) => each.id)).toEqual([5, 4, 3, 2, 10]);
});

test('a shelved alarm comes after the others, and before warnings', () => {
  const order = inOrder([tile(1, 'warning'), tile(2, 'alarm', { held: shelved, since: 9 }), tile(3, 'alarm')]);
  expect(order.map((each) => each.id)).toEqual([3, 2, 1]);
});
