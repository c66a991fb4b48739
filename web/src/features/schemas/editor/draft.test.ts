import { describe, expect, it } from 'vitest';
import { documentOf, named } from '../canvas/tab-document.ts';
import { dropDraft, findDraft, newDraftPrefix, readDraft, writeDraft } from './draft.ts';
import { clipboardText, elementsOfText } from './model/clipboard.ts';
import { Editor } from './model/editor.ts';
import { blankTab } from './model/testing/random-actions.ts';

function box(isFull = false) {
  const storage = new Map<string, string>();
  return {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      storage.set(key, value);
    },
    removeItem: (key: string) => void storage.delete(key),
  };
}
const editor = new Editor(blankTab, { newId: () => 'n1' });
editor.addMachine(6, { x: 100, y: 100 });
const drawn = editor.snapshot().tab;
const draft = { at: 5, version: 3, schemaName: null, document: documentOf(blankTab) };

describe('a draft', () => {
  it('is restored as stored, until it is dropped', () => {
    const store = box();
    expect(readDraft('k', store)).toBeNull();
    expect(writeDraft('k', draft, store)).toBe(true);
    expect(readDraft('k', store)).toEqual(draft);
    dropDraft('k', store);
    expect(readDraft('k', store)).toBeNull();
  });

  it('is restored when the browser crashed while a name was empty', () => {
    const store = box();
    const [machine] = drawn.machines;
    const emptied = { ...drawn, name: ' ', machines: machine ? [{ ...machine, name: '' }] : [] };
    writeDraft('k', { ...draft, document: documentOf(named(emptied)) }, store);
    expect(readDraft('k', store)?.document).toMatchObject({ name: 'Tab', machines: [{ name: 'Hopper' }] });
    expect(elementsOfText(clipboardText(emptied, new Set(['n1'])) ?? '')).toMatchObject({ machines: [{}] });
  });

  it('of a new drawing has a key of its own, and the newest is offered to a new drawing of the same place only', () => {
    const start = newDraftPrefix(1, 2, null);
    const store = { ...box(), [`${start}1`]: '', [`${start}2`]: '', [newDraftPrefix(1, 2, 7)]: '' };
    writeDraft(`${start}1`, { ...draft, at: 8 }, store);
    writeDraft(`${start}2`, draft, store);
    writeDraft(newDraftPrefix(1, 2, 7), { ...draft, at: 9 }, store);
    expect(findDraft(start, true, store)).toMatchObject({ key: `${start}1`, at: 8 });
    expect(findDraft('draft:schema 1 tab 4', false, store)).toBeNull();
  });

  it('is null if it cannot be read', () => {
    const store = box();
    store.setItem('k', '{"at": 5');
    expect(readDraft('k', store)).toBeNull();
    store.setItem('k', JSON.stringify({ ...draft, document: { width: 1e9 } }));
    expect(readDraft('k', store)).toBeNull();
  });

  it('reports that the browser storage is full', () => {
    expect(writeDraft('k', draft, box(true))).toBe(false);
  });
});
