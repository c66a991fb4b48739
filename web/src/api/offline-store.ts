import type { OfflineGrant } from '@tocsin/contract/offline';
import { onSession, token } from './session.ts';

/**
 * What this browser keeps for work without a network: entries that wait and answers that were read, each encrypted with
 * the key that the session's answer brings. The key itself cannot be read from the browser, and is removed with the
 * answers when the session ends; entries stay until their writer signs in again.
 */

/** Whose key this browser holds, and the proof of the last contact with the server. */
export interface Holder {
  readonly owner: string;
  readonly key: CryptoKey;
  readonly contact: string;
}
interface Sealed {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly data: ArrayBuffer;
}
export interface StoredEntry extends Sealed {
  readonly id: string;
  readonly owner: string;
}
interface StoredValue extends Sealed {
  readonly name: string;
  readonly at: number;
}

const stores = { holder: null, entries: 'id', values: 'name' } as const;
type StoreName = keyof typeof stores;

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

let database: Promise<IDBDatabase> | undefined;
const open = (): Promise<IDBDatabase> => {
  database ??= (() => {
    const request = indexedDB.open('tocsin-offline', 1);
    request.onupgradeneeded = () => {
      for (const [name, keyPath] of Object.entries(stores))
        request.result.createObjectStore(name, keyPath === null ? {} : { keyPath });
    };
    return done(request);
  })();
  database.catch(() => {
    database = undefined;
  });
  return database;
};
const within = async <T>(
  name: StoreName,
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> => await done(act((await open()).transaction(name, mode).objectStore(name)));

/** Service workers and encryption exist on https and on localhost only. */
export const canKeep = (): boolean => globalThis.crypto?.subtle !== undefined && globalThis.indexedDB !== undefined;

/** Undefined: not read from the browser yet. */
let current: Promise<Holder | null> | undefined;

/** The key of the signed-in person; null without one. After a reload without a network it comes from the browser. */
export const holder = async (): Promise<Holder | null> => {
  if (!canKeep() || token() === null) return null;
  current ??= within<Holder | undefined>('holder', 'readonly', (store) => store.get('now')).then(
    (kept) => kept ?? null,
  );
  return await current.catch(() => null);
};

/** Takes the key of a session, of which the browser keeps a form that cannot be read. */
export const takeGrant = async (grant: OfflineGrant): Promise<void> => {
  if (!canKeep()) return;
  const before = holder();
  current = (async () => {
    const bytes = Uint8Array.from(atob(grant.key.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
    const key = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
    const taken = { owner: grant.owner, key, contact: grant.contact };
    if ((await before)?.owner !== grant.owner) await forgetValues();
    await within('holder', 'readwrite', (store) => store.put(taken, 'now'));
    return taken;
  })();
  await current;
};

/** Removes every answer at once: a site or the session is lost. */
export const forgetValues = async (): Promise<void> => {
  if (canKeep()) await within('values', 'readwrite', (store) => store.clear());
};

onSession(() => {
  if (token() !== null || !canKeep()) return;
  current = Promise.resolve(null);
  void within('holder', 'readwrite', (store) => store.clear()).catch(() => undefined);
  void forgetValues().catch(() => undefined);
});

const seal = async ({ key }: Holder, value: unknown): Promise<Sealed> => {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const data = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv },
    key,
    new TextEncoder().encode(JSON.stringify(value)),
  );
  return { iv, data };
};
/** The decrypted value; undefined for one of another key. */
const unseal = async ({ key }: Holder, { iv, data }: Sealed): Promise<unknown> => {
  try {
    return JSON.parse(new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, data)));
  } catch {
    return undefined;
  }
};

export const storeEntry = async (of: Holder, id: string, value: unknown): Promise<void> => {
  const sealed = await seal(of, value);
  await within('entries', 'readwrite', (store) => store.put({ id, owner: of.owner, ...sealed }));
};
export const storedEntries = (): Promise<StoredEntry[]> => within('entries', 'readonly', (store) => store.getAll());
export const readEntry = (of: Holder, entry: StoredEntry): Promise<unknown> => unseal(of, entry);
export const deleteEntry = (id: string): Promise<void> => within('entries', 'readwrite', (store) => store.delete(id));

export const storeValue = async (name: string, at: number, value: unknown): Promise<void> => {
  const of = await holder();
  if (of === null) return;
  const sealed = await seal(of, value);
  // The session may have ended meanwhile.
  if ((await current) === of) await within('values', 'readwrite', (store) => store.put({ name, at, ...sealed }));
};
/** The value under a name and when it was read; null if there is none of this person. */
export const readValue = async (name: string): Promise<{ readonly at: number; readonly value: unknown } | null> => {
  const of = await holder();
  const stored = of && (await within<StoredValue | undefined>('values', 'readonly', (store) => store.get(name)));
  const value = of && stored ? await unseal(of, stored) : undefined;
  return stored && value !== undefined ? { at: stored.at, value } : null;
};
