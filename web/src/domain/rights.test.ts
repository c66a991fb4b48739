import { expect, test } from 'vitest';
import type { Me } from './me.ts';
import { editsSite, managesClient, mayAddDevice, mayAddSite, opensVisualDashboard } from './rights.ts';

type Rights = Pick<Me, 'permissions' | 'current_client' | 'current_location'>;
const person: Rights = { permissions: ['person', 'signed-in'], current_client: null, current_location: null };
const client = { id: 1, company: 'Prairie', number: 1, logo: null } as Me['current_client'];
const site = { id: 2, title: 'North', timezone: 'UTC', is_suspended: false, client: 1 } as Me['current_location'];
const within = (clientRules: readonly string[], siteRules: readonly string[] = []): Rights =>
  ({
    ...person,
    current_client: { ...client, permissions: clientRules },
    current_location: { ...site, permissions: siteRules },
  }) as Rights;
const rightsOf = (me: Rights) => [managesClient(me), mayAddSite(me), mayAddDevice(me)];

test('nothing is allowed without a selection, or without permissions in the reply', () => {
  expect(rightsOf(person)).toEqual([false, false, false]);
  expect(rightsOf({ ...person, current_client: client, current_location: site })).toEqual([false, false, false]);
});

test('an engineer adds neither sites nor devices', () => {
  expect(rightsOf(within(['client.see', 'client.people'], ['site.see', 'site.edit']))).toEqual([false, false, false]);
});

test('a manager adds sites to the client, and devices to their own site', () => {
  expect(rightsOf(within(['client.see', 'site.add'], ['site.see', 'device.add']))).toEqual([false, true, true]);
  expect(rightsOf(within(['client.see', 'site.add'], ['site.see']))).toEqual([false, true, false]);
});

test('account managers and operator staff manage the client', () => {
  expect(rightsOf(within(['client.see', 'client.change', 'site.add']))).toEqual([true, true, true]);
  expect(rightsOf({ ...person, permissions: ['person', 'staff'] })).toEqual([true, true, true]);
});

test('the visual dashboard opens to staff, and to people for whom it is enabled in the selected client', () => {
  expect(opensVisualDashboard(person)).toBe(false);
  expect(opensVisualDashboard(within(['client.see']))).toBe(false);
  expect(opensVisualDashboard(within(['client.see', 'client.schemas']))).toBe(true);
  expect(opensVisualDashboard({ ...person, permissions: ['staff'] })).toBe(true);
});

test('the selected site decides who edits; without one, only staff do', () => {
  expect(editsSite(within([], ['site.see']))).toBe(false);
  expect(editsSite(within([], ['site.see', 'site.edit']))).toBe(true);
  expect(editsSite(person)).toBe(false);
  expect(editsSite({ ...person, permissions: ['staff'] })).toBe(true);
});
