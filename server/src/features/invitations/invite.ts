import { texts } from '@tocsin/contract/invitations';
import type { Offer } from '../../access/accounts.ts';
import type { Trx } from '../../platform/db.ts';
import { badField, Refusal } from '../../platform/errors.ts';
import { companyOf, countSince, endInvitation, findUnended, insertInvitation } from './store.ts';

const day = 24 * 3600_000;
const livesMs = 7 * day;
/** Maximum number of invitations of one client to one person within a day. */
const maxADay = 5;

export interface InviteDependencies {
  /** Creates the link and enqueues the mail with it. */
  readonly mail: (
    trx: Trx,
    invitation: {
      readonly userId: number;
      readonly invitationId: number;
      readonly company: string;
      readonly invitedBy: string;
    },
  ) => Promise<void>;
  /** Voids the links of an invitation that has ended. */
  readonly close: (trx: Trx, invitationId: number) => Promise<void>;
}

/**
 * Invites a person and mails the link; returns the invitation's id. Throws 400 while an earlier invitation of the
 * client is pending, 429 after five a day. The caller holds the lock of the address.
 */
export async function invite(dependencies: InviteDependencies, trx: Trx, offer: Offer, at: Date): Promise<number> {
  const { clientId, userId, email, invitedBy } = offer;
  const earlier = await findUnended(trx, clientId, userId);
  if (earlier?.is_current && earlier.expires_at > at) throw badField('email', texts.alreadyInvited);
  if ((await countSince(trx, clientId, userId, new Date(at.getTime() - day))) >= maxADay)
    throw new Refusal('too-many', texts.tooMany);
  if (earlier) {
    await endInvitation(trx, earlier.id, 'replaced', at);
    await dependencies.close(trx, earlier.id);
  }
  const { isAccountsManagement, isActive, visualDashboard, isContact, sites } = offer;
  const invitationId = await insertInvitation(trx, {
    clientId,
    userId,
    email,
    isAccountsManagement,
    isActive,
    visualDashboard,
    isContact,
    sites,
    invitedBy: invitedBy.userId,
    createdAt: at,
    expiresAt: new Date(at.getTime() + livesMs),
  });
  const company = await companyOf(trx, clientId);
  await dependencies.mail(trx, { userId, invitationId, company, invitedBy: invitedBy.name });
  return invitationId;
}
