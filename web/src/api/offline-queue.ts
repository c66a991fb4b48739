import { endpoints as tasks } from '@tocsin/contract/maintenance-tasks';
import { endpoints as notes } from '@tocsin/contract/notes';
import { maxOfflineEntries, offlineFormat, offlineMaxAgeMs } from '@tocsin/contract/offline';
import { endpoints as rounds } from '@tocsin/contract/rounds';
import { texts } from '@tocsin/contract/texts/offline';
import { z } from 'zod';
import { createStore, createSubscribers } from '../ui/store.ts';
import { call } from './call.ts';
import { CallError } from './call-error.ts';
import {
  canKeep,
  deleteEntry,
  type Holder,
  holder,
  readEntry,
  type StoredEntry,
  storedEntries,
  storeEntry,
} from './offline-store.ts';

/** What a person wrote: a round at a device, a note at a site or device, or the comment that closes a task. */
const Draft = z.object({
  kind: z.enum(['round', 'note', 'task']),
  /** The name of what it is about. */
  about: z.string(),
  site: z.number(),
  device: z.number().nullable(),
  task: z.number().nullable(),
  text: z.string(),
  /** What a round found not well. */
  tasks: z.array(z.string()).optional(),
});
export type Draft = z.infer<typeof Draft>;

const Entry = Draft.extend({
  id: z.string(),
  format: z.number(),
  /** By this device's clock, unix ms. */
  writtenAt: z.number(),
  contact: z.string(),
  /** Why the server did not take it; null: it waits. */
  refused: z.string().nullable(),
});
export type Entry = z.infer<typeof Entry>;

/** What waits in this browser: the entries of the signed-in person, and how many others there are. */
export interface Waiting {
  readonly entries: readonly Entry[];
  /** Of the same person, without the key. */
  readonly locked: number;
  readonly others: number;
}
const nothing: Waiting = { entries: [], locked: 0, others: 0 };
export const waiting = createStore<Waiting>(nothing);

const sent = createSubscribers();
/** Calls back after entries were sent. */
export const onSent = sent.subscribe;

/** A round that can only become a note. */
export const isOld = (entry: Entry): boolean =>
  entry.kind === 'round' && Date.now() - entry.writtenAt > offlineMaxAgeMs;

/** What ends the hold on each entry that this page is writing or sending; the page's own end does so too. */
const holds = new Map<string, () => Promise<void>>();
const lockOf = (id: string): string => `tocsin-entry-${id}`;
/** Keeps an entry from being shown as waiting, and from being sent by another page. */
const hold = async (id: string): Promise<void> => {
  if (holds.has(id)) return;
  const [end, granted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const lock = navigator.locks.request(lockOf(id), () => {
    granted.resolve();
    return end.promise;
  });
  holds.set(id, async () => {
    end.resolve();
    await lock;
  });
  await granted.promise;
};
const release = async (id: string): Promise<void> => {
  const end = holds.get(id);
  holds.delete(id);
  await end?.();
};

/** Reads what waits. */
export const readWaiting = async (): Promise<Waiting> => {
  if (!canKeep()) return nothing;
  const stored = await storedEntries();
  const of = await holder();
  const mine = of === null ? [] : stored.filter(({ owner }) => owner === of.owner);
  const read = async (entry: StoredEntry): Promise<Entry[]> => {
    const parsed = of && Entry.safeParse(await readEntry(of, entry));
    return parsed?.success ? [parsed.data] : [];
  };
  const known = (await Promise.all(mine.map(read))).flat().sort((a, b) => a.writtenAt - b.writtenAt);
  const held = new Set((await navigator.locks.query()).held?.map(({ name }) => name));
  // Without a key nobody knows whose they are.
  const next = {
    entries: known.filter(({ id }) => !held.has(lockOf(id))),
    locked: of === null ? stored.length : mine.length - known.length,
    others: of === null ? 0 : stored.length - mine.length,
  };
  waiting.set(next);
  return next;
};

const timeoutMs = 15_000;
const send = async (entry: Entry): Promise<void> => {
  const { kind, site, device, task, text, tasks: found, id, format, contact, writtenAt } = entry;
  const times = { written_at: new Date(writtenAt).toISOString(), sent_at: new Date().toISOString() };
  // A browser that keeps nothing has no ids either: it sends once.
  const of = canKeep() ? { entry: { id, format, contact, ...times } } : {};
  const signal = AbortSignal.timeout(timeoutMs);
  if (kind === 'round')
    await call(rounds.record, { params: { id: device ?? 0 }, body: { note: text, tasks: found, ...of }, signal });
  else if (kind === 'task')
    await call(tasks.close, { params: { id: task ?? 0 }, body: { comment: text, ...of }, signal });
  else await call(notes.add, { params: { id: site }, body: { text, device, ...of }, signal });
};

/** Whether the server did not judge the call, so that it may be sent again; 401: after the next sign-in. */
const isUnheard = (error: unknown): boolean =>
  !(error instanceof CallError) || [0, 401, 429].includes(error.status) || error.status >= 500;

const entryOf = (draft: Draft, id: string, of: Holder | null): Entry => ({
  ...draft,
  id,
  format: offlineFormat,
  writtenAt: Date.now(),
  contact: of?.contact ?? '',
  refused: null,
});

let changes: Promise<unknown> = Promise.resolve();
/** Changes of the store in the order in which they were asked for. */
const inOrder = (change: () => Promise<void>): Promise<void> => {
  const done = changes.then(change);
  changes = done.catch(() => undefined);
  return done;
};

/** The id of what a person begins to write; empty in a browser that keeps nothing. */
export const newEntryId = (): string => (canKeep() ? crypto.randomUUID() : '');

/** Keeps what a person is writing: it is sent at the next opening if the page ends before `submit` or `dropDraft`. */
export const keepDraft = (draft: Draft, id: string): Promise<void> =>
  inOrder(async () => {
    const of = await holder();
    if (of === null) return;
    await hold(id);
    await storeEntry(of, id, entryOf(draft, id, of));
  });

export const dropDraft = (id: string): Promise<void> =>
  inOrder(async () => {
    if (canKeep()) await deleteEntry(id);
    await release(id);
  });

/**
 * Sends what a person wrote, or keeps it while there is no network: `kept` says so. A refusal is thrown and keeps
 * nothing.
 */
export const submit = async (draft: Draft, id: string = newEntryId()): Promise<'sent' | 'kept'> => {
  const of = await holder();
  // Kept before the answer: a page that is closed while it waits for one loses nothing. The server takes an id once.
  const kept = keepDraft(draft, id);
  kept.catch(() => undefined);
  try {
    await send(entryOf(draft, id, of));
  } catch (error) {
    const isFull = async () => (await readWaiting()).entries.length >= maxOfflineEntries;
    const failure = !isUnheard(error)
      ? error
      : of === null
        ? new CallError(0, texts.cannotKeep, null)
        : (await isFull()) && new CallError(0, texts.full(maxOfflineEntries), null);
    if (failure) {
      // After the session has ended, what was kept before waits for its writer.
      await (of === null ? release(id) : dropDraft(id)).catch(() => undefined);
      throw failure;
    }
    await kept;
    await release(id);
    await readWaiting();
    return 'kept';
  }
  await dropDraft(id).catch(() => undefined);
  return 'sent';
};

const settle = async (entry: Entry, next: Entry | null): Promise<void> => {
  const of = await holder();
  if (next === null) await deleteEntry(entry.id);
  else if (of !== null) await storeEntry(of, entry.id, next);
};

/** Sends one entry. False: there is no network, so the others need not be tried. */
const sendOne = async (entry: Entry): Promise<boolean> => {
  try {
    await send(entry);
    await settle(entry, null);
    return true;
  } catch (error) {
    if (isUnheard(error)) return false;
    await settle(entry, { ...entry, refused: error instanceof Error ? error.message : String(error) });
    return true;
  }
};

/** Sends what waits, oldest first, from one tab at a time. */
export const sendWaiting = async (): Promise<void> => {
  if (!canKeep()) return;
  await navigator.locks.request('tocsin-offline', { ifAvailable: true }, async (lock) => {
    if (lock === null) return;
    const { entries } = await readWaiting();
    const due = entries.filter((entry) => entry.refused === null && !isOld(entry));
    for (const entry of due) if (!(await sendOne(entry))) break;
    if (due.length === 0) return;
    await readWaiting();
    sent.notify();
  });
};

/** Tries a refused entry again. */
export const retry = async (entry: Entry): Promise<void> => {
  await settle(entry, { ...entry, refused: null });
  await sendWaiting();
};
/** Makes a note of an entry that cannot become what it was; `text` says what it was. It keeps its id and time. */
export const makeNote = async (entry: Entry, text: string): Promise<void> => {
  await settle(entry, { ...entry, kind: 'note', text, refused: null });
  await sendWaiting();
};
export const removeEntry = async (entry: Entry): Promise<void> => {
  await settle(entry, null);
  await readWaiting();
};
