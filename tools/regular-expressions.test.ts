import { join } from 'node:path';
import { isSafePattern } from 'redos-detector';
import { expect, it } from 'vitest';
import { type Expression, expressionsOf, regularExpressions } from './regular-expressions.ts';

/** Expressions whose time may grow faster than their input, and why this cannot be exploited. */
const allowed: Readonly<Record<string, string>> = {
  'new RegExp(`^(?:\\\\[[0-9A-Fa-f:.]+\\\\]|${label}(?:\\\\.${label})*)(?::(\\\\d{1,5}))?$`)':
    'Anchored, and each label ends at a dot, which it cannot contain.',
  "new RegExp(`^(?:${families.join('|')})(?:-[a-z-]+)?$`)":
    'Anchored, over a list of ours, with one repetition at its end.',
  "new RegExp(`(${words.join('|')})`, 'gi')": 'Words without repetition, in the page of whoever typed them.',
  '/url\\s*\\([^)]*\\)?/gi': 'What stands after the bracket always matches, so no place is looked at twice.',
  '/\\\\|(?:javascript|data|vbscript):|expression\\s*\\(|image(?:-set)?\\s*\\(/i':
    'White space after a fixed word, which holds no white space: no place is looked at twice.',
  '/^[^\\s@<>(),;:"\\\\]+@(?:[^\\s@<>(),;:".\\\\]+\\.)+[^\\s@<>(),;:".\\\\]{2,}$/':
    'Anchored, its parts end at a character that they cannot contain, and an address has at most 254 characters.',
  '/\\*\\*([^*]+)\\*\\*|\\*([^*]+)\\*|`([^`]+)`|\\[([^\\]]+)\\]\\(([^)\\s]+)\\)/g':
    'Reads only the help pages, which are part of the build.',
};

/** More backtracking steps than this count as a possibly endless expression. */
const mostSteps = { maxScore: 200, maxSteps: 5_000 };

function isLinear({ pattern, flags }: Expression): boolean {
  if (pattern === null) return false;
  // An expression without a repetition cannot backtrack; the braces of `\p{L}` are none.
  if (!/[*+{]/.test(pattern.replace(/\\p\{\w+\}/gi, ''))) return true;
  const options = {
    caseInsensitive: flags.includes('i'),
    dotAll: flags.includes('s'),
    multiLine: flags.includes('m'),
    unicode: flags.includes('u') || flags.includes('v'),
  };
  return isSafePattern(pattern, { ...options, ...mostSteps }).safe;
}

it('finds expressions anywhere in a file, and those built at run time', () => {
  const source = "const a = /x\\/[/]y/gi; b.replace(/z/u, 'c / d'); new RegExp('q+'); RegExp(a + a); // no /comment/";
  const expressions = expressionsOf('a.ts', source);
  expect(expressions.map(({ pattern, flags }) => [pattern, flags])).toEqual([
    ['x\\/[/]y', 'gi'],
    ['z', 'u'],
    ['q+', ''],
    [null, ''],
  ]);
});

it('recognizes an expression that a hostile text can keep busy', () => {
  const of = (pattern: string, flags = ''): Expression => ({ file: '', text: '', pattern, flags });
  for (const bad of ['(a+)+$', '"(?:[^"\\\\]|\\\\.)*"', '<!ENTITY|<!DOCTYPE[^>]*\\[', '\\/+$', '\\s*\\n'])
    expect(isLinear(of(bad)), bad).toBe(false);
  expect(isLinear(of('<(script|style)\\b[\\s\\S]*?<\\/\\1\\s*>', 'gi'))).toBe(false);
  for (const good of ['^[a-z]+$', '<[^>]*>?', '\\s+']) expect(isLinear(of(good)), good).toBe(true);
}, 300_000);

it('has no expression in the source whose time grows faster than its input', () => {
  const all = regularExpressions(join(import.meta.dirname, '..'));
  expect(all.length).toBeGreaterThan(100);
  const byText = new Map(all.map((one) => [one.text, one]));
  const unsafe = [...byText.values()].filter((one) => !isLinear(one));
  const unknown = unsafe.filter(({ text }) => !(text in allowed)).map(({ file, text }) => `${file}: ${text}`);
  expect(unknown).toEqual([]);
  // Exceptions that no expression needs must be removed.
  expect(Object.keys(allowed).filter((text) => !unsafe.some((one) => one.text === text))).toEqual([]);
}, 300_000);
