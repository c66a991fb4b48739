import type { Trx } from '../../base/audit.ts';
import { activationKeysOf, mailActivation, openActivation } from './activation.ts';
import { mailAddedTo } from './mails.ts';
import type { AccountsParts } from './parts.ts';
import { fullName } from './present.ts';
import { clientsByIds, endSessionsOf, profileOf } from './store.ts';
import { mailedKinds, voidLinks } from './store-links.ts';

/** What other rooms need of accounts: links, mails and sessions of the people whom they make and change. */
export interface People {
  /** Makes the key of the activation link, in the transaction that makes the person. */
  openActivation(trx: Trx, userId: number): Promise<void>;
  /** What was mailed to somebody opens nothing any more: their address is another one now. */
  voidLinks(trx: Trx, userId: number): Promise<void>;
  /** Owes the mail with that link. */
  mailActivation(trx: Trx, userId: number): Promise<void>;
  /** The keys of those who have not activated yet and whose link is still good. */
  activationKeys(userIds: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** Owes the mail that says that another client has added somebody. */
  mailAdded(trx: Trx, userId: number, clientId: number): Promise<void>;
  endSessions(trx: Trx, userId: number): Promise<void>;
}

export const createPeople = (parts: AccountsParts): People => ({
  async openActivation(trx, userId) {
    await openActivation(parts, trx, userId);
  },
  voidLinks: (trx, userId) => voidLinks(trx, userId, mailedKinds, new Date(parts.clock.now())),
  mailActivation: (trx, userId) => mailActivation(parts, trx, userId),
  activationKeys: (userIds) => activationKeysOf(parts, userIds),
  async mailAdded(trx, userId, clientId) {
    const profile = await profileOf(trx, userId);
    const [client] = await clientsByIds(trx, [clientId]);
    if (!profile || !client) return;
    const to = { userId, email: profile.email, name: fullName(profile) };
    await mailAddedTo(parts, trx, to, client.company);
  },
  endSessions: (trx, userId) => endSessionsOf(trx, userId, new Date(parts.clock.now())),
});
