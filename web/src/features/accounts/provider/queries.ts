import { queryOptions } from '@tanstack/react-query';
import { endpoints } from '@tocsin/contract/client-provider';
import type { ClientId } from '@tocsin/contract/ids';
import { call } from '../../../api/call.ts';

/** The clients whose provider can sign in the user of an activation or invitation link; none for a used link. */
export const invitedQuery = (token: string) =>
  queryOptions({
    queryKey: ['provider-invited', token],
    queryFn: ({ signal }) => call(endpoints.invited, { params: { token }, signal }),
    retry: false,
    staleTime: 0,
  });
export const startInvited = (token: string, client: ClientId, browser: string) =>
  call(endpoints.startInvited, { body: { token, client, browser } });

export const linksQuery = () =>
  queryOptions({
    queryKey: ['provider-links'],
    queryFn: ({ signal }) => call(endpoints.links, { signal }),
    staleTime: 0,
  });
export const startSignIn = (client: ClientId, browser: string) => call(endpoints.start, { body: { client, browser } });
export const finishSignIn = (query: string, browser: string) => call(endpoints.finish, { body: { query, browser } });
export const startLink = (client: ClientId, browser: string, password: string) =>
  call(endpoints.startLink, { body: { client, browser, password } });
export const finishLink = (query: string, browser: string) => call(endpoints.finishLink, { body: { query, browser } });
export const unlink = (client: ClientId) => call(endpoints.unlink, { params: { id: client } });
