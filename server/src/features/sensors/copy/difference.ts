import { createHash } from 'node:crypto';
import { noResponse, type ResponseFields } from '@tocsin/contract/responses';
import { sensorImageTypes, units } from '@tocsin/contract/sensors';
import type { CopiedField, CopyDifference } from '@tocsin/contract/settings-copies';
import { ruleSummary } from '@tocsin/contract/texts/warning-rules';
import type { ShownSensor } from '../list.ts';
import { inWords } from '../rule-words.ts';
import type { StoredRule } from '../warnings.ts';
import { type CopyDevice, type ScaleValues, textOf } from './settings.ts';
import { shownWith, type Wanted, type WantedRule } from './wanted.ts';

const responseFields = ['priority', 'likely_cause', 'consequence', 'what_to_do', 'respond_within_minutes'] as const;
const unitNames = new Map<string, string>(units.map(({ id, name }) => [id, name]));
const imageNames = new Map<number, string>(sensorImageTypes.map(({ id, name }) => [id, name]));

const imageText = (id: number | undefined): string | null =>
  id === undefined ? null : (imageNames.get(id) ?? `${id}`);
const typeText = (scale: ScaleValues | undefined): string | null =>
  scale === undefined
    ? null
    : [scale.type, unitNames.get(scale.unit) ?? scale.unit, `k ${scale.k}`, `c ${scale.c}`].join(', ');
const fieldText = (value: string | number | null): string | null => (value === null ? null : String(value));

/** What differs between the settings of a device and those that it is to have, sensor by sensor. */
export function differenceOf(target: CopyDevice, wanted: Wanted): CopiedField[] {
  const { settings } = target;
  const after = shownWith(target, wanted.types);
  const changes: CopiedField[] = [];
  const put = (path: string, change: Omit<CopiedField, 'sensor_id' | 'sensor' | 'rule'> & { rule?: string }): void => {
    if (change.old === change.new) return;
    const sensor = target.shown.get(path)?.shownName ?? path;
    changes.push({ sensor_id: path, sensor, rule: null, ...change });
  };
  const each = <T>(
    before: Readonly<Record<string, T>>,
    now: Readonly<Record<string, T>> | undefined,
    work: (path: string, old: T | undefined, next: T | undefined) => void,
  ): void => {
    if (now === undefined) return;
    for (const path of new Set([...Object.keys(before), ...Object.keys(now)])) work(path, before[path], now[path]);
  };
  each(settings.names, wanted.names, (path, old, next) =>
    put(path, { field: 'name', old: old ?? null, new: next ?? null }),
  );
  each(settings.images, wanted.images, (path, old, next) =>
    put(path, { field: 'image', old: imageText(old), new: imageText(next) }),
  );
  each(settings.types, wanted.types, (path, old, next) =>
    put(path, { field: 'type', old: typeText(old), new: typeText(next) }),
  );
  each(settings.responses, wanted.responses, (path, old = noResponse, next = noResponse) => {
    for (const change of responseChanges(old, next)) put(path, change);
  });
  const named = (value: string | undefined): string | null =>
    value === undefined ? null : (target.shown.get(value)?.shownName ?? value);
  each(settings.roles, wanted.roles, (role, old, next) => {
    const [field, path = ''] = role.split('required ');
    if (path !== '') put(path, { field: 'required', old: old ?? null, new: next ?? null });
    else if (field === 'wall_sensor' || field === 'running_sensor' || field === 'running_above')
      put('', { field, old: named(old), new: named(next) });
  });
  for (const { path, ...change } of ruleChanges(settings.rules, wanted.rules, { before: target.shown, after }))
    put(path, change);
  return changes.toSorted((a, b) => order(target, a.sensor_id) - order(target, b.sensor_id));
}

const order = (target: CopyDevice, path: string): number => {
  const at = [...target.shown.keys()].indexOf(path);
  return at < 0 ? target.shown.size : at;
};

type Change = Pick<CopiedField, 'field' | 'old' | 'new'> & { readonly rule?: string };

const responseChanges = (old: ResponseFields, next: ResponseFields): Change[] =>
  responseFields
    .filter((field) => old[field] !== next[field])
    .map((field) => ({ field, old: fieldText(old[field]), new: fieldText(next[field]) }));

function ruleChanges(
  stored: readonly StoredRule[],
  wanted: readonly WantedRule[] | undefined,
  shown: { readonly before: ReadonlyMap<string, ShownSensor>; readonly after: ReadonlyMap<string, ShownSensor> },
): (Change & { readonly path: string })[] {
  if (wanted === undefined) return [];
  const byId = new Map(stored.map((rule) => [rule.id, rule]));
  const changes = wanted.flatMap((rule) => {
    const before = byId.get(rule.id ?? rule.replaces ?? 0);
    const text = ruleSummary(inWords(rule, shown.after));
    const old = before ? ruleSummary(inWords(before, shown.before)) : null;
    const isNew = rule.id === null && { path: rule.path, field: 'rule' as const, old, new: text };
    const responses = responseChanges(before ?? noResponse, rule);
    return [...(isNew ? [isNew] : []), ...responses.map((change) => ({ ...change, path: rule.path, rule: text }))];
  });
  const used = new Set(wanted.flatMap(({ id, replaces }) => [id, replaces]));
  const removed = stored.filter((rule) => !used.has(rule.id));
  return [
    ...changes,
    ...removed.map((rule) => ({
      path: rule.path,
      field: 'rule' as const,
      old: ruleSummary(inWords(rule, shown.before)),
      new: null,
    })),
  ];
}

/** Names a difference together with the stored rules that it begins from. */
export function digestOf(
  differences: readonly CopyDifference[],
  devices: readonly Pick<CopyDevice, 'settings'>[],
): string {
  const before = devices.map(({ settings }) => textOf(settings));
  return createHash('sha256')
    .update(JSON.stringify([differences, before]))
    .digest('base64url');
}
