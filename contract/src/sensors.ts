import { z } from 'zod';
import { readers } from './callers.ts';
import { ChangeReason } from './changes.ts';
import { endpoint, IdParams, listOf, listQuery } from './endpoint.ts';
import { SensorKind } from './layout.ts';
import { limits } from './limits.ts';
import { line } from './line.ts';
import { ResponseFields, ResponseInput } from './responses.ts';
import { ConditionsFields, ConditionsInput } from './rule-conditions.ts';

/** Units known to the portal; devices and settings send the `id`. */
export const units = [
  { id: 'C', name: '°C' },
  { id: 'F', name: '°F' },
  { id: '%', name: '%' },
  { id: 'A', name: 'A' },
  { id: 'mA', name: 'mA' },
  { id: 'V', name: 'V' },
  { id: 'bar', name: 'bar' },
  { id: 'PPM', name: 'PPM' },
  { id: 'rpm', name: 'rpm' },
  { id: 'm/s', name: 'm/s' },
  { id: 't/h', name: 't/h' },
  { id: 'Hz', name: 'Hz' },
  { id: 'mm', name: 'mm' },
  { id: 'Seconds', name: 'Sec' },
  { id: 'Minutes', name: 'Minutes' },
  { id: '', name: 'none' },
] as const;
const UnitId = z.enum(units.map((unit) => unit.id) as [string, ...string[]], 'Unknown unit.');

/** Sensor image types; the page has an icon for each id. */
export const sensorImageTypes = [
  { id: 1, name: 'Bearing temperature' },
  { id: 2, name: 'Ambient temperature' },
  { id: 3, name: 'Belt alignment' },
  { id: 4, name: 'Rub block' },
  { id: 5, name: 'Belt speed' },
  { id: 6, name: 'Plug switch' },
  { id: 7, name: 'Pulley alignment' },
  { id: 8, name: 'Motor current' },
  { id: 9, name: 'Level' },
  { id: 10, name: 'Pressure' },
  { id: 11, name: 'Relay' },
  { id: 12, name: 'Controller' },
] as const;

/** A sensor of a device's newest list with its configured name, picture and type. */
export const Sensor = z.object({
  /** `groupId.sensorId`. */
  id: z.string(),
  sensor_id: z.string(),
  group_id: z.string(),
  group_name: z.string(),
  name: z.string(),
  type: SensorKind,
  unit: z.string(),
  /** Unit that settings and degrees give it, in which new rules are typed. */
  shown_unit: z.string().optional(),
  image: z.number().nullable(),
});
export type Sensor = z.infer<typeof Sensor>;

/** A reference to a sensor: `groupId.sensorId`, the three-part path, or a unique bare id. */
const SensorRef = z.string('Please select your sensor').trim().min(1, 'Please select your sensor').max(80);
const finite = (message: string) => z.number(message).refine(Number.isFinite, message);

/** Comparison of a warning, on displayed values: 2 decimals, temperatures 1. */
export const sign = ['>', '<', '='] as const;
export const WarningRow = z.object({
  /** The stored rule that this row is; without it, a rule equal in all evaluating fields. */
  id: z.number().int().positive().max(2_147_483_647).optional(),
  sensor_id: SensorRef,
  sign: z.enum(sign, 'Please select your sign'),
  value: finite('Please input your value'),
  delay_seconds: z
    .number('Please input your delay seconds')
    .int('Please input your delay seconds')
    .min(0, 'Ensure this value is greater than or equal to 0.')
    .max(86_400, 'Ensure this value is less than or equal to 86400.'),
  ...ResponseInput.shape,
  ...ConditionsInput.shape,
});
export type WarningRow = z.infer<typeof WarningRow>;
/** Other fields of a row (name, sentence) may be sent back and are ignored. */
const WarningRows = z.array(WarningRow).max(2_000, 'Ensure this list has no more than 2000 rows.');
const version = z.number().int().min(0).optional();
/** The list with the version that the editor loaded. */
export interface SentWarnings {
  readonly results: readonly WarningRow[];
  readonly version?: number;
  /** Why rules are loosened or removed. */
  readonly reason?: string;
}
/** The list alone, or with the version that the editor loaded. A bad row is named by its index. */
export const WarningsInput = z.custom<readonly WarningRow[] | SentWarnings>().transform((sent, context) => {
  const envelope = z
    .object({ results: z.unknown(), version, reason: ChangeReason })
    .safeParse(Array.isArray(sent) ? { results: sent } : sent);
  const rows = WarningRows.safeParse(envelope.data?.results);
  const { issues } = envelope.error ?? rows.error ?? { issues: [] };
  for (const { message, path } of issues) context.issues.push({ code: 'custom', message, path, input: sent });
  return { results: rows.data ?? [], version: envelope.data?.version, reason: envelope.data?.reason };
});

/** A warning rule of a sensor; it becomes active when its condition has held for `delay_seconds`. */
export const Warning = z.object({
  id: z.number(),
  sensor_id: z.string(),
  name: z.string(),
  sign: z.enum(sign),
  value: z.number(),
  delay_seconds: z.number(),
  /** False: the device no longer lists the sensor. */
  is_known: z.boolean(),
  /** Unix ms since when a value is missing that the rule needs; null while it is evaluated. */
  cannot_evaluate_since: z.number().nullable(),
  /** The rule in words. */
  sentence: z.string(),
  ...ResponseFields.shape,
  ...ConditionsFields.shape,
  /** Unit in which the numbers were typed. */
  unit: z.string(),
  /** Displayed unit of the sensor; the rule cannot be evaluated while `unit` cannot be converted to it. */
  sensor_unit: z.string().optional(),
});
export type Warning = z.infer<typeof Warning>;

const label = line().max(limits.nameLength, `Ensure this field has no more than ${limits.nameLength} characters.`);
/** Units for displayed temperatures. */
export const degrees = ['F', 'C'] as const;
const Network = line().max(60, 'Ensure this field has no more than 60 characters.');

export const SensorNames = z.object({
  groups: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      sensors: z.array(z.object({ id: z.string(), name: z.string(), label: z.string() })),
    }),
  ),
  degrees: z.enum(degrees).nullable(),
  networks: z.array(z.string()).nullable(),
  version: z.number(),
});
export type SensorNames = z.infer<typeof SensorNames>;
export const SensorNamesInput = z.object({
  sensor_names: z.record(z.string(), label),
  degrees: z.enum(degrees, 'Please select degrees').nullish(),
  networks: z.array(Network).max(4, 'There are four networks.').nullish(),
  version,
});

export const SensorImages = z.object({
  groups: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      sensors: z.array(z.object({ id: z.string(), name: z.string(), image: z.number().nullable() })),
    }),
  ),
});
const ImageMap = z.object({
  sensor_image_types: z.record(
    z.string(),
    z
      .number()
      .refine((id) => sensorImageTypes.some((type) => type.id === id), 'Unknown image type.')
      .nullable(),
  ),
});
/** The page's wrapper `{device_id, data}` is accepted too. */
export const SensorImagesInput = z.union([
  z.object({ device_id: z.number().optional(), data: ImageMap }).transform(({ data }) => data),
  ImageMap,
]);

const Scale = z.object({
  type: z.enum(['BOOL', 'NUMERIC'], 'Must be BOOL or NUMERIC.'),
  unit: UnitId.default(''),
  k_value: finite('Please input your k value')
    .refine((k) => k !== 0, 'k must not be 0.')
    .default(1),
  c_value: finite('Please input your c value').default(0),
});
export const SensorTypes = z.object({
  sensors: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      group_name: z.string(),
      type: z.enum(['BOOL', 'NUMERIC']),
      unit: z.string(),
      k_value: z.number(),
      c_value: z.number(),
      /** Start of validity in unix ms; null: as sent by the device. */
      since: z.number().nullable(),
      /** Number of warnings in this sensor's displayed unit: a change of k or c requires them anew. */
      warnings: z.number(),
    }),
  ),
  units: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type SensorTypes = z.infer<typeof SensorTypes>;
export const SensorTypesInput = z.object({
  sensor_types: z.record(
    z.string(),
    z.union([z.enum(['BOOL', 'NUMERIC']).transform((type) => ({ type })), Scale], 'Must be BOOL or NUMERIC.'),
  ),
  /** The warnings of sensors whose k or c changes, in the new unit. */
  warnings: WarningRows.optional(),
});

const ok = z.object({ detail: z.string() });
const settings = '/api/v1/devices/:id/settings' as const;
const read = { method: 'GET', may: 'device.see', programs: 'read', params: IdParams } as const;
const write = { method: 'POST', may: 'device.edit', programs: 'plant', params: IdParams } as const;

/** A change of the rules that waits for another person. */
export const ProposedWarnings = z.object({
  id: z.number(),
  by: z.string(),
  at: z.iso.datetime(),
  reason: z.string(),
  /** The caller proposed it, and may only withdraw it. */
  is_own: z.boolean(),
  /** The rules were changed since: it cannot be approved any more. */
  is_outdated: z.boolean(),
  /** Sentences of the rules that would end and begin. */
  removed: z.array(z.string()),
  added: z.array(z.string()),
});
export type ProposedWarnings = z.infer<typeof ProposedWarnings>;

const WarningsReply = listOf(Warning).extend({ version: z.number(), proposed: ProposedWarnings.nullable() });

/** The decision about a proposed change. Who proposed it may decline it, which withdraws it. */
export const DecideWarnings = z.object({
  proposal: z.number().int().positive().max(2_147_483_647),
  decision: z.enum(['approve', 'decline'], 'Must be approve or decline.'),
  comment: z.string().trim().max(1500, 'Ensure this field has no more than 1500 characters.').default(''),
});

export const endpoints = {
  list: endpoint({
    ...read,
    keys: 'any',
    path: '/api/v1/devices/:id/sensors/',
    says: 'The sensors of a device, as its newest birth lists them, under their given names',
    reply: listOf(Sensor),
  }),
  warnings: endpoint({
    ...read,
    path: `${settings}/warnings/`,
    says: 'The warning rules of a device',
    query: z.object(listQuery(1000, 100)),
    reply: WarningsReply,
  }),
  saveWarnings: endpoint({
    ...write,
    // People who see the device but may not edit get the specification's text.
    may: 'device.see',
    programs: 'rules',
    path: `${settings}/warnings/`,
    says: 'Replaces the warning rules; rows equal in sensor, sign, value and delay keep id, counter and open warning. Loosening or removing one needs `reason`, or another person, if the client asks for it',
    body: WarningsInput,
    reply: WarningsReply,
    maxBytes: 1024 * 1024,
  }),
  decideWarnings: endpoint({
    ...write,
    may: 'device.manage',
    programs: 'none',
    path: `${settings}/warnings/decide/`,
    says: 'Approves or declines a proposed change of the warning rules; only another person than its author approves',
    body: DecideWarnings,
    reply: WarningsReply,
  }),
  exportWarnings: endpoint({
    ...read,
    path: `${settings}/export/warnings/`,
    says: 'The warning rules as CSV, one line each, with all their conditions',
    sends: 'text/csv',
  }),
  importWarnings: endpoint({
    ...write,
    programs: 'rules',
    path: `${settings}/import/warnings/`,
    query: z.object({ reason: ChangeReason }),
    says: 'Replaces the warning rules by a CSV in the multipart field `file`; each bad row is named by its line',
    multipart: true,
    maxBytes: 1024 * 1024 + 16 * 1024,
    reply: ok,
  }),
  names: endpoint({ ...read, path: `${settings}/sensor-names/`, says: 'Names of sensors', reply: SensorNames }),
  saveNames: endpoint({
    ...write,
    path: `${settings}/sensor-names/`,
    says: 'Names sensors; an empty name gives back the device its own word',
    body: SensorNamesInput,
    reply: SensorNames,
  }),
  exportNames: endpoint({
    ...read,
    path: `${settings}/export/sensor-names/`,
    says: 'Sensor names as CSV: id, group, name, label',
    sends: 'text/csv',
  }),
  importNames: endpoint({
    ...write,
    path: `${settings}/import/sensor-names/`,
    says: 'Names sensors from a CSV in the multipart field `file`; each bad row is named by its line',
    multipart: true,
    // Size limit: a file of 1 MiB and the surrounding form.
    maxBytes: 1024 * 1024 + 16 * 1024,
    reply: ok,
  }),
  images: endpoint({ ...read, path: `${settings}/sensor-images/`, says: 'Images of sensors', reply: SensorImages }),
  saveImages: endpoint({
    ...write,
    path: `${settings}/sensor-images/`,
    says: 'Gives sensors their images',
    body: SensorImagesInput,
    reply: SensorImages,
  }),
  types: endpoint({
    ...read,
    path: `${settings}/sensor-types/`,
    says: 'Types, units, k and c of an IE-Node',
    reply: SensorTypes,
  }),
  saveTypes: endpoint({
    ...write,
    path: `${settings}/sensor-types/`,
    says: 'Sets types, units, k and c of an IE-Node from now on',
    body: SensorTypesInput,
    reply: SensorTypes,
  }),
  units: endpoint.get('/api/v1/ie-node-units/', {
    ...readers,
    says: 'Units that a sensor of an IE-Node may have',
    reply: listOf(z.object({ id: z.string(), name: z.string() })),
  }),
  imageTypes: endpoint.get('/api/v1/sensor-image-types/', {
    ...readers,
    says: 'Images that a sensor may have',
    reply: listOf(z.object({ id: z.number(), name: z.string(), thumbs: z.object({ small: z.string() }) })),
  }),
};
