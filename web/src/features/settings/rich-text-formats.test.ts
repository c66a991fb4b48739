// @vitest-environment happy-dom
import { Editor } from '@tiptap/core';
import { expect, test } from 'vitest';
import { formats, isLinkAddress, unsupportedElements } from './rich-text-formats.ts';

const roundTrip = (html: string): string => {
  const editor = new Editor({ extensions: formats, content: html });
  const out = editor.getHTML();
  editor.destroy();
  return out;
};
const elementsOf = (html: string): string[] =>
  [...new DOMParser().parseFromString(html, 'text/html').body.querySelectorAll('*')].map(({ localName }) => localName);

test('names each element that saving would remove', () => {
  expect(unsupportedElements('<dl><dt>A</dt><dd>B</dd></dl><p><mark>C</mark> <sub>2</sub></p>')).toEqual([
    'dd',
    'dl',
    'dt',
    'mark',
    'sub',
  ]);
  expect(unsupportedElements('<h2>A</h2><p><strong>B</strong></p>')).toEqual([]);
  expect(unsupportedElements('')).toEqual([]);
});

test.each([
  '<h2>Support</h2><p>Call <strong>us</strong> at <em>any</em> <u>hour</u>, <s>not</s> <code>x</code></p>',
  '<ul><li><p>one</p></li></ul><ol start="3"><li><p>three</p></li></ol>',
  '<blockquote><p>said</p></blockquote><pre><code>a = 1</code></pre><hr>',
  '<p><a href="mailto:help@example.com">help</a><br>next line</p>',
  '<table><tbody><tr><th colspan="2"><p>Leg</p></th></tr><tr><td><p>1</p></td><td><p>2</p></td></tr></tbody></table>',
  '<p>before</p><img src="data:image/png;base64,iVBORw0KGgo=" alt="plan">',
])('keeps every element of %s', (html) => {
  const left = elementsOf(roundTrip(html));
  for (const name of elementsOf(html)) expect(left).toContain(name);
  expect(roundTrip(roundTrip(html))).toBe(roundTrip(html));
});

test('a link has an address that the server accepts', () => {
  for (const address of ['https://example.com/a', 'http://plant.local', 'mailto:a@example.com', 'tel:+1555'])
    expect(isLinkAddress(address)).toBe(true);
  for (const address of ['', 'https://', 'javascript:alert(1)', 'data:text/html,x', '//example.com', 'mailto:'])
    expect(isLinkAddress(address)).toBe(false);
});
