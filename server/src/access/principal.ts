import type { KeyScope, ProgramScope } from '@tocsin/contract/access';
import type { ClientId, SiteId, UserId } from '@tocsin/contract/ids';

export type Permission = 'User' | 'Engineer' | 'Manager';

/** A person's membership of a client; a `Person` has only active memberships of active clients. */
interface ClientPlace {
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

/** State of two-factor verification. */
export type SecondFactor = 'done' | 'unverified' | 'unregistered';

interface ProgramKey {
  readonly id: number;
  readonly scopes: ReadonlySet<KeyScope>;
}

/** What a service account may do within the rights of who answers for it. */
interface ServiceRights {
  readonly accountId: number;
  readonly scopes: ReadonlySet<ProgramScope>;
  /** The highest role with which it makes this call, and that it grants. */
  readonly cap?: Permission;
}

export interface Person {
  readonly kind: 'person';
  readonly userId: UserId;
  readonly sessionId: number;
  /** The name in the audit log. */
  readonly name: string;
  readonly email: string;
  readonly isSuperuser: boolean;
  readonly isOem: boolean;
  /** The flag of an account manager without a client: operator staff. */
  readonly isStaffManager: boolean;
  readonly clients: ReadonlyMap<ClientId, ClientPlace>;
  readonly sites: ReadonlyMap<SiteId, SitePlace>;
  readonly secondFactor: SecondFactor;
  /** The session comes from the provider of this client: it reaches nothing else, and not the account itself. */
  readonly onlyClientId?: ClientId;
  /** The idle time to which a client limits the session, null: none. With a limit only input counts as use. */
  readonly idleMinutes?: number | null;
  /**
   * Clients that require a second factor that the person has not set up; `clients` and `sites` contain nothing of
   * theirs.
   */
  readonly lockedClients: ReadonlySet<ClientId>;
  /** A program with one of the person's API keys: it may only read, and has the role User everywhere. */
  readonly key?: ProgramKey;
  /**
   * A program with a key of a service account, which has this user id and the rights of who answers for it: in one client,
   * or everywhere without those of super users.
   */
  readonly service?: ServiceRights;
  /** The stored selection: the default for tabs that send none. */
  readonly stored: { readonly client: number | null; readonly site: number | null; readonly device: number | null };
}

/** A wall display: views one site with the role User, and nothing else. */
export interface Wall {
  readonly kind: 'wall';
  readonly sessionId: number;
  readonly siteId: SiteId;
  readonly clientId: ClientId;
  readonly madeBy: UserId;
  readonly visualDashboard: boolean;
}

export type Principal = Person | Wall;

const isReadingKey = (who: Principal): boolean => who.kind === 'person' && who.key !== undefined;
/** A program, with somebody's API key or as a service account: it has no account and cannot act as a person. */
export const isProgram = (who: Principal): boolean =>
  who.kind === 'person' && (who.key !== undefined || who.service !== undefined);
const capOf = (who: Principal): Permission | undefined => (who.kind === 'person' ? who.service?.cap : undefined);

/** Operator staff see every client. */
export const isStaff = (who: Principal): boolean =>
  who.kind === 'person' && (who.isSuperuser || who.isOem || who.isStaffManager);
/** How operator staff appear to a client's people. */
export const operatorName = 'Operator';
/** OEM users and super users. */
export const isOemOrSuper = (who: Principal): boolean => who.kind === 'person' && (who.isSuperuser || who.isOem);

/** The client's account managers, and operator staff. */
export const managesClient = (who: Principal, clientId: ClientId): boolean =>
  isStaff(who) || (who.kind === 'person' && who.clients.get(clientId)?.isAccountsManagement === true);

/** The client's people, operator staff, and its wall displays. */
export const seesClient = (who: Principal, clientId: ClientId): boolean =>
  isStaff(who) || (who.kind === 'wall' ? who.clientId === clientId : who.clients.has(clientId));

export interface SiteRef {
  readonly siteId: SiteId;
  readonly clientId: ClientId;
}

/** The person's membership of a site, if their membership of its client is active too. */
const placeOn = (who: Person, site: SiteRef): SitePlace | undefined =>
  who.clients.has(site.clientId) ? who.sites.get(site.siteId) : undefined;

export const seesSite = (who: Principal, site: SiteRef): boolean => {
  if (who.kind === 'wall') return who.siteId === site.siteId;
  return managesClient(who, site.clientId) || placeOn(who, site) !== undefined;
};

/**
 * Whether the person is one of the client's own people with access to the site, or (null) to the client. Operator staff
 * see every client and belong to none.
 */
export const belongsTo = (
  person: Person,
  { clientId, siteId }: { readonly clientId: ClientId; readonly siteId: SiteId | null },
): boolean =>
  !isStaff(person) && (siteId === null ? person.clients.has(clientId) : seesSite(person, { clientId, siteId }));

/** The role in `locations_roles`: account managers and staff act as Managers. */
export const roleOn = (who: Principal, site: SiteRef): Permission | undefined => {
  if (who.kind === 'wall') return who.siteId === site.siteId ? 'User' : undefined;
  if (who.key) return seesSite(who, site) ? 'User' : undefined;
  if (who.service?.cap) return seesSite(who, site) ? who.service.cap : undefined;
  return managesClient(who, site.clientId) ? 'Manager' : placeOn(who, site)?.permission;
};

/** Whether the caller may edit the site. */
export const canEdit = (who: Principal, site: SiteRef): boolean => {
  const role = roleOn(who, site);
  return role === 'Manager' || role === 'Engineer';
};

/** Managers of this site, account managers and staff. */
export const isManagerOn = (who: Principal, site: SiteRef): boolean => roleOn(who, site) === 'Manager';

/** Managers of any site of the client, its account managers, and staff. */
export const isManagerWithin = (who: Principal, clientId: ClientId): boolean => {
  if (isReadingKey(who) || capOf(who) !== undefined) return false;
  if (managesClient(who, clientId)) return true;
  if (who.kind === 'wall' || !who.clients.has(clientId)) return false;
  return [...who.sites.values()].some((s) => s.clientId === clientId && s.permission === 'Manager');
};

/** Whether the caller may edit any site of the client (of any client when none is named). */
export const canEditWithin = (who: Principal, clientId?: ClientId): boolean => {
  if (who.kind === 'wall' || isReadingKey(who) || capOf(who) === 'User') return false;
  if (isStaff(who)) return true;
  if (clientId !== undefined && managesClient(who, clientId)) return true;
  if (clientId === undefined && [...who.clients.values()].some((c) => c.isAccountsManagement)) return true;
  return [...who.sites.values()].some(
    (s) =>
      (clientId === undefined || s.clientId === clientId) && who.clients.has(s.clientId) && s.permission !== 'User',
  );
};

/** Required of everybody except operator staff. */
export const hasVisualDashboard = (who: Principal, clientId: ClientId): boolean => {
  if (who.kind === 'wall') return who.clientId === clientId && who.visualDashboard;
  return isStaff(who) || who.clients.get(clientId)?.visualDashboard === true;
};

/** Roles in ascending order: nobody grants one above their own, or changes a person with a higher one. */
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
  if (who.service?.cap) return rank[who.service.cap];
  const above = staffRank(who);
  if (above !== undefined) return above;
  if (managesClient(who, clientId)) return rank.account;
  let best: Rank = rank.User;
  for (const s of who.sites.values())
    if (s.clientId === clientId && rank[s.permission] > best) best = rank[s.permission];
  return best;
};
