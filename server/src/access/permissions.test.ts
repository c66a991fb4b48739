import { rules } from '@tocsin/contract/access';
import { shippedTypes } from '@tocsin/contract/device-type';
import { ClientId, DeviceId, SiteId, UserId } from '@tocsin/contract/ids';
import { may, rulesOn } from '@tocsin/contract/permissions';
import { describe, expect, it } from 'vitest';
import { table } from './authorization-table.ts';
import { permissionsOf } from './permissions.ts';
import type { Person } from './principal.ts';

const clientId = ClientId.parse(3);
const siteId = SiteId.parse(5);
const person = (over: Partial<Person> = {}): Person => ({
  kind: 'person',
  userId: UserId.parse(1),
  sessionId: 1,
  name: 'Ann',
  email: 'ann@example.com',
  isSuperuser: false,
  isOem: false,
  isStaffManager: false,
  clients: new Map([[clientId, { clientId, isAccountsManagement: false, visualDashboard: true }]]),
  sites: new Map([[siteId, { siteId, clientId, permission: 'User' as const }]]),
  secondFactor: 'done',
  lockedClients: new Set(),
  stored: { client: null, site: null, device: null },
  ...over,
});
const device = {
  deviceId: DeviceId.parse(7),
  siteId,
  clientId,
  isSuspended: false,
  shownType: shippedTypes.F500,
} as const;

describe('permissions of a reply', () => {
  it('are empty for a subject that the caller may not see', () => {
    const elsewhere = { ...device, siteId: SiteId.parse(6) };
    expect(permissionsOf('device', person(), elsewhere)).toEqual([]);
  });

  it('are exactly the rules on that kind that allow the caller', () => {
    for (const who of [person(), person({ isOem: true }), person({ isSuperuser: true })]) {
      const expected = rulesOn('device').filter((name) => table[name](who, device) === 'yes');
      expect(permissionsOf('device', who, device)).toEqual(expected);
    }
    expect(permissionsOf('device', person(), device)).toEqual(['device.see', 'device.open', 'device.shelve']);
    expect(permissionsOf('nothing', person({ isOem: true }), undefined)).toContain('oem');
    expect(permissionsOf('nothing', person(), undefined)).not.toContain('staff');
  });

  it('name the rules of their own kind only, and none that admits people without a session', () => {
    const kinds = [...new Set(Object.values(rules).map(({ on }) => on))];
    const granted = Object.keys(rules).filter((name) => name !== 'anyone' && name !== 'device-credentials');
    expect(kinds.flatMap((kind) => rulesOn(kind)).sort()).toEqual(granted.sort());
  });

  it('are requested by name; a reply without them permits nothing', () => {
    expect(may({ permissions: ['device.see', 'device.edit'] }, 'device.edit')).toBe(true);
    expect(may({ permissions: ['device.see', 'device.edit'] }, 'device.see')).toBe(true);
    expect(may({}, 'device.edit')).toBe(false);
    expect(may(null, 'device.edit')).toBe(false);
  });
});
