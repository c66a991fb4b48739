import type { AccountHolder } from '../../access/account-holder.ts';
import type { AccountsDependencies } from './dependencies.ts';
import { mailAdded } from './mails.ts';
import { demandProof, provenUntil } from './own-proof.ts';
import { fullName } from './present.ts';
import { profileOf } from './store.ts';

/** Asks the holder of an account for a proof, and tells them what was added to it. */
export const createAccountHolder = (dependencies: AccountsDependencies): AccountHolder => ({
  provenUntil: (who) => provenUntil(dependencies, who),
  demandProof: (call, proof) => demandProof(dependencies, call, proof),
  async mailAdded(trx, userId, added) {
    const profile = await profileOf(trx, userId);
    if (!profile) return;
    await mailAdded(dependencies, trx, { userId, email: profile.email, name: fullName(profile) }, added);
  },
});
