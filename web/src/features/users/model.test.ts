import type { Me } from '@tocsin/contract/accounts';
import { ClientId } from '@tocsin/contract/ids';
import { describe, expect, it } from 'vitest';
import {
  accessOf,
  activationLink,
  emptyUser,
  foundIn,
  givesAccess,
  grantable,
  inputOf,
  updateOf,
  withLine,
} from './model.ts';

const engineer: Pick<Me, 'permissions' | 'current_client' | 'locations_roles'> = {
  permissions: ['person'],
  current_client: null,
  locations_roles: { '7': 'Engineer', '8': 'Manager' },
};
const client = { id: ClientId.parse(3), company: 'Prairie', number: 3, logo: null };
const manager = { ...engineer, current_client: { ...client, permissions: ['client.change' as const] } };
const superuser = { ...engineer, permissions: ['staff' as const, 'superuser' as const] };
const access = accessOf([
  { id: 7, title: 'Hutchinson Elevator', permissions: ['site.edit'] },
  { id: 8, title: 'Limon Feed Mill', permissions: ['site.edit'] },
  { id: 9, title: 'Somebody elses', permissions: [] },
]);

describe('granting', () => {
  it("never exceeds the grantor's own role at that site", () => {
    expect(grantable(engineer, 9)).toEqual(['User']);
    expect(grantable(engineer, 7)).toEqual(['User', 'Engineer']);
    expect(grantable(engineer, 8)).toEqual(['User', 'Engineer', 'Manager']);
    expect(grantable(manager, 9)).toEqual(['User', 'Engineer', 'Manager']);
  });

  it('leaves out fields that the sender may not set', () => {
    const form = { ...emptyUser('Prairie', access), is_oem: true, is_accounts_management: true };
    expect(inputOf(engineer, form)).not.toHaveProperty('is_accounts_management');
    expect(inputOf(manager, form)).toMatchObject({ is_active: true });
    expect(inputOf(manager, form)).not.toHaveProperty('is_accounts_management');
    expect(inputOf(manager, form)).not.toHaveProperty('is_oem');
    expect(inputOf(superuser, form)).toMatchObject({ is_accounts_management: true, is_oem: true, is_superuser: false });
  });
});

describe('the site-access list', () => {
  it('starts with no access and the permission User, at the editable sites', () => {
    expect(access).toEqual([
      { location_id: 7, title: 'Hutchinson Elevator', has_access: false, permission: 'User' },
      { location_id: 8, title: 'Limon Feed Mill', has_access: false, permission: 'User' },
    ]);
  });

  it('is searched by any part of the name, case-insensitive', () => {
    expect(foundIn(access, ' FEED ').map((line) => line.location_id)).toEqual([8]);
    expect(foundIn(access, '')).toHaveLength(2);
    expect(foundIn(access, 'x')).toEqual([]);
  });

  // spec: administration 8 Sites and users: 'User added successfully'
  it('reports that a user gets access to the site, but not if they already had it', () => {
    const inside = withLine(access, { location_id: 8, title: '', has_access: true, permission: 'User' });
    expect(givesAccess(access, inside, 8)).toBe(true);
    expect(givesAccess(access, inside, 7)).toBe(false);
    expect(givesAccess(inside, inside, 8)).toBe(false);
    expect(givesAccess(access, inside, null)).toBe(false);
  });

  it('changes one row and keeps the others', () => {
    const next = withLine(access, {
      location_id: 8,
      title: 'Limon Feed Mill',
      has_access: true,
      permission: 'Manager',
    });
    expect(next[0]).toBe(access[0]);
    expect(next[1]).toMatchObject({ has_access: true, permission: 'Manager' });
  });

  it('is sent without the names and with the current version', () => {
    expect(updateOf(manager, { version: 4 }, emptyUser('Prairie', access))).toMatchObject({
      version: 4,
      location_access: [
        { location_id: 7, has_access: false, permission: 'User' },
        { location_id: 8, has_access: false, permission: 'User' },
      ],
    });
  });
});

it('builds the activation link with the current origin', () => {
  expect(activationLink('https://tocsin.example', 'abc')).toBe('https://tocsin.example/register/activate/abc');
});
