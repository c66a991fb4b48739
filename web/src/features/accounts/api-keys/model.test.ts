import { describe, expect, it } from 'vitest';
import { checkKey, emptyForm, scopesOf, withScope } from './model.ts';

describe('the form of a key', () => {
  it('requires a name, at least one scope, and the password', () => {
    expect(Object.keys(checkKey(emptyForm))).toEqual(['name', 'scopes', 'password']);
    expect(checkKey({ ...emptyForm, name: 'x'.repeat(61), scopes: 'live', password: 'p' })).toHaveProperty('name');
    expect(checkKey({ ...emptyForm, name: 'Historian', scopes: 'live', password: 'p' })).toEqual({});
  });

  it('adds and removes scopes without duplicates', () => {
    const both = withScope(withScope('', 'history', true), 'live', true);
    expect(scopesOf(withScope(both, 'live', true))).toEqual(['live', 'history']);
    expect(scopesOf(withScope(both, 'live', false))).toEqual(['history']);
  });
});
