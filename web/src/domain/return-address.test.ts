import { expect, it } from 'vitest';
import { isReturnAddress } from './return-address.ts';

it.each([
  '/on-call',
  '/sites/1/handover',
  '/protection?tab=out-of-service',
  '/graphs?from=1761973200000&to=1762063200000&device=7',
  '/dashboard/edit/warnings?rule=12',
  '/maintenance/7/4.4000',
  '/visual-dashboard/site/1/schemas/2/tabs/3',
  '/devices/1#leg',
])('leads back to %s after the sign-in', (address) => {
  expect(isReturnAddress(address)).toBe(true);
});

it.each([
  ['another site', '//evil.example/devices'],
  ['another site behind a backslash', '/\\evil.example'],
  ['another site behind a tab, which browsers drop', '/\t/evil.example'],
  ['a whole address', 'https://evil.example/'],
  ['a script', 'javascript:alert(1)'],
  ['the landing page', '/'],
  ['the list of sites, where a sign-in ends anyway', '/sites'],
  ['a step of the sign-in', '/verify2FA/'],
  ['an activation link', '/register/activate/12.abc'],
  ['a password reset', '/password/reset/key/12.abc'],
  ['a link of a message', '/acknowledge/12.abc'],
  ['an invitation', '/invitation/link/12.abc'],
  ['a wall display', '/wall?token=12.abc'],
  ['a socket', '/ws/notifications/'],
  ['a call', '/api/v1/me/'],
  ['an endless address', `/devices?${'x'.repeat(2_000)}`],
])('leads to no other place: %s', (_what, address) => {
  expect(isReturnAddress(address)).toBe(false);
});
