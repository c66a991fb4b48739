import { noResponse } from '@tocsin/contract/responses';
import { WarningRow } from '@tocsin/contract/sensors';
import { texts } from '@tocsin/contract/texts/settings-copies';
import { auditedReason, refuseWithoutReason } from '../../../access/change-reason.ts';
import type { Person } from '../../../access/principal.ts';
import { aboutDevice } from '../../../platform/audit.ts';
import type { Trx } from '../../../platform/db.ts';
import { Refusal } from '../../../platform/errors.ts';
import type { Save } from '../save.ts';
import * as store from '../store.ts';
import { openProposal, propose } from '../store-proposals.ts';
import { writeSensorResponses } from '../store-responses.ts';
import { differenceOf } from './difference.ts';
import { planWanted, type RulesChange } from './plan-copy.ts';
import type { CopyDevice } from './settings.ts';
import type { Wanted, WantedRule } from './wanted.ts';

export interface Applied {
  readonly isChange: boolean;
  /** The rules wait for another person as this proposal. */
  readonly proposalId: number | null;
}

/** Writes what the sensors of a device are for; `reason` says why. */
export type WriteRoles = (
  trx: Trx,
  deviceId: number,
  roles: Readonly<Record<string, string>>,
  by: { readonly who: Person; readonly at: number; readonly reason: string },
) => Promise<void>;

export interface Applying {
  readonly who: Person;
  readonly reason: string | undefined;
  readonly writeRoles: WriteRoles;
  /** What the audit says: the action and further members of its new values. */
  readonly action: 'copy settings' | 'roll out template' | 'undo copied settings';
  readonly audited: Readonly<Record<string, unknown>>;
}

/**
 * Gives a device the wanted settings and notes old and new values. Loosened rules need a reason, and are only proposed
 * when the client wants a second person.
 */
export async function applyWanted(
  save: Omit<Save, 'device'>,
  target: CopyDevice,
  wanted: Wanted,
  applying: Applying,
): Promise<Applied> {
  const { trx, note } = save;
  const { device } = target;
  const changes = differenceOf(target, wanted);
  const rules = planWanted(target.settings, wanted);
  if (changes.length === 0 && !rules.plan.isChange) return { isChange: false, proposalId: null };
  const { warnings_version: version } = await store.lockVersions(trx, device.deviceId);
  const proposalId = await proposeIfNeeded(save, { target, wanted, version }, rules, applying);
  const isHeld = proposalId !== null;
  const done = isHeld ? changes.filter((change) => change.field !== 'rule' && change.rule === null) : changes;
  await writeOthers(save, target, wanted, applying);
  if (!isHeld && rules.plan.isChange) {
    await store.writeRules(trx, device.deviceId, rules.plan, save.now);
    await store.countWarningsSave(trx, device.deviceId);
  }
  const keyOf = (change: (typeof done)[number]): string =>
    [change.sensor_id, change.field, change.rule].filter((part) => part !== null).join(' ');
  const isAudited = done.length > 0 || (!isHeld && rules.plan.isChange);
  const more = { ...applying.audited, ...auditedReason(applying.reason) };
  note({
    ...aboutDevice(device),
    action: applying.action,
    old: gathered(done.map((change) => [keyOf(change), change.old])),
    new: isAudited ? { ...gathered(done.map((change) => [keyOf(change), change.new])), ...more } : {},
  });
  return { isChange: true, proposalId };
}

/** Values by key; a key that occurs several times, such as that of a sensor's rules, has a list. */
function gathered(pairs: readonly (readonly [string, string | null])[]): Record<string, unknown> {
  const byKey = Map.groupBy(pairs, ([key]) => key);
  return Object.fromEntries(
    [...byKey].map(([key, of]) => [key, of.length === 1 ? (of[0]?.[1] ?? null) : of.map(([, value]) => value)]),
  );
}

interface RulesOfDevice {
  readonly target: CopyDevice;
  readonly wanted: Wanted;
  readonly version: number;
}

/** Stores loosened rules as proposed where the client wants that; null when they may be written. */
async function proposeIfNeeded(
  { trx, note, now }: Omit<Save, 'device'>,
  { target, wanted, version }: RulesOfDevice,
  rules: RulesChange,
  { who, reason }: Applying,
): Promise<number | null> {
  if (!rules.plan.isChange || !rules.loosens) return null;
  const { device } = target;
  const { needsApproval } = await refuseWithoutReason(trx, device.clientId, reason);
  if (!needsApproval) return null;
  if (rules.isRescaled) throw new Refusal('conflict', `${target.title}: ${texts.approvalOfScale}`);
  const results = (wanted.rules ?? []).map(sentRow);
  await propose(trx, device.deviceId, {
    results,
    reason: reason ?? '',
    version,
    at: now,
    userId: who.userId,
    user_name: who.name,
  });
  const changes = differenceOf(target, { rules: wanted.rules ?? [] });
  note({
    ...aboutDevice(device),
    action: 'propose warnings',
    old: { warnings: changes.map((change) => change.old) },
    new: { warnings: changes.map((change) => change.new), ...auditedReason(reason) },
  });
  return (await openProposal(trx, device.deviceId))?.id ?? null;
}

/** A rule as it is sent; one that comes in place of another has the id given. */
export const sentRow = ({ id, replaces: _, path, ...rule }: WantedRule): WarningRow =>
  WarningRow.parse({ ...rule, sensor_id: path, ...(id === null ? {} : { id }) });

/** Writes names, images, types and responses of sensors as far as they differ. */
async function writeOthers(
  { trx, now }: Omit<Save, 'device'>,
  target: CopyDevice,
  wanted: Wanted,
  { who, reason, action, writeRoles }: Applying,
): Promise<void> {
  const id = target.device.deviceId;
  const { names, images, types, responses, roles } = target.settings;
  const differing = <T>(
    before: Readonly<Record<string, T>>,
    after: Readonly<Record<string, T>> | undefined,
  ): string[] =>
    after === undefined
      ? []
      : [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
          (path) => JSON.stringify(before[path]) !== JSON.stringify(after[path]),
        );
  const labels = differing(names, wanted.names);
  if (labels.length > 0) {
    await store.writeLabels(trx, id, new Map(labels.map((path) => [path, wanted.names?.[path] ?? ''])));
    await store.countNamesSave(trx, id);
  }
  const pictures = differing(images, wanted.images);
  if (pictures.length > 0)
    await store.writeImages(trx, id, new Map(pictures.map((path) => [path, wanted.images?.[path] ?? null])));
  for (const path of differing(types, wanted.types)) {
    const scale = wanted.types?.[path];
    if (scale) await store.addScale(trx, id, { path, since: now, ...scale });
  }
  const answers = differing(responses, wanted.responses);
  if (answers.length > 0) {
    await writeSensorResponses(trx, id, new Map(answers.map((path) => [path, wanted.responses?.[path] ?? noResponse])));
    await store.countResponsesSave(trx, id);
  }
  if (wanted.roles && differing(roles, wanted.roles).length > 0)
    await writeRoles(trx, id, wanted.roles, { who, at: now, reason: reason ?? action });
}
