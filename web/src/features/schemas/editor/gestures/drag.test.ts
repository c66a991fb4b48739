import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Drag, type DragEvent, type Dragged, idle, step } from './drag.ts';

const at = (x: number, y = 0) => ({ x, y });
const run = (events: readonly DragEvent<string>[]) =>
  events.reduce<{ drag: Drag<string>; effects: string[] }>(
    ({ drag, effects }, event) => {
      const next = step(drag, event);
      return { drag: next.drag, effects: next.effect.kind === 'none' ? effects : [...effects, next.effect.kind] };
    },
    { drag: idle, effects: [] },
  );

describe('a press that may become a drag', () => {
  it('is a click while the pointer stays', () => {
    expect(
      run([
        { kind: 'press', subject: 'a', at: at(0) },
        { kind: 'move', at: at(2) },
        { kind: 'release', at: at(2) },
      ]).effects,
    ).toEqual(['click']);
  });

  it('previews while moving and commits at the end', () => {
    const { effects, drag } = run([
      { kind: 'press', subject: 'a', at: at(0) },
      { kind: 'move', at: at(10) },
      { kind: 'move', at: at(1) },
      { kind: 'release', at: at(40) },
    ]);
    expect(effects).toEqual(['preview', 'preview', 'commit']);
    expect(drag).toEqual(idle);
  });

  it('is undone by cancel, and ignores later events', () => {
    const { effects } = run([
      { kind: 'press', subject: 'a', at: at(0) },
      { kind: 'move', at: at(10) },
      { kind: 'cancel' },
      { kind: 'move', at: at(20) },
      { kind: 'release', at: at(20) },
    ]);
    expect(effects).toEqual(['preview', 'cancelled']);
  });

  it('keeps its subject when a second press comes', () => {
    const pressed = step<string>(idle, { kind: 'press', subject: 'a', at: at(0) }).drag;
    expect(step(pressed, { kind: 'press', subject: 'b', at: at(5) }).drag).toBe(pressed);
  });

  it('ends each drag exactly once, whatever events follow', () => {
    const event: fc.Arbitrary<DragEvent<string>> = fc.oneof(
      fc.record({
        kind: fc.constant('press' as const),
        subject: fc.string(),
        at: fc.record({ x: fc.integer(), y: fc.integer() }),
      }),
      fc.record({ kind: fc.constant('move' as const), at: fc.record({ x: fc.integer(), y: fc.integer() }) }),
      fc.record({ kind: fc.constant('release' as const), at: fc.record({ x: fc.integer(), y: fc.integer() }) }),
      fc.constant({ kind: 'cancel' as const }),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), (events) => {
        let open = 0;
        let drag: Drag<string> = idle;
        for (const one of events) {
          const before = drag.phase;
          const next: Dragged<string> = step(drag, one);
          drag = next.drag;
          if (before === 'idle' && drag.phase !== 'idle') open += 1;
          if (['click', 'commit', 'cancelled'].includes(next.effect.kind)) open -= 1;
          expect(open).toBe(drag.phase === 'idle' ? 0 : 1);
        }
      }),
    );
  });
});
