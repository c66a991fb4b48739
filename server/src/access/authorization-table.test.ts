import { shippedTypes } from '@tocsin/contract/device-type';
import { ClientId, DeviceId, SiteId, UserId } from '@tocsin/contract/ids';
import { describe, expect, it } from 'vitest';
import { rankOf, table } from './authorization-table.ts';
import type { Permission, Person, Wall } from './principal.ts';
import type { DeviceSubject, UserSubject } from './subject.ts';

const c1 = ClientId.parse(1);
const c2 = ClientId.parse(2);
const s1 = { siteId: SiteId.parse(11), clientId: c1, isSuspended: false };
const s1b = { siteId: SiteId.parse(12), clientId: c1, isSuspended: false };
const s2 = { siteId: SiteId.parse(21), clientId: c2, isSuspended: false };
const device = (over: Partial<DeviceSubject> = {}): DeviceSubject => ({
  ...s1,
  deviceId: DeviceId.parse(111),
  shownType: shippedTypes['0300'],
  ...over,
});

interface DeviceRegistry {
  readonly superuser?: boolean;
  readonly oem?: boolean;
  readonly staff?: boolean;
  readonly manages?: readonly ClientId[];
  readonly member?: readonly ClientId[];
  readonly on?: readonly (readonly [typeof s1, Permission])[];
  readonly visualDashboard?: boolean;
}
const person = (p: DeviceRegistry): Person => {
  const clients = [...(p.manages ?? []), ...(p.member ?? []), ...(p.on ?? []).map(([s]) => s.clientId)];
  return {
    kind: 'person',
    userId: UserId.parse(7),
    sessionId: 1,
    name: 'A Person',
    email: 'a@example.com',
    isSuperuser: p.superuser ?? false,
    isOem: p.oem ?? false,
    isStaffManager: p.staff ?? false,
    clients: new Map(
      clients.map((clientId) => [
        clientId,
        {
          clientId,
          isAccountsManagement: (p.manages ?? []).includes(clientId),
          visualDashboard: p.visualDashboard ?? true,
        },
      ]),
    ),
    sites: new Map((p.on ?? []).map(([s, permission]) => [s.siteId, { ...s, permission }])),
    secondFactor: 'done',
    lockedClients: new Set(),
    stored: { client: null, site: null, device: null },
  };
};
const somebody = (over: Partial<UserSubject>): UserSubject => ({
  userId: UserId.parse(70),
  isSuperuser: false,
  isOem: false,
  isStaffManager: false,
  sitesWithoutAccess: [],
  clients: [{ clientId: c1, isAccountsManagement: false }],
  sites: [{ siteId: s1.siteId, clientId: c1, permission: 'User' }],
  ...over,
});

const superuser = person({ superuser: true });
const oem = person({ oem: true });
const staff = person({ staff: true });
const account = person({ manages: [c1] });
const manager = person({ on: [[s1, 'Manager']] });
const engineer = person({ on: [[s1, 'Engineer']] });
const user = person({ on: [[s1, 'User']] });
const stranger = person({ on: [[s2, 'Manager']] });
const wall: Wall = {
  kind: 'wall',
  sessionId: 1,
  siteId: s1.siteId,
  clientId: c1,
  madeBy: UserId.parse(7),
  visualDashboard: true,
};

describe("a session from a client's provider", () => {
  const own = somebody({
    userId: UserId.parse(7),
    sites: [{ siteId: s1.siteId, clientId: c1, permission: 'Manager' }],
  });
  const byProvider = (who: Person): Person => ({ ...who, onlyClientId: c1 });

  it('neither changes nor removes the person whose it is, whatever their role, but sees them', () => {
    for (const who of [account, manager, engineer, user].map(byProvider)) {
      expect([table['user.see'](who, own), table['user.change'](who, own)]).toEqual(['yes', 'forbidden']);
      expect(table['user.personal'](who, own)).toBe('forbidden');
      expect(table['membership.change'](who, { ...s1, user: own })).toBe('forbidden');
      expect(table.account(who, undefined)).toBe('forbidden');
    }
  });

  it('does for others what its role allows', () => {
    expect(table['user.change'](byProvider(manager), somebody({}))).toBe('yes');
    expect(table['user.personal'](byProvider(account), somebody({}))).toBe('yes');
    expect(table['membership.change'](byProvider(manager), { ...s1, user: somebody({}) })).toBe('yes');
  });
});

describe('the authorization table', () => {
  it('hides what belongs to another tenant, whatever the rule', () => {
    for (const rule of ['site.see', 'site.edit', 'site.suspend', 'site.remove', 'site.schemas', 'device.add'] as const)
      expect(table[rule](stranger, s1), rule).toBe('hidden');
    for (const rule of ['device.see', 'device.open', 'device.edit', 'device.manage', 'device.fix'] as const)
      expect(table[rule](stranger, device()), rule).toBe('hidden');
    expect(table['client.see'](stranger, { clientId: c1 })).toBe('hidden');
    expect(table['user.see'](stranger, somebody({}))).toBe('hidden');
  });

  it("hides a client's sites to which the person has no access, but not from its account manager", () => {
    expect(table['site.see'](user, s1b)).toBe('hidden');
    expect(table['site.see'](account, s1b)).toBe('yes');
  });

  it('lets Engineers edit but not add, suspend or remove', () => {
    expect(table['device.edit'](engineer, device())).toBe('yes');
    expect(table['device.manage'](engineer, device())).toBe('forbidden');
    expect(table['site.suspend'](engineer, s1)).toBe('forbidden');
    expect(table['device.add'](manager, s1)).toBe('yes');
    expect(table['site.edit'](user, s1)).toBe('forbidden');
  });

  it('lets staff create and remove clients, account managers change their own', () => {
    expect(table['client.remove'](account, { clientId: c1 })).toBe('forbidden');
    expect(table['client.change'](account, { clientId: c1 })).toBe('yes');
    expect(table['client.change'](account, { clientId: c2 })).toBe('hidden');
    for (const who of [superuser, oem, staff]) expect(table['client.remove'](who, { clientId: c2 })).toBe('yes');
  });

  it('opens a suspended device to OEM and super users only, and hides its events from others', () => {
    const off = device({ isSuspended: true });
    for (const who of [staff, account, manager, user, wall]) {
      expect(table['device.see'](who, off)).toBe('yes');
      expect(table['device.open'](who, off)).toBe('forbidden');
      expect(table['notification.see'](who, off)).toBe('hidden');
    }
    for (const who of [superuser, oem]) expect(table['device.open'](who, off)).toBe('yes');
  });

  it('shows a wall display its site and lets it do nothing', () => {
    expect(table['device.open'](wall, device())).toBe('yes');
    expect(table['site.see'](wall, s1b)).toBe('hidden');
    expect(table['notification.acknowledge'](wall, device())).toBe('forbidden');
    expect(table['device.edit'](wall, device())).toBe('forbidden');
    expect(table.person(wall, undefined)).toBe('forbidden');
  });

  it('gives schemas to people with the visual dashboard', () => {
    const without = person({ on: [[s1, 'Manager']], visualDashboard: false });
    expect(table['site.schemas'](without, s1)).toBe('forbidden');
    expect(table['site.edit-schemas'](user, s1)).toBe('forbidden');
    expect(table['site.edit-schemas'](engineer, s1)).toBe('yes');
  });

  it('gives analytics of three device types to OEM and super users and to managers', () => {
    expect(table['device.analytics'](engineer, device())).toBe('forbidden');
    expect(table['device.analytics'](user, device())).toBe('forbidden');
    for (const who of [oem, account, manager]) {
      expect(table['device.analytics'](who, device())).toBe('yes');
      expect(table['device.analytics'](who, device({ shownType: shippedTypes['0005'] }))).toBe('forbidden');
    }
  });
});

describe('the right to change people', () => {
  it('does not extend to people with a higher role', () => {
    const boss = somebody({ clients: [{ clientId: c1, isAccountsManagement: true }] });
    expect(table['user.see'](manager, boss)).toBe('yes');
    expect(table['user.change'](manager, boss)).toBe('forbidden');
    expect(table['user.change'](account, boss)).toBe('yes');
    expect(table['user.change'](engineer, somebody({ sites: [{ ...s1, permission: 'Manager' }] }))).toBe('forbidden');
    expect(table['user.change'](staff, somebody({ clients: [], sites: [], isOem: true }))).toBe('forbidden');
    expect(rankOf(boss)).toBeGreaterThan(rankOf(somebody({})));
  });

  it("for personal data belongs to their only client's account manager", () => {
    const both = somebody({
      clients: [
        { clientId: c1, isAccountsManagement: false },
        { clientId: c2, isAccountsManagement: false },
      ],
    });
    expect(table['user.personal'](account, both)).toBe('forbidden');
    expect(table['user.personal'](account, somebody({}))).toBe('yes');
    expect(table['user.personal'](manager, somebody({}))).toBe('forbidden');
    expect(table['user.personal'](staff, both)).toBe('yes');
  });

  it('hides operator staff from everybody but operator staff', () => {
    const operator = somebody({ isStaffManager: true, clients: [], sites: [] });
    expect(table['user.see'](account, operator)).toBe('hidden');
    expect(table['user.see'](oem, operator)).toBe('yes');
  });

  it("excludes one's own membership", () => {
    const self = somebody({ userId: UserId.parse(7) });
    expect(table['membership.change'](manager, { ...s1, user: self })).toBe('forbidden');
    expect(table['membership.change'](manager, { ...s1, user: somebody({}) })).toBe('yes');
    expect(table['membership.change'](engineer, { ...s1, user: somebody({}) })).toBe('yes');
    expect(table['membership.change'](user, { ...s1, user: somebody({}) })).toBe('hidden');
  });
});
