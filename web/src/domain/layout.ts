import { endpoints } from '@tocsin/contract/settings';
import { callQuery } from '../api/call.ts';
import { readStored } from '../api/storage.ts';
import { selection } from './selection.ts';

/** Id of the client whose look applies: the selected one, else that of `/?client=3`, else the last one; '' for none. */
const shownClient = (): string => {
  const selected = selection().client;
  if (selected !== null) return String(selected);
  return new URLSearchParams(window.location.search).get('client') ?? readStored('client') ?? '';
};

/** Layout settings, which need no sign-in: logo, styles, links of static pages, support contacts. */
export const layoutQuery = () => {
  const client = shownClient();
  return callQuery(['layout-settings', client], endpoints.layout, {
    query: { client },
    staleTime: 5 * 60_000,
    placeholderData: (before) => before,
  });
};
