import type { EmailRule } from '@tocsin/contract/email-rules';
import { describe, expect, it } from 'vitest';
import {
  contactChoices,
  contactText,
  devicesText,
  emptyRule,
  formOf,
  groupsOf,
  inputOf,
  shownOf,
  summaryOf,
} from './model.ts';

const rule = (over: object): EmailRule =>
  ({
    id: 1,
    delivery_method: 'Email',
    send_to_alternative: false,
    alternative_contact: '',
    event_type: 'alarm',
    contact_when: 0,
    periodical: false,
    x: null,
    all_devices: true,
    number_per_hour: 0,
    devices: [],
    is_active: true,
    version: 1,
    ...over,
  }) as unknown as EmailRule;

describe('the form of a rule', () => {
  it('offers smart notify for alarm and warning only', () => {
    expect(shownOf({ ...emptyRule, event_type: 'alarm' }).smart).toBe(true);
    expect(shownOf({ ...emptyRule, event_type: 'warning' }).smart).toBe(true);
    expect(shownOf({ ...emptyRule, event_type: 'online_status', smart: true })).toMatchObject({
      smart: false,
      perHour: false,
      contactWhen: true,
    });
    expect(shownOf(emptyRule).smart).toBe(false);
  });

  it('replaces contact-when by the hourly limit while smart is on, and hides X', () => {
    expect(shownOf({ ...emptyRule, event_type: 'alarm', smart: true, contact_when: 2 })).toMatchObject({
      perHour: true,
      contactWhen: false,
      x: null,
    });
  });

  it("shows X when contact-when is not 'As Alert happens' and smart is off", () => {
    expect(shownOf({ ...emptyRule, event_type: 'alarm', contact_when: 0 }).x).toBeNull();
    expect(shownOf({ ...emptyRule, event_type: 'alarm', contact_when: 2 }).x).toBe('minutes');
    expect(shownOf({ ...emptyRule, event_type: 'alarm', contact_when: 3 }).x).toBe('hours');
    expect(shownOf({ ...emptyRule, event_type: 'power_up', contact_when: 2 }).x).toBeNull();
  });

  it('shows the alternative contact and hides the devices', () => {
    expect(shownOf({ ...emptyRule, send_to_alternative: true }).alternative).toBe(true);
    expect(shownOf({ ...emptyRule, all_devices: true }).devices).toBe(false);
  });

  it("offers only 'at once' for events that are always sent at once", () => {
    expect(contactChoices('maintenance')).toEqual([0]);
    expect(contactChoices('online_status')).toEqual([0, 2, 3]);
  });

  it('sends default values for hidden fields', () => {
    const form = {
      ...emptyRule,
      smart: true,
      number_per_hour: 5,
      contact_when: 2 as const,
      x: 7,
      devices: [1],
      all_devices: true,
    };
    expect(inputOf(form, 'alarm')).toMatchObject({
      contact_when: 0,
      periodical: false,
      x: null,
      number_per_hour: 5,
      devices: [],
    });
    expect(inputOf({ ...form, smart: false }, 'alarm', 3)).toMatchObject({
      contact_when: 2,
      periodical: true,
      x: 7,
      number_per_hour: 0,
      version: 3,
    });
    expect(inputOf({ ...form, smart: false }, 'power_up')).toMatchObject({ x: null });
  });

  it('reads a stored rule', () => {
    expect(formOf(rule({ number_per_hour: 4 }))).toMatchObject({ smart: true, number_per_hour: 4 });
    expect(formOf(rule({ contact_when: 3, x: 2 }))).toMatchObject({ smart: false, contact_when: 3, x: 2 });
  });
});

describe('the list of rules', () => {
  it('shows when somebody is contacted, with the numbers', () => {
    expect(contactText(rule({}))).toBe('As Alert happens');
    expect(contactText(rule({ contact_when: 2, x: 10 }))).toBe('Notify if the alarm is not cleared after 10 minutes');
    expect(contactText(rule({ contact_when: 3, x: 1 }))).toBe('Notify every hour if the alarm is not cleared');
    expect(contactText(rule({ number_per_hour: 3 }))).toBe('At most 3 an hour for each sensor');
  });

  it('names a few devices, including those the owner can no longer see', () => {
    const device = (title: string, no_access = false) => ({ id: 1, title, location: 1, no_access });
    expect(devicesText(rule({ all_devices: true }))).toBe('All Devices');
    expect(devicesText(rule({ all_devices: false, devices: [device('A'), device('B', true)] }))).toBe(
      'A, B (no access)',
    );
    expect(
      devicesText(rule({ all_devices: false, devices: ['A', 'B', 'C', 'D', 'E', 'F'].map((t) => device(t)) })),
    ).toBe('A, B, C, D and 2 more');
    expect(devicesText(rule({ all_devices: false, devices: [] }))).toBe('Covers nothing: its devices were removed');
  });
});

describe('the devices to choose from', () => {
  const sites = [
    { id: 1, title: 'Hutchinson' },
    { id: 2, title: 'Limon' },
  ];
  const devices = [
    { id: 11, title: 'Leg 1', location: { id: 1 } },
    { id: 12, title: 'Drag', location: { id: 1 } },
  ];
  it('are grouped by site, including sites without devices', () => {
    expect(groupsOf(sites, devices, '').map((g) => [g.title, g.devices.length])).toEqual([
      ['Hutchinson', 2],
      ['Limon', 0],
    ]);
  });
  it("are found by their own or their site's name", () => {
    expect(groupsOf(sites, devices, 'leg')).toEqual([{ id: 1, title: 'Hutchinson', devices: [devices[0]] }]);
    expect(groupsOf(sites, devices, 'hutch')[0]?.devices).toHaveLength(2);
    expect(groupsOf(sites, devices, 'zzz')).toEqual([]);
  });
});

it('says in words what a rule will do, with blanks for what is missing', () => {
  const textsOf = (over: object): string[] => summaryOf({ ...emptyRule, ...over }).map(({ text }) => text);
  expect(textsOf({})).toEqual(['…', '…', 'you', '…']);
  expect(textsOf({ send_to_alternative: true })[2]).toBe('an address is missing');
  const chosen = { event_type: 'alarm', contact_when: 2, x: 5, devices: [1, 2] };
  expect(textsOf({ ...chosen, send_to_alternative: true, alternative_contact: ' shift@plant.example ' })).toEqual([
    'Alarm Changed',
    '2 devices',
    'shift@plant.example',
    'Notify if the alarm is not cleared after 5 minutes',
  ]);
  expect(textsOf({ event_type: 'alarm', smart: true, number_per_hour: 3, all_devices: true })[3]).toBe(
    'At most 3 an hour for each sensor',
  );
});
