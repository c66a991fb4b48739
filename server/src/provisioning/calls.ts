import type { BatchCall } from '@tocsin/contract/provisioning';
import { type Kind, keyOf, type Present, type Wanted } from './entity.ts';
import type { Step } from './plan.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What names stand for while a plan is carried out. */
export interface Names {
  /** The id of a thing by its names; undefined: it is not there. */
  id(kind: Kind, path: readonly string[]): number | undefined;
  /** How units of a type come in: with a printed code, or openly. */
  claimOf(client: string, code: string): string;
  env(variable: string): string | undefined;
}

/** A step that cannot be sent, why, and the key of what it misses. */
export class NotPossible extends Error {
  readonly missing: string | undefined;
  constructor(message: string, missing?: string) {
    super(message);
    this.missing = missing;
  }
}

const paths: Readonly<Record<Exclude<Kind, 'names' | 'responses' | 'rules' | 'template'>, string>> = {
  client: '/api/v1/clients/',
  map: '/api/v1/payload-maps/',
  type: '/api/v1/device-types/',
  site: '/api/v1/locations/',
  person: '/api/v1/users/',
  device: '/api/v1/devices/',
  rotation: '/api/v1/rotations/',
  webhook: '/api/v1/webhooks/',
  policy: '/api/v1/escalation-policies/',
};
const pathOf = (kind: Kind): string =>
  kind === 'names' || kind === 'responses' || kind === 'rules' || kind === 'template' ? '' : paths[kind];

/** Fields that only a change takes: set right after the thing was made. */
const late: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  site: ['proof_interval_days'],
  device: ['key_sensor'],
};
const lateOfUnits = ['key_sensor', 'modbus_unit', 'modbus_framing'];

const need = (names: Names, kind: Kind, path: readonly string[]): number => {
  const id = names.id(kind, path);
  if (id === undefined)
    throw new NotPossible(`there is no ${kind} ${path.filter(Boolean).join(' / ')}`, keyOf({ kind, path }));
  return id;
};
const without = (fields: Fields, ...leftOut: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !leftOut.includes(name)));

const secretOf = (names: Names, wanted: Wanted, field: string): string | undefined => {
  const variable = wanted.secrets[field];
  if (variable === undefined) return undefined;
  const value = names.env(variable);
  if (value === undefined || value === '') throw new NotPossible(`the environment variable ${variable} is not set`);
  return value;
};

/** The fields with ids in place of names. */
const resolved = (
  names: Names,
  { kind, path }: Pick<Wanted, 'kind' | 'path'>,
  fields: Fields,
): Record<string, unknown> => {
  const [client = ''] = path;
  const out: Record<string, unknown> = { ...fields };
  const person = (email: string): number => need(names, 'person', [client, email]);
  if ('site' in out) {
    out.location = out.site === null ? null : need(names, 'site', [client, String(out.site)]);
    delete out.site;
  }
  if (kind === 'type' && typeof out.payload_map === 'string') {
    const map = out.payload_map;
    out.payload_map = names.id('map', [client, map]) ?? need(names, 'map', ['', map]);
  }
  if (kind === 'rotation' && Array.isArray(out.people)) out.people = out.people.map((email) => person(String(email)));
  if (kind === 'policy' && Array.isArray(out.devices))
    out.devices = out.devices.map((name) => need(names, 'device', [client, ...splitDevice(String(name))]));
  if (kind === 'policy' && Array.isArray(out.steps))
    out.steps = out.steps.map((step) => ({
      ...step,
      targets: step.targets.map((target: Readonly<Record<string, string>>) => {
        const [[of = '', name = ''] = []] = Object.entries(target);
        const id =
          of === 'person' ? person(name) : need(names, of === 'rotation' ? 'rotation' : 'webhook', [client, name]);
        return { kind: of, id };
      }),
    }));
  if (kind === 'person' && out.access !== undefined) {
    const access = out.access as Readonly<Record<string, string>>;
    out.location_access = Object.entries(access).map(([site, permission]) => ({
      location_id: need(names, 'site', [client, site]),
      has_access: true,
      permission,
    }));
    delete out.access;
  }
  return out;
};

/** `Site/Device`; the name of a site may have a slash, that of a device counts from the last one. */
const splitDevice = (name: string): readonly [string, string] => {
  const at = name.lastIndexOf('/');
  return [name.slice(0, at), name.slice(at + 1)];
};

const clientOf = (names: Names, path: readonly string[]): { readonly client?: number } => {
  const id = path[0] ? names.id('client', [path[0]]) : undefined;
  return id === undefined ? {} : { client: id };
};

const call = (
  method: BatchCall['method'],
  path: string,
  body: unknown,
  names: Names,
  of: readonly string[],
): BatchCall => ({ method, path, body, ...clientOf(names, of) }) as BatchCall;

const settingsCall = (names: Names, wanted: Wanted, version: number | undefined): BatchCall => {
  if (wanted.kind === 'template') {
    const url = `${paths.type}${need(names, 'type', wanted.path)}/template/document/`;
    return call('PUT', url, { ...wanted.fields, version: version ?? 0 }, names, wanted.path);
  }
  const id = need(names, 'device', wanted.path);
  const path = `/api/v1/devices/${id}/settings/`;
  const more = version === undefined ? {} : { version };
  const { fields, reason } = wanted;
  if (wanted.kind === 'rules') {
    const body = { results: fields.rules, ...more, ...(reason ? { reason } : {}) };
    return call('POST', `${path}warnings/`, body, names, wanted.path);
  }
  if (wanted.kind === 'responses') return call('POST', `${path}responses/`, { ...fields, ...more }, names, wanted.path);
  const { names: sensor_names = {}, ...units } = fields;
  return call('POST', `${path}sensor-names/`, { sensor_names, ...units, ...more }, names, wanted.path);
};

/** The labels, responses or rules that a change sends: those that the file leaves out are cleared. */
const cleared = (wanted: Wanted, present: Present): Wanted => {
  const field = wanted.kind === 'names' ? 'names' : 'responses';
  const [is, was] = [wanted.fields[field], present.fields[field]];
  if (wanted.kind === 'rules' || typeof is !== 'object' || typeof was !== 'object') return wanted;
  const empty =
    wanted.kind === 'names'
      ? ''
      : { priority: null, likely_cause: null, consequence: null, what_to_do: null, respond_within_minutes: null };
  const gone = Object.fromEntries(
    Object.keys(was ?? {})
      .filter((path) => !(path in (is ?? {})))
      .map((path) => [path, empty]),
  );
  return { ...wanted, fields: { ...wanted.fields, [field]: { ...is, ...gone } } };
};

const createCall = (names: Names, wanted: Wanted): BatchCall => {
  const { kind, path, fields } = wanted;
  const title = path.at(-1) ?? '';
  if (kind === 'names' || kind === 'responses' || kind === 'rules' || kind === 'template')
    return settingsCall(names, wanted, undefined);
  if (kind === 'client') return call('POST', paths.client, { ...fields, company: title }, names, []);
  const client = path[0] === '' ? null : need(names, 'client', [path[0] ?? '']);
  const post = (url: string, body: Fields): BatchCall => call('POST', url, body, names, path);
  if (kind === 'map') return post(paths.map, { ...fields, client });
  if (kind === 'type') return post(paths.type, { ...resolved(names, wanted, fields), code: title, client });
  if (kind === 'site') return post(paths.site, { ...without(fields, ...(late.site ?? [])), title });
  if (kind === 'person') {
    const { full_name, company, phone, address, ...more } = resolved(names, wanted, fields);
    return post(paths.person, { full_name, company, phone, address, ...more, email: title, client });
  }
  if (kind === 'device') {
    const location = need(names, 'site', path.slice(0, 2));
    const own = { location, title, device_type: fields.type };
    if (names.claimOf(path[0] ?? '', String(fields.type)) === 'open')
      return post(`${paths.device}open/`, { ...without(fields, 'type', 'serial_number', 'key_sensor'), ...own });
    const code = secretOf(names, wanted, 'code');
    if (code === undefined || fields.serial_number === undefined)
      throw new NotPossible('a device of the registry is added with its serial_number and code: ${NAME}');
    return post(paths.device, { ...without(fields, 'type', ...lateOfUnits), ...own, code });
  }
  const credential = kind === 'webhook' ? secretOf(names, wanted, 'credential') : undefined;
  const own = { ...resolved(names, wanted, fields), title };
  return post(paths[kind], credential ? { ...own, credential } : own);
};

/** The calls of a step, in order; throws NotPossible. What a creation does not take follows as a change. */
export const callsOf = (step: Step, names: Names): BatchCall[] => {
  if (step.kind === 'wait') return [];
  if (step.kind === 'create') return [createCall(names, step.wanted)];
  if (step.kind === 'remove') {
    const { kind, id, path } = step.present;
    const cascade = kind === 'site' ? '?cascade=true' : '';
    return [call('DELETE', `${pathOf(kind)}${id}/${cascade}`, undefined, names, path)];
  }
  const { present, wanted, changed } = step;
  if (pathOf(wanted.kind) === '') return [settingsCall(names, cleared(wanted, present), present.version)];
  const patch = resolved(names, wanted, without(changed, 'type', 'credential'));
  if ('type' in changed) throw new NotPossible('the type of a device stays: remove it and add it anew');
  if ('location' in patch && wanted.kind !== 'device')
    throw new NotPossible('it stays with its site: give the new one another name');
  if ('serial_number' in patch) patch.code = secretOf(names, wanted, 'code');
  if ('credential' in changed) patch.credential = secretOf(names, wanted, 'credential');
  const reason =
    wanted.reason && (wanted.kind === 'policy' || wanted.kind === 'webhook') ? { reason: wanted.reason } : {};
  const path = `${pathOf(wanted.kind)}${present.id}/`;
  const version = present.version === undefined ? {} : { version: present.version };
  if (wanted.kind === 'map') return [call('PUT', path, { ...changed, ...version }, names, wanted.path)];
  if (wanted.kind !== 'person' || patch.location_access === undefined)
    return [call('PATCH', path, { ...patch, ...version, ...reason }, names, wanted.path)];
  // Sites are granted with the whole person; what the file leaves out is withdrawn.
  const before = present.fields.access as Readonly<Record<string, string>>;
  const now = wanted.fields.access as Readonly<Record<string, string>>;
  const withdrawn = Object.keys(before)
    .filter((site) => !(site in now))
    .map((site) => ({
      location_id: need(names, 'site', [wanted.path[0] ?? '', site]),
      has_access: false,
      permission: 'User',
    }));
  const whole = without({ ...present.fields, ...resolved(names, wanted, wanted.fields) }, 'access');
  const location_access = [...(patch.location_access as unknown[]), ...withdrawn];
  return [call('PUT', path, { ...whole, email: wanted.path.at(-1), location_access, ...version }, names, wanted.path)];
};

/** The change that completes a new thing; undefined when its creation took everything. */
export const lateCallOf = (step: Step, id: number, names: Names): BatchCall | undefined => {
  if (step.kind !== 'create') return undefined;
  const { kind, path, fields } = step.wanted;
  const isUnit = kind === 'device' && names.claimOf(path[0] ?? '', String(fields.type)) !== 'open';
  const left = Object.entries(fields).filter(
    ([name, value]) =>
      (isUnit ? lateOfUnits : (late[kind] ?? [])).includes(name) && value !== null && value !== undefined,
  );
  return left.length === 0 ? undefined : call('PATCH', `${pathOf(kind)}${id}/`, Object.fromEntries(left), names, path);
};
