import type { Attached, Catalogue, Column, Constraint, Routine, Table, View } from './catalogue.ts';

/**
 * The schema as SQL that creates it. Order and comments are those of `former`, the file as it stands: they are written
 * by people; everything else is the database's. What is new comes last.
 */
export function schemaText(catalogue: Catalogue, former: string): string {
  const { order, notes } = readNotes(former);
  const units = unitsOf(catalogue);
  const place = new Map([...new Set([...order, ...units.keys()])].map((key, index) => [key, index]));
  const keys = [...units.keys()].sort((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0));
  const placed = new Set<string>();
  const waiting: Statement[] = [];
  const blocks: string[] = [];
  for (const key of keys) {
    const unit = units.get(key);
    if (!unit) continue;
    const text = unit.text(notes, placed);
    placed.add(key);
    waiting.push(...unit.later(placed));
    const ready = waiting.filter(({ needs }) => needs.every((need) => placed.has(need) || !units.has(need)));
    for (const statement of ready) waiting.splice(waiting.indexOf(statement), 1);
    const lines = [text, ...ready.map((statement) => withNote(notes, statement.key, statement.text))];
    blocks.push([...(notes.get(`heading ${key}`) ?? []), withNote(notes, key, lines.join('\n'))].join('\n'));
  }
  const extensions = catalogue.extensions.map((name) => `create extension if not exists ${name};`);
  const grants = catalogue.grants.map((text) => `${text};`);
  return `${[head, extensions.join('\n'), ...blocks, grants.join('\n')].filter((block) => block !== '').join('\n\n')}\n`;
}

const headEnd = 'set check_function_bodies = off;';
const head = `-- The schema after all migrations (server/migrations), written by \`npm run schema\` and compared by
-- server/src/testing/schema/schema.db.test.ts. Edit only the comments and the order of the tables: they stay as they are
-- when the file is written again.

${headEnd}`;

/** A statement that can run only after these tables and functions exist. */
interface Statement {
  readonly key: string;
  readonly needs: readonly string[];
  readonly text: string;
}
/** A table with its indexes and triggers, a view, a function or a sequence. */
interface Unit {
  /** With the tables that exist already. */
  readonly text: (notes: Notes, placed: ReadonlySet<string>) => string;
  readonly later: (placed: ReadonlySet<string>) => readonly Statement[];
}
type Notes = ReadonlyMap<string, readonly string[]>;

function unitsOf(catalogue: Catalogue): Map<string, Unit> {
  const units = new Map<string, Unit>();
  for (const { name, definition } of catalogue.sequences)
    units.set(`sequence ${name}`, { text: () => `${short(definition)};`, later: () => [] });
  for (const table of catalogue.tables) units.set(`table ${table.name}`, unitOfTable(table));
  for (const view of catalogue.views) units.set(`view ${view.name}`, { text: () => viewText(view), later: () => [] });
  for (const routine of catalogue.routines)
    units.set(`function ${routine.name}`, { text: () => routineText(routine), later: () => [] });
  return units;
}

function unitOfTable(table: Table): Unit {
  const foreign = (placed: ReadonlySet<string>): Statement[] =>
    table.constraints
      .filter(({ refersTo }) => refersTo !== null && !placed.has(`table ${refersTo}`))
      .map((constraint) => ({
        key: `constraint ${table.name}.${constraint.name}`,
        needs: [`table ${constraint.refersTo}`],
        text: `alter table ${table.name} add ${constraintText(table, constraint)};`,
      }));
  const attached = (kind: string, { name, definition, functions }: Attached) => ({
    key: kind === 'trigger' ? `trigger ${table.name}.${name}` : `index ${name}`,
    needs: functions.map((one) => `function ${one}`),
    text: `${wrapped(short(definition.replace(' USING btree', '')))};`,
  });
  return {
    text: (notes, placed) => tableText(table, notes, placed),
    later: (placed) => [
      ...foreign(placed),
      ...table.indexes.map((index) => attached('index', index)),
      ...table.triggers.map((trigger) => attached('trigger', trigger)),
    ],
  };
}

function tableText(table: Table, notes: Notes, placed: ReadonlySet<string>): string {
  const own = table.constraints.filter(
    ({ refersTo }) => refersTo === null || refersTo === table.name || placed.has(`table ${refersTo}`),
  );
  const inline = (column: Column) =>
    own.filter((one) => one.columns.length === 1 && one.columns[0] === column.name && hasDefaultName(table, one));
  const onColumns = new Set(table.columns.flatMap(inline));
  const entries = [
    ...table.columns.map((column) =>
      withNote(
        notes,
        `${table.name}.${column.name}`,
        fitted(columnText(table, column), inline(column).map(inlineText).join(' ')),
        '  ',
      ),
    ),
    ...own
      .filter((one) => !onColumns.has(one))
      .map((one) => withNote(notes, `${table.name}.constraint ${one.name}`, constraintText(table, one), '  ')),
  ];
  const kind = table.isUnlogged ? 'unlogged table' : 'table';
  const options = table.options.length > 0 ? ` with (${table.options.join(', ').replaceAll('=', ' = ')})` : '';
  const partitions = table.partitionKey === null ? '' : ` partition by ${short(table.partitionKey)}`;
  const storage = table.columns
    .filter((column) => column.storage !== null)
    .map((column) => `\nalter table ${table.name} alter column ${column.name} set storage ${column.storage};`);
  return `create ${kind} ${table.name} (\n${entries.join(',\n')}\n)${partitions}${options};${storage.join('')}`;
}

function columnText(table: Table, column: Column): string {
  const identity =
    column.identity === null
      ? ''
      : ` generated ${column.identity} as identity${
          column.sequence === `${table.name}_${column.name}_seq` ? '' : ` (sequence name ${column.sequence})`
        }`;
  const expression =
    column.expression === null
      ? ''
      : column.isGenerated
        ? ` generated always as (${short(column.expression)}) stored`
        : ` default ${short(column.expression)}`;
  const isKey = table.constraints.some(({ kind, columns }) => kind === 'primary' && columns.includes(column.name));
  const notNull = column.isNullable || column.identity !== null || isKey ? '' : ' not null';
  return `${column.name} ${short(column.type)}${identity}${notNull}${expression}`;
}

/** The name that PostgreSQL gives a constraint without one. */
function hasDefaultName(table: Table, { kind, columns, name }: Constraint): boolean {
  const suffix = { check: 'check', foreign: 'fkey', primary: 'pkey', unique: 'key' }[kind];
  const middle = kind === 'primary' ? [] : kind === 'check' && columns.length > 1 ? [] : columns;
  return name === [table.name, ...middle, suffix].join('_');
}

const inlineText = ({ kind, definition }: Constraint): string => {
  if (kind === 'primary') return 'primary key';
  if (kind === 'unique') return 'unique';
  return short(definition).replace(/^foreign key \(\w+\) /, '');
};
const constraintText = (table: Table, constraint: Constraint): string =>
  `${hasDefaultName(table, constraint) ? '' : `constraint ${constraint.name} `}${short(constraint.definition)}`;

/** One select of one table: PostgreSQL up to 15 writes the table before each column. */
const viewText = ({ name, definition }: View): string =>
  `create view ${name} as\n${short(definition.replaceAll(/\b[a-z_]+\.(?=[a-z_]+\b)/g, ''))}`;

function routineText({ header, body, isQuoted }: Routine): string {
  return isQuoted
    ? `create function ${wrappedHeader(header)} as $$${body}$$;`
    : `create function ${wrappedHeader(header)}\n${short(body)};`;
}

const wrappedHeader = (header: string): string =>
  header.length < 105
    ? short(header)
    : short(header).replace(' returns ', '\n  returns ').replace(' language ', '\n  language ');

/** Keywords in lower case, the short names of types, and without casts and brackets that PostgreSQL adds by itself. */
function short(sql: string): string {
  return sql
    .split(/('(?:[^']|'')*')/)
    .map((text, index) => (index % 2 === 1 ? text : shortWords(text)))
    .join('')
    .replaceAll(/('(?:[^']|'')*')::(?:text|jsonb)\b(?!\[)/g, '$1')
    .replaceAll(/'(-?\d+)'::int\b(?!\[)/g, '$1')
    .replaceAll(/(-?\b\d+)::(?:bigint|double precision)\b(?!\[)/g, '$1')
    .replaceAll(/ = any \(array\[([^\]]*)\]\)/g, ' in ($1)')
    .replaceAll(/ check \(\((.*)\)\)$/g, ' check ($1)');
}
const shortWords = (sql: string): string =>
  sql
    .toLowerCase()
    .replaceAll('timestamp with time zone', 'timestamptz')
    .replaceAll(/\binteger\b/g, 'int')
    .replaceAll(/references (\w+)\(/g, 'references $1 (')
    .replaceAll(' on only ', ' on ');

/** A long statement in lines, broken before its clauses. */
function wrapped(sql: string): string {
  if (sql.length < 118) return sql;
  return sql
    .replaceAll(/ (?=where |for each |using gin |execute function )/g, '\n  ')
    .replaceAll(' or new.', '\n    or new.');
}

const fitted = (column: string, constraints: string): string =>
  constraints === ''
    ? column
    : column.length + constraints.length < 116
      ? `${column} ${constraints}`
      : `${column}\n    ${constraints}`;

const withNote = (notes: Notes, key: string, text: string, indent = ''): string =>
  [...(notes.get(key) ?? []), text].map((line) => `${indent}${line}`).join('\n');

/** The order of the units and the comments of a schema file. */
function readNotes(text: string): { readonly order: readonly string[]; readonly notes: Notes } {
  const order: string[] = [];
  const notes = new Map<string, readonly string[]>();
  let table: string | null = null;
  let comment: string[] = [];
  let heading: string[] = [];
  for (const line of linesOutsideBodies(text.slice(text.indexOf(headEnd)))) {
    const bare = line.trim();
    if (bare.startsWith('--')) {
      comment.push(bare);
      continue;
    }
    // A comment with an empty line behind it is a heading.
    if (bare === '' && comment.length > 0) heading.push(...comment, '');
    const key: string | null = bare === '' ? null : keyOf(line, table);
    if (key !== null && comment.length > 0) notes.set(key, comment);
    comment = [];
    if (line.startsWith(')')) table = null;
    if (key === null || !/^(table|view|function|sequence) /.test(key)) continue;
    order.push(key);
    if (heading.length > 0) notes.set(`heading ${key}`, heading);
    heading = [];
    if (key.startsWith('table ')) table = key.slice('table '.length);
  }
  return { order, notes };
}

function linesOutsideBodies(text: string): string[] {
  let isBody = false;
  return text.split('\n').filter((line) => {
    const isOutside = !isBody;
    isBody = isBody ? !line.endsWith('$$;') : / as \$\$/.test(line) && !line.endsWith('$$;');
    return isOutside;
  });
}

/** What a line creates; null: nothing that can have a comment. */
function keyOf(line: string, table: string | null): string | null {
  if (table !== null) {
    const constraint = /^ {2}constraint (\w+)/.exec(line);
    if (constraint) return `${table}.constraint ${constraint[1]}`;
    const column = /^ {2}("?\w+"?) /.exec(line);
    return column ? `${table}.${column[1]}` : null;
  }
  const trigger = /^create (?:constraint )?trigger (\w+) .* on (\w+)/.exec(line);
  if (trigger) return `trigger ${trigger[2]}.${trigger[1]}`;
  const index = /^create (?:unique )?index (\w+)/.exec(line);
  if (index) return `index ${index[1]}`;
  const unit = /^create (?:unlogged )?(table|view|function|sequence) ("?\w+"?)/.exec(line);
  return unit ? `${unit[1]} ${unit[2]}` : null;
}
