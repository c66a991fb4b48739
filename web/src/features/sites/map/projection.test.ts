import { expect, test } from 'vitest';
import { aroundOf, frameIn, gridOf, outlinePath, pointOf, scaleOf, viewOf } from './projection.ts';

const hutchinson = { latitude: 38.06, longitude: -97.93 };
const limon = { latitude: 39.26, longitude: -103.69 };
const box = { width: 1000, height: 420 };

test('a single site is in the middle of a view of some hundred kilometres', () => {
  const view = viewOf([hutchinson], box);
  expect(pointOf(view, hutchinson).x).toBeCloseTo(box.width / 2);
  expect(pointOf(view, hutchinson).y).toBeCloseTo(box.height / 2);
  expect(view.height).toBe(3);
});

test('all sites are in view, the west at the left and the north on top', () => {
  const places = [hutchinson, limon, { latitude: 50.9, longitude: 6.9 }, { latitude: -33.9, longitude: 151.2 }];
  const points = places.map((place) => pointOf(viewOf(places, box), place));
  for (const { x, y } of points) {
    expect(x).toBeGreaterThan(0);
    expect(x).toBeLessThan(box.width);
    expect(y).toBeGreaterThan(0);
    expect(y).toBeLessThan(box.height);
  }
  expect(points[1]?.x).toBeLessThan(points[0]?.x ?? 0);
  expect(points[2]?.y).toBeLessThan(points[3]?.y ?? 0);
});

test('two sites use the width of the view, on a desktop and on a phone', () => {
  for (const shape of [box, { width: 358, height: 358 }]) {
    const view = viewOf([hutchinson, limon], shape);
    const apart = pointOf(view, hutchinson).x - pointOf(view, limon).x;
    expect(apart).toBeGreaterThan(shape.width / 2);
    expect(apart).toBeLessThan(shape.width * 0.8);
  }
});

test('the overview map shows the position of the view', () => {
  const small = { width: 150, height: 90 };
  const frame = frameIn(aroundOf([hutchinson, limon], small), viewOf([hutchinson, limon], box));
  expect(frame.x + frame.width / 2).toBeCloseTo(small.width / 2);
  expect(frame.y + frame.height / 2).toBeCloseTo(small.height / 2);
  expect(frame.width).toBeLessThan(small.width / 4);
});

test('outlines far from the view are left out', () => {
  const view = viewOf([hutchinson], box);
  const path = outlinePath(
    [
      [-9790, 3800, 100, 0],
      [15000, -3000, 100, 0],
    ],
    view,
  );
  expect(path.match(/M/g)).toHaveLength(1);
  // Land around the view, whose shore is far away: kept whole enough to be filled, with fewer points.
  const sides = [
    [20, 0],
    [0, 20],
    [-20, 0],
    [0, -20],
  ];
  const shore = [-10800, 2800, ...sides.flatMap((side) => Array.from({ length: 100 }, () => side).flat())];
  const around = outlinePath([shore], view, true);
  expect(around).toMatch(/^M.*Z$/);
  expect((around.match(/L/g) ?? []).length).toBeLessThan(150);
});

test('the grid has round degrees within the view', () => {
  const { latitudes } = gridOf({ ...viewOf([hutchinson], box), south: 31, height: 16 });
  expect(latitudes).toEqual([35, 40, 45]);
});

test('the scale is a round distance in both units', () => {
  const scale = scaleOf(viewOf([hutchinson], box));
  expect(scale.km).toBe(100);
  expect(scale.miles).toBe(62);
  expect(scale.px).toBeCloseTo(125.8, 0);
});
