import { expect, test } from 'vitest';
import { signImage, tabTitle } from './tab-sign.ts';

test('a tab is called by what is not normal, the page and the product', () => {
  expect(tabTitle('', 'Leg 1 - Sensor Dashboard')).toBe('Leg 1 - Sensor Dashboard - Tocsin');
  expect(tabTitle('2 alarms', 'Leg 1 - Sensor Dashboard')).toBe('2 alarms - Leg 1 - Sensor Dashboard - Tocsin');
});

test('a page whose name is not known yet has the name of the product', () => {
  expect(tabTitle('', ' ')).toBe('Tocsin');
});

test("an alarm's, a warning's and a lost connection's favicon differ by their shape", () => {
  const shapes = (['alarm', 'warning', 'lost'] as const).map((sign) => decodeURIComponent(signImage(sign)));
  expect(shapes.map((svg) => /<(circle|rect)/.exec(svg)?.[1])).toEqual(['circle', undefined, 'rect']);
});
