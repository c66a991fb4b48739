// Every regular expression of the shipped source, found by a parser.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CallExpression, type NewExpression, parseSync, Visitor } from 'oxc-parser';

export interface Expression {
  readonly file: string;
  readonly text: string;
  /** null: put together at run time. */
  readonly pattern: string | null;
  readonly flags: string;
}

const isShipped = (file: string): boolean =>
  /^(?:contract|server|web|simulator)\/src\/.*\.tsx?$/.test(file) &&
  !/\.(?:test|bench)\.tsx?$|\.d\.ts$|\/testing\//.test(file);

/**
 * Returns each expression. One that is put together at run time has the pattern null and the source of the call as its
 * text.
 */
export function regularExpressions(root: string): Expression[] {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 16_000_000,
  }).split('\n');
  return files.filter(isShipped).flatMap((file) => expressionsOf(file, readFileSync(join(root, file), 'utf8')));
}

type Construction = Pick<CallExpression | NewExpression, 'callee' | 'arguments' | 'start' | 'end'>;

/** The expressions of one source file in its order. */
export function expressionsOf(file: string, source: string): Expression[] {
  const expressions: Expression[] = [];
  const addBuilt = ({ callee, arguments: [first], start, end }: Construction): void => {
    if (callee.type !== 'Identifier' || callee.name !== 'RegExp') return;
    const isFixed = first?.type === 'Literal' && typeof first.value === 'string';
    expressions.push({ file, text: source.slice(start, end), pattern: isFixed ? first.value : null, flags: '' });
  };
  const visitor = new Visitor({
    Literal(literal) {
      if (!('regex' in literal)) return;
      const { regex, start, end } = literal;
      expressions.push({ file, text: source.slice(start, end), pattern: regex.pattern, flags: regex.flags });
    },
    NewExpression: addBuilt,
    CallExpression: addBuilt,
  });
  visitor.visit(parseSync(file, source).program);
  return expressions;
}
