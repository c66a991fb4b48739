import { expect, it } from 'vitest';
import { drawingOf, machineTypes } from './library.ts';
import { axisOf, defaultLength, drawnSize, lengthOf } from './real-size.ts';

const named = (key: string) => machineTypes.find((type) => type.key === key) ?? expect.fail(key);

it('draws an elevator of 40 m forty times as high as a metre, with the ends of a short one', () => {
  const leg = named('bucket-elevator');
  const short = drawnSize(leg, 10, 20);
  const tall = drawnSize(leg, 40, 20);
  expect(drawingOf(leg, tall.stretch).height * tall.scale).toBeCloseTo(800, 0);
  expect(tall.scale).toBeCloseTo(short.scale, 3);
});

it.each(machineTypes.map((type) => [type.key, type] as const))('knows the length of what it draws: %s', (_, type) => {
  for (const metres of [defaultLength(type) * 0.8, defaultLength(type), 30])
    for (const pixelsPerMetre of [5, 20, 60]) {
      const size = drawnSize(type, metres, pixelsPerMetre);
      expect(drawingOf(type, size.stretch)[axisOf(type)] * size.scale).toBeCloseTo(metres * pixelsPerMetre, -1);
      expect(lengthOf(type, size, pixelsPerMetre)).toBeCloseTo(metres, 0);
    }
});

it('draws a fan smaller than a hammer mill, and that smaller than a silo', () => {
  const width = (key: string): number => {
    const size = drawnSize(named(key), defaultLength(named(key)), 20);
    return drawingOf(named(key), size.stretch).width * size.scale;
  };
  expect(width('fan')).toBeLessThan(width('hammer-mill'));
  expect(width('hammer-mill')).toBeLessThan(width('silo'));
});
