import { describe, expect, it } from 'vitest';
import type { Columns } from '../../../../ui/chart/columns.ts';
import type { StateSpan } from '../../../../ui/chart/state-spans.ts';
import { changeSince, stateAt } from './at-cursor.ts';

const columns = (...points: readonly (readonly [number, number])[]): Columns => ({
  times: Float64Array.from(points, ([time]) => time),
  values: Float64Array.from(points, ([, value]) => value),
  low: null,
  high: null,
  flags: new Uint8Array(points.length),
  states: new Uint16Array(points.length),
  texts: [''],
});
const span = (from: number, to: number, text: string): StateSpan => ({
  from,
  to,
  text,
  alarm: false,
  value: -1,
  mixed: false,
});

describe('the change of a value', () => {
  const line = columns([10, 20], [20, 25], [30, 22]);
  it('counts from the first point of the range to the cursor, or to the newest point', () => {
    expect(changeSince(line, 5, 20)).toBe(5);
    expect(changeSince(line, 15, null)).toBe(-3);
    expect(changeSince(line, 10, 29)).toBe(5);
  });
  it('is not known without a point before the cursor, and for nothing', () => {
    expect(changeSince(line, 15, 12)).toBeNull();
    expect(changeSince(columns(), 0, null)).toBeNull();
  });
});

describe('the state at the cursor', () => {
  const spans = [span(0, 10, 'Running'), span(20, 30, 'Stopped')];
  it('is the one that held then, or the newest', () => {
    expect(stateAt(spans, 5)?.text).toBe('Running');
    expect(stateAt(spans, null)?.text).toBe('Stopped');
  });
  it('is none in a gap, before the first and without any', () => {
    expect([stateAt(spans, 15), stateAt(spans, -1), stateAt([], null)]).toEqual([undefined, undefined, undefined]);
  });
});
