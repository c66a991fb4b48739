import { ClientId, SiteId, UserId } from '@tocsin/contract/ids';
import { describe, expect, it } from 'vitest';
import type { Permission, Person } from '../../access/principal.ts';
import type { UserSubject } from '../../access/subject.ts';
import { checkGrants, evaluationStatus, joinName, maySeeLink, splitName } from './rules.ts';

const client = ClientId.parse(1);
const person = (roles: Record<number, Permission>, manages = false): Person => ({
  kind: 'person',
  userId: UserId.parse(7),
  sessionId: 1,
  name: 'A Person',
  email: 'a@example.com',
  isSuperuser: false,
  isOem: false,
  isStaffManager: false,
  secondFactor: 'done',
  clients: new Map([[client, { clientId: client, isAccountsManagement: manages, visualDashboard: true }]]),
  sites: new Map(
    Object.entries(roles).map(([id, permission]) => {
      const siteId = SiteId.parse(id);
      return [siteId, { siteId, clientId: client, permission }];
    }),
  ),
  lockedClients: new Set(),
  stored: { client: null, site: null, device: null },
});
const subject = (over: Partial<UserSubject> = {}): UserSubject => ({
  userId: UserId.parse(8),
  isSuperuser: false,
  isOem: false,
  isStaffManager: false,
  sitesWithoutAccess: [],
  clients: [{ clientId: client, isAccountsManagement: false }],
  sites: [{ siteId: SiteId.parse(11), clientId: client, permission: 'User' }],
  ...over,
});
const sites = new Set([11, 12]);
const entry = (location_id: number, permission: Permission, has_access = true) => ({
  location_id,
  permission,
  has_access,
});

describe('granting access to sites', () => {
  // spec: decisions 3 nobody grants a role above their own
  it('refuses a role above one’s own, a site that one can’t edit, and a site of another client', () => {
    const engineer = person({ 11: 'Engineer', 12: 'User' });
    const grant =
      (...list: ReturnType<typeof entry>[]) =>
      () =>
        checkGrants(engineer, client, sites, new Map(), list);
    expect(grant(entry(11, 'Manager'))).toThrow('permission');
    expect(grant(entry(12, 'User'))).toThrow('permission');
    expect(grant(entry(99, 'User'))).toThrow('not one of the client');
    expect(grant(entry(11, 'Engineer'))()).toEqual([{ siteId: 11, has_access: true, permission: 'Engineer' }]);
  });

  it('refuses to touch a role above one’s own, but takes it back unchanged', () => {
    const engineer = person({ 11: 'Engineer' });
    const before = new Map([[11, { has_access: true, permission: 'Manager' as const }]]);
    expect(() => checkGrants(engineer, client, sites, before, [entry(11, 'User', false)])).toThrow();
    expect(checkGrants(engineer, client, sites, before, [entry(11, 'Manager')])).toEqual([]);
  });

  it('lets an account manager grant everything, and takes a site without access for none', () => {
    const manager = person({}, true);
    const list = [entry(11, 'Manager'), entry(12, 'User', false)];
    expect(checkGrants(manager, client, sites, new Map(), list)).toHaveLength(1);
  });
});

describe('the activation link', () => {
  // spec: decisions 3 nobody sees the activation link of a person who holds a role above theirs
  it('is hidden where it would open a higher role or the account of another client', () => {
    const engineer = person({ 11: 'Engineer' });
    const other = { clientId: ClientId.parse(2), isAccountsManagement: false };
    expect(maySeeLink(engineer, subject())).toBe(true);
    expect(maySeeLink(person({ 11: 'User' }), subject())).toBe(false);
    const manager = { siteId: SiteId.parse(11), clientId: client, permission: 'Manager' as const };
    expect(maySeeLink(engineer, subject({ sites: [manager] }))).toBe(false);
    expect(maySeeLink(person({}, true), subject({ clients: [...subject().clients, other] }))).toBe(false);
    expect(maySeeLink(person({}, true), subject({ isOem: true }))).toBe(false);
  });
});

describe('the role flags of a person', () => {
  // spec: decisions 3 operator staff can't be added to a client
  it('is a client or operator staff, never both and never neither', () => {
    const none = { is_superuser: false, is_oem: false, is_accounts_management: false };
    expect(() => evaluationStatus({ ...none, is_oem: true }, true)).toThrow('Operator staff');
    expect(() => evaluationStatus(none, false)).toThrow('Somebody without a client');
    expect(() => evaluationStatus({ ...none, is_accounts_management: true }, false)).not.toThrow();
    expect(() => evaluationStatus(none, true)).not.toThrow();
  });
});

describe('a full name', () => {
  it('comes back as it was typed, but for its spaces', () => {
    for (const name of ['Ann Marie Vole', 'Cher', 'Ann Vole']) expect(joinName(splitName(name))).toBe(name);
    expect(splitName('  Ann   Marie  Vole ')).toEqual({ first_name: 'Ann Marie', last_name: 'Vole' });
  });
});
