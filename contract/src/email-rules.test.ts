import { describe, expect, it } from 'vitest';
import { EmailRuleInput, showsX } from './email-rules.ts';

const rule = (over: object = {}) => ({
  delivery_method: 'Email',
  event_type: 'alarm',
  contact_when: 0,
  all_devices: true,
  ...over,
});
const errors = (over: object) => {
  const result = EmailRuleInput.safeParse(rule(over));
  return result.success ? {} : Object.fromEntries(result.error.issues.map((i) => [i.path.join('.'), i.message]));
};

describe('an e-mail rule', () => {
  // spec: administration 5 E-mail rule: event type and contact-when required ('Please select your type')
  // spec: administration 5 E-mail rule: delivery method required
  it('needs a delivery method, an event type and a moment', () => {
    expect(EmailRuleInput.safeParse({}).error?.issues.map((i) => [i.path[0], i.message])).toEqual([
      ['delivery_method', 'Please select your delivery method'],
      ['event_type', 'Please select your type'],
      ['contact_when', 'Please select your type'],
    ]);
    expect(errors({ contact_when: 1 })).toEqual({ contact_when: 'Please select your type' });
    expect(errors({ delivery_method: 'SMS' })).toHaveProperty('delivery_method');
  });

  // spec: administration 5 E-mail rule: alternative contact required when sending to an alternative
  it('needs an address to send to an alternative', () => {
    expect(errors({ send_to_alternative: true })).toEqual({
      alternative_contact: 'Please input your alternative contact',
    });
    expect(errors({ send_to_alternative: true, alternative_contact: 'nobody' })).toEqual({
      alternative_contact: 'The input is not valid E-mail!',
    });
    expect(EmailRuleInput.parse(rule({ alternative_contact: 'a@example.com' })).alternative_contact).toBe('');
  });

  // spec: administration 5 E-mail rule: at least one device or All Devices
  it('needs a device or all of them', () => {
    expect(errors({ all_devices: false })).toEqual({
      devices: 'Please select All Devices or select one of devices!',
    });
    expect(EmailRuleInput.parse(rule({ all_devices: false, devices: [3, 3, 4] })).devices).toEqual([3, 4]);
    expect(EmailRuleInput.parse(rule({ devices: [3] })).devices).toEqual([]);
  });

  // spec: administration 5 E-mail rule: X minimum 1; number per hour minimum 0
  it('needs an X of at least 1 where X is shown, and a number per hour of at least 0', () => {
    expect(errors({ contact_when: 2 })).toEqual({ x: 'X must be at least 1' });
    expect(errors({ contact_when: 3, x: 0 })).toEqual({ x: 'X must be at least 1' });
    expect(errors({ number_per_hour: -1 })).toHaveProperty('number_per_hour');
    expect(EmailRuleInput.parse(rule({ contact_when: 3, x: 4 }))).toMatchObject({
      contact_when: 3,
      x: 4,
      periodical: true,
    });
  });

  // spec: administration 4 E-mail rule form: smart notify for alarm and warning; X hidden when smart
  it('drops fields that its form hides', () => {
    expect(EmailRuleInput.parse(rule({ contact_when: 2, x: 5, number_per_hour: 3 }))).toMatchObject({
      contact_when: 0,
      periodical: false,
      x: null,
      number_per_hour: 3,
    });
    expect(
      EmailRuleInput.parse(rule({ event_type: 'online_status', contact_when: 2, x: 5, number_per_hour: 3 })),
    ).toMatchObject({ contact_when: 2, x: 5, number_per_hour: 0 });
    expect(EmailRuleInput.parse(rule({ event_type: 'power_up', contact_when: 3, x: 5 }))).toMatchObject({
      contact_when: 0,
      x: null,
      periodical: false,
    });
    expect(showsX({ event_type: 'power_up', contact_when: 3 })).toBe(false);
  });
});
