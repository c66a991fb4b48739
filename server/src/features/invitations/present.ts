import type { Invitation, LinkedInvitation, MyInvitation } from '@tocsin/contract/invitations';
import { type ClientInvitationRow, clientIdOf, type OpenInvitationRow, siteIdOf } from './store.ts';

const nameOf = (sender: { readonly first_name: string | null; readonly last_name: string | null }): string =>
  `${sender.first_name ?? ''} ${sender.last_name ?? ''}`.trim();

export const presentOfClient = (row: ClientInvitationRow, now: Date): Invitation => ({
  id: row.id,
  email: row.email,
  state: row.outcome === 'declined' ? 'declined' : row.expires_at > now ? 'pending' : 'expired',
  invited_by: nameOf(row),
  is_accounts_management: row.is_accounts_management,
  location_access: row.sites.map((site) => ({
    location_id: siteIdOf({ siteId: site.id }),
    title: site.title,
    permission: site.permission,
  })),
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
});

export const presentMine = (row: OpenInvitationRow): MyInvitation => ({
  id: row.id,
  client: { id: clientIdOf(row), company: row.company },
  invited_by: nameOf(row),
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  needs_mailbox: row.mailbox_verified_at === null,
});

export const presentLinked = (
  row: OpenInvitationRow,
  link: { readonly needsPassword: boolean; readonly needsTerms: boolean },
): LinkedInvitation => ({
  company: row.company,
  invited_by: nameOf(row),
  email: row.email,
  expires_at: row.expires_at.toISOString(),
  needs_password: link.needsPassword,
  needs_terms: link.needsTerms,
});
