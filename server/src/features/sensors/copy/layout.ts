import { warnsOnly } from '@tocsin/contract/device-type';
import type { CopiedSetting } from '@tocsin/contract/settings-copies';
import { texts } from '@tocsin/contract/texts/settings-copies';
import { type ListedSensor, listed } from '../list.ts';
import type { CopyDevice, CopySource, ScaleValues } from './settings.ts';

const kindOf = ({ type, unit, states }: ListedSensor): string =>
  JSON.stringify([type, unit, Object.entries(states).sort()]);

/**
 * Why a device has another layout than the source; null when both list the same sensors. A template may have sensors
 * that a device lacks, and a device others.
 */
export function layoutProblem(source: CopySource, target: CopyDevice): string | null {
  if (source.device.shownType.code !== target.device.shownType.code)
    return texts.otherType(target.device.shownType.code);
  const own = new Map(listed(target.list).map((sensor) => [sensor.path, sensor]));
  if (own.size === 0) return texts.notAnnounced;
  for (const sensor of listed(source.list)) {
    const same = own.get(sensor.path);
    if (!same && source.device.deviceId === null) continue;
    if (!same) return texts.missing(sensor.path);
    if (kindOf(same) !== kindOf(sensor)) return texts.different(sensor.path);
    own.delete(sensor.path);
  }
  const [additional] = own.keys();
  return additional === undefined || source.device.deviceId === null ? null : texts.additional(additional);
}

const isSameScale = (a: ScaleValues | undefined, b: ScaleValues | undefined): boolean =>
  a?.type === b?.type && a?.unit === b?.unit && a?.k === b?.k && a?.c === b?.c;

/** Sensors whose k or c the copy changes: the numbers of their rules get another meaning. */
export const rescaledPaths = (
  before: Readonly<Record<string, ScaleValues>>,
  after: Readonly<Record<string, ScaleValues>>,
): string[] =>
  Object.keys(after).filter((path) => before[path]?.k !== after[path]?.k || before[path]?.c !== after[path]?.c);

/** Why types and rules cannot be copied without each other; null when they can. */
export function scaleProblem(source: CopySource, target: CopyDevice, what: readonly CopiedSetting[]): string | null {
  if (what.includes('types')) {
    if (!warnsOnly(source.device.shownType)) return texts.onlyNodes;
    if (what.includes('rules')) return null;
    const rescaled = rescaledPaths(target.settings.types, source.settings.types);
    const ruled = rescaled.find((path) => target.settings.rules.some((rule) => rule.path === path));
    return ruled === undefined ? null : texts.rulesToo(ruled);
  }
  if (!what.includes('rules')) return null;
  const used = source.settings.rules.flatMap((rule) => [rule.path, rule.reference, rule.only_while?.sensor_id ?? null]);
  const other = used.find(
    (path) => path !== null && !isSameScale(source.settings.types[path], target.settings.types[path]),
  );
  return typeof other === 'string' ? texts.typesFirst(other) : null;
}
