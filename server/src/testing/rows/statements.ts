import { everyNode, type Node, nodeOf, nodesOf, productSources, type Source, sourceOf } from './sources.ts';

/** A raw statement. */
export interface Statement {
  readonly where: string;
  readonly text: string;
  readonly source: Source;
}
/** With the type of its rows. */
export interface TypedStatement extends Statement {
  readonly row: Node;
}

/** Every `sql<Row>` that is a statement of its own, and every `query<Row>` of a connection. */
export const rawStatements = (): TypedStatement[] =>
  statements().flatMap(({ row, ...statement }) => (row ? [{ ...statement, row }] : []));

/** These, and the statements whose rows nobody reads. */
export const everyStatement = (): Statement[] => statements();

/** Parts of statements that are put together by more than the syntax tells. */
const composed = [
  'pg_current_snapshot()::text as mark from event e',
  'where device_id = $1 and received_at >= $2',
  'from ($1) selected',
];

const statements = (): (Statement & { readonly row: Node | undefined })[] =>
  productSources().flatMap((source) =>
    [...everyNode(source.program)].flatMap((node) => {
      const [row] = nodesOf(nodeOf(node.typeArguments)?.params);
      const text = textOf(node, source)?.replace(/^\s*\/\* prepared \*\//, '');
      if (text === undefined || !/^\s*(?:select|with|insert|update|delete)\b/.test(text)) return [];
      if (composed.some((part) => text.includes(part))) return [];
      const line = source.text.slice(0, node.start).split('\n').length;
      return [{ where: `${source.file}:${line}`, text, row, source }];
    }),
  );

function textOf(node: Node, source: Source): string | undefined {
  const parameters = { count: 0 };
  if (isSql(node)) return expanded(nodeOf(node.quasi), source, parameters, new Map());
  const callee = nodeOf(node.callee);
  if (node.type !== 'CallExpression' || nodeOf(callee?.property)?.name !== 'query') return undefined;
  const [first] = nodesOf(node.arguments);
  const named = nodesOf(first?.properties).find((one) => nodeOf(one.key)?.name === 'text');
  const text = first?.type === 'ObjectExpression' ? nodeOf(named?.value) : first;
  if (text?.type === 'Literal') return String(text.value);
  return text?.type === 'TemplateLiteral' ? expanded(text, source, parameters, new Map(), true) : undefined;
}

const isSql = (node: Node): boolean => node.type === 'TaggedTemplateExpression' && nodeOf(node.tag)?.name === 'sql';

type Arguments = ReadonlyMap<string, { readonly node: Node; readonly source: Source; readonly known: Arguments }>;
interface Parameters {
  count: number;
}

function expanded(
  template: Node | undefined,
  source: Source,
  parameters: Parameters,
  known: Arguments,
  isText = false,
): string {
  const parts = nodesOf(template?.expressions).map((node) => fragment(node, source, parameters, known, isText));
  return nodesOf(template?.quasis)
    .map((quasi, index) => {
      const { value } = quasi;
      const cooked = typeof value === 'object' && value !== null && 'cooked' in value ? String(value.cooked) : '';
      return cooked + (parts[index] ?? '');
    })
    .join('');
}

/** What stands in a statement for an expression: other SQL, or a parameter. */
function fragment(node: Node, source: Source, parameters: Parameters, known: Arguments, isText: boolean): string {
  const again = (one: Node | undefined, from = source, args = known): string =>
    one ? fragment(one, from, parameters, args, isText) : '';
  if (isSql(node)) return expanded(nodeOf(node.quasi), source, parameters, known);
  if (isText && node.type === 'TemplateLiteral') return expanded(node, source, parameters, known, true);
  if (isText && node.type === 'Literal') return String(node.value);
  if (node.type === 'ParenthesizedExpression') return again(nodeOf(node.expression));
  if (node.type === 'ConditionalExpression') {
    const branches = [nodeOf(node.consequent), nodeOf(node.alternate)];
    const long = branches.find((one) => one && (isSql(one) || isText || isCallOfSql(one, source)));
    if (long) return again(long);
  }
  if (node.type === 'Identifier') {
    const given = known.get(node.name ?? '');
    if (given) return again(given.node, given.source, given.known);
    const constant = constantOf(node.name ?? '', source, node.start);
    if (constant && (isText || isFragment(constant.node, constant.source)))
      return again(constant.node, constant.source, constant.source === source ? known : new Map());
  }
  if (node.type === 'CallExpression') {
    const call = called(node, source, parameters, known, isText);
    if (call !== null) return call;
  }
  if (isText) return '';
  parameters.count++;
  return `$${parameters.count}`;
}

function called(node: Node, source: Source, parameters: Parameters, known: Arguments, isText: boolean): string | null {
  const callee = nodeOf(node.callee);
  const args = nodesOf(node.arguments);
  const [first] = args;
  if (nodeOf(callee?.object)?.name === 'sql') {
    const method = nodeOf(callee?.property)?.name;
    if (method === 'join') return 'null';
    return first ? fragment(first, source, parameters, known, true) : '';
  }
  const maker = callee?.name === undefined ? null : constantOf(callee.name, source, node.start);
  const body = maker && bodyOf(maker.node);
  if (!maker || !body || !(isText || isFragment(body, maker.source))) return null;
  const names = nodesOf(maker.node.params).map((one) => one.name ?? nodeOf(one.left)?.name ?? '');
  const given = names.flatMap((name, index) => {
    const value = args[index];
    return value ? [[name, { node: value, source, known }] as const] : [];
  });
  return fragment(body, maker.source, parameters, new Map(given), isText);
}

const isCallOfSql = (node: Node, source: Source): boolean => {
  const maker = node.type === 'CallExpression' ? constantOf(nodeOf(node.callee)?.name ?? '', source, node.start) : null;
  const body = maker && bodyOf(maker.node);
  return maker !== null && body !== null && body !== undefined && isFragment(body, maker.source);
};
const isFragment = (node: Node, source: Source): boolean =>
  isSql(node) ||
  nodeOf(nodeOf(node.callee)?.object)?.name === 'sql' ||
  isCallOfSql(node, source) ||
  (node.type === 'ConditionalExpression' &&
    [nodeOf(node.consequent), nodeOf(node.alternate)].some((one) => one !== undefined && isFragment(one, source)));

/** What a function returns that consists of one expression. */
function bodyOf(node: Node): Node | undefined {
  const body = nodeOf(node.body);
  if (body?.type !== 'BlockStatement') return body;
  const last = nodesOf(body.body).at(-1);
  return last?.type === 'ReturnStatement' ? nodeOf(last.argument) : undefined;
}

/** The nearest constant of that name above a place, or the last one of the file. */
function constantOf(
  name: string,
  source: Source,
  at = Number.POSITIVE_INFINITY,
): { readonly node: Node; readonly source: Source } | null {
  const all = source.constants.get(name);
  const own = all?.findLast(({ start }) => start < at) ?? all?.at(-1);
  if (own) return { node: own, source };
  const from = source.imports.get(name);
  return from ? constantOf(from.name, sourceOf(from.path)) : null;
}
