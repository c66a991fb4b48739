import type { DeviceType } from '@tocsin/contract/device-type';
import { ResponseFields } from '@tocsin/contract/responses';
import { ConditionsFields } from '@tocsin/contract/rule-conditions';
import { sign } from '@tocsin/contract/sensors';
import { type CopiedSetting, copiedSettings } from '@tocsin/contract/settings-copies';
import { z } from 'zod';
import type { DeviceSubject } from '../../../access/subject.ts';
import { listed, type SensorList, type ShownSensor } from '../list.ts';
import type { StoredRule } from '../warnings.ts';

const Scale = z.object({ type: z.enum(['BOOL', 'NUMERIC']), unit: z.string(), k: z.number(), c: z.number() });
/** Type, unit, k and c of a sensor; as sent by the device where nobody set them. */
export type ScaleValues = z.infer<typeof Scale>;

const Rule = z.object({
  id: z.number(),
  path: z.string(),
  sign: z.enum(sign),
  value: z.number(),
  delay_seconds: z.number(),
  ...ConditionsFields.shape,
  ...ResponseFields.shape,
});

/** Settings by `groupId.sensorId`. What is not set is absent, except for types. */
export const DeviceSettings = z.object({
  names: z.record(z.string(), z.string()),
  images: z.record(z.string(), z.number()),
  types: z.record(z.string(), Scale),
  responses: z.record(z.string(), ResponseFields),
  rules: z.array(Rule),
  /**
   * What its sensors are for: `wall_sensor`, `running_sensor` (empty: none, every minute counts), `running_above`, and
   * `required PATH` as yes or no.
   */
  roles: z.record(z.string(), z.string()),
});
export type DeviceSettings = z.infer<typeof DeviceSettings>;

/** A device with its settings as far as they can be copied. */
export interface CopyDevice {
  readonly device: DeviceSubject;
  readonly title: string;
  readonly siteTitle: string;
  readonly list: SensorList;
  readonly degrees: 'F' | 'C' | null;
  /** The sensors as displayed, with their present types and units. */
  readonly shown: ReadonlyMap<string, ShownSensor>;
  readonly settings: DeviceSettings;
}

/** What settings are copied from: a device, or the template of a type. */
export type CopySource = Pick<CopyDevice, 'title' | 'list' | 'shown' | 'settings'> & {
  readonly device: { readonly deviceId: number | null; readonly shownType: DeviceType };
};

/** The settings of the chosen kinds. Priorities and response texts are set for sensors and rules. */
export function settingsOf(settings: DeviceSettings, what: readonly CopiedSetting[]): Partial<DeviceSettings> {
  const has = (...kinds: readonly CopiedSetting[]): boolean => kinds.some((kind) => what.includes(kind));
  return {
    ...(has('names') ? { names: settings.names } : {}),
    ...(has('images') ? { images: settings.images } : {}),
    ...(has('types') ? { types: settings.types } : {}),
    ...(has('priorities', 'responses') ? { responses: settings.responses } : {}),
    ...(has('rules', 'priorities', 'responses') ? { rules: settings.rules } : {}),
    ...(has('roles') ? { roles: settings.roles } : {}),
  };
}

export const StoredSettings = DeviceSettings.partial();

/** The same text for the same settings, in whatever order their sensors are stored. */
export function textOf(settings: Partial<DeviceSettings>): string {
  const parsed = StoredSettings.parse(settings);
  return JSON.stringify(parsed, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

/** The chosen kinds in their usual order, each once. */
export const inOrder = (what: readonly CopiedSetting[]): CopiedSetting[] =>
  copiedSettings.filter((kind) => what.includes(kind));

/** A rule's own evaluating fields, as text. */
export const ruleText = (rule: Omit<StoredRule, 'id' | keyof ResponseFields>): string =>
  JSON.stringify([
    rule.path,
    rule.sign,
    rule.value,
    rule.delay_seconds,
    ...Object.keys(ConditionsFields.shape).map((name) => rule[name as keyof ConditionsFields]),
  ]);

/** Paths of the sensors that the device lists now. */
export const pathsOf = (list: SensorList): ReadonlySet<string> => new Set(listed(list).map(({ path }) => path));
