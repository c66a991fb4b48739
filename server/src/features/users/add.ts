import type { ClientId } from '@tocsin/contract/ids';
import { alreadyRegistered, type UserInput } from '@tocsin/contract/users';
import type { AccountsPort, NewPerson, Offer } from '../../access/accounts.ts';
import { type Person, staffRank } from '../../access/principal.ts';
import { insertMember, insertUser, type Place, putMembership } from '../../access/store-people.ts';
import type { Note } from '../../platform/audit.ts';
import type { Trx } from '../../platform/db.ts';
import { badField, Refusal } from '../../platform/errors.ts';
import { checkGrants, evaluationStatus, type Grant, splitName } from './rules.ts';
import { accessOf, findByEmail, lockEmail, memberOf, subjectsOf } from './store.ts';

/** Dependencies for adding people. */
export interface AddUserDependencies {
  readonly accounts: AccountsPort;
  /** Invites a person and mails the link; returns the invitation's id. */
  readonly invite: (trx: Trx, offer: Offer, at: Date) => Promise<number>;
}

/** A new person of the client, or an invitation to a person who has an account elsewhere. */
export type Placed =
  | { readonly kind: 'created'; readonly userId: number }
  | { readonly kind: 'invited'; readonly invitationId: number };

export interface Placing {
  readonly person: NewPerson;
  readonly clientId: number;
  readonly runtime: Place;
  readonly grants: readonly Grant[];
  /** The client's contact person. */
  readonly isContact: boolean;
  readonly by: { readonly userId: number; readonly name: string };
  readonly at: Date;
}

/**
 * Creates a person of a client with their sites, or invites the existing account with that address; membership then
 * starts when the person accepts. Operator staff and people of this client are 'already registered'.
 */
export async function placePerson(
  { accounts, invite }: AddUserDependencies,
  trx: Trx,
  placing: Placing,
): Promise<Placed> {
  const { person, clientId, runtime, grants, isContact, by, at } = placing;
  await lockEmail(trx, person.email);
  const existing = await findByEmail(trx, person.email);
  if (!existing) {
    const userId = await insertPerson(trx, accounts, person, at);
    await insertMember(trx, userId, clientId, { ...runtime, added_by: by.userId, added_at: at });
    for (const grant of grants) await putMembership(trx, userId, grant);
    return { kind: 'created', userId };
  }
  const subject = (await subjectsOf(trx, [existing.id])).get(existing.id);
  const isTaken =
    existing.email.toLowerCase() !== person.email.toLowerCase() ||
    subject === undefined ||
    staffRank(subject) !== undefined ||
    (await memberOf(trx, existing.id, clientId)) !== undefined;
  if (isTaken) throw badField('email', alreadyRegistered);
  const offer = {
    clientId,
    userId: existing.id,
    email: person.email,
    isContact,
    invitedBy: by,
    isAccountsManagement: runtime.is_accounts_management ?? false,
    isActive: runtime.is_active ?? true,
    visualDashboard: runtime.visual_dashboard_enabled ?? true,
    sites: grants.filter((g) => g.has_access).map(({ siteId, permission }) => ({ siteId, permission })),
  };
  return { kind: 'invited', invitationId: await invite(trx, offer, at) };
}

const insertPerson = async (trx: Trx, accounts: AccountsPort, person: NewPerson, at: Date, flags: object = {}) => {
  const { full_name, email, company, phone, address } = person;
  const userId = await insertUser(trx, {
    username: email,
    email,
    company,
    phone,
    address,
    created_at: at,
    ...splitName(full_name),
    ...flags,
  });
  await accounts.openActivation(trx, userId);
  return userId;
};

interface Adding {
  readonly trx: Trx;
  readonly note: Note;
  readonly who: Person;
  readonly body: UserInput;
  readonly at: Date;
}

/** POST users/ for a client: creates the person with the sites that the caller may grant. */
export async function addToClient(
  dependencies: AddUserDependencies,
  { trx, note, who, body, at }: Adding,
  clientId: ClientId,
): Promise<Placed> {
  if (body.is_superuser || body.is_oem) evaluationStatus({ ...noFlags, is_oem: true }, true);
  const membership = {
    is_accounts_management: body.is_accounts_management ?? false,
    is_active: body.is_active ?? true,
    visual_dashboard_enabled: body.visual_dashboard_enabled ?? true,
  };
  const { sites } = await accessOf(trx, clientId, 0);
  const grants = checkGrants(who, clientId, sites, new Map(), body.location_access);
  const by = { userId: who.userId, name: who.name };
  const placed = await placePerson(dependencies, trx, {
    person: body,
    clientId,
    runtime: membership,
    grants,
    isContact: false,
    by,
    at,
  });
  if (placed.kind === 'invited') {
    const about = { subject: 'invitation', subjectId: placed.invitationId, subjectName: body.email, clientId };
    note({ action: 'invite', ...about, old: null, new: { email: body.email, ...membership, sites: grants } });
    return placed;
  }
  const { full_name, email, company, phone, address } = body;
  const about = { subject: 'person', subjectId: placed.userId, subjectName: full_name, clientId };
  const values = { full_name, email, company, phone, address, ...membership, sites: grants };
  note({ action: 'create', ...about, old: null, new: values });
  return placed;
}

const noFlags = { is_superuser: false, is_oem: false, is_accounts_management: false };

/** POST users/ with `client: null`: creates operator staff; super users only. */
export async function addStaff(accounts: AccountsPort, { trx, note, who, body, at }: Adding): Promise<Placed> {
  if (!who.isSuperuser) throw new Refusal('forbidden');
  const flags = {
    is_superuser: body.is_superuser ?? false,
    is_oem: body.is_oem ?? false,
    is_accounts_management: body.is_accounts_management ?? false,
  };
  evaluationStatus(flags, false);
  await lockEmail(trx, body.email);
  if (await findByEmail(trx, body.email)) throw badField('email', alreadyRegistered);
  const userId = await insertPerson(trx, accounts, body, at, flags);
  const { full_name, email, company, phone, address } = body;
  note({
    action: 'create',
    subject: 'person',
    subjectId: userId,
    subjectName: full_name,
    old: null,
    new: { full_name, email, company, phone, address, ...flags },
  });
  return { kind: 'created', userId };
}
