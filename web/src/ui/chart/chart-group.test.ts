import { expect, test } from 'vitest';
import { ChartGroup } from './chart-group.ts';

const day = { from: 0, to: 86_400_000 };

test('zooms around the moment under the mouse and never beyond the full range', () => {
  const group = new ChartGroup(day);
  group.zoomAround(21_600_000, 0.5);
  expect(group.range()).toEqual({ from: 10_800_000, to: 54_000_000 });
  group.zoomAround(21_600_000, 100);
  expect(group.range()).toEqual(day);
  expect(group.isZoomed()).toBe(false);
});

test('pans with the same length and stops at the edges', () => {
  const group = new ChartGroup(day);
  group.zoom({ from: 0, to: 3_600_000 });
  group.pan(-5_000_000);
  expect(group.range()).toEqual({ from: 0, to: 3_600_000 });
  group.pan(1e12);
  expect(group.range()).toEqual({ from: 82_800_000, to: 86_400_000 });
});

test('live data advances the full range, and a zoom keeps its position', () => {
  const group = new ChartGroup({ from: 0, to: 600_000 });
  group.setFull({ from: 2_000, to: 602_000 });
  expect(group.range()).toEqual({ from: 2_000, to: 602_000 });
  group.zoom({ from: 100_000, to: 200_000 });
  group.setFull({ from: 4_000, to: 604_000 });
  expect(group.range()).toEqual({ from: 100_000, to: 200_000 });
  group.reset();
  expect(group.range()).toEqual({ from: 4_000, to: 604_000 });
});

test('never shows less than two seconds', () => {
  const group = new ChartGroup(day);
  group.zoom({ from: 1_000_000, to: 1_000_010 });
  expect(group.range()).toEqual({ from: 999_005, to: 1_001_005 });
});
