import type { ClientId, SiteId } from '@tocsin/contract/ids';
import type { LocationAccess } from '@tocsin/contract/users';
import { table } from '../../access/authorization-table.ts';
import { canEdit, canEditWithin, isStaff, type Permission, type Person, rank, roleOn } from '../../access/principal.ts';
import type { UserSubject } from '../../access/subject.ts';
import { badField, Refusal } from '../../platform/errors.ts';

/** Splits a full name: the last word is the last name; a single word is the first name. */
export function splitName(fullName: string): { first_name: string; last_name: string } {
  const words = fullName.trim().split(/\s+/);
  const last_name = words.length > 1 ? (words.at(-1) ?? '') : '';
  return { first_name: words.slice(0, words.length > 1 ? -1 : 1).join(' '), last_name };
}
export const joinName = (user: { readonly first_name: string; readonly last_name: string }): string =>
  `${user.first_name} ${user.last_name}`.trim();

export interface Access {
  readonly has_access: boolean;
  readonly permission: Permission;
}
export const noAccess: Access = { has_access: false, permission: 'User' };

/** Nobody grants a role above their own, or changes one that is above it. */
export function mayGrant(
  who: Person,
  site: { siteId: SiteId; clientId: ClientId },
  before: Access,
  after: Access,
): boolean {
  if (!canEdit(who, site)) return false;
  const own = rank[roleOn(who, site) ?? 'User'];
  return rank[after.permission] <= own && (!before.has_access || rank[before.permission] <= own);
}

export interface Grant extends Access {
  readonly siteId: SiteId;
}

/** The changes of a site-access list; throws when the caller may not grant one, or a site is not the client's. */
export function checkGrants(
  who: Person,
  clientId: ClientId,
  clientSites: ReadonlySet<number>,
  before: ReadonlyMap<number, Access>,
  list: readonly LocationAccess[],
): Grant[] {
  const grants = new Map<number, Grant>();
  for (const { location_id, has_access, permission } of list) {
    if (!clientSites.has(location_id)) throw badField('location_access', 'This site is not one of the client');
    const was = before.get(location_id) ?? noAccess;
    if (was.has_access === has_access && was.permission === permission) continue;
    const siteId = location_id as SiteId;
    if (!mayGrant(who, { siteId, clientId }, was, { has_access, permission })) throw new Refusal('forbidden');
    grants.set(location_id, { siteId, has_access, permission });
  }
  return [...grants.values()];
}

/**
 * Whether to show the activation link. It lets its holder set the password, so it is shown only to people who may
 * change the person, and only while the person belongs to one client in which they can edit.
 */
export function maySeeLink(who: Person, user: UserSubject): boolean {
  if (table['user.change'](who, user) !== 'yes') return false;
  if (isStaff(who)) return true;
  const [only, ...others] = user.clients;
  return only !== undefined && others.length === 0 && canEditWithin(who, only.clientId);
}

export interface Flags {
  readonly is_superuser: boolean;
  readonly is_oem: boolean;
  readonly is_accounts_management: boolean;
}

const staffHasClient = 'Operator staff can’t belong to a client';
const nowhereToStand = 'Somebody without a client must be super user, OEM user or account manager';

/** Validates the flags: operator staff without a client, everybody else within one. */
export function evaluationStatus(flags: Flags, hasClient: boolean): void {
  if (hasClient && (flags.is_superuser || flags.is_oem)) throw badField('client', staffHasClient);
  if (!hasClient && !flags.is_superuser && !flags.is_oem && !flags.is_accounts_management)
    throw badField('client', nowhereToStand);
}
