import { loadPerson } from '../../access/store.ts';
import { registerUser, setMailboxVerified } from '../../access/store-people.ts';
import type { Note } from '../../platform/audit.ts';
import type { Trx } from '../../platform/db.ts';
import { findByToken } from './activation.ts';
import type { AccountsDependencies } from './dependencies.ts';
import { fullName } from './present.ts';
import { lockPerson, profileOf } from './store.ts';
import { findLink, mailedKinds, ownKinds, takeLink, voidLinks } from './store-links.ts';

/** An activation link whose person agreed to the terms. */
interface ActivationLink {
  readonly linkId: number;
  readonly userId: number;
  readonly name: string;
  readonly clientIds: readonly number[];
}

/** Activation without a password, by the sign-in of a client's provider. */
export const createActivationByProvider = (dependencies: AccountsDependencies) => {
  const { db, clock } = dependencies;

  const activationOf = async (linkId: number): Promise<ActivationLink | undefined> => {
    const link = await findLink(db, linkId, new Date(clock.now()));
    if (link?.kind !== 'activation' || link.stage !== 1 || link.user_id === null) return undefined;
    const [profile, person] = [await profileOf(db, link.user_id), await loadPerson(db, link.user_id)];
    if (!profile || !person || profile.registered_at !== null) return undefined;
    return { linkId, userId: link.user_id, name: fullName(profile), clientIds: [...person.clients.keys()] };
  };

  return {
    async find(token: string): Promise<ActivationLink | undefined> {
      const owner = await findByToken(dependencies, 'activation', token);
      return owner && (await activationOf(owner.link.id));
    },
    activationOf,
    /** Uses the link up and activates its account without a password; false when it is no longer valid. */
    async enter(trx: Trx, note: Note, linkId: number): Promise<boolean> {
      const now = new Date(clock.now());
      const link = await findLink(trx, linkId, now);
      if (link?.kind !== 'activation' || link.stage !== 1 || link.user_id === null) return false;
      const userId = link.user_id;
      const person = await lockPerson(trx, userId);
      if (!person || person.registered_at !== null || !(await takeLink(trx, linkId, now))) return false;
      await registerUser(trx, userId, null, now);
      await voidLinks(trx, userId, link.is_mailed ? mailedKinds : ownKinds, now);
      if (link.is_mailed) await setMailboxVerified(trx, userId, now);
      const profile = await profileOf(trx, userId);
      const whose = { subject: 'person', subjectId: userId, subjectName: profile ? fullName(profile) : '' };
      note({ action: 'activate', ...whose, old: { registered: false }, new: { registered: true, password: 'none' } });
      return true;
    },
  };
};
