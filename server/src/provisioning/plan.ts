import { noResponse } from '@tocsin/contract/responses';
import {
  canonical,
  type Kind,
  keyOf,
  kinds,
  nameOf,
  openFromTheStart,
  type Present,
  sectionOf,
  type Wanted,
} from './entity.ts';
import type { ReadFile } from './read-file.ts';
import { wholeRule } from './rule-form.ts';

type Fields = Readonly<Record<string, unknown>>;

/** One difference between the file and the installation. `wait`: the change was proposed and waits for an approval. */
export type Step =
  | { readonly kind: 'create'; readonly wanted: Wanted }
  | { readonly kind: 'change'; readonly wanted: Wanted; readonly present: Present; readonly changed: Fields }
  | { readonly kind: 'remove'; readonly present: Present }
  | { readonly kind: 'wait'; readonly wanted: Wanted };

const settings: readonly Kind[] = ['names', 'responses', 'rules', 'template'];
const nothing: Readonly<Partial<Record<Kind, Fields>>> = {
  names: { names: {}, degrees: null, networks: null },
  responses: { responses: {} },
  rules: { rules: [] },
  template: { template: null },
};

const wholeRules = (rules: unknown, before: unknown): readonly Fields[] =>
  (rules as readonly Fields[]).map((rule, n) => wholeRule(rule, Array.isArray(before) ? before[n] : undefined));
const wholeResponses = (responses: unknown): Fields =>
  Object.fromEntries(Object.entries(responses ?? {}).map(([path, one]) => [path, { ...noResponse, ...one }]));

/** Fields of rules, responses and templates with everything that a file may leave out. */
const whole = ({ kind, fields }: Wanted, present: Fields | undefined): Fields => {
  if (kind === 'rules') return { rules: wholeRules(fields.rules, present?.rules) };
  if (kind === 'responses') return { responses: wholeResponses(fields.responses) };
  if (kind !== 'template') return fields;
  const template = fields.template as Fields;
  const before = present?.template as Fields | null | undefined;
  const [rules, responses] = [wholeRules(template.rules, before?.rules), wholeResponses(template.responses)];
  return { template: { ...template, rules, responses } };
};

const titleFields: Readonly<Partial<Record<Kind, string>>> = {
  client: 'company',
  site: 'title',
  device: 'title',
  rotation: 'title',
  webhook: 'title',
  policy: 'title',
};

/** The stated fields that differ. */
const differing = (wanted: Wanted, present: Fields): Fields => {
  const title = titleFields[wanted.kind];
  const stated: Fields = { ...whole(wanted, present), ...(title ? { [title]: wanted.path.at(-1) } : {}) };
  const changed = Object.entries(stated).filter(
    ([name, value]) => canonical({ [name]: value ?? null }) !== canonical({ [name]: present[name] ?? null }),
  );
  // Tocsin makes the serial number of an open device; a credential is never read back.
  const credential = wanted.secrets.credential !== undefined && present.has_credential === false;
  return { ...Object.fromEntries(changed), ...(credential ? { credential: 'set' } : {}) };
};

/** The steps that make an installation what the file says, in the order of the kinds; what is to go comes last. */
export const planOf = (file: ReadFile, present: readonly Present[]): Step[] => {
  const byKey = new Map(present.map((one) => [keyOf(one), one]));
  const steps = file.wanted.flatMap((wanted): Step[] => {
    const there = byKey.get(keyOf(wanted));
    if (!there) {
      const isNothing =
        settings.includes(wanted.kind) && Object.keys(differing(wanted, nothing[wanted.kind] ?? {})).length === 0;
      return isNothing ? [] : [{ kind: 'create', wanted: { ...wanted, fields: whole(wanted, undefined) } }];
    }
    const changed = differing(wanted, there.fields);
    if (Object.keys(changed).length === 0) return [];
    const waits = there.proposed && Object.keys(differing(wanted, there.proposed)).length === 0;
    return [waits ? { kind: 'wait', wanted } : { kind: 'change', wanted, present: there, changed }];
  });
  const keys = new Set(file.wanted.map(keyOf));
  const gone = present.filter(
    (one) =>
      !settings.includes(one.kind) &&
      file.sections.has(sectionOf(one)) &&
      !keys.has(keyOf(one)) &&
      !(one.kind === 'type' && one.path[0] === '' && openFromTheStart.has(one.path[1] ?? '')),
  );
  // What contains goes last; what it contains goes with it.
  const isAlone = (one: Present) => !gone.some((other) => other !== one && contains(other, one));
  const order = (kind: Kind): number => kinds.indexOf(kind);
  const removals = gone.filter(isAlone).sort((a, b) => order(b.kind) - order(a.kind));
  return [...steps, ...removals.map((one) => ({ kind: 'remove', present: one }) as const)];
};

const contains = (outer: Present, inner: Present): boolean =>
  inner.path.length > outer.path.length &&
  outer.kind === 'site' &&
  outer.path.every((name, n) => inner.path[n] === name) &&
  inner.kind === 'device';

/** Of what no list of the file names. */
export const notNamed = 'not in the file, left alone without --allow-removal';
/** Whether steps are left to do: what waits for an approval is none, nor what may not be removed. */
export const isDifference = (step: Step, allowRemoval: boolean): boolean =>
  step.kind === 'remove' ? allowRemoval : step.kind !== 'wait';

/** A step as one line. */
export const lineOf = (step: Step): string => {
  switch (step.kind) {
    case 'create':
      return `+ ${nameOf(step.wanted)}`;
    case 'change': {
      const before = step.present.fields[titleFields[step.wanted.kind] ?? ''];
      const names = Object.keys(step.changed).map((name) =>
        name === titleFields[step.wanted.kind] ? `was '${String(before)}'` : name,
      );
      return `~ ${nameOf(step.wanted)}: ${names.join(', ')}`;
    }
    case 'remove':
      return `- ${nameOf(step.present)}`;
    case 'wait':
      return `… ${nameOf(step.wanted)}: waits for approval`;
    default:
      return step satisfies never;
  }
};
