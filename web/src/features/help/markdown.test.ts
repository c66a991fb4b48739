import { expect, test } from 'vitest';
import { blocks, inline, linksOf, wordsOf } from './markdown.ts';

test('raw HTML stays text', () => {
  expect(blocks('<script>alert(1)</script>')).toEqual([
    { kind: 'paragraph', line: [{ kind: 'text', text: '<script>alert(1)</script>' }] },
  ]);
});

test('an unclosed mark stays text', () => {
  expect(inline('a **b and [c](')).toEqual([{ kind: 'text', text: 'a **b and [c](' }]);
});

test('parses strong, emphasis, keys and links within text', () => {
  expect(inline('Press `g`, *then* **look** at [Sites](sites.md).')).toEqual([
    { kind: 'text', text: 'Press ' },
    { kind: 'code', text: 'g' },
    { kind: 'text', text: ', ' },
    { kind: 'emphasis', text: 'then' },
    { kind: 'text', text: ' ' },
    { kind: 'strong', text: 'look' },
    { kind: 'text', text: ' at ' },
    { kind: 'link', text: 'Sites', to: 'sites.md' },
    { kind: 'text', text: '.' },
  ]);
});

test('parses titles, multi-line paragraphs, lists and tables as blocks', () => {
  const source = '# T\none\ntwo\n\n## H\n- a\n- b\n1. c\n2. d\n\n| x | y |\n|---|---|\n| 1 | 2 |\n';
  expect(blocks(source).map(({ kind }) => kind)).toEqual([
    'title',
    'paragraph',
    'heading',
    'bullets',
    'steps',
    'table',
  ]);
  expect(wordsOf(source)).toBe('T one two H a b c d x y 1 2');
});

test('a line with an unknown beginning never stops the parser', () => {
  expect(blocks('### deeper\n#none\n-none').length).toBeGreaterThan(0);
});

test('finds links everywhere', () => {
  expect(linksOf('- [a](a.md)\n\n| [b](b.md) |\n|---|\n| [c](c.md) |')).toEqual(['a.md', 'b.md', 'c.md']);
});
