import { useSyncExternalStore } from 'react';

/** What this tab looks at. Each tab has its own; the server checks it like any id (decisions.md 3). */
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

/** As the header and the address of a socket carry it: `client,site,device`. */
export const selectionText = (s: Selection): string => [s.client, s.site, s.device].map((id) => id ?? '').join(',');

let current: Selection | null = parseSelection(sessionStorage.getItem(key));

/** null until this tab has one of its own: then the stored selection of `me/` becomes the tab's. */
export const tabSelection = (): Selection | null => current;
/** What this tab looks at now. */
export const selection = (): Selection => current ?? none;

/** This tab looks at something else; null: what is stored holds again. */
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

/** What this tab looks at, drawn anew when it changes. */
export const useSelection = (): Selection => useSyncExternalStore(subscribe, selection);
