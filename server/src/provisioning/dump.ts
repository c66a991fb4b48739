import { stringify } from 'yaml';
import type { Kind, Present } from './entity.ts';
import { shortForm } from './rule-form.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What new things have: it is left out. */
const usual: Readonly<Partial<Record<Kind, Fields>>> = {
  client: { is_2fa_required: false, changes_need_reason: true, changes_need_approval: false, own_devices: true },
  type: { groups_are_nodes: false, raises_alarms: true, claim: 'open' },
  device: { modbus_framing: 'tcp' },
  person: { is_active: true, visual_dashboard_enabled: true },
  webhook: { least_priority: 'low', format: 'tocsin', is_active: true, policies_only: false },
  policy: { least_priority: 'low', repeats: 0, repeat_after_minutes: 10 },
};
/** Fields that say the name over again, or are no settings. */
const isTitle = (kind: Kind, name: string): boolean =>
  name === 'title' || name === 'has_credential' || (kind === 'client' && name === 'company');

const variable = (...names: readonly string[]): string =>
  `\${${names
    .join('_')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replace(/^(?=\d)/, '_')}}`;

const statedOf = ({ kind, path, fields }: Present): Record<string, unknown> => {
  const isUnit = kind === 'device' && !String(fields.serial_number).startsWith('OPEN-');
  const given = Object.entries(fields).filter(
    ([name, value]) =>
      value !== null &&
      value !== '' &&
      !(Array.isArray(value) && value.length === 0) &&
      !isTitle(kind, name) &&
      value !== usual[kind]?.[name] &&
      !(name === 'serial_number' && !isUnit),
  );
  return {
    ...Object.fromEntries(given),
    ...(isUnit ? { code: variable('code', String(fields.serial_number)) } : {}),
    ...(fields.has_credential === true ? { credential: variable('credential', path.at(-1) ?? '') } : {}),
  };
};

const without = (fields: Fields, name: string): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([one]) => one !== name));

const mapValues = (of: unknown, work: (value: Fields) => unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries((of ?? {}) as Readonly<Record<string, Fields>>).map(([name, value]) => [name, work(value)]),
  );

const filled = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => Object.keys(value as object).length > 0));

const lists = {
  map: 'maps',
  type: 'types',
  site: 'sites',
  person: 'people',
  device: 'devices',
  rotation: 'rotations',
  webhook: 'webhooks',
  policy: 'policies',
} as const;

/** The file of what is there: applied to an empty installation it makes the same, but for people above Engineer. */
export const dumpOf = (present: readonly Present[]): string => {
  const file: Record<string, Record<string, unknown>> = {};
  const at = new Map<string, Record<string, unknown>>([['', file]]);
  const child = (of: Record<string, unknown>, name: string): Record<string, unknown> => {
    const known = of[name];
    const made = known !== null && typeof known === 'object' ? (known as Record<string, unknown>) : {};
    of[name] = made;
    return made;
  };
  for (const one of present) {
    const key = one.path.join('\u0000');
    const parent = at.get(one.path.slice(0, -1).join('\u0000')) ?? file;
    const name = one.path.at(-1) ?? '';
    const device = at.get(key) ?? {};
    if (one.kind === 'names') {
      const { names, degrees, networks } = one.fields;
      if (Object.keys(names ?? {}).length > 0) device.names = names;
      if (degrees) Object.assign(device, { degrees });
      if (networks) Object.assign(device, { networks });
    } else if (one.kind === 'responses') {
      const responses = mapValues(one.fields.responses, shortForm);
      if (Object.keys(responses).length > 0) device.responses = responses;
    } else if (one.kind === 'rules') {
      const rules = one.fields.rules as readonly Fields[];
      if (rules.length > 0) device.rules = rules.map(shortForm);
    } else if (one.kind === 'template') {
      const { rules, responses, ...template } = one.fields.template as Fields;
      Object.assign(child(child(parent, 'types'), name), {
        template: {
          ...filled(template),
          ...filled({ responses: mapValues(responses, shortForm), rules: (rules as readonly Fields[]).map(shortForm) }),
        },
      });
    } else {
      const stated = one.kind === 'map' ? without(one.fields.map as Fields, 'name') : statedOf(one);
      const list = one.kind === 'client' ? child(file, 'clients') : child(parent, lists[one.kind]);
      list[name] = stated;
      if (one.kind === 'client' || one.kind === 'site' || one.kind === 'device') at.set(key, stated);
    }
  }
  const { clients = {}, ...shared } = file;
  return stringify({ tocsin: 1, ...shared, clients }, { lineWidth: 0, aliasDuplicateObjects: false });
};
