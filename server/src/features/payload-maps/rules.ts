import { isDeepStrictEqual } from 'node:util';
import type { PayloadMap } from '@tocsin/contract/payload-map';

/** The sensors, as patterns of their paths, that two versions of a map read otherwise: only names may differ. */
export function changedSensors(before: PayloadMap, after: PayloadMap): string[] {
  const [old, fresh] = [readings(before), readings(after)];
  const all = new Set([...old.keys(), ...fresh.keys()]);
  return [...all].filter((path) => !isDeepStrictEqual(old.get(path), fresh.get(path)));
}

/** How each sensor is read, by its path; those of keys share one with `%`. */
function readings({ kinds }: PayloadMap): Map<string, unknown[]> {
  const found = new Map<string, unknown[]>();
  for (const { moments, values } of kinds)
    for (const { name: _name, group_name: _group, ...value } of values) {
      const path = `${value.group}.${value.id === '{key}' ? '%' : value.id}`;
      found.set(path, [...(found.get(path) ?? []), [moments, value]]);
    }
  return found;
}
