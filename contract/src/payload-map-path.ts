import { isOneLine } from './line.ts';

/**
 * Paths and topics of payload maps. A path is the part of RFC 9535 (JSONPath) that only looks: names, indexes and `*`.
 * The leading `$.` may be left out, as in `object.temperature`.
 */

export type PathStep =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'each' };

/** Why a text is no path, and at which character. */
export interface PathProblem {
  readonly problem: string;
  readonly at: number;
}

export const longestPath = 200;
const mostSteps = 32;
const numberOf = /\d{1,5}/y;

/** Reads a path; each character is looked at once. */
export function parsePath(text: string): readonly PathStep[] | PathProblem {
  const steps: PathStep[] = [];
  let at = text.startsWith('$') ? 1 : 0;
  if (at === 1 && text.length > 1 && text[1] !== '.' && text[1] !== '[') return { problem: 'Expected . or [', at };
  while (at < text.length) {
    const taken = text[at] === '[' ? bracket(text, at) : member(text, at);
    if ('problem' in taken) return taken;
    if (steps.length === mostSteps) return { problem: `More than ${mostSteps} parts`, at };
    steps.push(taken.step);
    at = taken.next;
  }
  return steps;
}

type Taken = { readonly step: PathStep; readonly next: number } | PathProblem;

/** `.name`, `.*`, or a name at the beginning. */
function member(text: string, from: number): Taken {
  const begin = text[from] === '.' ? from + 1 : from;
  if (begin === from && from > 0) return { problem: 'Expected . or [', at: from };
  if (text[begin] === '.') return { problem: '.. is not allowed', at: begin };
  if (text[begin] === '*') return { step: { kind: 'each' }, next: begin + 1 };
  let at = begin;
  while (at < text.length && isNameCharacter(text.charCodeAt(at))) at++;
  if (at === begin) return { problem: "Expected a name; other names are written ['like this']", at };
  const name = text.slice(begin, at);
  return /^\d/.test(name)
    ? { problem: 'A name that begins with a digit is written in [" "]', at: begin }
    : { step: { kind: 'name', name }, next: at };
}

/** Letters, digits, `_`, `-` and everything beyond ASCII; RFC 9535 wants `-` in brackets, senders use it freely. */
const isNameCharacter = (code: number): boolean =>
  (code >= 48 && code <= 57) ||
  (code >= 65 && code <= 90) ||
  (code >= 97 && code <= 122) ||
  code === 95 ||
  code === 45 ||
  code > 127;

/** `[0]`, `[-1]`, `[*]`, `['a name']`. */
function bracket(text: string, from: number): Taken {
  const at = from + 1;
  const first = text[at];
  if (first === '*') return closed(text, at + 1, { kind: 'each' });
  if (first === "'" || first === '"') return quoted(text, at, first);
  if (first === '?') return { problem: 'Filters are not allowed', at };
  numberOf.lastIndex = first === '-' ? at + 1 : at;
  const digits = numberOf.exec(text)?.[0];
  if (digits === undefined) return { problem: 'Expected an index, * or a name in quotes', at };
  const index = Number(digits) * (first === '-' ? -1 : 1);
  return closed(text, numberOf.lastIndex, { kind: 'index', index });
}

function quoted(text: string, from: number, quote: string): Taken {
  let name = '';
  for (let at = from + 1; at < text.length; at++) {
    const character = text[at];
    if (character === quote) return closed(text, at + 1, { kind: 'name', name });
    if (character === '\\') at++;
    name += text[at] ?? '';
  }
  return { problem: 'The name has no closing quote', at: from };
}

const closed = (text: string, at: number, step: PathStep): Taken =>
  text[at] === ']' ? { step, next: at + 1 } : { problem: 'Expected ]', at };

/** Whether a text is a path, for a schema. */
export const isPath = (text: string): boolean => !('problem' in parsePath(text));

/** The path of a place in a message, as people write it: `object.temperature`, `values[0].v`, `['a b']`. */
export function writePath(steps: readonly PathStep[]): string {
  let text = '';
  for (const step of steps) {
    if (step.kind === 'each') text += text === '' ? '*' : '.*';
    else if (step.kind === 'index') text += `[${step.index}]`;
    else if (/^[A-Za-z_\u0080-\uffff][\w\u0080-\uffff-]*$/.test(step.name))
      text += text === '' ? step.name : `.${step.name}`;
    else text += `['${step.name.replace(/[\\']/g, '\\$&')}']`;
  }
  return text.startsWith('[') || text.startsWith('*') || text === ''
    ? `$${text.startsWith('*') ? '.' : ''}${text}`
    : text;
}

export const longestTopic = 200;

/**
 * Why a text is no topic filter of a map; null for one. It has a literal first level (which may be empty, as in
 * `/neuron/...`, if the next is literal), `+`, `#` at the end, and at most one of `{udf}` and `{id}`, each a whole level.
 */
export function topicProblem(filter: string): string | null {
  if (filter === '' || filter.length > longestTopic || !isOneLine(filter)) return 'Not a topic';
  const levels = filter.split('/');
  const first = levels[0] === '' ? levels[1] : levels[0];
  if (!first || /[+#{}]/.test(first)) return 'The first level must be literal';
  if (first.startsWith('$') || first === 'spBv1.0' || first === 'tocsin') return `${first} is not for maps`;
  let places = 0;
  for (const [i, level] of levels.entries()) {
    if (level === '{udf}' || level === '{id}') places++;
    else if (level === '#' && i < levels.length - 1) return '# stands at the end only';
    else if (level.length > 1 && /[+#]/.test(level)) return '+ and # are whole levels';
    else if (/[{}]/.test(level)) return '{udf} and {id} are whole levels';
  }
  return places > 1 ? 'Only one of {udf} and {id}' : null;
}

/** A filter as brokers know it: without the names of its places. */
export const subscriptionOf = (filter: string): string => filter.replaceAll('{udf}', '+').replaceAll('{id}', '+');

/** Where a topic fits a filter: the text at its place, '' without one; null: it does not fit. */
export function fitTopic(filter: readonly string[], topic: readonly string[]): string | null {
  let place = '';
  for (let i = 0; i < filter.length; i++) {
    const level = filter[i];
    if (level === '#') return place;
    const sent = topic[i];
    if (sent === undefined) return null;
    if (level === '{udf}' || level === '{id}') place = sent;
    else if (level !== '+' && level !== sent) return null;
  }
  return filter.length === topic.length ? place : null;
}

/** What `+` and `#` of a filter stand for in a topic that fits it, joined by `/`; '' for neither. */
export function namedByTopic(filter: readonly string[], topic: readonly string[]): string {
  const open: string[] = [];
  for (const [i, level] of filter.entries()) {
    if (level === '#') open.push(...topic.slice(i));
    else if (level === '+') open.push(topic[i] ?? '');
  }
  return open.join('/');
}
