import type { Note } from '@tocsin/contract/notes';
import { expect, it } from 'vitest';
import { noteMarks } from './clusters.ts';

const note = (id: number, atMs: number): Note => ({
  id,
  at: new Date(atMs).toISOString(),
  device_id: null,
  device: null,
  sensor: null,
  sensor_name: null,
  text: '<b>Hot</b>',
  by: 'Ann Vole',
  written_at: new Date(atMs).toISOString(),
});

it('places notes in the shown range, and those too near to each other in one mark, oldest first', () => {
  const notes = [note(3, 5_000), note(2, 1_400), note(1, 1_000), note(4, 20_000), note(5, 999)];
  const marks = noteMarks(notes, { from: 1_000, to: 11_000 }, 500);
  expect(marks.map(({ part, notes: own }) => [part, own.map(({ id }) => id)])).toEqual([
    [0, [1, 2]],
    [0.4, [3]],
  ]);
});

it('has no mark without notes', () => {
  expect(noteMarks([], { from: 0, to: 1 }, 1)).toEqual([]);
});
