import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Box } from '../canvas/tab.ts';
import { type LabelRequest, layOutLabels } from './label-layout.ts';

const request = (id: string, x: number, y: number, more: Partial<LabelRequest> = {}): LabelRequest => ({
  id,
  box: { x, y, width: 60, height: 80 },
  name: `Fan ${id}`,
  reading: 'Bearing 41.0 °C',
  isUrgent: false,
  ...more,
});
const group = (stem: string, from: number, to: number): string => `${stem} ${from} to ${to}`;
const everywhere = { x: -10_000, y: -10_000, width: 30_000, height: 30_000 };
const layOut = (
  requests: readonly LabelRequest[],
  zoom: number,
  obstacles: readonly Box[] = [],
  bounds: Box = everywhere,
) => layOutLabels(requests, { zoom, bounds, obstacles, groupText: group });
const meets = (a: Box, b: Box, slack = 0.001): boolean =>
  a.x + slack < b.x + b.width &&
  b.x + slack < a.x + a.width &&
  a.y + slack < b.y + b.height &&
  b.y + slack < a.y + a.height;

it('gives a machine with space its name and its reading', () => {
  expect(layOut([request('1', 0, 0)], 1).labels).toMatchObject([{ id: '1', form: 'full' }]);
});

it('lays an urgent label over another machine only where there is no free place near', () => {
  const leg = request('leg', 100, -400, { box: { x: 100, y: -400, width: 30, height: 460 } });
  const pit = request('pit', 20, 0, { box: { x: 20, y: 0, width: 60, height: 20 }, isUrgent: true });
  const left = { x: 0, y: -400, width: 400, height: 800 };
  const [label] = layOut([leg, pit], 1, [], left).labels.filter(({ id }) => id === 'pit');
  expect(label && meets(label, leg.box)).toBe(false);
});

it('keeps an urgent label within what is seen, where it can', () => {
  const leg = request('leg', 100, 0, { box: { x: 100, y: 0, width: 60, height: 600 }, isUrgent: true });
  const view = { x: 0, y: 200, width: 300, height: 300 };
  const layout = { zoom: 1, bounds: everywhere, view, obstacles: [], groupText: group };
  const [label] = layOutLabels([leg], layout).labels;
  expect(label?.y).toBeGreaterThanOrEqual(view.y);
  expect((label?.x ?? 0) + (label?.width ?? 0)).toBeLessThanOrEqual(view.width);
});

it('keeps the name only where both lines would collide, and one label for a crowd', () => {
  const row = Array.from({ length: 8 }, (_, i) => request(String(i + 11), i * 62, 0));
  const near = layOut(row, 2);
  expect(near.labels).toHaveLength(8);
  const far = layOut(row, 0.3);
  expect(far).toMatchObject({ labels: [], groups: [{ text: 'Fan 11 to 18' }] });
});

it('does not lay the label of a crowd over another machine', () => {
  const row = Array.from({ length: 4 }, (_, i) => request(String(i + 1), i * 62, 0));
  const [free] = layOut(row, 0.3).groups;
  if (!free) throw new Error('the crowd has no label');
  const other = request('Scale', 0, 0, { name: 'Scale', box: { ...free, x: free.x + free.width / 2, width: 20 } });
  const { groups } = layOut([...row, other], 0.3);
  expect(groups).toHaveLength(1);
  for (const one of groups) expect(meets(one, other.box)).toBe(false);
});

it('keeps a label inside a drawing within it: the name only where the reading is wider', () => {
  const silos = Array.from({ length: 3 }, (_, i) =>
    request(`${i}`, i * 62, 0, { name: `Silo ${i}`, reading: 'Hatch closed', spot: { x: i * 62 + 30, y: 50 } }),
  );
  const bounds = { x: 0, y: 0, width: 190, height: 80 };
  expect(layOut(silos, 1, [], bounds).labels.map(({ form }) => form)).toEqual(['name', 'name', 'name']);
});

it('prints no reading over a drawing: beside a conveyor whose edges are taken, and no words of a contact on a silo', () => {
  const drag = request('drag', 0, 0, { box: { x: 0, y: 0, width: 270, height: 30 }, reading: 'Drag 1 252.1 PPM' });
  const below = { x: -200, y: 34, width: 700, height: 60 };
  const spouts = { x: -200, y: -60, width: 700, height: 58 };
  const layout = { zoom: 1, bounds: everywhere, obstacles: [below], pipes: [spouts], groupText: group };
  const [label] = layOutLabels([drag], layout).labels;
  expect(label && meets(label, drag.box)).toBe(false);
  const box = { x: 0, y: 0, width: 140, height: 200 };
  const silo = request('3', 0, 0, { box, reading: 'Hatch closed', isWord: true, spot: { x: 70, y: 150 } });
  expect(layOut([silo], 1).labels).toMatchObject([{ form: 'name' }]);
  expect(layOut([silo], 2).labels).toMatchObject([{ form: 'full' }]);
  const numbered = {
    ...silo,
    box: { ...box, width: 70 },
    spot: { x: 35, y: 150 },
    reading: 'Level 37 %',
    isWord: false,
  };
  expect(layOut([numbered], 1).labels).toMatchObject([{ form: 'full' }]);
  const fan = request('fan', 0, 0, { box: { x: -20, y: 160, width: 18, height: 40 }, name: '', reading: '' });
  expect(layOut([numbered, fan], 1).labels).toContainEqual(expect.objectContaining({ id: '3', form: 'full' }));
});

it('stands on the lower edge that a drawing keeps for words above it, at any zoom', () => {
  const pit = request('pit', 0, 0, { spot: { x: 30, y: -4, edge: 'bottom' } });
  for (const zoom of [0.4, 1, 2]) {
    const [label] = layOut([pit], zoom).labels;
    expect((label?.y ?? 0) + (label?.height ?? 0)).toBeCloseTo(-4);
  }
});

it('labels an alarm before its neighbours', () => {
  const row = Array.from({ length: 30 }, (_, i) => request(String(i), i * 10, 0, { isUrgent: i === 17 }));
  expect(layOut(row, 0.1).labels.map(({ id }) => id)).toContain('17');
});

it('never covers a callout, even with the label of an alarm', () => {
  const all = { x: -1000, y: -1000, width: 3000, height: 3000 };
  expect(layOut([request('1', 0, 0, { isUrgent: true })], 1, [all]).labels).toHaveLength(0);
  expect(layOut([request('1', 0, 0)], 1, [all]).labels).toHaveLength(0);
});

it('stays inside of the tab', () => {
  const tab = { x: 0, y: 0, width: 300, height: 84 };
  const [label] = layOut([request('1', 0, 0), request('2', 240, 0)], 1, [], tab).labels;
  expect(label?.x).toBeGreaterThanOrEqual(0);
  expect((label?.y ?? 0) + (label?.height ?? 0)).toBeLessThanOrEqual(84);
});

it('at any zoom, labels do not overlap, and only those of alarms and warnings cover other machines', () => {
  const place = fc.record({ x: fc.integer({ min: 0, max: 2_000 }), y: fc.integer({ min: 0, max: 900 }) });
  fc.assert(
    fc.property(fc.array(place, { maxLength: 60 }), fc.double({ min: 0.1, max: 3, noNaN: true }), (places, zoom) => {
      const requests = places.map(({ x, y }, i) => request(String(i), x, y));
      const { labels, groups } = layOut(requests, zoom);
      const all: readonly Box[] = [...labels, ...groups];
      for (const [i, a] of all.entries()) for (const b of all.slice(i + 1)) expect(meets(a, b)).toBe(false);
      for (const label of labels)
        for (const { id, box } of requests) if (id !== label.id) expect(meets(label, box)).toBe(false);
    }),
    { numRuns: 100 },
  );
});

it('lays a label over a pipe only where nothing else is free', () => {
  const below = { x: -40, y: 80, width: 200, height: 60 };
  const lay = (pipes: readonly Box[]) =>
    layOutLabels([request('1', 0, 0)], { zoom: 1, bounds: everywhere, obstacles: [], pipes, groupText: group })
      .labels[0];
  const label = lay([below]);
  expect(label && meets(label, below)).toBe(false);
  // With pipes all around, the name stands on its machine.
  expect(lay([{ x: -900, y: -900, width: 2_000, height: 2_000 }])?.form).toBe('name');
});
