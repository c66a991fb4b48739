import { ClientId, SiteId, UserId } from '@tocsin/contract/ids';
import { expect, it } from 'vitest';
import type { Person, SitePlace } from '../access/principal.ts';
import { someDevice } from '../pipeline/testing/test-device.ts';
import { seesEventsOf } from './sockets.ts';

const client = ClientId.parse(2);
const [north, south] = [SiteId.parse(3), SiteId.parse(4)];
const userOfNorth: SitePlace = { siteId: north, clientId: client, permission: 'User' };
const person = (over: Partial<Person>): Person => ({
  kind: 'person',
  userId: UserId.parse(7),
  sessionId: 1,
  name: 'A Person',
  email: 'a@example.com',
  isSuperuser: false,
  isOem: false,
  isStaffManager: false,
  clients: new Map(),
  sites: new Map(),
  secondFactor: 'done',
  lockedClients: new Set(),
  stored: { client: null, site: null, device: null },
  ...over,
});

it('publishes events of every device that a person may open, whatever is selected', () => {
  const here = someDevice({ siteId: north, clientId: client });
  const there = someDevice({ siteId: south, clientId: client });
  const foreign = someDevice({ siteId: SiteId.parse(9), clientId: ClientId.parse(8) });
  const suspended = someDevice({ siteId: north, clientId: client, suspended: true });
  const seen = (who: Person): boolean[] => [here, there, foreign, suspended].map(seesEventsOf(who));
  const user = person({
    clients: new Map([[client, { clientId: client, isAccountsManagement: false, visualDashboard: true }]]),
    sites: new Map([[north, userOfNorth]]),
  });
  expect(seen(user)).toEqual([true, false, false, false]);
  expect(seen(person({ isStaffManager: true }))).toEqual([true, true, true, false]);
  expect(seen(person({ isOem: true }))).toEqual([true, true, true, true]);
});
