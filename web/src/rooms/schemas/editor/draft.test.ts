import { describe, expect, it } from 'vitest';
import { documentOf } from '../canvas/wire.ts';
import { dropDraft, readDraft, writeDraft } from './draft.ts';
import { blankTab } from './model/testing/random-actions.ts';

function box(isFull = false) {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      kept.set(key, value);
    },
    removeItem: (key: string) => void kept.delete(key),
  };
}
const draft = { at: 5, version: 3, schemaName: null, document: documentOf(blankTab) };

describe('a draft', () => {
  it('comes back as it was kept, until it is dropped', () => {
    const store = box();
    expect(readDraft('k', store)).toBeNull();
    expect(writeDraft('k', draft, store)).toBe(true);
    expect(readDraft('k', store)).toEqual(draft);
    dropDraft('k', store);
    expect(readDraft('k', store)).toBeNull();
  });

  it('that can not be read is none', () => {
    const store = box();
    store.setItem('k', '{"at": 5');
    expect(readDraft('k', store)).toBeNull();
    store.setItem('k', JSON.stringify({ ...draft, document: { width: 1e9 } }));
    expect(readDraft('k', store)).toBeNull();
  });

  it('says so when the browser has no room', () => {
    expect(writeDraft('k', draft, box(true))).toBe(false);
  });
});
