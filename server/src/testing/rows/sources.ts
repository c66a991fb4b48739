import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseSync } from 'oxc-parser';

/** A node of the syntax tree, with the fields that are read here. */
export interface Node {
  readonly type: string;
  readonly name?: string;
  readonly value?: unknown;
  readonly start: number;
  readonly [field: string]: unknown;
}
export interface Source {
  /** From `server/src`. */
  readonly file: string;
  readonly text: string;
  readonly program: Node;
  /** Types of the whole file, and what every constant of a name is set to, in order. */
  readonly types: ReadonlyMap<string, Node>;
  readonly constants: ReadonlyMap<string, readonly Node[]>;
  /** Where an imported name comes from, and its name there. */
  readonly imports: ReadonlyMap<string, { readonly path: string; readonly name: string }>;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
export const nodeOf = (value: unknown): Node | undefined => (isNode(value) ? value : undefined);
export const nodesOf = (value: unknown): readonly Node[] => (Array.isArray(value) ? value.filter(isNode) : []);

export function* everyNode(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node)) {
    if (isNode(value)) yield* everyNode(value);
    else for (const one of nodesOf(value)) yield* everyNode(one);
  }
}

const root = resolve(import.meta.dirname, '../..');
const parsed = new Map<string, Source>();

export function sourceOf(path: string): Source {
  const known = parsed.get(path);
  if (known) return known;
  const text = readFileSync(path, 'utf8');
  const program = parseSync(path, text).program as unknown as Node;
  const types = new Map<string, Node>();
  const constants = new Map<string, Node[]>();
  const setTo = (name: string, value: Node) => constants.set(name, [...(constants.get(name) ?? []), value]);
  const imports = new Map<string, { path: string; name: string }>();
  for (const node of everyNode(program)) {
    const name = nodeOf(node.id)?.name;
    if (name !== undefined && /^TS(Interface|TypeAlias)Declaration$/.test(node.type)) types.set(name, node);
    if (name !== undefined && node.type === 'VariableDeclarator' && isNode(node.init)) setTo(name, node.init);
    if (name !== undefined && node.type === 'FunctionDeclaration') setTo(name, node);
    if (node.type === 'ImportDeclaration' || node.type === 'ExportNamedDeclaration') noteImports(node, path, imports);
  }
  const source = { file: relative(root, path), text, program, types, constants, imports };
  parsed.set(path, source);
  return source;
}

function noteImports(node: Node, path: string, imports: Map<string, { path: string; name: string }>): void {
  const from = nodeOf(node.source)?.value;
  if (typeof from !== 'string') return;
  const contract = /^@tocsin\/contract\/(.+)$/.exec(from)?.[1];
  const target =
    contract === undefined ? resolve(dirname(path), from) : resolve(root, '../../contract/src', `${contract}.ts`);
  if (!existsSync(target)) return;
  for (const specifier of nodesOf(node.specifiers)) {
    // An export with a source is an import under its outer name.
    const local = nodeOf(specifier.exported ?? specifier.local)?.name;
    const name = nodeOf(specifier.imported ?? specifier.local)?.name;
    if (local !== undefined && name !== undefined) imports.set(local, { path: target, name });
  }
}

/** The product's own files, without tests and their fixtures. */
export const productSources = (): readonly Source[] =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|testing\/|testing\.ts$/.test(file))
    .sort()
    .map((file) => sourceOf(join(root, file)));
