import { endpoints } from '@tocsin/contract/invitations';
import { call, callQuery } from '../../../api/call.ts';

/** Pending invitations of the signed-in user. */
export const myInvitationsQuery = () =>
  callQuery(['invitations', 'mine'], endpoints.mine, { query: { limit: 1 }, staleTime: 60_000 });
export const acceptInvitation = (id: number) => call(endpoints.accept, { params: { id } });
export const declineInvitation = (id: number) => call(endpoints.decline, { params: { id } });

/** The invitation of an e-mailed link. */
export const linkedInvitationQuery = (token: string) =>
  callQuery(['invitations', 'link', token], endpoints.linked, { params: { token }, retry: false, staleTime: 0 });
export const acceptLinked = (
  token: string,
  body: { readonly password1?: string; readonly password2?: string; readonly terms?: boolean },
) => call(endpoints.acceptLinked, { params: { token }, body });
export const declineLinked = (token: string) => call(endpoints.declineLinked, { params: { token } });
