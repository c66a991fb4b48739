import type { Me, Permission } from '@tocsin/contract/accounts';
import { may } from '@tocsin/contract/permissions';
import { searchText } from '@tocsin/contract/search-text';
import type { Site } from '@tocsin/contract/sites';
import type { User, UserInput, UserUpdate } from '@tocsin/contract/users';
import { managesClient } from '../../domain/rights.ts';

export const permissions: readonly Permission[] = ['User', 'Engineer', 'Manager'];

/** One row of the site access list. */
export interface Access {
  readonly location_id: number;
  readonly title: string;
  readonly has_access: boolean;
  readonly permission: Permission;
}

export interface UserForm {
  readonly full_name: string;
  readonly email: string;
  readonly company: string;
  readonly phone: string;
  readonly address: string;
  readonly is_active: boolean;
  readonly visual_dashboard_enabled: boolean;
  readonly is_accounts_management: boolean;
  readonly is_oem: boolean;
  readonly is_superuser: boolean;
  readonly location_access: readonly Access[];
}

type Rights = Pick<Me, 'permissions' | 'current_client' | 'locations_roles'>;

/** The roles that a user can grant at a site: none above their own. */
export const grantable = (me: Rights, site: number): readonly Permission[] => {
  if (managesClient(me)) return permissions;
  const own = me.locations_roles[String(site)];
  return own === undefined ? ['User'] : permissions.slice(0, permissions.indexOf(own) + 1);
};

/** A new user has no access anywhere, and the permission User. */
export const accessOf = (
  sites: readonly (Pick<Site, 'title' | 'permissions'> & { readonly id: number })[],
): readonly Access[] =>
  sites
    .filter((site) => may(site, 'site.edit'))
    .map(({ id, title }) => ({ location_id: id, title, has_access: false, permission: 'User' }));

/** The rows whose site matches a search. */
export const foundIn = (access: readonly Access[], search: string): readonly Access[] => {
  const query = searchText(search.trim());
  return query === '' ? access : access.filter((line) => searchText(line.title).includes(query));
};

/** The list with one row replaced. */
export const withLine = (access: readonly Access[], line: Access): readonly Access[] =>
  access.map((each) => (each.location_id === line.location_id ? line : each));

export const emptyUser = (company: string, access: readonly Access[]): UserForm => ({
  full_name: '',
  email: '',
  company,
  phone: '',
  address: '',
  is_active: true,
  visual_dashboard_enabled: true,
  is_accounts_management: false,
  is_oem: false,
  is_superuser: false,
  location_access: access,
});

export const formOf = (user: User): UserForm => ({
  full_name: user.full_name,
  email: user.email,
  company: user.company,
  phone: user.phone,
  address: user.address,
  is_active: user.is_active,
  visual_dashboard_enabled: user.visual_dashboard_enabled,
  is_accounts_management: user.is_accounts_management,
  is_oem: user.is_oem,
  is_superuser: user.is_superuser,
  location_access: user.location_access.map(({ location_id, title, has_access, permission }) => ({
    location_id,
    title,
    has_access,
    permission,
  })),
});

/** Whether a change gives access to this site. */
export const givesAccess = (before: readonly Access[], after: readonly Access[], site: number | null): boolean => {
  const has = (access: readonly Access[]) => access.some((line) => line.location_id === site && line.has_access);
  return !has(before) && has(after);
};

const lines = (access: readonly Access[]) =>
  access.map(({ location_id, has_access, permission }) => ({ location_id, has_access, permission }));

/** The flags that `me` may set: the server refuses others, even unchanged. */
const flagsOf = (me: Rights, form: UserForm) => ({
  ...(managesClient(me) ? { is_active: form.is_active, visual_dashboard_enabled: form.visual_dashboard_enabled } : {}),
  ...(may(me, 'superuser')
    ? {
        is_accounts_management: form.is_accounts_management,
        is_oem: form.is_oem,
        is_superuser: form.is_superuser,
      }
    : {}),
});

const personal = ({ full_name, email, company, phone, address }: UserForm) => ({
  full_name,
  email,
  company,
  phone,
  address,
});

/** API input for a new user. */
export const inputOf = (me: Rights, form: UserForm): UserInput => ({
  ...personal(form),
  ...flagsOf(me, form),
  location_access: lines(form.location_access),
});

/** API input for a changed user. */
export const updateOf = (me: Rights, user: Pick<User, 'version'>, form: UserForm): UserUpdate => ({
  ...personal(form),
  ...flagsOf(me, form),
  location_access: lines(form.location_access),
  version: user.version,
});

export const activationLink = (origin: string, key: string): string => `${origin}/register/activate/${key}`;
