import type { RegisterEntry } from '@tocsin/contract/alarm-register';

/** Entries that are told in one row: one, or alarms of a kind on a device of which nobody has written what to do. */
export interface Told {
  readonly entry: RegisterEntry;
  /** What they are called together: 'Ambient' of 'Ambient 1' and 'Ambient 2'. */
  readonly kind: string;
  readonly all: readonly RegisterEntry[];
}

/** A sensor's name without the number of its place. */
const kindOf = (name: string): string => name.replace(/ ?\d{1,3}$/, '') || name;
const isBare = ({ what_to_do: todo, rule, is_unused: isUnused }: RegisterEntry): boolean =>
  rule === null && (isUnused === true || (todo ?? '').trim() === '');

/** The rows of entries: those of a kind without a text, or unused, are one row where the first of them stands. */
export function toldOf(entries: readonly RegisterEntry[]): Told[] {
  const groups = Map.groupBy(entries, (entry) => {
    const { device_id: device, sensor_id: sensor, rule_id: rule, is_unused: isUnused } = entry;
    return isBare(entry)
      ? `${device} ${isUnused === true} ${entry.priority} ${kindOf(entry.sensor)}`
      : `${device} ${sensor} ${rule}`;
  });
  return [...groups.values()].flatMap((all) => {
    const [entry] = all;
    return entry ? [{ entry, kind: all.length > 1 ? kindOf(entry.sensor) : entry.sensor, all }] : [];
  });
}
