import type { ClientId } from '@tocsin/contract/ids';
import { alreadyRegistered, type LocationAccess, type UserPatch } from '@tocsin/contract/users';
import type { AccountsPort } from '../../access/accounts.ts';
import { refuseOlder } from '../../access/api-versions.ts';
import { isSamePerson, table } from '../../access/authorization-table.ts';
import { isProgram, isStaff, managesClient, type Person } from '../../access/principal.ts';
import { deleteMember, putMembership, updateMember, updateUser } from '../../access/store-people.ts';
import type { UserSubject } from '../../access/subject.ts';
import { difference, type Note } from '../../platform/audit.ts';
import type { Trx } from '../../platform/db.ts';
import { badField, orNotFound, Refusal } from '../../platform/errors.ts';
import { checkGrants, evaluationStatus, joinName, splitName } from './rules.ts';
import { accessOf, findByEmail, hasOtherSuperuser, lockEmail, lockUser, memberOf, placesOf } from './store.ts';

export interface UserChange {
  readonly trx: Trx;
  readonly note: Note;
  readonly who: Person;
  readonly subject: UserSubject;
  /** The client within which the person is changed; null: operator staff. */
  readonly clientId: ClientId | null;
  readonly patch: UserPatch;
  readonly access: readonly LocationAccess[] | undefined;
  /** The whole current document, for a 409 on concurrent edits. */
  readonly newer: () => Promise<unknown>;
}

const ownAddress = 'Change your own e-mail address under User Settings: it takes your password and a confirming mail.';
export const lastSuperuser = 'The last super user can’t go';

/** PUT and PATCH users/{id}/: each kind of field has its own right; unchanged fields are no change. */
export async function changeUser(accounts: AccountsPort, change: UserChange): Promise<void> {
  const { trx, note, subject, clientId, patch } = change;
  const user = orNotFound(await lockUser(trx, subject.userId));
  await refuseOlder(patch.version, user.version, change.newer);
  const personal = await changePersonal(accounts, change, user);
  const roles = await changeRoles(accounts, change, user);
  const membership = await changePlace(accounts, change);
  const sites = await changeAccess(change);
  const old = { ...personal.old, ...roles.old, ...membership.old, ...sites.old };
  const fresh = { ...personal.new, ...roles.new, ...membership.new, ...sites.new };
  // Any change of the person makes an editor's older version outdated.
  if (Object.keys(personal.new).length === 0 && Object.keys(fresh).length > 0) await updateUser(trx, user.id, {});
  const names = { subject: 'person', subjectId: user.id, subjectName: patch.full_name ?? joinName(user) };
  note({ ...names, action: 'change', clientId, old, new: fresh });
}

type Row = NonNullable<Awaited<ReturnType<typeof lockUser>>>;
const unchanged = { old: {}, new: {} };

async function changePersonal(accounts: AccountsPort, { trx, who, subject, patch }: UserChange, user: Row) {
  const was = {
    full_name: joinName(user),
    email: user.email,
    company: user.company,
    phone: user.phone,
    address: user.address,
  };
  const named = { full_name: patch.full_name, email: patch.email, company: patch.company };
  const is = { ...was, ...defined({ ...named, phone: patch.phone, address: patch.address }) };
  const different = difference(was, is);
  if (Object.keys(different.new).length === 0) return unchanged;
  if (table['user.personal'](who, subject) !== 'yes') throw new Refusal('forbidden');
  const { full_name, ...rest } = is;
  if (is.email !== was.email) await checkEmail(trx, who, user, is.email);
  const username = user.username === user.email ? { username: is.email } : {};
  await updateUser(trx, user.id, {
    ...rest,
    ...username,
    ...(full_name === was.full_name ? {} : splitName(full_name)),
  });
  if (is.email !== was.email) {
    // Mails in the former mailbox, which may be a stranger's, must not open the account any more.
    await accounts.voidLinks(trx, user.id);
    if (user.registered_at === null) await accounts.openActivation(trx, user.id);
    else await accounts.mailEmailChanged(trx, user.id, was.email);
  }
  return different;
}

/**
 * Control of the e-mail means control of the account: for an activated person it is changed by staff, or by the person
 * with their password and a confirmation mail (email/change/). The latter also applies to staff changing their own
 * address.
 */
async function checkEmail(trx: Trx, who: Person, user: Row, email: string): Promise<void> {
  // Who chooses the address can reset the password: never a program.
  if (user.registered_at !== null && (!isStaff(who) || isProgram(who))) throw new Refusal('forbidden');
  if (isSamePerson(who, { userId: user.id })) throw new Refusal('forbidden', ownAddress);
  await lockEmail(trx, email);
  const other = await findByEmail(trx, email);
  if (other && other.id !== user.id) throw badField('email', alreadyRegistered);
}

/** Only super users grant or revoke the super user, OEM and operator staff roles. */
async function changeRoles(accounts: AccountsPort, { trx, who, subject, patch }: UserChange, user: Row) {
  const was = {
    is_superuser: user.is_superuser,
    is_oem: user.is_oem,
    // For a client's account manager the flag is on the membership; see changePlace.
    is_accounts_management: subject.clients.length === 0 && user.is_accounts_management,
  };
  const leaves = patch.client === null && subject.clients.length > 0;
  const staff = leaves || subject.clients.length === 0;
  const flags = { is_superuser: patch.is_superuser, is_oem: patch.is_oem };
  const is = {
    ...was,
    ...defined({ ...flags, ...(staff ? { is_accounts_management: patch.is_accounts_management } : {}) }),
  };
  const different = difference(was, is);
  if (Object.keys(different.new).length === 0 && !leaves) return unchanged;
  if (!who.isSuperuser) throw new Refusal('forbidden');
  evaluationStatus(is, !staff);
  if (was.is_superuser && !is.is_superuser && !(await hasOtherSuperuser(trx, user.id)))
    throw badField('is_superuser', lastSuperuser);
  if (leaves) {
    await deleteMember(trx, user.id, null);
    await accounts.endSessions(trx, user.id);
  }
  await updateUser(trx, user.id, is);
  const clients = leaves ? { clients: subject.clients.map((c) => c.clientId) } : {};
  return { old: { ...different.old, ...clients }, new: { ...different.new, ...(leaves ? { clients: [] } : {}) } };
}

/** Changes the membership of a person at a client: active, visual dashboard, account management. */
async function changePlace(accounts: AccountsPort, { trx, who, subject, clientId, patch }: UserChange) {
  if (patch.client === null) return unchanged;
  if (clientId === null) return await changeStaffActive(accounts, { trx, who, subject, patch });
  const member = await memberOf(trx, subject.userId, clientId);
  if (!member) return unchanged;
  const was = {
    is_active: member.is_active,
    visual_dashboard_enabled: member.visual_dashboard_enabled,
    is_accounts_management: member.is_accounts_management,
  };
  const { is_active, visual_dashboard_enabled, is_accounts_management } = patch;
  const is = { ...was, ...defined({ is_active, visual_dashboard_enabled, is_accounts_management }) };
  const different = difference(was, is);
  if (Object.keys(different.new).length === 0) return unchanged;
  const isOwn = isSamePerson(who, subject);
  if (isOwn || !managesClient(who, clientId)) throw new Refusal('forbidden');
  if (is.is_accounts_management !== was.is_accounts_management && !who.isSuperuser) throw new Refusal('forbidden');
  await updateMember(trx, subject.userId, clientId, is);
  if (was.is_active && !is.is_active && (await placesOf(trx, subject.userId)).activeClients === 0)
    await accounts.endSessions(trx, subject.userId);
  return different;
}

/** Operator staff have no membership; their active flag is on the person. */
async function changeStaffActive(
  accounts: AccountsPort,
  { trx, who, subject, patch }: Pick<UserChange, 'trx' | 'who' | 'subject' | 'patch'>,
) {
  const user = await lockUser(trx, subject.userId);
  if (!user || patch.is_active === undefined || patch.is_active === user.is_active) return unchanged;
  if (isSamePerson(who, subject)) throw new Refusal('forbidden');
  if (!patch.is_active && user.is_superuser && !(await hasOtherSuperuser(trx, user.id)))
    throw badField('is_active', lastSuperuser);
  await updateUser(trx, user.id, { is_active: patch.is_active });
  if (!patch.is_active) await accounts.endSessions(trx, user.id);
  return { old: { is_active: user.is_active }, new: { is_active: patch.is_active } };
}

async function changeAccess({ trx, who, subject, clientId, access }: UserChange) {
  if (access === undefined || clientId === null) return unchanged;
  const { sites, before } = await accessOf(trx, clientId, subject.userId);
  const grants = checkGrants(who, clientId, sites, before, access);
  if (grants.length === 0) return unchanged;
  // Nobody may extend their own access.
  if (isSamePerson(who, subject)) throw new Refusal('forbidden');
  for (const grant of grants) await putMembership(trx, subject.userId, grant);
  const was = grants.map(({ siteId }) => ({ siteId, ...before.get(siteId) }));
  return { old: { sites: was }, new: { sites: grants } };
}

/** Without the fields that were not sent. */
const defined = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
