import type { ClientId, SiteId, UserId } from '@tocsin/contract/ids';
import type { KeyScope } from '@tocsin/contract/policy';

export type Permission = 'User' | 'Engineer' | 'Manager';

/** A person's place in a client: only active memberships of active clients are in a `Person`. */
export interface ClientPlace {
  readonly clientId: ClientId;
  readonly isAccountsManagement: boolean;
  readonly visualDashboard: boolean;
}

/** Access to one site. */
export interface SitePlace {
  readonly siteId: SiteId;
  readonly clientId: ClientId;
  readonly permission: Permission;
}

/** How far two-factor verification has come (decisions.md 2). */
export type SecondFactor = 'done' | 'unverified' | 'unregistered';

export interface ProgramKey {
  readonly id: number;
  readonly scopes: ReadonlySet<KeyScope>;
}

export interface Person {
  readonly kind: 'person';
  readonly userId: UserId;
  readonly sessionId: number;
  /** As the audit names them. */
  readonly name: string;
  readonly email: string;
  readonly isSuperuser: boolean;
  readonly isOem: boolean;
  /** The flag of an account manager who belongs to no client: operator staff. */
  readonly isStaffManager: boolean;
  readonly clients: ReadonlyMap<ClientId, ClientPlace>;
  readonly sites: ReadonlyMap<SiteId, SitePlace>;
  readonly secondFactor: SecondFactor;
  /** A program with one of the person's keys instead of the person: it reads, and is a User wherever it sees. */
  readonly key?: ProgramKey;
  /** What `select/` stored: a tab that sends no selection of its own starts from it. */
  readonly stored: { readonly client: number | null; readonly site: number | null; readonly device: number | null };
}

/** A wall display: views one site as its User, and nothing else. */
export interface Wall {
  readonly kind: 'wall';
  readonly sessionId: number;
  readonly siteId: SiteId;
  readonly clientId: ClientId;
  readonly madeBy: UserId;
  readonly visualDashboard: boolean;
}

export type Who = Person | Wall;

const isProgram = (who: Who): boolean => who.kind === 'person' && who.key !== undefined;

/** Operator staff see every client. */
export const isStaff = (who: Who): boolean =>
  who.kind === 'person' && (who.isSuperuser || who.isOem || who.isStaffManager);
/** The operator's OEM users and super users. */
export const isOemOrSuper = (who: Who): boolean => who.kind === 'person' && (who.isSuperuser || who.isOem);

/** Its account managers, and operator staff. */
export const managesClient = (who: Who, clientId: ClientId): boolean =>
  isStaff(who) || (who.kind === 'person' && who.clients.get(clientId)?.isAccountsManagement === true);

/** Whoever belongs to it, operator staff, and a wall display of it. */
export const seesClient = (who: Who, clientId: ClientId): boolean =>
  isStaff(who) || (who.kind === 'wall' ? who.clientId === clientId : who.clients.has(clientId));

export interface SiteRef {
  readonly siteId: SiteId;
  readonly clientId: ClientId;
}

/** The person's place on a site, when their place in its client is active too. */
const placeOn = (who: Person, site: SiteRef): SitePlace | undefined =>
  who.clients.has(site.clientId) ? who.sites.get(site.siteId) : undefined;

export const seesSite = (who: Who, site: SiteRef): boolean => {
  if (who.kind === 'wall') return who.siteId === site.siteId;
  return managesClient(who, site.clientId) || placeOn(who, site) !== undefined;
};

/** The word of `locations_roles`: account managers and staff act as Managers. */
export const roleOn = (who: Who, site: SiteRef): Permission | undefined => {
  if (who.kind === 'wall') return who.siteId === site.siteId ? 'User' : undefined;
  if (who.key) return seesSite(who, site) ? 'User' : undefined;
  return managesClient(who, site.clientId) ? 'Manager' : placeOn(who, site)?.permission;
};

/** decisions.md 3, `can_edit(site)`. */
export const canEdit = (who: Who, site: SiteRef): boolean => {
  const role = roleOn(who, site);
  return role === 'Manager' || role === 'Engineer';
};

/** Manager of this site, or who acts as one: account managers and staff. */
export const isManagerOn = (who: Who, site: SiteRef): boolean => roleOn(who, site) === 'Manager';

/** Manager of any site of the client, or its account manager, or staff. */
export const isManagerWithin = (who: Who, clientId: ClientId): boolean => {
  if (isProgram(who)) return false;
  if (managesClient(who, clientId)) return true;
  if (who.kind === 'wall' || !who.clients.has(clientId)) return false;
  return [...who.sites.values()].some((s) => s.clientId === clientId && s.permission === 'Manager');
};

/** can_edit on any site of the client (of any client when none is named). */
export const canEditWithin = (who: Who, clientId?: ClientId): boolean => {
  if (who.kind === 'wall' || isProgram(who)) return false;
  if (isStaff(who)) return true;
  if (clientId !== undefined && managesClient(who, clientId)) return true;
  if (clientId === undefined && [...who.clients.values()].some((c) => c.isAccountsManagement)) return true;
  return [...who.sites.values()].some(
    (s) =>
      (clientId === undefined || s.clientId === clientId) && who.clients.has(s.clientId) && s.permission !== 'User',
  );
};

/** Gates everybody but operator staff. */
export const hasVisualDashboard = (who: Who, clientId: ClientId): boolean => {
  if (who.kind === 'wall') return who.clientId === clientId && who.visualDashboard;
  return isStaff(who) || who.clients.get(clientId)?.visualDashboard === true;
};

/** Roles in order: nobody grants one above their own, nobody changes who holds one above theirs. */
export const rank = { User: 0, Engineer: 1, Manager: 2, account: 3, staff: 4, oem: 5, superuser: 6 } as const;
export type Rank = (typeof rank)[keyof typeof rank];

interface Flags {
  readonly isSuperuser: boolean;
  readonly isOem: boolean;
  readonly isStaffManager: boolean;
}

/** The rank of operator staff; undefined for everybody else. */
export const staffRank = (flags: Flags): Rank | undefined => {
  if (flags.isSuperuser) return rank.superuser;
  if (flags.isOem) return rank.oem;
  return flags.isStaffManager ? rank.staff : undefined;
};

/** The rank that a person has within one client. */
export const rankWithin = (who: Person, clientId: ClientId): Rank => {
  const above = staffRank(who);
  if (above !== undefined) return above;
  if (managesClient(who, clientId)) return rank.account;
  let best: Rank = rank.User;
  for (const s of who.sites.values())
    if (s.clientId === clientId && rank[s.permission] > best) best = rank[s.permission];
  return best;
};
