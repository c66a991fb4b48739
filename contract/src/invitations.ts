import { z } from 'zod';
import { Permission } from './accounts.ts';
import { ownAccountEarly } from './callers.ts';
import { endpoint, IdParams, listOf, listQuery } from './endpoint.ts';
import { ClientId, SiteId, TextId } from './ids.ts';

export const texts = {
  alreadyInvited: 'This person has been invited already.',
  tooMany: 'This person was invited several times today. Please try again tomorrow.',
  gone: 'This invitation is no longer valid. Ask the person who sent it for a new one.',
  needsMailbox: 'Open the link in the invitation e-mail: this confirms that the mailbox is yours.',
  termsMissing: 'Terms must be agreed before accepting',
  accepted: 'Invitation accepted',
  declined: 'Invitation declined',
} as const;

/** A sent invitation that was neither accepted nor revoked. */
export const Invitation = z.object({
  id: z.number(),
  /** The address as typed. */
  email: z.string(),
  state: z.enum(['pending', 'expired', 'declined']),
  invited_by: z.string(),
  is_accounts_management: z.boolean(),
  location_access: z.array(z.object({ location_id: SiteId, title: z.string(), permission: Permission })),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
});
export type Invitation = z.infer<typeof Invitation>;

/** An invitation as the invited person sees it. */
export const MyInvitation = z.object({
  id: z.number(),
  client: z.object({ id: ClientId, company: z.string() }),
  invited_by: z.string(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  /** The owner's access to the mailbox is not proved: only the mailed link can accept. */
  needs_mailbox: z.boolean(),
});
export type MyInvitation = z.infer<typeof MyInvitation>;

/** The invitation behind a mailed link. */
export const LinkedInvitation = z.object({
  company: z.string(),
  invited_by: z.string(),
  email: z.string(),
  expires_at: z.iso.datetime(),
  /** Accepting sets a new password and ends sessions, API keys and the second factor of the account. */
  needs_password: z.boolean(),
  /** The terms have not been accepted yet. */
  needs_terms: z.boolean(),
});
export type LinkedInvitation = z.infer<typeof LinkedInvitation>;

const Detail = z.object({ detail: z.string() });
const LinkParams = z.object({ token: z.string().min(1).max(200) });

export const endpoints = {
  ofClient: endpoint.get('/api/v1/clients/:id/invitations/', {
    may: 'client.people',
    programs: 'read',
    says: 'Invitations of a client that are pending, expired or declined; who does not manage the client sees their own',
    query: z.object(listQuery()),
    reply: listOf(Invitation),
  }),
  revoke: endpoint.delete('/api/v1/clients/:id/invitations/:invitation/', {
    may: 'client.people',
    programs: 'people',
    says: 'Revoke an invitation: its link opens nothing any more',
    params: IdParams.extend({ invitation: TextId }),
  }),
  mine: endpoint.get('/api/v1/invitations/', {
    ...ownAccountEarly,
    says: 'Pending invitations for the signed-in person',
    query: z.object(listQuery()),
    reply: listOf(MyInvitation),
  }),
  accept: endpoint.post('/api/v1/invitations/:id/accept/', {
    ...ownAccountEarly,
    says: 'Accept an invitation, when the mailbox of the account is verified',
    reply: Detail,
  }),
  decline: endpoint.post('/api/v1/invitations/:id/decline/', {
    ...ownAccountEarly,
    says: 'Decline an invitation',
    reply: Detail,
  }),
  linked: endpoint.get('/api/v1/invitation-links/:token/', {
    may: 'anyone',
    perMinute: 60,
    says: 'The invitation of a mailed link',
    params: LinkParams,
    reply: LinkedInvitation,
  }),
  acceptLinked: endpoint.post('/api/v1/invitation-links/:token/accept/', {
    may: 'anyone',
    perMinute: 60,
    says: 'Accept by the mailed link; sets a new password where the mailbox was not verified before',
    params: LinkParams,
    body: z.object({
      password1: z.string().optional(),
      password2: z.string().optional(),
      terms: z.boolean().optional(),
    }),
    reply: Detail,
  }),
  declineLinked: endpoint.post('/api/v1/invitation-links/:token/decline/', {
    may: 'anyone',
    perMinute: 60,
    says: 'Decline by the mailed link',
    params: LinkParams,
    reply: Detail,
  }),
} as const;
