import { ClientId, SiteId, UserId } from '@tocsin/contract/ids';
import type { AssignedUser, SiteAccess, User } from '@tocsin/contract/users';
import { table } from '../../access/authorization-table.ts';
import { permissionsOf } from '../../access/permissions.ts';
import { canEdit, type Person } from '../../access/principal.ts';
import type { UserSubject } from '../../access/subject.ts';
import { joinName, maySeeLink } from './rules.ts';
import type { PersonRow, sitesWithAccess } from './store.ts';

export function presentPerson(
  row: PersonRow,
  who: Person,
  subject: UserSubject,
  keys: ReadonlyMap<number, string>,
): AssignedUser {
  const { company, phone, address } = row;
  const registered = row.registered_at !== null;
  return {
    id: UserId.parse(row.id),
    first_name: row.first_name,
    last_name: row.last_name,
    full_name: joinName(row),
    email: row.email,
    company,
    phone,
    address,
    profile: { company, phone, address },
    is_active: row.is_active && (row.member_active ?? true),
    registered,
    activation_key: !registered && maySeeLink(who, subject) ? (keys.get(row.id) ?? null) : null,
    has_2fa: row.has_2fa,
    is_accounts_management: row.client_id === null ? row.is_accounts_management : (row.manages ?? false),
    is_oem: row.is_oem,
    is_superuser: row.is_superuser,
    visual_dashboard_enabled: row.visual_dashboard_enabled ?? true,
    location_membership:
      row.membership_id === null
        ? null
        : { id: row.membership_id, has_access: row.has_access ?? false, permission: row.permission ?? 'User' },
    can_change_personal: table['user.personal'](who, subject) === 'yes',
    can_change: table['user.change'](who, subject) === 'yes',
    permissions: permissionsOf('user', who, subject),
    version: row.version,
  };
}

/** Only the sites on which the caller may grant access; all own sites for oneself. */
export function presentAccess(
  rows: Awaited<ReturnType<typeof sitesWithAccess>>,
  who: Person,
  clientId: number,
  isSelf: boolean,
): SiteAccess[] {
  return rows
    .filter((row) =>
      isSelf
        ? row.has_access === true
        : canEdit(who, { siteId: SiteId.parse(row.id), clientId: ClientId.parse(clientId) }),
    )
    .map((row) => ({
      id: row.membership_id,
      location_id: SiteId.parse(row.id),
      title: row.title,
      has_access: row.has_access ?? false,
      permission: row.permission ?? 'User',
    }));
}

export const presentUser = (person: AssignedUser, clientId: number | null, access: SiteAccess[]): User => ({
  ...person,
  client: clientId === null ? null : ClientId.parse(clientId),
  location_access: access,
});
