// Every regular expression of the source that ships, found by the parser and not by another expression.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

const isShipped = (file) =>
  /^(?:contract|server|web|simulator)\/src\/.*\.tsx?$/.test(file) &&
  !/\.(?:test|bench)\.tsx?$|\.d\.ts$|\/testing\//.test(file);

/**
 * Returns each expression as `{file, text, pattern, flags}`. One that is put together at run time has the pattern null
 * and the source of the call as its text.
 */
export function regularExpressions(root) {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 16_000_000,
  }).split('\n');
  return files.filter(isShipped).flatMap((file) => expressionsOf(file, readFileSync(join(root, file), 'utf8')));
}

/** The expressions of one source file, in the order of the file. */
export function expressionsOf(file, source) {
  const found = [];
  const made = ({ callee, arguments: [first], start, end }) => {
    if (callee.type !== 'Identifier' || callee.name !== 'RegExp') return;
    const isFixed = first?.type === 'Literal' && typeof first.value === 'string';
    found.push({ file, text: source.slice(start, end), pattern: isFixed ? first.value : null, flags: '' });
  };
  const visitor = new Visitor({
    Literal({ regex, start, end }) {
      if (regex) found.push({ file, text: source.slice(start, end), ...regex });
    },
    NewExpression: made,
    CallExpression: made,
  });
  visitor.visit(parseSync(file, source).program);
  return found;
}
