import type { ClientId } from '@tocsin/contract/ids';
import { alreadyRegistered } from '@tocsin/contract/users';
import type { NewPerson } from '../../access/accounts.ts';
import { staffRank } from '../../access/principal.ts';
import { updateMember } from '../../access/store-people.ts';
import type { Trx } from '../../platform/db.ts';
import { badField } from '../../platform/errors.ts';
import { type AddUserDependencies, type Placed, placePerson } from './add.ts';
import { findByEmail, lockEmail, memberOf, subjectsOf } from './store.ts';

const deactivated = 'This person is deactivated at this client. Activate them first.';

export interface NewContact {
  readonly person: NewPerson;
  readonly clientId: ClientId;
  readonly by: { readonly userId: number; readonly name: string };
  readonly at: Date;
}

/** Outcome for the contact person; `promoted`: a person of the client became its account manager. */
export type PlacedContact = Placed | { readonly kind: 'promoted'; readonly userId: number };

/**
 * Makes the contact person account manager of the client: a new person, an existing person of the client or, by
 * invitation, a person with an account elsewhere. Operator staff are 'already registered'.
 */
export async function placeContact(
  dependencies: AddUserDependencies,
  trx: Trx,
  contact: NewContact,
): Promise<PlacedContact> {
  const { person, clientId, by, at } = contact;
  await lockEmail(trx, person.email);
  const existing = await findByEmail(trx, person.email);
  const member = existing && (await memberOf(trx, existing.id, clientId));
  if (!existing || !member) {
    const membership = { is_accounts_management: true };
    return await placePerson(dependencies, trx, {
      person,
      clientId,
      runtime: membership,
      grants: [],
      isContact: true,
      by,
      at,
    });
  }
  const subject = (await subjectsOf(trx, [existing.id])).get(existing.id);
  if (!subject || staffRank(subject) !== undefined) throw badField('email', alreadyRegistered);
  if (existing.email.toLowerCase() !== person.email.toLowerCase()) throw badField('email', alreadyRegistered);
  if (!member.is_active) throw badField('email', deactivated);
  await updateMember(trx, existing.id, clientId, { is_accounts_management: true });
  return { kind: 'promoted', userId: existing.id };
}
