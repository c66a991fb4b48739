import { texts } from '@tocsin/contract/invitations';
import type { InvitationLink, InvitationLinks } from '../../access/accounts.ts';
import { registerUser, setMailboxVerified, setPassword } from '../../access/store-people.ts';
import type { Trx } from '../../platform/db.ts';
import { badField, Refusal } from '../../platform/errors.ts';
import { type AccountsDependencies, day } from './dependencies.ts';
import { endAccount } from './end-account.ts';
import { isTokenOf, linkIdOf, newNonce, tokenOfLink } from './links.ts';
import { mailInvitation, mailPasswordChanged } from './mails.ts';
import { refuseBadPassword } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { fullName } from './present.ts';
import { lockPerson, profileOf } from './store.ts';
import { findLink, insertLink, type LinkRow, takeLink, voidInvitationLinks } from './store-links.ts';

const invitationDays = 7;

export interface InvitationToMail {
  readonly userId: number;
  readonly invitationId: number;
  readonly company: string;
  readonly invitedBy: string;
}

/** Creates the link of an invitation and enqueues the mail, in the transaction that creates the invitation. */
export const mailInvitationLink = async (
  dependencies: AccountsDependencies,
  trx: Trx,
  { userId, invitationId, company, invitedBy }: InvitationToMail,
): Promise<void> => {
  const profile = await profileOf(trx, userId);
  if (!profile) return;
  const now = dependencies.clock.now();
  const dates = { created_at: new Date(now), expires_at: new Date(now + invitationDays * day) };
  const fresh = { kind: 'invitation', nonce: newNonce(), user_id: userId, invitation_id: invitationId } as const;
  const token = tokenOfLink(dependencies.encryption, await insertLink(trx, { ...fresh, ...dates }));
  // Without a name: the sender may have mistyped the address.
  await mailInvitation(dependencies, trx, { userId, email: profile.email, name: '' }, { company, invitedBy, token });
};

export const createInvitationLinks = (dependencies: AccountsDependencies): InvitationLinks => {
  const { db, clock, encryption } = dependencies;
  const now = () => new Date(clock.now());

  const stateOf = async (trx: Trx, userId: number) => {
    const person = await lockPerson(trx, userId);
    return person && { isVerified: person.mailbox_verified_at !== null, isRegistered: person.registered_at !== null };
  };

  const linkOf = async (link: LinkRow): Promise<InvitationLink | undefined> => {
    if (link.kind !== 'invitation' || link.user_id === null || link.invitation_id === null) return undefined;
    const profile = await profileOf(db, link.user_id);
    if (!profile) return undefined;
    return {
      linkId: link.id,
      userId: link.user_id,
      invitationId: link.invitation_id,
      name: fullName(profile),
      needsPassword: profile.mailbox_verified_at === null || profile.registered_at === null,
      needsTerms: profile.registered_at === null,
    };
  };

  return {
    async find(token) {
      const id = linkIdOf(token);
      const link = id === undefined ? undefined : await findLink(db, id, now());
      return link && isTokenOf(encryption, token, link) ? await linkOf(link) : undefined;
    },
    async findById(linkId) {
      const link = await findLink(db, linkId, now());
      return link && (await linkOf(link));
    },
    async prepare(link, { password1 = '', password2 = '', terms }) {
      if (!link.needsPassword) return null;
      if (link.needsTerms && terms !== true) throw badField('terms', texts.termsMissing);
      const profile = await profileOf(db, link.userId);
      if (!profile) throw new Refusal('not-found', texts.gone);
      await refuseBadPassword(password1, password2, profile, ['password1', 'password2']);
      return await hashPassword(password1);
    },
    lock: (trx, userId) => stateOf(trx, userId),
    take: (trx, link) => takeLink(trx, link.linkId, now()),
    async takeOver(trx, userId, passwordHash) {
      const state = await stateOf(trx, userId);
      if (state?.isRegistered) await setPassword(trx, userId, passwordHash);
      else await registerUser(trx, userId, passwordHash, now());
      await setMailboxVerified(trx, userId, now());
      await endAccount(dependencies, trx, { userId, occasion: 'take-over' });
      const profile = await profileOf(trx, userId);
      if (profile)
        await mailPasswordChanged(dependencies, trx, { userId, email: profile.email, name: fullName(profile) });
    },
    close: (trx, invitationId) => voidInvitationLinks(trx, invitationId, now()),
  };
};
