import { limits } from '@tocsin/contract/limits';
import type { SensorNames, SensorTypes, Warning } from '@tocsin/contract/sensors';
import type { z } from 'zod';

interface Group<S> {
  readonly id: string;
  readonly name: string;
  readonly sensors: readonly S[];
}

/** The groups with the sensors that match a search; updated on each change. */
export const matching = <S>(
  groups: readonly Group<S>[],
  text: string,
  words: (sensor: S) => string,
): readonly Group<S>[] => {
  const query = text.trim().toLowerCase();
  return groups
    .map((group) => ({
      ...group,
      sensors: group.sensors.filter((sensor) => `${group.name} ${words(sensor)}`.toLowerCase().includes(query)),
    }))
    .filter((group) => group.sensors.length > 0);
};

/** Only what differs from the server. */
export const changedNames = (
  names: SensorNames,
  typed: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> => {
  const had = new Map(names.groups.flatMap((group) => group.sensors.map((sensor) => [sensor.id, sensor.label])));
  return Object.fromEntries(Object.entries(typed).filter(([id, text]) => text.trim() !== (had.get(id) ?? '')));
};

export const tooLong = (typed: Readonly<Record<string, string>>): ReadonlySet<string> =>
  new Set(Object.entries(typed).flatMap(([id, text]) => (text.trim().length > limits.nameLength ? [id] : [])));

/** One row of the warnings editor, complete or not. */
export interface WarningDraft {
  /** Identifies the row on the page only. */
  readonly key: number;
  readonly sensor: string | null;
  readonly sign: Warning['sign'] | null;
  readonly value: number | null;
  readonly delay: number | null;
}

export type DraftErrors = Readonly<Partial<Record<'sensor' | 'sign' | 'value' | 'delay', true>>>;

export const draftOf = (row: Warning, key: number): WarningDraft => ({
  key,
  sensor: row.sensor_id,
  sign: row.sign,
  value: row.value,
  delay: row.delay_seconds,
});

export const errorsOf = (draft: WarningDraft): DraftErrors => ({
  ...(draft.sensor === null ? { sensor: true } : {}),
  ...(draft.sign === null ? { sign: true } : {}),
  ...(draft.value === null ? { value: true } : {}),
  ...(draft.delay === null ? { delay: true } : {}),
});

export const isComplete = (draft: WarningDraft): boolean => Object.keys(errorsOf(draft)).length === 0;

/** The request body; call it with complete rows only. */
export const rowsOf = (drafts: readonly WarningDraft[]) =>
  drafts.flatMap(({ sensor, sign, value, delay }) =>
    sensor === null || sign === null || value === null || delay === null
      ? []
      : [{ sensor_id: sensor, sign, value, delay_seconds: delay }],
  );

/** A sensor's type being edited; null while a number is missing. */
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
export const asksWarningsAnew = (sensor: TypedSensor, draft: TypeDraft): boolean =>
  sensor.warnings > 0 && (draft.k !== sensor.k_value || draft.c !== sensor.c_value);
