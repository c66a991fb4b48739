import { TabDocument } from '@tocsin/contract/schema-document';
import { z } from 'zod';

/** An autosaved draft: unsaved changes, stored in this browser so that a crash loses nothing. */
const Draft = z.object({
  at: z.number(),
  /** The version the draft is based on; null for a new tab. */
  version: z.number().nullable(),
  schemaName: z.string().nullable(),
  document: z.unknown(),
});

export interface StoredDraft {
  readonly at: number;
  readonly version: number | null;
  readonly schemaName: string | null;
  readonly document: TabDocument;
}

/** Storage key of a user's draft; `what` identifies the tab, or the drawing that has never been saved. */
export const draftKey = (userId: number, what: string): string => `draft:schema ${userId} ${what}`;

/** Begins the keys of new drawings of a site (or of one of its schemas): each drawing has a key of its own. */
export const newDraftPrefix = (userId: number, siteId: number, schemaId: number | null): string =>
  draftKey(userId, `new ${siteId} ${schemaId ?? '-'} `);

export interface OfferedDraft extends StoredDraft {
  readonly key: string;
}

/** The newest draft whose key is `start` or, for new drawings, begins with it. */
export function findDraft(start: string, isNew: boolean, store: Pick<Storage, 'getItem'> = localStorage) {
  const keys = isNew ? Object.keys(store).filter((key) => key.startsWith(start)) : [start];
  return keys.reduce<OfferedDraft | null>((newest, key) => {
    const draft = readDraft(key, store);
    return draft === null || (newest !== null && newest.at > draft.at) ? newest : { ...draft, key };
  }, null);
}

/** The stored draft; null if there is none, or if it cannot be parsed. */
export function readDraft(key: string, store: Pick<Storage, 'getItem'> = localStorage): StoredDraft | null {
  const text = store.getItem(key);
  if (text === null) return null;
  try {
    const draft = Draft.safeParse(JSON.parse(text));
    if (!draft.success) return null;
    const document = TabDocument.safeParse(draft.data.document);
    return document.success ? { ...draft.data, document: document.data } : null;
  } catch {
    return null;
  }
}

/** Stores the draft; returns false if the browser's storage is full. */
export function writeDraft(key: string, draft: StoredDraft, store: Pick<Storage, 'setItem'> = localStorage): boolean {
  try {
    store.setItem(key, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export const dropDraft = (key: string, store: Pick<Storage, 'removeItem'> = localStorage): void =>
  store.removeItem(key);
