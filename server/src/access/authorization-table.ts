import type { RuleName, rules, SubjectKind } from '@tocsin/contract/access';
import { hasAnalytics } from '@tocsin/contract/device-type';
import {
  canEdit,
  canEditWithin,
  hasVisualDashboard,
  isManagerOn,
  isManagerWithin,
  isOemOrSuper,
  isProgram,
  isStaff,
  managesClient,
  type Person,
  type Principal,
  type Rank,
  rank,
  rankWithin,
  roleOn,
  seesClient,
  seesSite,
  staffRank,
} from './principal.ts';
import type {
  DeviceSubject,
  DeviceTypeSubject,
  MembershipSubject,
  RotationSubject,
  Subjects,
  UserSubject,
} from './subject.ts';

/**
 * `hidden`: the thing does not exist for the caller (404). `forbidden`: visible, but the action is not allowed (403).
 */
export type Verdict = 'yes' | 'hidden' | 'forbidden';

const yesIf = (may: boolean): Verdict => (may ? 'yes' : 'forbidden');
/** Hidden when the caller cannot see the thing; otherwise allowed or forbidden. */
const seen = (sees: boolean, may: boolean): Verdict => (sees ? yesIf(may) : 'hidden');

const isPerson = (who: Principal): who is Person => who.kind === 'person';

/** A suspended device, or a device of a suspended site, opens for OEM and super users only. */
const opens = (who: Principal, d: DeviceSubject): boolean => !d.isSuspended || isOemOrSuper(who);

/** Every person who may open the device; no program. Role limits and whole devices are decided with the request. */
const mayShelve = (who: Principal, d: DeviceSubject): boolean => opens(who, d) && isPerson(who) && !isProgram(who);

/** The highest role that a person has anywhere. */
export const rankOf = (user: UserSubject): Rank => {
  const above = staffRank(user);
  if (above !== undefined) return above;
  if (user.clients.some((c) => c.isAccountsManagement)) return rank.account;
  return user.sites.reduce<Rank>((best, s) => (rank[s.permission] > best ? rank[s.permission] : best), rank.User);
};

const seesUser = (who: Principal, user: UserSubject): boolean => {
  if (!isPerson(who)) return false;
  if (isSamePerson(who, user) || isStaff(who)) return true;
  if (staffRank(user) !== undefined) return false;
  const sites = [...user.sites, ...user.sitesWithoutAccess];
  return user.clients.some((c) => managesClient(who, c.clientId)) || sites.some((s) => canEdit(who, s));
};

/** The viewer's highest rank in the clients that they share with the person. */
const rankBefore = (who: Person, user: UserSubject): Rank => {
  if (who.service?.cap) return rank[who.service.cap];
  const above = staffRank(who);
  if (above !== undefined) return above;
  return user.clients.reduce<Rank>((best, c) => {
    const here = who.clients.has(c.clientId) ? rankWithin(who, c.clientId) : rank.User;
    return here > best ? here : best;
  }, rank.User);
};

/** The own account, which belongs to no client: no session from a client's provider, and no program. */
const hasAccount = (who: Principal): who is Person =>
  isPerson(who) && who.onlyClientId === undefined && !isProgram(who);
/** The person's own sign-in: to be asked wherever something is allowed because it is one's own. */
export const isSelf = (who: Principal, user: { readonly userId: number }): boolean =>
  hasAccount(who) && isSamePerson(who, user);
/**
 * The same human, by whatever session: to be asked wherever something is refused because it is one's own, or where one
 * only reads.
 */
export const isSamePerson = (who: Principal, user: { readonly userId: number }): boolean =>
  isPerson(who) && who.userId === user.userId;
const ownsWithin = (who: Principal, owner: UserSubject, clientId: number | null): boolean =>
  isSelf(who, owner) || (isPerson(who) && isSamePerson(who, owner) && who.onlyClientId === clientId);
const isNotAbove = (who: Principal, user: UserSubject): boolean =>
  isPerson(who) && rankOf(user) <= rankBefore(who, user);

const mayPersonal = (who: Principal, user: UserSubject): boolean => {
  if (isSamePerson(who, user)) return isSelf(who, user);
  const [only, ...others] = user.clients;
  const manages = isStaff(who) || (only !== undefined && others.length === 0 && managesClient(who, only.clientId));
  return manages && isNotAbove(who, user);
};

const mayMembership = (who: Principal, m: MembershipSubject): boolean => {
  if (!isPerson(who) || isSamePerson(who, m.user)) return false;
  const own = roleOn(who, m);
  const mine = managesClient(who, m.clientId) ? rankWithin(who, m.clientId) : own === undefined ? rank.User : rank[own];
  return canEdit(who, m) && rankOf(m.user) <= mine;
};

/** A rotation of a whole client is seen by all of its people. */
const seesRotation = (who: Principal, { siteId, clientId }: RotationSubject): boolean =>
  isPerson(who) && (siteId === null ? seesClient(who, clientId) : seesSite(who, { siteId, clientId }));

const mayOverride = (who: Principal, { siteId, clientId }: RotationSubject): boolean =>
  siteId === null ? isManagerWithin(who, clientId) : canEdit(who, { siteId, clientId });

type Rule<K extends SubjectKind> = (who: Principal, subject: Subjects[K]) => Verdict;
type Table = { readonly [N in RuleName]: Rule<(typeof rules)[N]['on']> };

/** Authorization rules as one table: who may do what. contract/src/access.ts lists the rule names. */
/** A device type or a payload map: for everybody, or of a client. */
const seesType = (who: Principal, { clientId }: DeviceTypeSubject): boolean =>
  isPerson(who) && (clientId === null || seesClient(who, clientId));
const changesType = (who: Principal, { clientId, isShipped }: DeviceTypeSubject): boolean =>
  !isShipped && (clientId === null ? isStaff(who) : isManagerWithin(who, clientId));

export const table: Table = {
  // Never evaluated for `who`: authorize.ts admits these first.
  anyone: () => 'yes',
  'device-credentials': () => 'yes',

  'signed-in': () => 'yes',
  person: (who) => yesIf(isPerson(who)),
  account: (who) => yesIf(hasAccount(who)),
  staff: (who) => yesIf(isStaff(who)),
  oem: (who) => yesIf(isOemOrSuper(who)),
  superuser: (who) => yesIf(isPerson(who) && who.isSuperuser),
  'clients.list': (who) =>
    yesIf(
      isPerson(who) &&
        (isStaff(who) ||
          who.clients.size + who.lockedClients.size > 1 ||
          [...who.clients.values()].some((c) => c.isAccountsManagement)),
    ),
  'users.add': (who) => yesIf(canEditWithin(who)),

  'client.see': (who, c) => seen(seesClient(who, c.clientId), isPerson(who)),
  'client.change': (who, c) => seen(seesClient(who, c.clientId), managesClient(who, c.clientId)),
  'client.remove': (who, c) => seen(seesClient(who, c.clientId), isStaff(who)),
  'client.people': (who, c) => seen(seesClient(who, c.clientId), canEditWithin(who, c.clientId)),
  'client.audit': (who, c) => seen(seesClient(who, c.clientId), managesClient(who, c.clientId)),
  'client.schemas': (who, c) => seen(seesClient(who, c.clientId), hasVisualDashboard(who, c.clientId)),
  'site.add': (who, c) => seen(seesClient(who, c.clientId), isManagerWithin(who, c.clientId)),

  'site.see': (who, s) => seen(seesSite(who, s), true),
  'site.note': (who, s) => seen(seesSite(who, s), isPerson(who) && !isProgram(who)),
  'site.take-over': (who, s) => seen(seesSite(who, s), isPerson(who) && !isProgram(who)),
  'site.edit': (who, s) => seen(seesSite(who, s), canEdit(who, s)),
  'site.approve': (who, s) => seen(seesSite(who, s), isManagerOn(who, s)),
  'site.suspend': (who, s) => seen(seesSite(who, s), isManagerOn(who, s)),
  'site.remove': (who, s) => seen(seesSite(who, s), isManagerWithin(who, s.clientId)),
  'site.schemas': (who, s) => seen(seesSite(who, s), hasVisualDashboard(who, s.clientId)),
  'site.edit-schemas': (who, s) => seen(seesSite(who, s), canEdit(who, s) && hasVisualDashboard(who, s.clientId)),
  'site.topics': (who, s) => seen(seesSite(who, s), isStaff(who)),
  'device.add': (who, s) => seen(seesSite(who, s), isManagerOn(who, s)),

  'device.see': (who, d) => seen(seesSite(who, d), true),
  'device.open': (who, d) => seen(seesSite(who, d), opens(who, d)),
  'device.edit': (who, d) => seen(seesSite(who, d), canEdit(who, d)),
  'device.manage': (who, d) => seen(seesSite(who, d), isManagerOn(who, d)),
  'device.shelve': (who, d) => seen(seesSite(who, d), mayShelve(who, d)),
  'device.analytics': (who, d) =>
    seen(seesSite(who, d), (isOemOrSuper(who) || isManagerOn(who, d)) && hasAnalytics(d.shownType)),
  'device.fix': (who, d) => seen(seesSite(who, d), isPerson(who) && who.isSuperuser),

  // Events of a suspended device are hidden like the device itself.
  'notification.see': (who, d) => seen(seesSite(who, d) && opens(who, d), true),
  'notification.acknowledge': (who, d) => seen(seesSite(who, d) && opens(who, d), isPerson(who)),

  'suspicion.dismiss': (who, d) => seen(seesSite(who, d) && opens(who, d), canEdit(who, d)),
  'task.change': (who, d) => seen(seesSite(who, d) && opens(who, d), isPerson(who)),
  'shelf.change': (who, d) => seen(seesSite(who, d) && opens(who, d), mayShelve(who, d)),

  'rotation.add': (who, c) => seen(seesClient(who, c.clientId), isManagerWithin(who, c.clientId)),
  'rotation.see': (who, r) => seen(seesRotation(who, r), true),
  'rotation.change': (who, r) =>
    seen(
      seesRotation(who, r),
      r.siteId === null ? managesClient(who, r.clientId) : isManagerOn(who, { siteId: r.siteId, clientId: r.clientId }),
    ),
  'rotation.override': (who, r) => seen(seesRotation(who, r), mayOverride(who, r)),
  'override.change': (who, r) => seen(seesRotation(who, r), mayOverride(who, r)),

  'policy.add': (who, c) => seen(seesClient(who, c.clientId), isManagerWithin(who, c.clientId)),
  'policy.see': (who, p) => seen(seesRotation(who, p), true),
  'policy.change': (who, p) =>
    seen(
      seesRotation(who, p),
      p.siteId === null ? managesClient(who, p.clientId) : isManagerOn(who, { siteId: p.siteId, clientId: p.clientId }),
    ),

  'webhook.add': (who, c) => seen(seesClient(who, c.clientId), isManagerWithin(who, c.clientId)),
  'webhook.change': (who, w) =>
    seen(
      seesRotation(who, w),
      w.siteId === null ? managesClient(who, w.clientId) : isManagerOn(who, { siteId: w.siteId, clientId: w.clientId }),
    ),

  'client.types': (who, c) => seen(seesClient(who, c.clientId), isManagerWithin(who, c.clientId)),
  'device-type.see': (who, t) => seen(seesType(who, t), true),
  'device-type.change': (who, t) => seen(seesType(who, t), changesType(who, t)),
  'payload-map.see': (who, t) => seen(seesType(who, t), true),
  'payload-map.change': (who, t) => seen(seesType(who, t), changesType(who, t)),

  'schema.see': (who, s) => seen(seesSite(who, s), hasVisualDashboard(who, s.clientId)),
  'schema.change': (who, s) => seen(seesSite(who, s), canEdit(who, s) && hasVisualDashboard(who, s.clientId)),
  'tab.see': (who, s) => seen(seesSite(who, s), hasVisualDashboard(who, s.clientId)),
  'tab.change': (who, s) => seen(seesSite(who, s), canEdit(who, s) && hasVisualDashboard(who, s.clientId)),
  'machine.see': (who, s) => seen(seesSite(who, s), hasVisualDashboard(who, s.clientId)),

  'membership.change': (who, m) =>
    seen(seesSite(who, m) && (canEdit(who, m) || isSamePerson(who, m.user)), mayMembership(who, m)),

  'user.see': (who, u) => seen(seesUser(who, u), true),
  'user.change': (who, u) => seen(seesUser(who, u), isSamePerson(who, u) ? isSelf(who, u) : isNotAbove(who, u)),
  'user.personal': (who, u) => seen(seesUser(who, u), mayPersonal(who, u)),

  'service-account.change': (who, { clientId }) =>
    clientId === null
      ? seen(hasAccount(who) && who.isSuperuser, true)
      : seen(seesClient(who, clientId), hasAccount(who) && managesClient(who, clientId)),

  'email-rule.own': (who, r) =>
    seen(
      ownsWithin(who, r.owner, r.clientId) || isStaff(who) || (r.clientId !== null && managesClient(who, r.clientId)),
      ownsWithin(who, r.owner, r.clientId) || isNotAbove(who, r.owner),
    ),
};
