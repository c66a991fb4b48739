import { queryOptions } from '@tanstack/react-query';
import { endpoints } from '@tocsin/contract/invitations';
import { call } from '../../../api/call.ts';

/** Pending invitations of the signed-in user. */
export const myInvitationsQuery = () =>
  queryOptions({
    queryKey: ['invitations', 'mine'],
    queryFn: ({ signal }) => call(endpoints.mine, { query: { limit: 1 }, signal }),
    staleTime: 60_000,
  });
export const acceptInvitation = (id: number) => call(endpoints.accept, { params: { id } });
export const declineInvitation = (id: number) => call(endpoints.decline, { params: { id } });

/** The invitation of an e-mailed link. */
export const linkedInvitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitations', 'link', token],
    queryFn: ({ signal }) => call(endpoints.linked, { params: { token }, signal }),
    retry: false,
    staleTime: 0,
  });
export const acceptLinked = (
  token: string,
  body: { readonly password1?: string; readonly password2?: string; readonly terms?: boolean },
) => call(endpoints.acceptLinked, { params: { token }, body });
export const declineLinked = (token: string) => call(endpoints.declineLinked, { params: { token } });
