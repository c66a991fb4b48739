import { describe, expect, it } from 'vitest';
import { boxOfMachine } from '../../canvas/geometry/positions.ts';
import type { Machine, Shape, Tab } from '../../canvas/tab.ts';
import { type Action, perform } from './actions.ts';
import { clipboardText, copied, elementsOfText, fresh } from './clipboard.ts';
import { noElements } from './elements.ts';
import { blankTab } from './testing/random-actions.ts';

const machine = (id: string, x = 0, y = 0): Machine => ({
  kind: 'machine',
  id,
  savedId: 5,
  name: id,
  type: 1,
  x,
  y,
  scale: 1,
  stretch: 0,
  lengthM: null,
  area: '',
  flip: false,
  bindings: [{ point: 'head-bearing', sensor: `1.4.${id}` }],
  stateSensor: '1.18.18000',
});
const line: Shape = { kind: 'shape', id: 's', shape: 'line', x: 0, y: 0, width: 78, height: 3, angle: 0 };
const tab: Tab = {
  ...blankTab,
  machines: [machine('a'), machine('b', 300, 100)],
  connectors: [
    {
      kind: 'connector',
      id: 'c',
      from: { machine: 'a', anchor: 'outlet' },
      to: { machine: 'b', anchor: 'inlet' },
      via: [{ x: 200, y: 50 }],
    },
  ],
  shapes: [line],
  labels: [{ kind: 'label', id: 't', x: 5, y: 5, size: 14, text: 'Text' }],
};
const after = (action: Action) => perform(tab, action);

describe('removing', () => {
  it('also removes the connectors of a machine', () => {
    expect(after({ kind: 'remove', ids: ['a'] })).toMatchObject({ connectors: [], machines: [{ id: 'b' }] });
  });
});

describe('moving', () => {
  it('moves bends only if both machines move', () => {
    expect(after({ kind: 'move', ids: ['a'], by: { x: 10, y: 0 } }).connectors).toBe(tab.connectors);
    expect(after({ kind: 'move', ids: ['a', 'b'], by: { x: 10, y: 0 } }).connectors[0]?.via).toEqual([
      { x: 210, y: 50 },
    ]);
  });

  it('leaves nothing outside of the tab', () => {
    const { machines } = after({ kind: 'move', ids: ['a'], by: { x: 1e9, y: -1e9 } });
    expect(machines[0] && boxOfMachine(machines[0])).toMatchObject({ y: 0 });
    expect((machines[0]?.x ?? 0) + (machines[0] ? boxOfMachine(machines[0]).width : 0)).toBeCloseTo(tab.width, 0);
    const far = { ...noElements, machines: [machine('far', 5_000, -400)] };
    const added = after({ kind: 'add', elements: far }).machines.at(-1);
    expect(added?.y).toBe(0);
    expect(added?.x).toBeLessThan(tab.width);
  });
});

describe('sensors', () => {
  it('are bound once: binding a sensor removes its previous binding on the tab', () => {
    const bound = after({ kind: 'bind', id: 'b', point: 'speed', sensor: '1.4.a' });
    expect(bound.machines.map((m) => m.bindings.map((b) => b.sensor))).toEqual([[], ['1.4.b', '1.4.a']]);
  });

  it('are removed by binding none', () => {
    expect(after({ kind: 'bind', id: 'a', point: 'head-bearing', sensor: null }).machines[0]?.bindings).toEqual([]);
  });

  it('stay bound on a flip', () => {
    expect(after({ kind: 'flip', ids: ['a'] }).machines[0]).toMatchObject({
      flip: true,
      bindings: [{ sensor: '1.4.a' }],
    });
  });
});

describe('shapes', () => {
  it('have a minimum size of 10 by 10', () => {
    const circle: Shape = { ...line, id: 'k', shape: 'circle', height: 78 };
    const small = perform(
      { ...tab, shapes: [circle] },
      {
        kind: 'reshape',
        id: 'k',
        box: { x: 0, y: 0, width: 1, height: 2 },
        angle: 0,
      },
    );
    expect(small.shapes[0]).toMatchObject({ width: 10, height: 10 });
  });

  it('keep their height if they are lines', () => {
    const box = { x: 0, y: 0, width: 200, height: 90 };
    expect(after({ kind: 'reshape', id: 's', box, angle: 45 }).shapes[0]).toMatchObject({
      width: 200,
      height: 3,
      angle: 45,
    });
  });
});

describe('a connector', () => {
  it('cannot join a machine that does not exist, or both its ends to the same anchor', () => {
    expect(after({ kind: 'reconnect', id: 'c', end: 'to', to: { machine: 'x', anchor: 'inlet' } })).toBe(tab);
    expect(after({ kind: 'reconnect', id: 'c', end: 'to', to: { machine: 'a', anchor: 'outlet' } })).toBe(tab);
  });
});

describe('the size of a tab', () => {
  it('stays within its limits', () => {
    expect(after({ kind: 'tab-size', width: 5, height: 1e9 })).toMatchObject({ width: 100, height: 10_000 });
  });
});

describe('copying', () => {
  let n = 0;
  const newId = () => `n${++n}`;

  it('includes a connector only with both its machines', () => {
    expect(copied(tab, new Set(['a'])).connectors).toEqual([]);
    expect(copied(tab, new Set(['a', 'b'])).connectors).toHaveLength(1);
  });

  it('pastes with new ids, offset, connected among themselves, and without bindings', () => {
    const pasted = fresh(copied(tab, new Set(['a', 'b', 't'])), { x: 16, y: 16 }, newId);
    const [a, b] = pasted.machines;
    expect(a).toMatchObject({ x: 16, bindings: [], stateSensor: null, savedId: null });
    expect(pasted.connectors[0]).toMatchObject({
      from: { machine: a?.id },
      to: { machine: b?.id },
      via: [{ x: 216, y: 66 }],
    });
    expect(pasted.labels[0]?.id).not.toBe('t');
  });

  it('uses the clipboard as text, and rejects foreign text', () => {
    const text = clipboardText(tab, new Set(['a', 's', 't'])) ?? expect.fail('nothing copied');
    expect(elementsOfText(text)?.machines[0]?.name).toBe('a');
    expect(elementsOfText('Leg 1')).toBeNull();
    expect(elementsOfText('{"kind":"tocsin-elements","document":{"width":1e9}}')).toBeNull();
    expect(clipboardText(tab, new Set())).toBeNull();
  });
});
