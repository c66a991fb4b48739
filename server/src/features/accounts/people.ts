import type { AccountsPort } from '../../access/accounts.ts';
import { setMailboxVerified } from '../../access/store-people.ts';
import type { Trx } from '../../platform/db.ts';
import { activationKeysOf, mailActivation, openActivation } from './activation.ts';
import type { AccountsDependencies } from './dependencies.ts';
import { endAccount } from './end-account.ts';
import { type InvitationToMail, mailInvitationLink } from './invitation-links.ts';
import { mailContact, mailEmailChanged } from './mails.ts';
import { fullName } from './present.ts';
import { clientsByIds, profileOf } from './store.ts';
import { mailedKinds, voidLinks } from './store-links.ts';

/** What other features need from accounts: links, mails and sessions of the people whom they create and change. */
export interface People extends AccountsPort {
  /** Enqueues the mail with a link that accepts an invitation for 7 days. */
  mailInvitation(trx: Trx, invitation: InvitationToMail): Promise<void>;
  /** Enqueues the mail that informs a person that they are now a contact person of the client. */
  mailContact(trx: Trx, userId: number, clientId: number): Promise<void>;
}

export const createPeople = (dependencies: AccountsDependencies): People => ({
  async openActivation(trx, userId) {
    await openActivation(dependencies, trx, userId);
  },
  async voidLinks(trx, userId) {
    await voidLinks(trx, userId, mailedKinds, new Date(dependencies.clock.now()));
    // Nobody has proved access to the new mailbox yet.
    await setMailboxVerified(trx, userId, null);
  },
  mailActivation: (trx, userId) => mailActivation(dependencies, trx, userId),
  activationKeys: (userIds) => activationKeysOf(dependencies, userIds),
  mailInvitation: (trx, invitation) => mailInvitationLink(dependencies, trx, invitation),
  async mailEmailChanged(trx, userId, former) {
    const profile = await profileOf(trx, userId);
    if (!profile) return;
    await mailEmailChanged(dependencies, trx, { userId, email: former, name: fullName(profile) }, profile.email);
  },
  async mailContact(trx, userId, clientId) {
    const profile = await profileOf(trx, userId);
    const [client] = await clientsByIds(trx, [clientId]);
    if (!profile || !client) return;
    await mailContact(dependencies, trx, { userId, email: profile.email, name: fullName(profile) }, client.company);
  },
  async endSessions(trx, userId) {
    await endAccount(dependencies, trx, { userId, occasion: 'deactivation' });
  },
  async endAccount(trx, userId) {
    await endAccount(dependencies, trx, { userId, occasion: 'removal' });
  },
  signedOut: async (userId) => await dependencies.signedOut?.(userId),
});
