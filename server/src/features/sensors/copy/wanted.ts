import { noResponse, type ResponseFields } from '@tocsin/contract/responses';
import type { CopiedSetting } from '@tocsin/contract/settings-copies';
import { type ShownSensor, shownSensors } from '../list.ts';
import { inUnits, type StoredRule } from '../warnings.ts';
import {
  type CopyDevice,
  type CopySource,
  type DeviceSettings,
  pathsOf,
  ruleText,
  type ScaleValues,
} from './settings.ts';

/** A rule that a device is to have; `id` is the present rule that it is, `replaces` the one in whose place it comes. */
export interface WantedRule extends Omit<StoredRule, 'id'> {
  readonly id: number | null;
  readonly replaces: number | null;
}
/** The settings that a device is to have, of the copied kinds. */
export type Wanted = Partial<Omit<DeviceSettings, 'rules'>> & { readonly rules?: readonly WantedRule[] };

const textFields = ['likely_cause', 'consequence', 'what_to_do', 'respond_within_minutes'] as const;

/** The settings that the target has after the copy. What is set for sensors that not both of them list stays. */
export function wantedSettings(source: CopySource, target: CopyDevice, what: readonly CopiedSetting[]): Wanted {
  const paths = sharedPaths(source, target);
  const { settings: from } = source;
  const { settings: to } = target;
  const replaced = <T>(ours: Readonly<Record<string, T>>, theirs: Readonly<Record<string, T>>) =>
    Object.fromEntries([
      ...Object.entries(ours).filter(([path]) => !paths.has(path)),
      ...Object.entries(theirs).filter(([path]) => paths.has(path)),
    ]);
  const has = (kind: CopiedSetting): boolean => what.includes(kind);
  const isAboutResponses = has('priorities') || has('responses');
  const mixed = mixer(what);
  const types = has('types') ? replaced(to.types, from.types) : undefined;
  return {
    ...(has('names') ? { names: replaced(to.names, from.names) } : {}),
    ...(has('images') ? { images: replaced(to.images, from.images) } : {}),
    ...(types ? { types } : {}),
    ...(isAboutResponses ? { responses: wantedResponses(to.responses, from.responses, paths, mixed) } : {}),
    ...(has('roles') ? { roles: wantedRoles(source, target) } : {}),
    ...(has('rules') ? { rules: copiedRules(source, target, types, mixed) } : {}),
    ...(!has('rules') && isAboutResponses ? { rules: answeredRules(source, target, mixed) } : {}),
  };
}

/** The source's roles; the target's own where the source's sensor is none of its own, or shown in another unit. */
function wantedRoles(source: CopySource, target: CopyDevice): Record<string, string> {
  const shared = sharedPaths(source, target);
  const [from, to] = [source.settings.roles, target.settings.roles];
  const { running_sensor: running = '' } = from;
  const isTaken = (role: string): boolean => {
    if (role.startsWith('required ')) return shared.has(role.slice('required '.length));
    if (role === 'wall_sensor') return from[role] === undefined || shared.has(from[role]);
    const unit = source.shown.get(running)?.shownUnit;
    return running === '' || (shared.has(running) && target.shown.get(running)?.shownUnit === unit);
  };
  return Object.fromEntries([
    ...Object.entries(to).filter(([role]) => !isTaken(role)),
    ...Object.entries(from).filter(([role]) => isTaken(role)),
  ]);
}

/** Sensors that both of them list. */
function sharedPaths(source: CopySource, target: CopyDevice): ReadonlySet<string> {
  const theirs = pathsOf(source.list);
  return new Set([...pathsOf(target.list)].filter((path) => theirs.has(path)));
}

/** The sensors of a device as displayed once it has these types. */
export const shownWith = (
  target: CopyDevice,
  types: Readonly<Record<string, ScaleValues>> | undefined,
): ReadonlyMap<string, ShownSensor> =>
  types === undefined
    ? target.shown
    : shownSensors(
        target.list,
        Object.entries(types).map(([path, scale]) => ({ path, since: 0, ...scale })),
        target.degrees,
      );

type Mix = (own: ResponseFields, copied: ResponseFields) => ResponseFields;

/** Priority and texts of the one or the other, by what is copied. */
function mixer(what: readonly CopiedSetting[]): Mix {
  return (own, copied) => {
    const { likely_cause, consequence, what_to_do, respond_within_minutes } = what.includes('responses') ? copied : own;
    const { priority } = what.includes('priorities') ? copied : own;
    return { priority, likely_cause, consequence, what_to_do, respond_within_minutes };
  };
}

function wantedResponses(
  own: Readonly<Record<string, ResponseFields>>,
  copied: Readonly<Record<string, ResponseFields>>,
  paths: ReadonlySet<string>,
  mixed: Mix,
): Record<string, ResponseFields> {
  const all = [...new Set([...Object.keys(own), ...Object.keys(copied)])].sort();
  return Object.fromEntries(
    all.flatMap((path) => {
      const before = own[path] ?? noResponse;
      const after = paths.has(path) ? mixed(before, copied[path] ?? noResponse) : before;
      return after.priority === null && textFields.every((name) => after[name] === null) ? [] : [[path, after]];
    }),
  );
}

/** The source's rules in the target's units; a rule that is new there brings its own priority and response. */
function copiedRules(
  source: CopySource,
  target: CopyDevice,
  types: DeviceSettings['types'] | undefined,
  mixed: Mix,
): readonly WantedRule[] {
  const paths = pathsOf(target.list);
  const shared = sharedPaths(source, target);
  const isListed = (rule: StoredRule): boolean =>
    [rule.path, rule.reference, rule.only_while?.sensor_id ?? null].every((path) => path === null || paths.has(path));
  const rules = source.settings.rules
    .filter(isListed)
    .map((rule) => inUnitsOf(rule, { from: source.shown, to: shownWith(target, types) }));
  const free = new Map(target.settings.rules.map((rule) => [rule.id, rule]));
  const take = (fits: (rule: StoredRule) => boolean): StoredRule | undefined => {
    const found = [...free.values()].find(fits);
    if (found) free.delete(found.id);
    return found;
  };
  const same = rules.map((rule) => take((other) => ruleText(other) === ruleText(rule)));
  const wanted = rules.map((rule, index): WantedRule => {
    const kept = same[index];
    const replaced =
      kept ?? take((other) => other.path === rule.path && other.kind === rule.kind && other.sign === rule.sign) ?? null;
    const response = replaced ? mixed(replaced, rule) : rule;
    return { ...rule, ...responseOf(response), id: kept?.id ?? null, replaces: kept ? null : (replaced?.id ?? null) };
  });
  const others = [...free.values()].filter((rule) => !isListed(rule) || !shared.has(rule.path));
  return [...wanted, ...others.map(unchanged)];
}

/** The target's own rules with the responses of the source's equal rules. */
function answeredRules(source: CopySource, target: CopyDevice, mixed: Mix): readonly WantedRule[] {
  const equal = Map.groupBy(
    source.settings.rules.map((rule) => inUnitsOf(rule, { from: source.shown, to: target.shown })),
    ruleText,
  );
  return target.settings.rules.map((rule) => {
    const copied = equal.get(ruleText(rule))?.shift();
    return copied ? { ...unchanged(rule), ...mixed(rule, copied) } : unchanged(rule);
  });
}

export const unchanged = (rule: StoredRule): WantedRule => ({ ...rule, replaces: null });

const responseOf = (rule: ResponseFields): ResponseFields => ({
  priority: rule.priority,
  likely_cause: rule.likely_cause,
  consequence: rule.consequence,
  what_to_do: rule.what_to_do,
  respond_within_minutes: rule.respond_within_minutes,
});

interface Units {
  readonly from: ReadonlyMap<string, ShownSensor>;
  readonly to: ReadonlyMap<string, ShownSensor>;
}

/** A rule with its numbers in the other device's displayed units; units of another kind stay. */
const inUnitsOf = (rule: StoredRule, { from, to }: Units): StoredRule =>
  inUnits(
    rule,
    (path) => from.get(path)?.shownUnit,
    (path) => to.get(path)?.shownUnit,
  );
