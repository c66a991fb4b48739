import { describe, expect, it } from 'vitest';
import { emptyForm, formOf, inputOf, mayAddClient, mayChangeClients, orderingOf, pageOf } from './model.ts';

describe('the client list', () => {
  it('can be added to by operator staff only, and edited by account managers too', () => {
    const manager = { is_staff: false, is_accounts_management: true };
    const staff = { is_staff: true, is_accounts_management: false };
    expect(mayAddClient(undefined)).toBe(false);
    expect(mayAddClient(manager)).toBe(false);
    expect(mayAddClient(staff)).toBe(true);
    expect(mayChangeClients(manager)).toBe(true);
    expect(mayChangeClients({ is_staff: false, is_accounts_management: false })).toBe(false);
  });

  it.each([
    [null, 1],
    ['', 1],
    ['rubbish', 1],
    ['-20', 1],
    ['0', 1],
    ['40', 3],
    ['45', 3],
  ])('reads the kept offset %j as page %i', (offset, page) => {
    expect(pageOf(offset, 20)).toBe(page);
  });

  it('is sorted by company, ascending, by default', () => {
    expect(orderingOf(null)).toBe('company');
    expect(orderingOf('descend')).toBe('-company');
  });
});

describe('the client form', () => {
  it('shows is_two_factor_required and sends is_2fa_required', () => {
    const input = inputOf({ ...emptyForm, number: '1007', is_two_factor_required: true });
    expect(input).toMatchObject({ number: 1007, is_2fa_required: true });
    expect(input).not.toHaveProperty('is_two_factor_required');
    expect(formOf(input)).toEqual({ ...emptyForm, number: '1007', is_two_factor_required: true });
  });
});
