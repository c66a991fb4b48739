/** Kinds of things that a file states, in the order in which they are made. */
export const kinds = [
  'client',
  'map',
  'type',
  'site',
  'person',
  'device',
  'names',
  'responses',
  'rules',
  'rotation',
  'webhook',
  'policy',
  // Devices that the same file adds have what it states: the template comes last.
  'template',
] as const;
export type Kind = (typeof kinds)[number];

/** Something by its natural names, such as client, site and device, with its fields; references are natural names too. */
export interface Entity {
  readonly kind: Kind;
  readonly path: readonly string[];
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Something as the file wants it. */
export interface Wanted extends Entity {
  readonly line: number;
  /** The line of one of its fields. */
  readonly lineOf: (field: readonly (string | number)[]) => number;
  readonly was?: string | undefined;
  readonly reason?: string | undefined;
  /** Environment variables by field. */
  readonly secrets: Readonly<Record<string, string>>;
}

/** Something as the installation has it. */
export interface Present extends Entity {
  readonly id: number;
  readonly version?: number | undefined;
  /** Fields that wait for an approval. */
  readonly proposed?: Readonly<Record<string, unknown>> | undefined;
}

export const keyOf = ({ kind, path }: Pick<Entity, 'kind' | 'path'>): string => [kind, ...path].join('\u0000');
/** Types of the operator's with open claim that every installation has: leaving them out does not mean removal. */
export const openFromTheStart: ReadonlySet<string> = new Set(['MODBUS', 'JSON']);

/** A list in which something stands: its absence there means removal, if the file has the list. */
export const sectionOf = ({ kind, path }: Pick<Entity, 'kind' | 'path'>): string =>
  keyOf({ kind, path: path.slice(0, -1) });
export const nameOf = ({ kind, path }: Pick<Entity, 'kind' | 'path'>): string =>
  `${kind === 'names' || kind === 'responses' || kind === 'rules' ? `${kind} of device` : kind === 'template' ? 'template of type' : kind} ${path.filter(Boolean).join(' / ')}`;

/** Something in the file that cannot be, with its line. */
export interface Problem {
  readonly line: number;
  readonly text: string;
}
export class FileProblems extends Error {
  readonly problems: readonly Problem[];
  constructor(problems: readonly Problem[]) {
    super(`${problems.length} ${problems.length === 1 ? 'problem' : 'problems'} in the file`);
    this.problems = problems;
  }
}

/** A value with the members of objects in one order, and sets sorted, so that equal values are equal texts. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (name, part: unknown) => {
    if (Array.isArray(part))
      return ['event_types', 'devices', 'acknowledged_kinds'].includes(name) ? [...part].sort() : part;
    if (part === null || typeof part !== 'object') return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
