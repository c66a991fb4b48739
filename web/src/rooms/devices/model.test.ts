import { expect, test } from 'vitest';
import { cardSeverity, mayAdd } from './model.ts';

test('says suspended before offline, offline before what was last known', () => {
  expect(cardSeverity({ state: 'Suspended', status: 'Alarm' })).toBe('disabled');
  expect(cardSeverity({ state: 'Offline', status: 'Alarm' })).toBe('offline');
  expect(cardSeverity({ state: 'Active', status: 'Alarm' })).toBe('alarm');
});

test('an active device of which nothing was heard yet is not in alarm', () => {
  expect(cardSeverity({ state: 'Active', status: null })).toBe('ok');
});

test('an engineer adds no device', () => {
  const person = { is_oem: false, is_superuser: false, is_manager: false, is_accounts_management: false };
  expect(mayAdd(person)).toBe(false);
  expect(mayAdd({ ...person, is_manager: true })).toBe(true);
});
