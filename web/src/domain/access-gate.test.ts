import { describe, expect, test } from 'vitest';
import { type GateInput, redirectFor } from './access-gate.ts';

const none = { required: false, registered: false, verified: false };
const visitor: GateInput = { signedIn: false, twoFactor: none };
const person: GateInput = { signedIn: true, twoFactor: none };

describe('without a token', () => {
  const open = [
    '/',
    '/feedback',
    '/register/activate/abc',
    '/password/reset/key/1-tok',
    '/invitation/link/1_abc',
    '/acknowledge/1.abc',
    '/unsubscribe/1.abc',
    '/sign-in/client/3',
    '/sign-in/return',
  ];
  test.each(open)('%s is open', (path) => {
    expect(redirectFor(visitor, path)).toBeNull();
  });
  test.each([
    '/sites',
    '/dashboard',
    '/clients/x',
    '/verify2FA/',
    '/feedback/more',
    '/sign-in/client',
    '/sign-in/client/x',
  ])('%s leads to /', (path) => {
    expect(redirectFor(visitor, path)).toBe('/');
  });
});

describe('with a token', () => {
  test("'/' redirects to the sites", () => expect(redirectFor(person, '/')).toBe('/sites'));
  test('private routes are open', () => expect(redirectFor(person, '/dashboard')).toBeNull());
  test('two-factor required and not registered allows only the setup page', () => {
    const gate: GateInput = { signedIn: true, twoFactor: { required: true, registered: false, verified: false } };
    expect(redirectFor(gate, '/dashboard')).toBe('/setup2FA/');
    expect(redirectFor(gate, '/setup2fa/')).toBeNull();
  });
  test('registered and not verified allows only the verify page', () => {
    const gate: GateInput = { signedIn: true, twoFactor: { required: true, registered: true, verified: false } };
    expect(redirectFor(gate, '/setup2FA/')).toBe('/verify2FA/');
    expect(redirectFor(gate, '/verify2FA')).toBeNull();
  });
  test('a message’s link is open to everybody, also before the second factor', () => {
    const gate: GateInput = { signedIn: true, twoFactor: { required: true, registered: true, verified: false } };
    for (const each of [visitor, person, gate]) expect(redirectFor(each, '/acknowledge/1.abc')).toBeNull();
  });
  test('a verified person is redirected away from the verify page', () => {
    const gate: GateInput = { signedIn: true, twoFactor: { required: true, registered: true, verified: true } };
    expect(redirectFor(gate, '/verify2FA/')).toBe('/sites');
    expect(redirectFor(gate, '/setup2FA/')).toBeNull();
  });
});
