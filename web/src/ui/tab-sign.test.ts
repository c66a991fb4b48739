// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { namePage, signImage, tabTitle } from './tab-sign.ts';

test('a tab title contains what is not normal, the page and the product', () => {
  expect(tabTitle('', 'Leg 1 - Sensor Dashboard')).toBe('Leg 1 - Sensor Dashboard - Tocsin');
  expect(tabTitle('2 alarms', 'Leg 1 - Sensor Dashboard')).toBe('2 alarms - Leg 1 - Sensor Dashboard - Tocsin');
});

test("a page without a name yet has the product's name", () => {
  expect(tabTitle('', ' ')).toBe('Tocsin');
});

test('a page that unmounts after the next one was mounted does not remove its name', () => {
  const leaveSites = namePage('Sites');
  const leaveDevices = namePage('Devices');
  leaveSites();
  expect(document.title).toBe('Devices - Tocsin');
  leaveDevices();
  expect(document.title).toBe('Tocsin');
});

test('a page that sets its name again while it unmounts does not replace the name of the remaining one', () => {
  const leaveDevices = namePage('Devices');
  const leaveSites = namePage('Sites');
  leaveSites();
  expect(document.title).toBe('Devices - Tocsin');
  const leaveUnnamed = namePage('');
  expect(document.title).toBe('Devices - Tocsin');
  leaveUnnamed();
  leaveDevices();
});

// meets: isa-18.2 11 HMI
test('the favicons of alarm, warning and lost connection differ in shape', () => {
  const shapes = (['alarm', 'warning', 'lost'] as const).map((sign) => decodeURIComponent(signImage(sign)));
  expect(shapes.map((svg) => /<(circle|rect)/.exec(svg)?.[1])).toEqual(['circle', undefined, 'rect']);
});
