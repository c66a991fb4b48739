import { expect, test } from 'vitest';
import { labelPlaces } from './labels.ts';

const label = { width: 200, height: 30 };
const drawing = { width: 1000, height: 420 };
const at = (x: number, y: number) => ({ x, y, label });

test('a label stands right of its site, or left of it at the right edge', () => {
  expect(labelPlaces([at(500, 200), at(950, 100)], drawing)).toEqual([
    { x: 512, y: 185, end: { x: 512, y: 200 } },
    { x: 738, y: 85, end: { x: 938, y: 100 } },
  ]);
});

test('labels of neighbouring sites cover neither each other nor a site', () => {
  const sites = [at(500, 210), at(505, 200), at(520, 205), at(495, 215), at(510, 190)];
  const places = labelPlaces(sites, drawing).flatMap((place) => place ?? []);
  expect(places).toHaveLength(sites.length);
  for (const [n, a] of places.entries()) {
    for (const b of places.slice(n + 1))
      expect(Math.abs(a.x - b.x) >= label.width || Math.abs(a.y - b.y) >= label.height).toBe(true);
    for (const { x, y } of sites)
      expect(x > a.x && x < a.x + label.width && y > a.y && y < a.y + label.height).toBe(false);
  }
});

test('all labels stay in the drawing, and one without room is left out', () => {
  const corner = labelPlaces([at(2, 2)], drawing)[0];
  expect(corner?.x).toBeGreaterThanOrEqual(2);
  expect(corner?.y).toBeGreaterThanOrEqual(2);
  const tight = labelPlaces([at(50, 20), at(60, 20)], { width: 300, height: 40 });
  expect(tight.filter((place) => place === null)).toHaveLength(1);
});

test('a label avoids other boxes on the drawing', () => {
  const scale = { x: 510, y: 180, width: 100, height: 40 };
  expect(labelPlaces([at(500, 200)], drawing, [scale])[0]).toMatchObject({ x: 288, y: 185 });
});
