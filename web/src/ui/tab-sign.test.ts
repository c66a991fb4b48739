import { expect, test } from 'vitest';
import { signImage, tabTitle } from './tab-sign.ts';

test('a tab title contains what is not normal, the page and the product', () => {
  expect(tabTitle('', 'Leg 1 - Sensor Dashboard')).toBe('Leg 1 - Sensor Dashboard - Tocsin');
  expect(tabTitle('2 alarms', 'Leg 1 - Sensor Dashboard')).toBe('2 alarms - Leg 1 - Sensor Dashboard - Tocsin');
});

test("a page without a name yet has the product's name", () => {
  expect(tabTitle('', ' ')).toBe('Tocsin');
});

test('the favicons of alarm, warning and lost connection differ in shape', () => {
  const shapes = (['alarm', 'warning', 'lost'] as const).map((sign) => decodeURIComponent(signImage(sign)));
  expect(shapes.map((svg) => /<(circle|rect)/.exec(svg)?.[1])).toEqual(['circle', undefined, 'rect']);
});
