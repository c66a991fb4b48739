import { expect, test } from 'vitest';
import { loosens } from './loosening.ts';

const rule = {
  event_type: 'alarm',
  contact_when: 0,
  x: null,
  number_per_hour: 0,
  all_devices: false,
  is_active: true,
  devices: [1, 2],
};

test.each([
  ['turned off', rule, { is_active: false }],
  ['about another type', rule, { event_type: 'warning' }],
  ['about fewer devices', rule, { devices: [2, 3] }],
  ['no longer about all devices', { ...rule, all_devices: true }, { all_devices: false }],
  ['later', rule, { contact_when: 2, x: 5 }],
  ['later by its minutes', { ...rule, contact_when: 2, x: 5 }, { x: 6 }],
  ['limited', rule, { number_per_hour: 10 }],
  ['limited to fewer', { ...rule, number_per_hour: 10 }, { number_per_hour: 9 }],
])('a rule that is %s is loosened', (_name, before, change) => {
  expect(loosens(before, { ...before, ...change })).toBe(true);
});

test.each([
  ['unchanged', rule, {}],
  ['about more devices', rule, { devices: [1, 2, 3] }],
  ['about all devices', rule, { all_devices: true, devices: [] }],
  ['sooner', { ...rule, contact_when: 2, x: 5 }, { contact_when: 0, x: null }],
  ['without its limit', { ...rule, number_per_hour: 10 }, { number_per_hour: 0 }],
  ['of somebody who had turned it off', { ...rule, is_active: false }, { devices: [] }],
])('a rule that is %s is not', (_name, before, change) => {
  expect(loosens(before, { ...before, ...change })).toBe(false);
});
