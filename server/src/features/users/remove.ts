import { type ClientId, SiteId } from '@tocsin/contract/ids';
import type { AccountsPort } from '../../access/accounts.ts';
import { isSelf } from '../../access/authorization-table.ts';
import { isStaff, managesClient, type Person } from '../../access/principal.ts';
import { deleteMember, deleteMemberships, updateUser } from '../../access/store-people.ts';
import type { UserSubject } from '../../access/subject.ts';
import type { Note } from '../../platform/audit.ts';
import type { Trx } from '../../platform/db.ts';
import { badField, orNotFound, Refusal } from '../../platform/errors.ts';
import { lastSuperuser } from './change.ts';
import { joinName, mayGrant, noAccess } from './rules.ts';
import { accessOf, hasOtherSuperuser, lockUser, placesOf, sitesWithin } from './store.ts';

export interface UserRemovalCall {
  readonly trx: Trx;
  readonly note: Note;
  readonly who: Person;
  readonly subject: UserSubject;
  readonly clientId: ClientId | null;
  /** The client selected by the caller's page. */
  readonly selected: ClientId | null;
  readonly at: Date;
}

/**
 * Operator staff with one of several clients selected remove the person from that client, as its account manager would.
 */
const isWholeRemoval = ({ who, subject, selected }: UserRemovalCall): boolean => {
  if (isSelf(who, subject)) return true;
  const others = subject.clients.filter((c) => c.clientId !== selected);
  return isStaff(who) && (others.length === subject.clients.length || others.length === 0);
};

/**
 * DELETE users/{id}/. Oneself and operator staff remove the person; an account manager removes the membership at that
 * client; a Manager or Engineer removes only access to the sites on which they can edit. The person is removed when no
 * membership is left.
 */
export async function removeUser(accounts: AccountsPort, call: UserRemovalCall): Promise<void> {
  const { trx, note, who, subject, clientId, at } = call;
  const user = orNotFound(await lockUser(trx, subject.userId));
  const names = { subject: 'person', subjectId: user.id, subjectName: joinName(user), clientId };
  if (isWholeRemoval(call)) {
    if (user.is_superuser && !(await hasOtherSuperuser(trx, user.id)))
      throw badField('non_field_errors', lastSuperuser);
    note({ ...names, action: 'remove', old: { email: user.email, full_name: joinName(user) }, new: null });
    return await goWholly(accounts, trx, user.id, at);
  }
  if (clientId === null) throw new Refusal('forbidden');
  const sites = await sitesWithin(trx, user.id, clientId);
  const { before } = await accessOf(trx, clientId, user.id);
  const mayTake = (siteId: number) =>
    mayGrant(who, { siteId: SiteId.parse(siteId), clientId }, before.get(siteId) ?? noAccess, noAccess);
  const removedSites = sites.filter(mayTake);
  const all = managesClient(who, clientId);
  note({
    ...names,
    action: 'remove',
    old: { email: user.email, client: clientId, sites: all ? sites : removedSites },
    new: null,
  });
  if (!all) return await deleteMemberships(trx, user.id, removedSites);
  await deleteMember(trx, user.id, clientId);
  const left = await placesOf(trx, user.id);
  if (left.clients === 0) await goWholly(accounts, trx, user.id, at);
  else if (left.activeClients === 0) await accounts.endSessions(trx, user.id);
}

/** The row stays for 30 days without memberships; address and user name are free at once. */
async function goWholly(accounts: AccountsPort, trx: Trx, userId: number, at: Date): Promise<void> {
  await deleteMember(trx, userId, null);
  await updateUser(trx, userId, { removed_at: at, is_active: false });
  await accounts.endAccount(trx, userId);
}
