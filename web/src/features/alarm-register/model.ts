import type { RegisterEntry } from '@tocsin/contract/alarm-register';
import type { ResponseInput } from '@tocsin/contract/responses';

/** Entries that are told in one row: one, or alarms of a kind of which nobody has written what to do. */
export interface Told {
  readonly entry: RegisterEntry;
  /** What they are called together: 'Ambient' of 'Ambient 1' and 'Ambient 2'. */
  readonly kind: string;
  readonly all: readonly RegisterEntry[];
  /** Stands for rows without a text that are not shown. */
  readonly isMore?: boolean;
}

/** A sensor's name without the number of its place. */
const kindOf = (name: string): string => name.replace(/ ?\d{1,3}$/, '') || name;
const lacksText = ({ what_to_do: todo }: RegisterEntry): boolean => (todo ?? '').trim() === '';
const isBare = (entry: RegisterEntry): boolean => entry.rule === null && (entry.is_unused === true || lacksText(entry));

/**
 * The rows of entries: those of a kind without a text, or unused, are one row where the first of them stands. Devices of
 * one type share their rows.
 */
export function toldOf(entries: readonly RegisterEntry[], typeOf: (device: number) => string | undefined): Told[] {
  const groups = Map.groupBy(entries, (entry) => {
    const { device_id: device, sensor_id: sensor, rule_id: rule, is_unused: isUnused } = entry;
    return isBare(entry)
      ? `${typeOf(device) ?? device} ${isUnused === true} ${entry.priority} ${kindOf(entry.sensor)}`
      : `${device} ${sensor} ${rule}`;
  });
  return [...groups.values()].flatMap((all) => {
    const [entry] = all;
    const isOne = all.every(({ sensor }) => sensor === entry?.sensor);
    return entry ? [{ entry, kind: isOne ? entry.sensor : kindOf(entry.sensor), all }] : [];
  });
}

/** Rows without a text before those with one. */
const mostMissing = 5;
/** The first rows without a text, one that stands for the others, and all rows that have one. */
export function shortened(told: readonly Told[]): readonly Told[] {
  const isMissing = ({ entry }: Told): boolean => lacksText(entry) && entry.is_unused !== true;
  const rest = told.filter(isMissing).slice(mostMissing);
  const [first] = rest;
  if (first === undefined || rest.length === 1) return told;
  const more = { ...first, all: rest.flatMap(({ all }) => all), isMore: true };
  return told.flatMap((one) => (one === first ? [more] : rest.includes(one) ? [] : [one]));
}

/** What is saved at each device to give all sensors of entries one text; what is left empty stays as it is. */
export function writesOf(
  all: readonly RegisterEntry[],
  text: Pick<ResponseInput, 'what_to_do' | 'likely_cause' | 'consequence'>,
): readonly { readonly device: number; readonly responses: Readonly<Record<string, ResponseInput>> }[] {
  const given = (value: string | null | undefined) => ((value ?? '').trim() === '' ? undefined : value);
  const response = {
    what_to_do: given(text.what_to_do),
    likely_cause: given(text.likely_cause),
    consequence: given(text.consequence),
  };
  return [...Map.groupBy(all, ({ device_id: device }) => device)].map(([device, own]) => ({
    device,
    responses: Object.fromEntries(own.map(({ sensor_id: sensor }) => [sensor, response])),
  }));
}
