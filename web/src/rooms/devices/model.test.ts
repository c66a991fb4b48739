import { expect, test } from 'vitest';
import { displayState, mayAdd, mayOpen } from './model.ts';

const user = { is_oem: false, is_superuser: false };

test('a suspended device is not opened by an ordinary user', () => {
  expect(mayOpen({ is_suspended: true, is_online: true }, user)).toBe(false);
  expect(mayOpen({ is_suspended: true, is_online: true }, { ...user, is_oem: true })).toBe(true);
});

test('an offline device is opened by everybody who sees it', () => {
  expect(mayOpen({ is_suspended: false, is_online: false }, user)).toBe(true);
});

test('says suspended before offline', () => {
  expect(displayState({ is_suspended: true, is_online: false })).toBe('suspended');
  expect(displayState({ is_suspended: false, is_online: false })).toBe('offline');
  expect(displayState({ is_suspended: false, is_online: true })).toBe('active');
});

test('an engineer adds no device', () => {
  expect(mayAdd({ ...user, is_manager: false, is_accounts_management: false })).toBe(false);
  expect(mayAdd({ ...user, is_manager: true, is_accounts_management: false })).toBe(true);
});
