import { expect, test } from 'vitest';
import { folded, type LoadMoments, type Moment, savedAt, Timeline } from './timeline.ts';

const day = 86_400_000;
const moment = (at: number): Moment => ({ id: String(at), at, status: 'OK' });
/** A frame every 2 s for two minutes, then nothing for a day, then again. */
const all = [
  ...Array.from({ length: 60 }, (_, i) => i * 2_000),
  ...Array.from({ length: 60 }, (_, i) => day + i * 2_000),
].map(moment);
const ask: LoadMoments = async (from, limit) => all.filter((each) => each.at >= from).slice(0, limit);

test('shows the first moment at or after the requested time, and none after the newest', async () => {
  const timeline = new Timeline(ask);
  expect((await timeline.atOrAfter(1_500))?.at).toBe(2_000);
  expect((await timeline.atOrAfter(200_000))?.at).toBe(day);
  expect(await timeline.atOrAfter(2 * day)).toBeNull();
});

test('steps forward and back, also over a gap of a day', async () => {
  const timeline = new Timeline(ask);
  expect((await timeline.after(moment(118_000)))?.at).toBe(day);
  expect((await timeline.before(moment(day)))?.at).toBe(118_000);
  expect((await timeline.before(moment(4_000)))?.at).toBe(2_000);
  expect(await timeline.before(moment(0))).toBeNull();
  expect(await timeline.after(moment(day + 118_000))).toBeNull();
});

// spec: decisions 7 A historical record: `record_id` = ts in ms, `.seq` when there are several
test('steps over every frame of one time, in the order of their sequence numbers', async () => {
  const duplicates = [8, 9, 10, 11].map((seq): Moment => ({ id: `5000.${seq}`, at: 5_000, status: 'OK' }));
  const [first, nine, ten] = duplicates;
  if (!first || !nine || !ten) throw new Error('no moments');
  const askDuplicates: LoadMoments = async (from, limit) =>
    [moment(1_000), ...duplicates, moment(9_000)].filter((each) => each.at >= from).slice(0, limit);
  // Each from an empty timeline, as after opening a link.
  expect((await new Timeline(askDuplicates).after(nine))?.id).toBe('5000.10');
  expect((await new Timeline(askDuplicates).before(ten))?.id).toBe('5000.9');
  expect((await new Timeline(askDuplicates).before(first))?.id).toBe('1000');
});

test('playback follows the clock, skips gaps and ends with the newest', async () => {
  const timeline = new Timeline(ask);
  expect(await timeline.upTo(moment(0), 9_000)).toEqual({ moment: moment(8_000), leapt: false });
  expect(await timeline.upTo(moment(8_000), 9_000)).toEqual({ moment: moment(8_000), leapt: false });
  expect(await timeline.upTo(moment(118_000), 130_000)).toEqual({ moment: moment(day), leapt: true });
  expect(await timeline.upTo(moment(day + 118_000), day + 200_000)).toBeNull();
});

test('a link to a time between two frames shows the next one, and reports when there is none', async () => {
  const read = async (id: string) => (all.some((each) => each.id === id) ? `document of ${id}` : null);
  const timeline = new Timeline(ask);
  expect(await savedAt(moment(4_000), timeline, read)).toEqual({ moment: moment(4_000), record: 'document of 4000' });
  expect(await savedAt(moment(4_001), timeline, read)).toEqual({ moment: moment(6_000), record: 'document of 6000' });
  expect(await savedAt(moment(2 * day), timeline, read)).toBeNull();
});

test('folds moments that do not differ, until they are opened', () => {
  const [a, b, c] = [1_000, 2_000, 3_000].map(moment);
  const alarm: Moment = { id: '4000', at: 4_000, status: 'Alarm' };
  if (!a || !b || !c) throw new Error('three moments');
  expect(folded([a, b, c, alarm], new Set())).toEqual([a, { id: '1000', count: 2, until: 3_000, from: 1_000 }, alarm]);
  expect(folded([a, b, c, alarm], new Set(['1000']))).toEqual([a, b, c, alarm]);
  expect(folded([a, b, alarm], new Set())).toEqual([a, b, alarm]);
});
