import { useSyncExternalStore } from 'react';

/** What this tab has selected. Each tab has its own selection; the server checks it like any id. */
export interface Selection {
  readonly client: number | null;
  readonly site: number | null;
  readonly device: number | null;
}

const key = 'selection';
const none: Selection = { client: null, site: null, device: null };
const listeners = new Set<() => void>();

const number = (text: string | undefined): number | null => {
  const value = Number(text);
  return text && Number.isInteger(value) && value > 0 ? value : null;
};

const parseSelection = (text: string | null): Selection | null => {
  if (text === null) return null;
  const [client, site, device] = text.split(',');
  return { client: number(client), site: number(site), device: number(device) };
};

/** The format of the header and of socket addresses: `client,site,device`. */
export const selectionText = (s: Selection): string => [s.client, s.site, s.device].map((id) => id ?? '').join(',');

let current: Selection | null = parseSelection(sessionStorage.getItem(key));

/** null until this tab has its own selection; then the stored selection of `me/` is taken over. */
export const tabSelection = (): Selection | null => current;
/** The current selection of this tab. */
export const selection = (): Selection => current ?? none;

/** Changes the selection of this tab; null falls back to the stored one. */
export const setSelection = (next: Selection | null): void => {
  current = next;
  if (next === null) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, selectionText(next));
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The selection of this tab; re-renders when it changes. */
export const useSelection = (): Selection => useSyncExternalStore(subscribe, selection);
