import { createStore } from '../ui/store.ts';
import { useStore } from '../ui/use-store.ts';

/** The selection of a browser tab. The server checks it like any id. */
export interface Selection {
  readonly client: number | null;
  readonly site: number | null;
  readonly device: number | null;
}

const key = 'selection';
const none: Selection = { client: null, site: null, device: null };

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

const current = createStore(parseSelection(sessionStorage.getItem(key)));

/** The selection of this tab; null until it has taken over the stored selection from `me/`. */
export const tabSelection = (): Selection | null => current.get();
/** The current selection of this tab. */
export const selection = (): Selection => current.get() ?? none;

/** Changes the selection of this tab; null makes it take over the stored one again. */
export const setSelection = (next: Selection | null): void => {
  if (next === null) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, selectionText(next));
  current.set(next);
};

/** The selection of this tab; re-renders when it changes. */
export const useSelection = (): Selection => useStore(current) ?? none;
