import { type AccountsDependencies, createActivationByProvider } from '../features/accounts/index.ts';
import type { InvitedPeople } from '../features/client-sign-in/index.ts';
import { createProviderAcceptance, findOpen, type InvitationAcceptance } from '../features/invitations/index.ts';

/** People whom an activation or invitation link lets in by their client's provider instead of a password. */
export const createInvitedPeople = (
  accounts: AccountsDependencies,
  acceptance: InvitationAcceptance,
): InvitedPeople => {
  const activation = createActivationByProvider(accounts);
  const { enter } = createProviderAcceptance(acceptance);
  const invitation = acceptance.accounts;
  return {
    async find(token) {
      const activated = await activation.find(token);
      if (activated) return activated;
      const link = await invitation.find(token);
      // Without a proof of the mailbox the acceptance sets a new password.
      if (!link || link.needsPassword) return undefined;
      const open = await findOpen(accounts.db, link.invitationId, new Date(accounts.clock.now()));
      return open?.user_id === link.userId ? { linkId: link.linkId, clientIds: [open.client_id] } : undefined;
    },
    async ownerOf(linkId) {
      return (await activation.activationOf(linkId)) ?? (await invitation.findById(linkId));
    },
    async enter(trx, note, linkId) {
      return (await activation.enter(trx, note, linkId)) || (await enter(trx, note, linkId));
    },
  };
};
