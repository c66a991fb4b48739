import { PayloadMap } from '@tocsin/contract/payload-map';
import { type Document, isNode, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { FileProblems, type Kind, keyOf, type Problem, sectionOf, type Wanted } from './entity.ts';
import { type FileRule, PlantFile, reference } from './file-schema.ts';

const maxBytes = 64 * 1024 * 1024;
/** Uses of one anchor, counted with what they contain: no file of a few lines becomes one of millions. */
const maxAliases = 100;

/** What a file wants, and the lists that it states. */
export interface ReadFile {
  readonly wanted: readonly Wanted[];
  readonly sections: ReadonlySet<string>;
}

type Keys = readonly (string | number)[];

/** The line of a value; of what is missing, that of what should contain it. */
const lineIn = (document: Document, lines: LineCounter, keys: Keys): number => {
  for (let length = keys.length; length > 0; length -= 1) {
    const parent = document.getIn(keys.slice(0, length - 1), true);
    const key: unknown = keys[length - 1];
    const pair = isNode(parent) && 'items' in parent ? parent.items : [];
    for (const item of pair as readonly unknown[]) {
      const node = item !== null && typeof item === 'object' && 'key' in item ? item.key : undefined;
      if (isNode(node) && 'value' in node && String(node.value) === String(key) && node.range)
        return lines.linePos(node.range[0]).line;
    }
    const node = document.getIn(keys.slice(0, length), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return 1;
};

const parsed = (source: string): { document: Document; lines: LineCounter; value: unknown } => {
  if (Buffer.byteLength(source) > maxBytes)
    throw new FileProblems([{ line: 1, text: 'The file has more than 64 MB.' }]);
  const lines = new LineCounter();
  try {
    const document = parseDocument(source, {
      lineCounter: lines,
      uniqueKeys: true,
      maxAliasCount: maxAliases,
    } as object);
    if (document.errors.length > 0)
      throw new FileProblems(
        document.errors.map(({ pos, message }) => ({
          line: lines.linePos(pos[0]).line,
          text: (message.split('\n')[0] ?? '').split(' at line ')[0] ?? '',
        })),
      );
    return { document, lines, value: document.toJS({ maxAliasCount: maxAliases }) };
  } catch (error) {
    if (error instanceof FileProblems) throw error;
    if (error instanceof RangeError) throw new FileProblems([{ line: 1, text: 'The file is nested too deeply.' }]);
    const text = error instanceof ReferenceError ? 'Anchors are repeated too often: use rule_sets.' : String(error);
    throw new FileProblems([{ line: 1, text }]);
  }
};

export const textOf = ({ message, code, ...issue }: z.core.$ZodIssue): string =>
  code === 'unrecognized_keys' && 'keys' in issue
    ? `There is no field ${String(issue.keys)}.`
    : message.replace(/^Invalid input: expected (\w+), received undefined$/, 'It is missing ($1).');

/** Reads a file; throws FileProblems with every problem and its line. */
export const readPlantFile = (source: string): ReadFile => {
  const { document, lines, value } = parsed(source);
  const lineOf = (keys: Keys): number => lineIn(document, lines, keys);
  const result = PlantFile.safeParse(value);
  if (!result.success)
    throw new FileProblems(
      result.error.issues.map((issue) => {
        const keys = issue.path.filter((key) => typeof key !== 'symbol');
        return { line: lineOf(keys), text: `${keys.join('.') || 'file'}: ${textOf(issue)}` };
      }),
    );
  return flatten(result.data, lineOf);
};

type Stated = Readonly<Record<string, unknown>>;
/** Lists within clients and sites. */
const lists = new Set(['maps', 'types', 'sites', 'people', 'rotations', 'webhooks', 'policies', 'devices']);
/** What stands beside the fields of a thing, or is a thing of its own. */
const besides = new Set([
  'was',
  'reason',
  'code',
  'credential',
  'names',
  'degrees',
  'networks',
  'responses',
  'rules',
  'template',
]);

/** One list of everything, and every name that names nothing. */
function flatten(file: PlantFile, lineOf: (keys: Keys) => number): ReadFile {
  const wanted: Wanted[] = [];
  const sections = new Set<string>();
  const problems: Problem[] = [];
  const add = (kind: Kind, path: readonly string[], keys: Keys, stated: Stated, fields?: Stated): void => {
    const secrets = Object.fromEntries(
      ['code', 'credential'].flatMap((name) => {
        const variable = reference.exec(String(stated[name] ?? ''))?.[1];
        return variable === undefined ? [] : [[name, variable] as const];
      }),
    );
    const isParent = kind === 'client' || kind === 'site';
    const isField = (name: string): boolean => !besides.has(name) && !(isParent && lists.has(name));
    const own = Object.fromEntries(Object.entries(stated).filter(([name, v]) => isField(name) && v !== undefined));
    const { was, reason = file.reason } = stated as { was?: string; reason?: string };
    const line = lineOf(keys);
    const fieldLine = (field: Keys): number => lineOf([...keys, ...field]);
    wanted.push({ kind, path, fields: fields ?? own, line, lineOf: fieldLine, was, reason, secrets });
  };
  const list = <T extends Stated>(
    kind: Kind,
    parent: readonly string[],
    keys: Keys,
    of: Readonly<Record<string, T>> | undefined,
  ) => {
    if (of === undefined) return [];
    sections.add(sectionOf({ kind, path: [...parent, ''] }));
    return Object.entries(of).map(([name, stated]) => ({ path: [...parent, name], keys: [...keys, name], stated }));
  };
  const rulesOf = (rules: string | readonly FileRule[], keys: Keys): readonly Stated[] => {
    const rows = typeof rules === 'string' ? file.rule_sets?.[rules] : rules;
    if (!rows) problems.push({ line: lineOf(keys), text: `There is no rule set '${String(rules)}'.` });
    return rows ?? [];
  };

  const addMaps = (at: readonly string[], keys: Keys, maps: PlantFile['maps']): void => {
    for (const one of list('map', at, keys, maps)) {
      const map = PayloadMap.safeParse({ name: one.path.at(-1), ...one.stated });
      if (map.success) add('map', one.path, one.keys, one.stated, { map: map.data });
      else
        for (const issue of map.error.issues)
          problems.push({
            line: lineOf([...one.keys, ...issue.path.filter((key) => typeof key !== 'symbol')]),
            text: textOf(issue),
          });
    }
  };

  const addTypes = (at: readonly string[], keys: Keys, types: PlantFile['types']): void => {
    for (const one of list('type', at, keys, types)) {
      add('type', one.path, one.keys, one.stated);
      const { template } = one.stated;
      if (template) add('template', one.path, [...one.keys, 'template'], one.stated, { template });
    }
  };

  addMaps([''], ['maps'], file.maps);
  addTypes([''], ['types'], file.types);
  for (const [name, client] of Object.entries(file.clients)) {
    const [at, keys] = [[name], ['clients', name]];
    add('client', at, keys, client);
    addMaps(at, [...keys, 'maps'], client.maps);
    addTypes(at, [...keys, 'types'], client.types);
    for (const site of list('site', at, [...keys, 'sites'], client.sites)) {
      add('site', site.path, site.keys, site.stated);
      for (const one of list('device', site.path, [...site.keys, 'devices'], site.stated.devices)) {
        const { names, degrees, networks, responses, rules } = one.stated;
        add('device', one.path, one.keys, one.stated);
        const units = { ...(degrees ? { degrees } : {}), ...(networks ? { networks } : {}) };
        if (names || degrees || networks)
          add('names', one.path, [...one.keys, 'names'], one.stated, { ...(names ? { names } : {}), ...units });
        if (responses) add('responses', one.path, [...one.keys, 'responses'], one.stated, { responses });
        if (rules !== undefined)
          add('rules', one.path, [...one.keys, 'rules'], one.stated, { rules: rulesOf(rules, [...one.keys, 'rules']) });
      }
    }
    for (const one of list('person', at, [...keys, 'people'], client.people))
      add('person', one.path, one.keys, one.stated);
    for (const one of list('rotation', at, [...keys, 'rotations'], client.rotations))
      add('rotation', one.path, one.keys, one.stated);
    for (const one of list('webhook', at, [...keys, 'webhooks'], client.webhooks))
      add('webhook', one.path, one.keys, one.stated);
    for (const one of list('policy', at, [...keys, 'policies'], client.policies)) {
      const steps = one.stated.steps?.map((step) => ({ everybody: false, ...step }));
      add('policy', one.path, one.keys, { ...one.stated, steps });
    }
  }
  problems.push(...renameProblems(wanted), ...referenceProblems(wanted, sections));
  if (problems.length > 0) throw new FileProblems(problems);
  return { wanted, sections };
}

/** Names of sites, rotations and webhooks that the file itself would have, and has not. */
function referenceProblems(wanted: readonly Wanted[], sections: ReadonlySet<string>): Problem[] {
  const keys = new Set(wanted.map(keyOf));
  return wanted.flatMap(({ kind, path, fields, line }) => {
    const [client = ''] = path;
    const steps = kind === 'policy' ? ((fields.steps ?? []) as PolicySteps) : [];
    const targets = steps.flatMap(({ targets: all }) => all.flatMap((target) => Object.entries(target)));
    const named: (readonly [Kind, string])[] = targets.flatMap(([of, name]) =>
      of === 'rotation' || of === 'webhook' ? [[of, name] as const] : [],
    );
    if (typeof fields.site === 'string') named.push(['site', fields.site]);
    const sites = kind === 'person' ? Object.keys(fields.access ?? {}) : [];
    const missing = [...named, ...sites.map((name) => ['site', name] as const)].filter(
      ([of, name]) =>
        sections.has(sectionOf({ kind: of, path: [client, name] })) &&
        !keys.has(keyOf({ kind: of, path: [client, name] })),
    );
    return missing.map(([of, name]) => ({ line, text: `There is no ${of} '${name}' in the file.` }));
  });
}
type PolicySteps = readonly { readonly targets: readonly Readonly<Record<string, string>>[] }[];

/** Names that two things claim, and renames in a circle: applied twice, these would turn it again. */
function renameProblems(wanted: readonly Wanted[]): Problem[] {
  const byKey = new Map(wanted.map((one) => [keyOf(one), one]));
  const taken = new Map<string, Wanted>();
  return wanted.flatMap((one): Problem[] => {
    if (one.was === undefined || !['client', 'site', 'device', 'rotation', 'webhook', 'policy'].includes(one.kind))
      return [];
    const before = (of: Wanted): string => keyOf({ kind: of.kind, path: [...of.path.slice(0, -1), of.was ?? ''] });
    const other = taken.get(before(one));
    taken.set(before(one), one);
    if (other) return [{ line: one.line, text: `'${one.was}' is also what the one in line ${other.line} was.` }];
    const seen = new Set<Wanted>([one]);
    for (let next = byKey.get(before(one)); next; next = byKey.get(before(next))) {
      if (next.was === undefined)
        return [{ line: one.line, text: `'${one.was}' is in the file too, in line ${next.line}.` }];
      if (seen.has(next))
        return [{ line: one.line, text: `'${one.path.at(-1)}' was '${one.was}' in a circle of names.` }];
      seen.add(next);
    }
    return [];
  });
}
