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
  it('selects what it adds, gives it a unique name, and centres it at the given point', () => {
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

  it('previews a gesture, and discards the preview when it is cancelled', () => {
    const editor = two();
    editor.previewAction({ kind: 'move', ids: ['n1'], by: { x: 50, y: 0 } });
    const { shown, tab } = editor.snapshot();
    expect((shown.machines[0]?.x ?? 0) - (tab.machines[0]?.x ?? 0)).toBe(50);
    editor.escape();
    expect(editor.snapshot().shown).toBe(editor.snapshot().tab);
    editor.previewAction({ kind: 'move', ids: ['n1'], by: { x: 50, y: 0 } });
    editor.commitPreview();
    expect(editor.snapshot()).toMatchObject({ undoLabel: 'Move' });
  });

  it('chooses a sensor for the selected machine only', () => {
    const editor = two();
    editor.select(['n1']);
    editor.choose('speed');
    editor.act({ kind: 'bind', id: 'n1', point: 'speed', sensor: '1.1.1000' });
    expect(editor.snapshot().choosing).toBe('speed');
    editor.addMachine(6, { x: 600, y: 200 });
    expect(editor.snapshot().choosing).toBeNull();
    editor.choose('level');
    editor.undo();
    expect(editor.snapshot()).toMatchObject({ choosing: null, selection: new Set() });
  });

  it('cancels a connector whose machine is removed while it is drawn', () => {
    const editor = two();
    editor.anchor({ machine: 'n2', anchor: 'inlet' });
    editor.undo();
    expect(editor.snapshot().connecting).toBeNull();
    editor.join({ machine: 'n2', anchor: 'inlet' }, { machine: 'n1', anchor: 'outlet' });
    expect(editor.snapshot().tab.connectors).toEqual([]);
  });

  it("adds nothing beyond a tab's limit, and reports it", () => {
    let calls = 0;
    const shapes = Array.from({ length: 499 }, (_, n) => ({
      kind: 'shape',
      id: `s${n}`,
      shape: 'circle',
      x: 0,
      y: 0,
      width: 20,
      height: 20,
      angle: 0,
    })) as unknown as typeof blankTab.shapes;
    const editor = new Editor({ ...blankTab, shapes }, { full: () => calls++ });
    editor.selectAll();
    editor.duplicate();
    expect(editor.snapshot().tab.shapes).toHaveLength(499);
    editor.addMachine(1, { x: 0, y: 0 });
    editor.addLabel({ x: 0, y: 0 });
    expect(editor.snapshot().tab).toMatchObject({ machines: [{}], labels: [] });
    expect(calls).toBe(2);
  });

  it('knows whether a gesture was cancelled before it ended', () => {
    const editor = two();
    editor.previewAction({ kind: 'move', ids: ['n1'], by: { x: 50, y: 0 } });
    expect(editor.isPreviewing()).toBe(true);
    editor.escape();
    expect(editor.isPreviewing()).toBe(false);
    editor.commitPreview();
    expect(editor.snapshot()).toMatchObject({ undoLabel: 'Add' });
  });

  it('keeps only the elements that a drag moves out of the resting tab', () => {
    const editor = two();
    const before = editor.snapshot().tab;
    editor.previewAction({ kind: 'move', ids: ['n1'], by: { x: 50, y: 0 } });
    expect(editor.snapshot().settled).toBe(before);
    editor.commitPreview();
    const { settled, shown, tab } = editor.snapshot();
    expect([settled, shown]).toEqual([tab, tab]);
    editor.previewAction({ kind: 'scale', id: 'n1', scale: 2 });
    expect(editor.snapshot().settled).toBe(editor.snapshot().shown);
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

  it('deselects what undo removes', () => {
    const editor = two();
    editor.undo();
    expect(editor.snapshot().selection.size).toBe(0);
  });

  it('pastes from the clipboard, each time offset further, and without bindings', () => {
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

  it('restores a draft as a step that can be undone', () => {
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

  it('Escape cancels one thing after the other', () => {
    const editor = two();
    editor.selectTool('circle');
    editor.escape();
    expect(editor.snapshot().tool).toBe('select');
    editor.escape();
    expect(editor.snapshot().selection.size).toBe(0);
  });
});
