import { describe, expect, it } from 'vitest';
import { anchorsOf, drawingOf, machineType, machineTypes, sensorPointsOf } from './library.ts';
import { clampStretch } from './machine.ts';
import { flatten, outlineOf, similarity } from './outline.ts';
import { machineStates } from './palette.ts';
import { pictureOf } from './picture.ts';

const size = 40;

describe('the machine library', () => {
  it('has at least 20 types, each with an id and a key of its own', () => {
    expect(machineTypes.length).toBeGreaterThanOrEqual(20);
    expect(new Set(machineTypes.map((type) => type.id)).size).toBe(machineTypes.length);
    expect(new Set(machineTypes.map((type) => type.key)).size).toBe(machineTypes.length);
    expect(machineTypes.every((type) => machineType(type.id) === type)).toBe(true);
  });

  it('has no two types that share an outline, whichever way they look', () => {
    const outlines = machineTypes.map((type) => {
      const drawing = drawingOf(type);
      return { name: type.name, left: outlineOf(drawing, size), right: outlineOf(drawing, size, true) };
    });
    const tooLike = outlines.flatMap((a, i) =>
      outlines.slice(i + 1).flatMap((b) => {
        const most = Math.max(similarity(a.left, b.left), similarity(a.left, b.right));
        return most > 0.85 ? [`${a.name} and ${b.name}: ${most.toFixed(2)}`] : [];
      }),
    );
    expect(tooLike).toEqual([]);
  });

  it.each(machineTypes.map((type) => [type.name, type] as const))(
    '%s keeps anchors and sensors on the drawing',
    (_, type) => {
      const lengths = type.stretch === null ? [0] : [type.stretch.least, 0, 200, type.stretch.most];
      for (const stretch of lengths) {
        const drawing = drawingOf(type, stretch);
        expect(drawing.anchors.length).toBeGreaterThan(0);
        expect(drawing.sensors.length).toBeGreaterThan(0);
        expect(new Set(drawing.anchors.map((anchor) => anchor.id)).size).toBe(drawing.anchors.length);
        expect(new Set(drawing.sensors.map((sensor) => sensor.id)).size).toBe(drawing.sensors.length);
        for (const point of [...drawing.anchors, ...drawing.sensors]) {
          expect(point.x).toBeGreaterThanOrEqual(0);
          expect(point.x).toBeLessThanOrEqual(drawing.width);
          expect(point.y).toBeGreaterThanOrEqual(0);
          expect(point.y).toBeLessThanOrEqual(drawing.height);
        }
      }
    },
  );

  it.each(machineTypes.map((type) => [type.name, type] as const))('%s stays inside its box', (_, type) => {
    const drawing = drawingOf(type);
    for (const mark of drawing.marks.filter((m) => m.at === undefined)) {
      for (const [x, y] of flatten(mark.d).flat()) {
        expect(x).toBeGreaterThanOrEqual(-1);
        expect(x).toBeLessThanOrEqual(drawing.width + 1);
        expect(y).toBeGreaterThanOrEqual(-1);
        expect(y).toBeLessThanOrEqual(drawing.height + 1);
      }
    }
  });

  it('mirrors anchors and sensor points on the right side', () => {
    const drawing = drawingOf(machineTypes[0] ?? expect.fail('empty library'));
    for (const [i, anchor] of anchorsOf(drawing, true).entries()) {
      expect(anchor.x).toBe(drawing.width - (drawing.anchors[i]?.x ?? 0));
      expect(anchor.heading).not.toBe('left');
    }
    expect(sensorPointsOf(drawing, true).map((point) => point.id)).toEqual(drawing.sensors.map((point) => point.id));
  });

  it('stretches only what may be stretched, within its bounds', () => {
    const rigid = machineTypes.find((type) => type.stretch === null) ?? expect.fail('no rigid type');
    const long = machineTypes.find((type) => type.stretch !== null) ?? expect.fail('no long type');
    expect(clampStretch(rigid, 100)).toBe(0);
    expect(clampStretch(long, 1e9)).toBe(long.stretch?.most);
    expect(clampStretch(long, Number.NaN)).toBe(0);
    expect(drawingOf(long, 100).height - drawingOf(long, 0).height).toBe(100);
  });
});

describe('a machine picture', () => {
  it('takes every colour from the state and never carries text or script', () => {
    for (const type of machineTypes) {
      for (const state of machineStates) {
        const svg = pictureOf(type, { state, theme: 'dark', side: 'right' });
        expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
        expect(svg).not.toMatch(/<(text|script|image)|NaN|undefined/);
      }
    }
  });

  it('leaves details out where it is small', () => {
    const elevator = machineTypes[0] ?? expect.fail('empty library');
    expect(pictureOf(elevator, { scale: 0.2 }).length).toBeLessThan(pictureOf(elevator, { scale: 1 }).length);
  });
});
