import { toUnit } from '@tocsin/contract/convertible-units';
import { limits } from '@tocsin/contract/limits';
import type { ResponseFields } from '@tocsin/contract/responses';
import { type ConditionsFields, isWindowed } from '@tocsin/contract/rule-conditions';
import { searchText } from '@tocsin/contract/search-text';
import type { SensorNames, SensorTypes, Warning } from '@tocsin/contract/sensors';
import type { z } from 'zod';
import { localDecimals } from '../../ui/locale.ts';
import { unitText } from '../../ui/value.ts';

interface Group<S> {
  readonly id: string;
  readonly name: string;
  readonly sensors: readonly S[];
}

/** The groups that contain matches of a search, with the matching sensors. */
export const matching = <S>(
  groups: readonly Group<S>[],
  text: string,
  words: (sensor: S) => string,
): readonly Group<S>[] => {
  const query = searchText(text.trim());
  return groups
    .map((group) => ({
      ...group,
      sensors: group.sensors.filter((sensor) => searchText(`${group.name} ${words(sensor)}`).includes(query)),
    }))
    .filter((group) => group.sensors.length > 0);
};

/** The typed names that differ from the stored ones. */
export const changedNames = (
  names: SensorNames,
  typed: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> => {
  const had = new Map(names.groups.flatMap((group) => group.sensors.map((sensor) => [sensor.id, sensor.label])));
  return Object.fromEntries(Object.entries(typed).filter(([id, text]) => text.trim() !== (had.get(id) ?? '')));
};

/** The sensors whose typed name is too long. */
export const tooLong = (typed: Readonly<Record<string, string>>): ReadonlySet<string> =>
  new Set(Object.entries(typed).flatMap(([id, text]) => (text.trim().length > limits.nameLength ? [id] : [])));

/** A sensor that a rule may use. */
export interface RuleSensor {
  readonly value: string;
  readonly label: string;
  readonly name: string;
  readonly unit: string;
  readonly isNumeric: boolean;
}

/** One row of the warnings editor, possibly incomplete. */
export interface WarningDraft {
  /** Identifies the row on the page. */
  readonly key: number;
  readonly sensor: string | null;
  readonly sign: Warning['sign'] | null;
  readonly value: number | null;
  readonly delay: number | null;
  /** Id of the stored rule; absent for a new row. */
  readonly id?: number;
  readonly response: ResponseFields;
  readonly conditions: ConditionsFields;
  /** Unix ms since when the stored rule lacks a value; null or absent while it is evaluated. */
  readonly cannotEvaluateSince?: number | null;
}

/** The unit of a number that is typed: it stays while the sensor's unit can be converted to it. */
export const typedUnit = (unit: string | null, sensorUnit: string | undefined): string | null =>
  sensorUnit === undefined || (unit !== null && toUnit(sensorUnit, unit)) ? unit : sensorUnit;

export type DraftErrors = Readonly<
  Partial<Record<'sensor' | 'sign' | 'value' | 'delay' | 'window' | 'reference' | 'gate', true>>
>;

export const draftOf = (row: Warning, key: number): WarningDraft => ({
  key,
  sensor: row.sensor_id,
  sign: row.sign,
  value: row.value,
  delay: row.delay_seconds,
  id: row.id,
  response: fieldsOf(row),
  conditions: conditionsOf(row),
  cannotEvaluateSince: row.cannot_evaluate_since,
});

/** The stored value of a rule with its unit while the draft has another one; null: unchanged, or a new rule. */
export const wasOf = (stored: Warning | undefined, { id, value, conditions }: WarningDraft): string | null =>
  stored === undefined || stored.id !== id || (stored.value === value && stored.unit === conditions.unit)
    ? null
    : `${localDecimals(String(stored.value))} ${unitText(stored.unit)}`.trim();

/** The condition fields of a rule. */
const conditionsOf = (row: ConditionsFields): ConditionsFields => ({
  kind: row.kind,
  window_seconds: row.window_seconds,
  reference: row.reference,
  absolute: row.absolute,
  deadband: row.deadband,
  off_delay_seconds: row.off_delay_seconds,
  only_while: row.only_while,
  unit: row.unit,
});

/** The conditions with another kind; fields that it does not use are cleared. */
export const withKind = (conditions: ConditionsFields, kind: ConditionsFields['kind']): ConditionsFields => ({
  ...conditions,
  kind,
  window_seconds: isWindowed({ kind }) ? (conditions.window_seconds ?? 600) : null,
  reference: kind === 'difference' ? conditions.reference : null,
  absolute: kind === 'difference' && conditions.absolute,
});

/** The response fields of a sensor or rule. */
export const fieldsOf = (row: ResponseFields): ResponseFields => ({
  priority: row.priority,
  likely_cause: row.likely_cause,
  consequence: row.consequence,
  what_to_do: row.what_to_do,
  respond_within_minutes: row.respond_within_minutes,
});

/** Error texts of a row by field; empty if it is complete. */
export const errorsOf = (draft: WarningDraft): DraftErrors => ({
  ...(draft.sensor === null ? { sensor: true } : {}),
  ...(draft.sign === null ? { sign: true } : {}),
  ...(draft.value === null ? { value: true } : {}),
  ...(draft.delay === null ? { delay: true } : {}),
  ...(isWindowed(draft.conditions) && draft.conditions.window_seconds === null ? { window: true } : {}),
  ...(draft.conditions.kind === 'difference' && draft.conditions.reference === null ? { reference: true } : {}),
  ...(isGateIncomplete(draft.conditions.only_while) ? { gate: true } : {}),
});

const isGateIncomplete = (gate: ConditionsFields['only_while']): boolean =>
  gate !== null && (gate.sensor_id === '' || (!gate.state && (gate.sign === null || gate.value === null)));

export const isComplete = (draft: WarningDraft): boolean => Object.keys(errorsOf(draft)).length === 0;

/** The request body for complete rows. */
export const rowsOf = (drafts: readonly WarningDraft[]) =>
  drafts.flatMap(({ sensor, sign, value, delay, id, response, conditions }) =>
    sensor === null || sign === null || value === null || delay === null
      ? []
      : [
          {
            sensor_id: sensor,
            sign,
            value,
            delay_seconds: delay,
            ...(id === undefined ? {} : { id }),
            ...conditions,
            ...response,
          },
        ],
  );

/** A sensor's type being edited; missing numbers are null. */
export interface TypeDraft {
  readonly type: 'BOOL' | 'NUMERIC';
  readonly unit: string;
  readonly k: number | null;
  readonly c: number | null;
}
type TypedSensor = z.infer<typeof SensorTypes>['sensors'][number];

export const typeOf = (sensor: TypedSensor): TypeDraft => ({
  type: sensor.type,
  unit: sensor.unit,
  k: sensor.k_value,
  c: sensor.c_value,
});

export const isTypeChanged = (sensor: TypedSensor, draft: TypeDraft): boolean =>
  draft.type !== sensor.type || draft.unit !== sensor.unit || draft.k !== sensor.k_value || draft.c !== sensor.c_value;

/** Warning values use the displayed unit: a new k or c changes their meaning. */
export const invalidatesWarnings = (sensor: TypedSensor, draft: TypeDraft): boolean =>
  sensor.warnings > 0 && (draft.k !== sensor.k_value || draft.c !== sensor.c_value);
