import { type Node, nodeOf, nodesOf, type Source, sourceOf } from './sources.ts';

/** What a column's value is in TypeScript; null: not told by the syntax, such as a type inferred from a schema. */
export type Kind = 'number' | 'string' | 'boolean' | 'Date' | 'Buffer' | 'array' | null;
export interface Row {
  readonly columns: ReadonlyMap<string, Kind>;
  /** Whether the syntax tells every column: not those of a type inferred from a schema, or with parameters. */
  readonly isWhole: boolean;
}
const untold: Row = { columns: new Map(), isWhole: false };

/** The columns of a row type. */
export function rowOf(type: Node, source: Source): Row {
  switch (type.type) {
    case 'TSTypeLiteral':
      return membersOf(nodesOf(type.members), source);
    case 'TSInterfaceDeclaration': {
      const bases = nodesOf(type.extends).map((base) => referred(base, nodeOf(base.expression)?.name, source));
      return merged([...bases, membersOf(nodesOf(nodeOf(type.body)?.body), source)]);
    }
    case 'TSTypeAliasDeclaration':
      return mapped(nodeOf(type.typeAnnotation), source);
    case 'TSIntersectionType':
      return merged(nodesOf(type.types).map((one) => rowOf(one, source)));
    case 'TSParenthesizedType':
      return mapped(nodeOf(type.typeAnnotation), source);
    case 'TSTypeReference':
      return referred(type, nodeOf(type.typeName)?.name, source);
    default:
      return untold;
  }
}

const mapped = (type: Node | undefined, source: Source): Row => (type ? rowOf(type, source) : untold);
const merged = (rows: readonly Row[]): Row => ({
  columns: new Map(rows.flatMap(({ columns }) => [...columns])),
  isWhole: rows.every(({ isWhole }) => isWhole),
});

const membersOf = (members: readonly Node[], source: Source): Row => ({
  isWhole: true,
  columns: new Map(
    members
      .filter(({ optional }) => optional !== true)
      .map((member) => {
        const key = nodeOf(member.key);
        const type = nodeOf(nodeOf(member.typeAnnotation)?.typeAnnotation);
        return [key?.name ?? String(key?.value), type ? kindOf(type, source) : null];
      }),
  ),
});

function referred(type: Node, name: string | undefined, source: Source): Row {
  if (name === undefined) return untold;
  const args = nodesOf(nodeOf(type.typeArguments)?.params);
  const [first, second] = args;
  if (first && ['Readonly', 'Partial', 'Selectable', 'Required'].includes(name)) return rowOf(first, source);
  if (first && second && (name === 'Pick' || name === 'Omit')) {
    const keys = new Set(textsOf(second));
    const row = rowOf(first, source);
    return { ...row, columns: new Map([...row.columns].filter(([key]) => keys.has(key) === (name === 'Pick'))) };
  }
  if (args.length > 0) return untold;
  const found = find(name, source);
  return found ? rowOf(found.type, found.source) : untold;
}

function find(name: string, source: Source): { readonly type: Node; readonly source: Source } | null {
  const own = source.types.get(name);
  if (own) return { type: own, source };
  const from = source.imports.get(name);
  return from ? find(from.name, sourceOf(from.path)) : null;
}

const textsOf = (type: Node): string[] =>
  type.type === 'TSUnionType'
    ? nodesOf(type.types).flatMap(textsOf)
    : [nodeOf(type.literal)?.value].filter((value) => typeof value === 'string');

const keywords: Readonly<Record<string, Kind>> = {
  TSNumberKeyword: 'number',
  TSStringKeyword: 'string',
  TSBooleanKeyword: 'boolean',
  TSArrayType: 'array',
};

function kindOf(type: Node, source: Source): Kind {
  const keyword = keywords[type.type];
  if (keyword !== undefined) return keyword;
  if (type.type === 'TSTypeOperator') return kindOf(nodeOf(type.typeAnnotation) ?? type, source);
  if (type.type === 'TSLiteralType') {
    const kind = typeof nodeOf(type.literal)?.value;
    return kind === 'string' || kind === 'number' || kind === 'boolean' ? kind : null;
  }
  if (type.type === 'TSUnionType') {
    const kinds = nodesOf(type.types).filter(
      (one) => one.type !== 'TSNullKeyword' && one.type !== 'TSUndefinedKeyword',
    );
    const [first, ...others] = kinds.map((one) => kindOf(one, source));
    return first !== undefined && others.every((one) => one === first) ? first : null;
  }
  const name = nodeOf(type.typeName)?.name;
  if (type.type !== 'TSTypeReference' || name === undefined) return null;
  if (name === 'Date' || name === 'Buffer') return name;
  if (name === 'ReadonlyArray') return 'array';
  if (name === 'Generated' || name === 'GeneratedAlways')
    return kindOf(nodesOf(nodeOf(type.typeArguments)?.params)[0] ?? type, source);
  const found = find(name, source);
  const alias = found?.type.type === 'TSTypeAliasDeclaration' ? nodeOf(found.type.typeAnnotation) : undefined;
  return found && alias ? kindOf(alias, found.source) : null;
}
