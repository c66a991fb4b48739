import type { ClientId } from '@tocsin/contract/ids';
import { alreadyRegistered, type UserInput } from '@tocsin/contract/users';
import type { Note, Trx } from '../../base/audit.ts';
import { badField, Refusal } from '../../base/errors.ts';
import { type Person, staffRank } from '../../policy/who.ts';
import { judgeGrants, judgeStanding, splitName } from './rules.ts';
import {
  accessOf,
  findByEmail,
  insertMember,
  insertUser,
  lockEmail,
  memberOf,
  type Place,
  putMembership,
  subjectsOf,
} from './store.ts';

/** What the accounts room does for people: activation, mails and sessions are its own. */
export interface AccountsPort {
  /** Makes the key of the activation link, in the transaction that makes the person. */
  readonly openActivation: (trx: Trx, userId: number) => Promise<void>;
  /** What was mailed to somebody opens nothing any more: their address is another one now. */
  readonly voidLinks: (trx: Trx, userId: number) => Promise<void>;
  /** Owes the mail with that link. */
  readonly mailActivation: (trx: Trx, userId: number) => Promise<void>;
  /** The keys of those who have not activated yet. */
  readonly activationKeys: (userIds: readonly number[]) => Promise<ReadonlyMap<number, string>>;
  /** Owes the mail that says that another client has added somebody. */
  readonly mailAdded: (trx: Trx, userId: number, clientId: number) => Promise<void>;
  /** Ends every session of somebody. */
  readonly endSessions: (trx: Trx, userId: number) => Promise<void>;
}

export interface NewPerson {
  readonly full_name: string;
  readonly email: string;
  readonly company: string;
  readonly phone: string;
  readonly address: string;
}

export interface Placed {
  readonly userId: number;
  /** False: the person is somebody whom another client has as well. */
  readonly isNew: boolean;
}

/**
 * Gives a client a person: a new one, or one whom another client has, who then belongs to both. Operator staff and
 * people of this client are 'already registered'.
 */
export async function placePerson(
  trx: Trx,
  accounts: AccountsPort,
  person: NewPerson,
  clientId: number,
  place: Place,
  at: Date,
): Promise<Placed> {
  await lockEmail(trx, person.email);
  const found = await findByEmail(trx, person.email);
  if (!found) {
    const userId = await insertPerson(trx, accounts, person, at);
    await insertMember(trx, userId, clientId, place);
    return { userId, isNew: true };
  }
  const subject = (await subjectsOf(trx, [found.id])).get(found.id);
  const isTaken =
    found.email.toLowerCase() !== person.email.toLowerCase() ||
    subject === undefined ||
    staffRank(subject) !== undefined ||
    (await memberOf(trx, found.id, clientId)) !== undefined;
  if (isTaken) throw badField('email', alreadyRegistered);
  await insertMember(trx, found.id, clientId, place);
  await accounts.mailAdded(trx, found.id, clientId);
  return { userId: found.id, isNew: false };
}

const insertPerson = async (trx: Trx, accounts: AccountsPort, person: NewPerson, at: Date, flags: object = {}) => {
  const { full_name, email, company, phone, address } = person;
  const userId = await insertUser(trx, {
    ...{ username: email, email, company, phone, address, created_at: at },
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

/** POST users/ for a client: the person, their place and the sites that the adding person may grant. */
export async function addToClient(accounts: AccountsPort, { trx, note, who, body, at }: Adding, clientId: ClientId) {
  if (body.is_superuser || body.is_oem) judgeStanding({ ...noFlags, is_oem: true }, true);
  const place = {
    is_accounts_management: body.is_accounts_management ?? false,
    is_active: body.is_active ?? true,
    visual_dashboard_enabled: body.visual_dashboard_enabled ?? true,
  };
  const placed = await placePerson(trx, accounts, body, clientId, place, at);
  const { sites, before } = await accessOf(trx, clientId, placed.userId);
  const grants = judgeGrants(who, clientId, sites, before, body.location_access);
  for (const grant of grants) await putMembership(trx, placed.userId, grant);
  const { full_name, email, company, phone, address } = body;
  note({
    ...{ action: placed.isNew ? 'create' : 'add to client', subject: 'person', subjectId: placed.userId },
    ...{ subjectName: full_name, clientId, old: null },
    new: { ...(placed.isNew ? { full_name, email, company, phone, address } : { email }), ...place, sites: grants },
  });
  return placed;
}

const noFlags = { is_superuser: false, is_oem: false, is_accounts_management: false };

/** POST users/ with `client: null`: operator staff, made by super users only. */
export async function addStaff(accounts: AccountsPort, { trx, note, who, body, at }: Adding): Promise<Placed> {
  if (!who.isSuperuser) throw new Refusal('forbidden');
  const flags = {
    is_superuser: body.is_superuser ?? false,
    is_oem: body.is_oem ?? false,
    is_accounts_management: body.is_accounts_management ?? false,
  };
  judgeStanding(flags, false);
  await lockEmail(trx, body.email);
  if (await findByEmail(trx, body.email)) throw badField('email', alreadyRegistered);
  const userId = await insertPerson(trx, accounts, body, at, flags);
  const { full_name, email, company, phone, address } = body;
  note({
    ...{ action: 'create', subject: 'person', subjectId: userId, subjectName: full_name, old: null },
    new: { full_name, email, company, phone, address, ...flags },
  });
  return { userId, isNew: true };
}
