import { describe, expect, it } from 'vitest';
import { CallError } from '../../wire/call-error.ts';
import { byRow, daysLeft, scopedCss } from './model.ts';

describe('a refused list', () => {
  it('names the fields of its bad row', () => {
    const error = new CallError(400, 'Please input your url', { url: ['Please input your url'], index: 2 });
    expect(byRow(error, 'feeds')).toMatchObject({
      status: 400,
      fields: { 'feeds.2.url': ['Please input your url'] },
    });
  });
  it('is left as it is without an index', () => {
    const error = new CallError(400, 'x', { results: ['x'] });
    expect(byRow(error, 'feeds')).toBe(error);
    const lost = new TypeError('x');
    expect(byRow(lost, 'feeds')).toBe(lost);
  });
});

describe('what was removed', () => {
  const day = 86_400_000;
  it('is kept for 30 days', () => {
    expect(daysLeft('2026-11-01T00:00:00.000Z', Date.parse('2026-11-01T01:00:00Z'))).toBe(30);
    expect(daysLeft('2026-11-01T00:00:00.000Z', Date.parse('2026-11-01T00:00:00Z') + 29.5 * day)).toBe(1);
    expect(daysLeft('2026-11-01T00:00:00.000Z', Date.parse('2026-11-01T00:00:00Z') + 40 * day)).toBe(0);
  });
});

describe('custom styles', () => {
  it('reach only into the page', () => {
    expect(scopedCss('*{display:none!important}')).toBe('#root{*{display:none!important}}');
    expect(scopedCss('  ')).toBe('');
  });
  it('mean the page where they say root, html or body', () => {
    expect(scopedCss(':root{--brand:#123}')).toBe('#root{&{--brand:#123}}');
    expect(scopedCss('html,body>div{color:red}')).toBe('#root{&,&>div{color:red}}');
    expect(scopedCss('.body-text{color:red}')).toBe('#root{.body-text{color:red}}');
  });
});
