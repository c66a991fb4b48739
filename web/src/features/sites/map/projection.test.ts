import { expect, test } from 'vitest';
import { gridOf, labelsApart, mapBox, outlinePath, pointOf, viewOf } from './projection.ts';

const hutchinson = { latitude: 38.06, longitude: -97.93 };
const limon = { latitude: 39.26, longitude: -103.69 };

test('a single site stands in the middle of a view that is wide enough to show outlines', () => {
  const view = viewOf([hutchinson]);
  expect(pointOf(view, hutchinson).x).toBeCloseTo(mapBox.width / 2);
  expect(pointOf(view, hutchinson).y).toBeCloseTo(mapBox.height / 2);
  expect(view.height).toBe(16);
});

test('all sites are in view, the west at the left and the north on top', () => {
  const places = [hutchinson, limon, { latitude: 50.9, longitude: 6.9 }, { latitude: -33.9, longitude: 151.2 }];
  const points = places.map((place) => pointOf(viewOf(places), place));
  for (const { x, y } of points) {
    expect(x).toBeGreaterThan(0);
    expect(x).toBeLessThan(mapBox.width);
    expect(y).toBeGreaterThan(0);
    expect(y).toBeLessThan(mapBox.height);
  }
  expect(points[1]?.x).toBeLessThan(points[0]?.x ?? 0);
  expect(points[2]?.y).toBeLessThan(points[3]?.y ?? 0);
});

test('outlines far from the view are left out', () => {
  const view = viewOf([hutchinson]);
  const path = outlinePath(
    [
      [-979, 380, 10, 0],
      [1500, -300, 10, 0],
    ],
    view,
  );
  expect(path.match(/M/g)).toHaveLength(1);
});

test('the grid has round degrees within the view', () => {
  const { latitudes } = gridOf(viewOf([hutchinson]));
  expect(latitudes).toEqual([35, 40, 45]);
});

test('labels that would cover each other stand one below the other, and stay in the drawing', () => {
  const label = { width: 200, height: 30 };
  const apart = labelsApart(
    [
      { x: 500, y: 210 },
      { x: 520, y: 200 },
      { x: 900, y: 205 },
      { x: 500, y: 410 },
      { x: 510, y: 415 },
    ],
    label,
  );
  expect(apart).toEqual([
    { x: 500, y: 230 },
    { x: 520, y: 200 },
    { x: 900, y: 205 },
    { x: 500, y: 410 },
    { x: 510, y: 380 },
  ]);
});
