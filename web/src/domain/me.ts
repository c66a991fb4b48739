import { queryOptions, useQuery } from '@tanstack/react-query';
import { endpoints as accounts, type Me } from '@tocsin/contract/accounts';
import { keptCall } from '../api/kept-call.ts';
import { takeGrant } from '../api/offline-store.ts';
import { selection, selectionText, setSelection, tabSelection, useSelection } from './selection.ts';

export type { Me };

const idOf = (ref: { readonly id: number } | null): number | null => ref?.id ?? null;

/** Loads the user. A new tab gets the stored selection, without a client or site that no longer exists. */
const askMe = async (signal?: AbortSignal): Promise<Me> => {
  const requested = tabSelection();
  const me = await keptCall(accounts.me, { signal }, async ({ offline }) => {
    if (offline !== undefined) await takeGrant(offline);
  });
  const held = {
    client: idOf(me.current_client),
    site: idOf(me.current_location),
    device: idOf(me.current_device),
  };
  const differs = requested === null || selectionText(requested) !== selectionText(held);
  if (differs && tabSelection() === requested) setSelection(held);
  return me;
};

/** The signed-in user, with their rights in the tab's selection. */
export const meQuery = () =>
  queryOptions({
    queryKey: ['me', tabSelection() === null ? 'stored' : selectionText(selection())],
    queryFn: ({ signal }) => askMe(signal),
    staleTime: 60_000,
  });

/**
 * Repairs this tab's selection after a 404: if part of it was removed, every call would be refused. The tab continues
 * with the part that still exists.
 */
export const repairSelection = async (): Promise<void> => {
  if (tabSelection() !== null) await askMe().catch(() => undefined);
};

/** The signed-in user, with their rights in the current selection; undefined until loaded. */
export const useMe = (): Me | undefined => {
  useSelection();
  return useQuery({ ...meQuery(), placeholderData: (before) => before }).data;
};
