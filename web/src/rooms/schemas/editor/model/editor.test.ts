import { describe, expect, it } from 'vitest';
import { clipboardText, elementsOfText } from './clipboard.ts';
import { Editor } from './editor.ts';
import { blankTab } from './testing/random-actions.ts';

function open() {
  let id = 0;
  let now = 0;
  const editor = new Editor(blankTab, { newId: () => `n${++id}`, now: () => (now += 5_000) });
  return editor;
}
const two = () => {
  const editor = open();
  editor.addMachine(1, { x: 100, y: 200 });
  editor.addMachine(5, { x: 400, y: 200 });
  return editor;
};

describe('the editor', () => {
  it('selects what it adds, names it apart from its like, and puts its middle where it was asked', () => {
    const editor = open();
    editor.addMachine(6, { x: 100, y: 100 });
    editor.addMachine(6, { x: 300, y: 100 });
    const { tab, selection } = editor.snapshot();
    expect(tab.machines.map((machine) => machine.name)).toEqual(['Hopper', 'Hopper 2']);
    expect([...selection]).toEqual([tab.machines[1]?.id]);
    expect(tab.machines[0]).toMatchObject({ x: 20, y: 15 });
  });

  it('joins two anchors one after the other, never an anchor with itself, never twice', () => {
    const editor = two();
    editor.anchor({ machine: 'n1', anchor: 'outlet' });
    editor.anchor({ machine: 'n1', anchor: 'outlet' });
    expect(editor.snapshot()).toMatchObject({ connecting: null, tab: { connectors: [] } });
    for (let i = 0; i < 2; i++) {
      editor.anchor({ machine: 'n1', anchor: 'outlet' });
      editor.anchor({ machine: 'n2', anchor: 'inlet' });
    }
    expect(editor.snapshot().tab.connectors).toHaveLength(1);
  });

  it('shows a gesture before it is done, and forgets it when it is let go', () => {
    const editor = two();
    editor.try({ kind: 'move', ids: ['n1'], by: { x: 50, y: 0 } });
    const { shown, tab } = editor.snapshot();
    expect((shown.machines[0]?.x ?? 0) - (tab.machines[0]?.x ?? 0)).toBe(50);
    editor.escape();
    expect(editor.snapshot().shown).toBe(editor.snapshot().tab);
    editor.try({ kind: 'move', ids: ['n1'], by: { x: 50, y: 0 } });
    editor.keep();
    expect(editor.snapshot()).toMatchObject({ undoLabel: 'Move' });
  });

  it('knows whether it is saved, also after undo and redo', () => {
    const editor = two();
    expect(editor.snapshot().isDirty).toBe(true);
    editor.markSaved();
    editor.undo();
    expect(editor.snapshot().isDirty).toBe(true);
    editor.redo();
    expect(editor.snapshot().isDirty).toBe(false);
  });

  it('lets go of what undo takes away', () => {
    const editor = two();
    editor.undo();
    expect(editor.snapshot().selection.size).toBe(0);
  });

  it('pastes from the clipboard, each time a step further, and asks for the bindings again', () => {
    const editor = two();
    editor.act({ kind: 'bind', id: 'n1', point: 'head-bearing', sensor: '1.4.4000' });
    editor.selectAll();
    const elements = elementsOfText(clipboardText(editor.snapshot().tab, editor.snapshot().selection) ?? '');
    if (elements === null) throw new Error('nothing copied');
    editor.paste(elements);
    editor.paste(elements);
    const { machines } = editor.snapshot().tab;
    expect(machines.map((machine) => machine.bindings.length)).toEqual([1, 0, 0, 0, 0, 0]);
    expect((machines[4]?.x ?? 0) - (machines[2]?.x ?? 0)).toBe(16);
  });

  it('takes a draft over as one that can be taken back', () => {
    const editor = two();
    editor.markSaved();
    const draft = {
      ...blankTab,
      name: 'Draft',
      labels: [{ kind: 'label', id: 't', x: 0, y: 0, size: 14, text: 'Text' }],
    } as const;
    editor.replace(draft, true);
    expect(editor.snapshot()).toMatchObject({
      isDirty: true,
      tab: { name: 'Draft', machines: [], labels: [{ id: 't' }] },
    });
    for (let i = 0; i < 3; i++) editor.undo();
    expect(editor.snapshot().tab.machines).toHaveLength(2);
  });

  it('lets go of one thing after the other by Escape', () => {
    const editor = two();
    editor.use('circle');
    editor.escape();
    expect(editor.snapshot().tool).toBe('select');
    editor.escape();
    expect(editor.snapshot().selection.size).toBe(0);
  });
});
