import { describe, expect, it } from 'vitest';
import { CallError } from '../../api/call-error.ts';
import { byRow, scopedCss } from './model.ts';

describe('a refused list', () => {
  it('names the fields of its bad row', () => {
    const error = new CallError(400, 'Please input your url', { url: ['Please input your url'], index: 2 });
    expect(byRow(error, 'feeds')).toMatchObject({
      status: 400,
      fields: { 'feeds.2.url': ['Please input your url'] },
    });
  });
  it('is unchanged without an index', () => {
    const error = new CallError(400, 'x', { results: ['x'] });
    expect(byRow(error, 'feeds')).toBe(error);
    const lost = new TypeError('x');
    expect(byRow(lost, 'feeds')).toBe(lost);
  });
});

describe('custom styles', () => {
  it('apply inside the page only', () => {
    expect(scopedCss('*{display:none!important}')).toBe('#root{*{display:none!important}}');
    expect(scopedCss('  ')).toBe('');
  });
  it('apply to the page where they name root, html or body', () => {
    expect(scopedCss(':root{--brand:#123}')).toBe('#root{&{--brand:#123}}');
    expect(scopedCss('html,body>div{color:red}')).toBe('#root{&,&>div{color:red}}');
    expect(scopedCss('.body-text{color:red}')).toBe('#root{.body-text{color:red}}');
  });
});
