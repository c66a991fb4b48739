import { expect, it } from 'vitest';
import { releaseArrays } from './release-memory.ts';

it('returns the memory of whole arrays and leaves views of a shared buffer alone', () => {
  const own = new Float64Array(100);
  const shared = new ArrayBuffer(64);
  const view = new Uint8Array(shared, 8, 8).fill(7);
  releaseArrays([own, null, view]);
  expect([own.length, own.buffer.byteLength]).toEqual([0, 0]);
  expect(Array.from(view)).toEqual([7, 7, 7, 7, 7, 7, 7, 7]);
});

it('does nothing to an array that was released before', () => {
  const own = new Uint16Array(4);
  releaseArrays([own]);
  releaseArrays([own]);
  expect(own.length).toBe(0);
});
