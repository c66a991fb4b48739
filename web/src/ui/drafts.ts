/** Unsaved input of long forms, kept in this browser for a week: by person and client, page, and version of the document. */
const prefix = 'draft:';
const maxAgeMs = 7 * 86_400_000;
/** Fields that are never stored. */
const secret = /password|secret|token|code/i;

interface Draft {
  readonly of: string;
  readonly at: number;
  readonly values: Readonly<Record<string, unknown>>;
}

const read = (key: string): Draft | null => {
  try {
    const draft = JSON.parse(localStorage.getItem(key) ?? 'null') as Draft | null;
    return draft !== null && Date.now() - draft.at < maxAgeMs ? draft : null;
  } catch {
    return null;
  }
};

/** Removes all drafts, or those that are older than a week. */
export const removeDrafts = (onlyOld = false): void => {
  for (const key of Object.keys(localStorage))
    if (key.startsWith(prefix) && !(onlyOld && read(key))) localStorage.removeItem(key);
};

let owner = '';
/** Names the person and client whose drafts the pages keep. */
export const setDraftOwner = (next: string): void => {
  if (next === owner) return;
  owner = next;
  removeDrafts(true);
};

/** Where the open page keeps its draft. */
export const draftPlace = (): string => `${prefix}${owner}:${window.location.pathname}`;

/** The draft of a document (its version, or 'new'); null if there is none or the document has changed since. */
export const draftAt = <T extends object>(place: string, of: string): Partial<T> | null => {
  const draft = read(place);
  return draft?.of === of ? (draft.values as Partial<T>) : null;
};

/** Keeps input, without secrets; null removes it. */
export const keepDraft = (place: string, of: string, values: object | null): void => {
  if (values === null) {
    localStorage.removeItem(place);
    return;
  }
  const kept = Object.fromEntries(Object.entries(values).filter(([name]) => !secret.test(name)));
  try {
    localStorage.setItem(place, JSON.stringify({ of, at: Date.now(), values: kept } satisfies Draft));
  } catch {
    // The browser's storage is full.
  }
};
