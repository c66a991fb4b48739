import { endpoints } from '@tocsin/contract/client-provider';
import type { ClientId } from '@tocsin/contract/ids';
import { call, callQuery } from '../../../api/call.ts';

/** The clients whose provider can sign in the user of an activation or invitation link; none for a used link. */
export const invitedQuery = (token: string) =>
  callQuery(['provider-invited', token], endpoints.invited, { params: { token }, retry: false, staleTime: 0 });
export const startInvited = (token: string, client: ClientId, browser: string) =>
  call(endpoints.startInvited, { body: { token, client, browser } });

export const linksQuery = () => callQuery(['provider-links'], endpoints.links, { staleTime: 0 });
export const startSignIn = (client: ClientId, browser: string) => call(endpoints.start, { body: { client, browser } });
export const finishSignIn = (query: string, browser: string) => call(endpoints.finish, { body: { query, browser } });
export const startLink = (client: ClientId, browser: string, password: string) =>
  call(endpoints.startLink, { body: { client, browser, password } });
export const finishLink = (query: string, browser: string) => call(endpoints.finishLink, { body: { query, browser } });
export const unlink = (client: ClientId) => call(endpoints.unlink, { params: { id: client } });
