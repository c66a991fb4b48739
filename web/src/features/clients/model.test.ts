import { describe, expect, it } from 'vitest';
import { emptyForm, formOf, inputOf, orderingOf, pageOf } from './model.ts';

describe('the client list', () => {
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

  it('shows the worst first, or is sorted by company', () => {
    expect(orderingOf(null)).toBe('worst');
    expect(orderingOf('ascend')).toBe('company');
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
