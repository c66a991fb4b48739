import { describe, expect, it } from 'vitest';
import { type Palette, palettes } from './tokens.ts';

type Role = keyof Palette;

/** Relative luminance by WCAG 2.2. */
const luminance = (colour: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a: string, b: string): number => {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((one, other) => one - other);
  return (light + 0.05) / (dark + 0.05);
};
const grounds: readonly Role[] = ['surface', 'canvas', 'sunken', 'side'];
const pairs = (fronts: readonly Role[], backs: readonly Role[]) =>
  fronts.flatMap((front) => backs.map((back) => [front, back] as const));

// meets: wcag-2.2-aa 1.4.11
describe.each(Object.entries(palettes))('the %s theme', (_name, palette) => {
  it.each([
    ...pairs(['line2', 'limit', 'spark', 'brand', 'alarm', 'series2', 'series3', 'series4'], grounds),
    // A sign has its shape in the colour of its text on the colour of its state.
    ...pairs(['onalarm'], ['alarm']),
    ...pairs(['onwarn'], ['warn']),
    ...pairs(['onbrand'], ['brand']),
  ])('edges, lines and signs in %s stand out from %s by 3:1', (front, back) => {
    expect(contrast(palette[front], palette[back])).toBeGreaterThanOrEqual(3);
  });

  it.each([
    ...pairs(['text', 'text2', 'text3'], grounds),
    ...pairs(['alarmtext'], ['surface', 'alarmtint']),
    ...pairs(['warntext'], ['surface', 'warntint']),
    ...pairs(['brand'], ['surface', 'brandweak']),
  ])('text in %s stands out from %s by 4.5:1', (front, back) => {
    expect(contrast(palette[front], palette[back])).toBeGreaterThanOrEqual(4.5);
  });
});
