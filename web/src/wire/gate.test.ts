import { describe, expect, test } from 'vitest';
import { type Gate, gateTo } from './gate.ts';

const none = { required: false, registered: false, verified: false };
const visitor: Gate = { signedIn: false, twoFactor: none };
const person: Gate = { signedIn: true, twoFactor: none };

describe('without a token', () => {
  test.each(['/', '/feedback', '/register/activate/abc', '/password/reset/key/1-tok'])('%s is open', (path) => {
    expect(gateTo(visitor, path)).toBeNull();
  });
  test.each(['/sites', '/dashboard', '/clients/x', '/verify2FA/', '/feedback/more'])('%s leads to /', (path) => {
    expect(gateTo(visitor, path)).toBe('/');
  });
});

describe('with a token', () => {
  test("'/' leads to the sites", () => expect(gateTo(person, '/')).toBe('/sites'));
  test('private routes are open', () => expect(gateTo(person, '/dashboard')).toBeNull());
  test('two-factor required and not registered leaves the setup page only', () => {
    const gate: Gate = { signedIn: true, twoFactor: { required: true, registered: false, verified: false } };
    expect(gateTo(gate, '/dashboard')).toBe('/setup2FA/');
    expect(gateTo(gate, '/setup2fa/')).toBeNull();
  });
  test('registered and not verified leaves the verify page only', () => {
    const gate: Gate = { signedIn: true, twoFactor: { required: true, registered: true, verified: false } };
    expect(gateTo(gate, '/setup2FA/')).toBe('/verify2FA/');
    expect(gateTo(gate, '/verify2FA')).toBeNull();
  });
  test('a verified person is not kept on the verify page', () => {
    const gate: Gate = { signedIn: true, twoFactor: { required: true, registered: true, verified: true } };
    expect(gateTo(gate, '/verify2FA/')).toBe('/sites');
    expect(gateTo(gate, '/setup2FA/')).toBeNull();
  });
});
