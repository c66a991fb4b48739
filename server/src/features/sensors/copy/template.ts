import type { DeviceType } from '@tocsin/contract/device-type';
import type { CopiedField } from '@tocsin/contract/settings-copies';
import { texts } from '@tocsin/contract/texts/device-templates';
import { ruleSummary } from '@tocsin/contract/texts/warning-rules';
import { canEdit, type Person } from '../../../access/principal.ts';
import type { Db, Trx } from '../../../platform/db.ts';
import { Refusal } from '../../../platform/errors.ts';
import { listed, type SensorList, type ShownSensor } from '../list.ts';
import { inWords } from '../rule-words.ts';
import type { Save } from '../save.ts';
import { lockVersions } from '../store.ts';
import { openProposal } from '../store-proposals.ts';
import type { StoredRule } from '../warnings.ts';
import { applyWanted, sentRow } from './apply.ts';
import { type Copied, type Copying, carryOut } from './copy.ts';
import { differenceOf, digestOf } from './difference.ts';
import { copyDevice, subjectOf } from './load.ts';
import { planWanted } from './plan-copy.ts';
import { type CopyPlan, type PlannedDevice, planDevice, unknownDevice } from './preview.ts';
import { type CopyDevice, type CopySource, type DeviceSettings, ruleText } from './settings.ts';
import * as store from './store-templates.ts';
import { unchanged, type Wanted, type WantedRule, wantedSettings } from './wanted.ts';

/** What a template gives to its devices. */
const what = ['names', 'images', 'rules', 'priorities', 'responses', 'roles'] as const;

export interface TemplateType {
  readonly id: number;
  readonly shownType: DeviceType;
}

/** The present settings of a device as a template's document. */
export const documentOf = ({ list, shown, settings }: CopyDevice): store.TemplateDocument => ({
  groups: [...list.groups],
  sensors: [...list.sensors],
  units: Object.fromEntries([...shown].map(([path, sensor]) => [path, sensor.shownUnit])),
  settings,
});

/** The sensors of a template, as its device listed and displayed them. */
export function contentOf({
  document,
}: Pick<store.StoredTemplate, 'document'>): Pick<CopySource, 'list' | 'shown' | 'settings'> {
  const { names, images } = document.settings;
  const list: SensorList = {
    deviceId: 0,
    groups: document.groups,
    sensors: document.sensors,
    labels: new Map(Object.entries(names)),
    images: new Map(Object.entries(images)),
  };
  const shown = new Map(
    listed(list).map((sensor): [string, ShownSensor] => [
      sensor.path,
      { ...sensor, shownType: sensor.type, shownUnit: document.units[sensor.path] ?? sensor.unit },
    ]),
  );
  return { list, shown, settings: document.settings };
}

/** A template as the source of a copy. */
const sourceOf = ({ shownType }: TemplateType, template: store.StoredTemplate): CopySource => ({
  device: { deviceId: null, shownType },
  title: shownType.label,
  ...contentOf(template),
});

const plainRule = ({ id: _, ...rule }: Omit<WantedRule, 'replaces'>): unknown => rule;
const rulesAt = (rules: Wanted['rules'] | DeviceSettings['rules'], path: string): string =>
  JSON.stringify(
    (rules ?? [])
      .filter((rule) => rule.path === path)
      .map((rule) => plainRule(rule))
      .toSorted(),
  );

/**
 * The wanted settings without what is the device's own: fields whose value is another one than the device took last.
 * Rules are compared by sensor.
 */
function keepOwn(wanted: Wanted, now: DeviceSettings, applied: Partial<DeviceSettings> | null): Wanted {
  if (applied === null) return wanted;
  const kept = <T>(
    next: Readonly<Record<string, T>> | undefined,
    own: Readonly<Record<string, T>>,
    taken: Readonly<Record<string, T>> | undefined,
  ): Record<string, T> =>
    Object.fromEntries(
      [...new Set([...Object.keys(next ?? {}), ...Object.keys(own), ...Object.keys(taken ?? {})])].flatMap((path) => {
        const isOwn = JSON.stringify(own[path]) !== JSON.stringify(taken?.[path]);
        const value = isOwn ? own[path] : next?.[path];
        return value === undefined ? [] : [[path, value]];
      }),
    );
  const paths = new Set([...now.rules, ...(applied.rules ?? [])].map(({ path }) => path));
  const own = new Set([...paths].filter((path) => rulesAt(now.rules, path) !== rulesAt(applied.rules, path)));
  const rules = (wanted.rules ?? []).filter(({ path }) => !own.has(path));
  return {
    names: kept(wanted.names, now.names, applied.names),
    images: kept(wanted.images, now.images, applied.images),
    responses: kept(wanted.responses, now.responses, applied.responses),
    roles: kept(wanted.roles, now.roles, applied.roles),
    rules: [...rules, ...now.rules.filter(({ path }) => own.has(path)).map(unchanged)],
  };
}

/** What was changed on a device since it took the template: the template's value as `old`, its own as `new`. */
export function ownChanges(device: CopyDevice, applied: Partial<DeviceSettings>): CopiedField[] {
  const free = [...device.settings.rules];
  const take = (fits: (rule: StoredRule) => boolean): number | null => {
    const at = free.findIndex(fits);
    const [found] = at < 0 ? [] : free.splice(at, 1);
    return found?.id ?? null;
  };
  const taken = applied.rules ?? [];
  const same = taken.map((rule) => take((other) => ruleText(other) === ruleText(rule)));
  const rules = taken.map((rule, index): WantedRule => {
    const id = same[index] ?? null;
    const isLike = ({ path, kind, sign }: StoredRule): boolean =>
      path === rule.path && kind === rule.kind && sign === rule.sign;
    return { ...rule, id, replaces: id === null ? take(isLike) : null };
  });
  const back: Wanted = { ...applied, rules };
  return differenceOf(device, back).map((change) => ({ ...change, old: change.new, new: change.old }));
}

export interface RollOut {
  readonly devices: readonly number[];
  readonly with_open_warnings: boolean;
}
interface PlannedRollOut extends Omit<CopyPlan, 'source'> {
  readonly template: store.StoredTemplate;
  /** What each device takes of the template, its own fields included, by id. */
  readonly applied: ReadonlyMap<number, Partial<DeviceSettings>>;
}

/** Plans a roll-out in the order of the devices' ids; throws 404 without a template. */
export async function planRollOut(
  db: Db | Trx,
  who: Person,
  type: TemplateType,
  { devices: ids, with_open_warnings }: RollOut,
): Promise<PlannedRollOut> {
  const template = await store.templateOf(db, type.id);
  if (!template) throw new Refusal('conflict', texts.none);
  const source = sourceOf(type, template);
  const uses = await store.usesOf(db, ids);
  const devices: PlannedDevice[] = [];
  const applied = new Map<number, Partial<DeviceSettings>>();
  for (const id of [...new Set(ids)].toSorted((a, b) => a - b)) {
    const device = await subjectOf(db, id);
    if (!device || device.shownType.code !== type.shownType.code || !canEdit(who, device)) {
      devices.push(unknownDevice(id));
      continue;
    }
    const target = await copyDevice(db, device);
    const before = uses.get(id)?.applied ?? null;
    const planned = planDevice(source, target, what, (wanted) => keepOwn(wanted, target.settings, before));
    const refused = planned.difference.refused ?? (await obstacleOf(db, planned, with_open_warnings));
    devices.push({
      ...planned,
      difference: { ...planned.difference, refused, tries: triesOf(target, planned.wanted) },
    });
    applied.set(id, appliedBy(wantedSettings(source, target, what)));
  }
  const settings = devices.flatMap(({ target }) => target ?? []);
  const digest = digestOf(
    devices.map(({ difference }) => difference),
    [source, ...settings],
  );
  return { template, applied, devices, digest };
}

/** The rules that come or change, in words and as they are tried; one that comes in place of another is compared with it. */
const triesOf = ({ shown }: CopyDevice, { rules = [] }: Wanted) =>
  rules
    .filter(({ id }) => id === null)
    .map((rule) => ({ rule: ruleSummary(inWords(rule, shown)), row: sentRow({ ...rule, id: rule.replaces }) }));

/** What a device takes, as it is remembered. */
const appliedBy = ({ rules = [], ...others }: Wanted): Partial<DeviceSettings> => ({
  ...others,
  rules: rules.map(({ replaces: _, ...rule }) => ({ ...rule, id: rule.id ?? 0 })),
});

/**
 * Gives a device that was just added the template of its type; returns the template's version, null without one. Its
 * sensors are not known yet: until it has sent, those of the template stand for them.
 */
export async function takeWhenAdded(
  save: Omit<Save, 'device'>,
  type: TemplateType,
  deviceId: number,
  { who, writeRoles }: Pick<Copying, 'who' | 'writeRoles'>,
): Promise<number | null> {
  const template = await store.templateOf(save.trx, type.id);
  const device = template && (await subjectOf(save.trx, deviceId));
  if (!device) return null;
  const source = sourceOf(type, template);
  const target = { ...(await copyDevice(save.trx, device)), list: source.list, shown: source.shown };
  const wanted = wantedSettings(source, target, what);
  const { version } = template;
  const audited = { template_of: type.shownType.code, version };
  await applyWanted(save, target, wanted, { who, reason: undefined, writeRoles, action: 'roll out template', audited });
  await store.writeUse(save.trx, deviceId, type.id, { version, applied: appliedBy(wanted) });
  return version;
}

/** Why a device is left out: rules that wait for approval, a walk test, or a changing rule whose warning is open. */
async function obstacleOf(
  db: Db | Trx,
  { target, wanted }: PlannedDevice,
  withOpenWarnings: boolean,
): Promise<string | null> {
  if (!target) return null;
  const { deviceId } = target.device;
  if (await openProposal(db, deviceId)) return texts.waits;
  if (await store.isWalked(db, deviceId)) return texts.inWalk;
  if (withOpenWarnings) return null;
  const open = await store.openRules(db, deviceId);
  return planWanted(target.settings, wanted).plan.remove.some((id) => open.has(id)) ? texts.openWarning : null;
}

/**
 * Rolls a template out and remembers what the devices had. Throws 400 when a device cannot get it, and 409 when the
 * difference is no longer the one that the caller saw.
 */
export async function rollOut(
  save: Omit<Save, 'device'>,
  type: TemplateType,
  order: RollOut & { readonly digest: string },
  { who, reason, publicUrl, writeRoles }: Copying,
): Promise<Copied> {
  const { trx } = save;
  await store.lockTemplate(trx, type.id);
  for (const id of order.devices.toSorted((a, b) => a - b)) if (await subjectOf(trx, id)) await lockVersions(trx, id);
  const plan = await planRollOut(trx, who, type, order);
  const { version } = plan.template;
  const audited = { template_of: type.shownType.code, version };
  const copied = await carryOut(save, plan, order.digest, {
    applying: { who, reason, writeRoles, action: 'roll out template', audited },
    publicUrl,
    words: texts,
    from: { source_id: null, typeId: type.id, what },
  });
  for (const [id, applied] of plan.applied) await store.writeUse(trx, id, type.id, { version, applied });
  return copied;
}
