import { TabDocument } from '@tocsin/contract/schema-document';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Tab } from '../../canvas/tab.ts';
import { documentOf, tabOf } from '../../canvas/tab-document.ts';
import { type Action, type ActionKind, actionTable } from './actions.ts';
import { noElements } from './elements.ts';
import { type Drawn, doAction, emptyHistory, redo, undo } from './history.ts';
import { actionOf, blankTab, nextId, type Throw, throws } from './testing/random-actions.ts';

const start: Drawn = { tab: blankTab, history: emptyHistory };

/** Ten seconds between actions, so that none merges with the previous one. */
const play = (from: Drawn, list: readonly Throw[], seen: Set<ActionKind>): Drawn =>
  list.reduce((drawn, thrown, i) => {
    const action = actionOf(drawn.tab, thrown);
    if (action === null) return drawn;
    seen.add(action.kind);
    return doAction(drawn, action, i * 10_000);
  }, from);

const repeat = (drawn: Drawn, step: (drawn: Drawn) => Drawn, times: number): Drawn =>
  times === 0 ? drawn : repeat(step(drawn), step, times - 1);

const saved = (tab: Tab) => JSON.parse(JSON.stringify(documentOf(tab)));

describe('200 random actions from the action table', () => {
  it('undoing all gives the start, redoing all the end, and the saved document round-trips', () => {
    const seen = new Set<ActionKind>();
    fc.assert(
      fc.property(throws(200), (list) => {
        const end = play(start, list, seen);
        const steps = end.history.done.length;
        const back = repeat(end, undo, steps);
        expect(back.tab).toEqual(blankTab);
        const forth = repeat(back, redo, steps);
        expect(forth.tab).toEqual(end.tab);
        expect(tabOf(TabDocument.parse(saved(end.tab)))).toEqual(end.tab);
      }),
      { numRuns: 20 },
    );
    expect([...seen].sort()).toEqual(Object.keys(actionTable).sort());
  });

  it('undoing one action gives exactly the tab before it', () => {
    fc.assert(
      fc.property(throws(60), (list) => {
        let drawn = start;
        for (const [i, thrown] of list.entries()) {
          const action = actionOf(drawn.tab, thrown);
          if (action === null) continue;
          const next = doAction(drawn, action, i * 10_000);
          if (next.history.done.length > drawn.history.done.length) expect(undo(next).tab).toEqual(drawn.tab);
          else expect(next.tab).toBe(drawn.tab);
          drawn = next;
        }
      }),
      { numRuns: 20 },
    );
  });
});

const label = { kind: 'label', id: nextId(), x: 0, y: 0, size: 14, text: 'Text' } as const;
const add: Action = { kind: 'add', elements: { ...noElements, labels: [label] } };
const write = (text: string): Action => ({ kind: 'write', id: label.id, text });

describe('steps', () => {
  it('merges typing within a second into one step', () => {
    const drawn = [write('L'), write('Le'), write('Leg')].reduce(
      (d, action, i) => doAction(d, action, 5_000 + i * 400),
      doAction(start, add, 0),
    );
    expect(drawn.history.done.map((step) => step.label)).toEqual(['Add', 'Write text']);
    expect(undo(drawn).tab.labels[0]?.text).toBe('Text');
    expect(redo(undo(drawn)).tab.labels[0]?.text).toBe('Leg');
  });

  it('starts a new step after a pause', () => {
    const drawn = [write('L'), write('Le')].reduce(
      (d, action, i) => doAction(d, action, 5_000 + i * 2_000),
      doAction(start, add, 0),
    );
    expect(drawn.history.done).toHaveLength(3);
  });

  it('is not created by an action that changes nothing', () => {
    const drawn = doAction(start, add, 0);
    expect(doAction(drawn, write('Text'), 1)).toEqual(drawn);
    expect(doAction(drawn, { kind: 'move', ids: ['nobody'], by: { x: 5, y: 5 } }, 1).history.done).toHaveLength(1);
  });

  it('drops undone steps once a new action is performed', () => {
    const drawn = doAction(undo(doAction(doAction(start, add, 0), write('Leg'), 5_000)), write('Pit'), 9_000);
    expect(drawn.history.undone).toEqual([]);
    expect(redo(drawn)).toEqual(drawn);
  });

  it('keeps the identity of everything it does not change', () => {
    const other = { ...label, id: nextId() };
    const drawn = doAction(doAction(start, add, 0), { kind: 'add', elements: { ...noElements, labels: [other] } }, 1);
    expect(doAction(drawn, write('Pit'), 2_000).tab.labels[1]).toBe(drawn.tab.labels[1]);
    expect(doAction(drawn, write('Pit'), 2_000).tab.machines).toBe(drawn.tab.machines);
  });
});
