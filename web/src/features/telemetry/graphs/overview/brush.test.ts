import { describe, expect, it } from 'vitest';
import { dragged, gripAt, stepped } from './brush.ts';

const minute = 60_000;
const whole = { from: 0, to: 1_440 * minute };
const shown = { from: 600 * minute, to: 700 * minute };
const drag = (grip: Parameters<typeof dragged>[1], began: number, at: number) =>
  dragged(shown, grip, { began: began * minute, at: at * minute }, whole);

it('is resized at its ends, moved in its middle, and drawn anew beside it', () => {
  expect([96, 101, 150, 199, 250].map((x) => gripAt(x, 100, 200))).toEqual(['from', 'from', 'move', 'to', 'new']);
  // Too narrow for two ends and a middle: it can still be lengthened to both sides.
  expect([99, 103].map((x) => gripAt(x, 100, 102))).toEqual(['from', 'to']);
});

describe('a dragged brush', () => {
  it('moves with its length, and stops at the ends of the overview', () => {
    expect(drag('move', 650, 660)).toEqual({ from: 610 * minute, to: 710 * minute });
    expect(drag('move', 650, 9_000)).toEqual({ from: 1_340 * minute, to: 1_440 * minute });
    expect(drag('move', 650, -9_000)).toEqual({ from: 0, to: 100 * minute });
  });
  it('is never shorter than a minute, whichever end is dragged over the other', () => {
    expect(drag('from', 600, 900)).toEqual({ from: 699 * minute, to: 700 * minute });
    expect(drag('to', 700, 100)).toEqual({ from: 600 * minute, to: 601 * minute });
    expect(drag('new', 50, 50)).toEqual({ from: 50 * minute, to: 51 * minute });
  });
  it('is drawn in both directions', () => {
    expect(drag('new', 300, 200)).toEqual({ from: 200 * minute, to: 300 * minute });
  });
});

it('moves by a tenth of its length per arrow key, with Shift only its end', () => {
  expect(stepped(shown, -1, false, whole)).toEqual({ from: 590 * minute, to: 690 * minute });
  expect(stepped(shown, 1, true, whole)).toEqual({ from: 600 * minute, to: 710 * minute });
});
