import { createHash } from 'node:crypto';
import { comparedFields, type RegisterDifference, type RegisterEntry } from '@tocsin/contract/alarm-register';
import { fullSensorId } from '@tocsin/contract/layout';
import { priorityLevel } from '@tocsin/contract/priority';
import { type ResponseFields, ruleResponse } from '@tocsin/contract/responses';
import { searchText } from '@tocsin/contract/search-text';

/** A device with what is set for its sensors and rules. */
export interface RegisterDevice {
  readonly id: number;
  readonly title: string;
  readonly sensors: readonly (ResponseFields & {
    readonly path: string;
    readonly name: string;
    readonly isTemperature?: boolean;
    readonly isUnused?: boolean;
    readonly rules: readonly (ResponseFields & { readonly id: number; readonly text: string })[];
  })[];
}

/** The entries of a site: each sensor's own alarm, and each rule with what it has of its sensor. */
export function entriesOf(devices: readonly RegisterDevice[]): RegisterEntry[] {
  return devices.flatMap((device) =>
    device.sensors.flatMap((sensor) => {
      const unused = sensor.isUnused ? { is_unused: true } : {};
      const about = {
        device_id: device.id,
        device: device.title,
        sensor_id: sensor.path,
        sensor: sensor.name,
        ...unused,
      };
      return [
        { ...about, rule_id: null, rule: null, ...fieldsOf(sensor) },
        ...sensor.rules.map((rule) => ({
          ...about,
          rule_id: rule.id,
          rule: rule.text,
          ...ruleResponse(fieldsOf(rule), fieldsOf(sensor)),
        })),
      ];
    }),
  );
}

const fieldsOf = (row: ResponseFields): ResponseFields => ({
  priority: row.priority,
  likely_cause: row.likely_cause,
  consequence: row.consequence,
  what_to_do: row.what_to_do,
  respond_within_minutes: row.respond_within_minutes,
});

/** Whether nobody has written what to do, of what is wired. */
export const isMissing = ({ what_to_do: todo, is_unused: isUnused }: RegisterEntry): boolean =>
  !isUnused && (todo === null || todo.trim() === '');

/** What inputs that nothing is wired to are called, with the number of the input: 'Spare 2', 'Nicht belegt'. */
const spareName =
  /^(spare|unused|not (used|fitted|connected)|reserve|nicht belegt|reserva|no conectad[ao]|réserve|non raccordée?|não (usad[ao]|conectad[ao]))( input)?[\s\d.:#-]*$/i;

/** The devices with what people confirmed as unused, by `deviceId.groupId.sensorId`, or what is called spare and has no rule. */
export const withUnused = (devices: readonly RegisterDevice[], unused: ReadonlySet<string>): RegisterDevice[] =>
  devices.map((device) => ({
    ...device,
    sensors: device.sensors.map((sensor) =>
      unused.has(fullSensorId(device.id, sensor.path)) || (sensor.rules.length === 0 && spareName.test(sensor.name))
        ? { ...sensor, isUnused: true }
        : sensor,
    ),
  }));

/** What makes sensors urgent, by `deviceId.groupId.sensorId`: what they are in now, or that they tell of heat. */
export type Conditions = ReadonlyMap<string, keyof typeof rankOf>;
const rankOf = { alarm: 0, warning: 1, heat: 2 } as const;

/** The sensors of devices that measure a temperature. */
export const heatOf = (devices: readonly RegisterDevice[]): Conditions =>
  new Map(
    devices.flatMap(({ id, sensors }) =>
      sensors.flatMap(({ path, isTemperature }) => (isTemperature ? [[fullSensorId(id, path), 'heat']] : [])),
    ),
  );

/** Missing texts first and what is unused last; of each those with a limit of ours, then by the priority that somebody set, then by what the sensor is in now and measures. */
const urgencyOf = (entry: RegisterEntry, conditions: Conditions): number => {
  const now = conditions.get(fullSensorId(entry.device_id, entry.sensor_id));
  const priority = entry.priority === null ? 5 : priorityLevel(entry.priority);
  const part = isMissing(entry) ? 0 : entry.is_unused ? 400 : 200;
  return part + (entry.rule === null ? 100 : 0) + 10 * priority + (now ? rankOf[now] : 3);
};

/** The entries that a query asks for, in its order. */
export function selected(
  entries: readonly RegisterEntry[],
  query: { readonly q: string; readonly missing: boolean; readonly missing_first: boolean },
  conditions: Conditions = new Map(),
): readonly RegisterEntry[] {
  const wanted = searchText(query.q);
  const found = entries.filter(
    (entry) =>
      (!query.missing || isMissing(entry)) &&
      (wanted === '' ||
        [entry.device, entry.sensor, entry.rule, entry.what_to_do, entry.likely_cause, entry.consequence].some(
          (text) => text !== null && searchText(text).includes(wanted),
        )),
  );
  return query.missing_first ? found.toSorted((a, b) => urgencyOf(a, conditions) - urgencyOf(b, conditions)) : found;
}

/** Equal lists have equal digests. */
export const digestOf = (entries: readonly RegisterEntry[]): string =>
  createHash('sha256')
    .update(
      JSON.stringify(
        entries.map((entry) => [entry.device_id, entry.sensor_id, entry.rule_id, comparedFields.map((f) => entry[f])]),
      ),
    )
    .digest('hex');

const keyOf = (entry: RegisterEntry): string => `${entry.device_id} ${entry.sensor_id} ${entry.rule_id ?? ''}`;
const textOf = (value: string | number | null): string => (value === null ? '' : String(value));

/** What was added, changed and removed since the approved list, in the order of the lists. */
export function differencesOf(
  approved: readonly RegisterEntry[],
  present: readonly RegisterEntry[],
): RegisterDifference[] {
  const before = new Map(approved.map((entry) => [keyOf(entry), entry]));
  const after = new Set(present.map(keyOf));
  const found = present.flatMap((entry): RegisterDifference[] => {
    const old = before.get(keyOf(entry));
    if (!old) return [{ kind: 'added', entry, changes: [] }];
    const changes = comparedFields.flatMap((field) =>
      old[field] === entry[field] ? [] : [{ field, old: textOf(old[field]), new: textOf(entry[field]) }],
    );
    return changes.length === 0 ? [] : [{ kind: 'changed', entry, changes }];
  });
  const removed = approved.filter((entry) => !after.has(keyOf(entry)));
  return [...found, ...removed.map((entry): RegisterDifference => ({ kind: 'removed', entry, changes: [] }))];
}
