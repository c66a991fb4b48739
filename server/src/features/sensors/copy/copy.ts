import { texts } from '@tocsin/contract/texts/settings-copies';
import { canEdit, type Person } from '../../../access/principal.ts';
import type { Trx } from '../../../platform/db.ts';
import { badField, Refusal } from '../../../platform/errors.ts';
import { mailProposal } from '../mail-about-rules.ts';
import type { Save } from '../save.ts';
import { lockVersions } from '../store.ts';
import { decide, openProposal } from '../store-proposals.ts';
import { type Applying, applyWanted, type WriteRoles } from './apply.ts';
import { copyDevice, subjectOf } from './load.ts';
import { type CopyChoice, type CopyPlan, planCopy } from './preview.ts';
import { type CopyDevice, type DeviceSettings, inOrder, settingsOf, textOf } from './settings.ts';
import { type CopiedDevice, copiedDevices, insertCopy, markUndone, type StoredCopy } from './store-copies.ts';
import { unchanged, type Wanted } from './wanted.ts';

export interface Copied {
  /** null: nothing differed. */
  readonly id: number | null;
  readonly changed: readonly CopyDevice[];
  readonly proposed: readonly CopyDevice[];
}

export interface Copying {
  readonly who: Person;
  readonly reason: string | undefined;
  readonly publicUrl: string;
  readonly writeRoles: WriteRoles;
}

/**
 * Copies settings of a device to others and remembers what they had. Throws 400 when a device cannot get them, and 409
 * when the difference is no longer the one that the caller saw.
 */
export async function copySettings(
  save: Save,
  choice: CopyChoice & { readonly digest: string },
  { who, reason, publicUrl, writeRoles }: Copying,
): Promise<Copied> {
  const { trx, device: source } = save;
  // In the order of their ids, so that two copies never wait for each other in a circle.
  for (const id of [...choice.devices, source.deviceId].toSorted((a, b) => a - b))
    if (await subjectOf(trx, id)) await lockVersions(trx, id);
  const what = inOrder(choice.what);
  const plan = await planCopy(trx, who, source, { devices: choice.devices, what });
  const applying = {
    who,
    reason,
    writeRoles,
    action: 'copy settings',
    audited: { copied_from: plan.source.title },
  } as const;
  return await carryOut(save, plan, choice.digest, {
    applying,
    publicUrl,
    words: texts,
    from: { source_id: source.deviceId, typeId: null, what },
  });
}

/**
 * Gives the devices of a plan what they are to have, and remembers what they had. Throws 400 when a device cannot get
 * it, and 409 when the difference is not the one of `digest`.
 */
export async function carryOut(
  save: Omit<Save, 'device'>,
  plan: Pick<CopyPlan, 'devices' | 'digest'>,
  digest: string,
  { applying, publicUrl, from, words }: CarryingOut,
): Promise<Copied> {
  const refused = plan.devices.filter(({ difference }) => difference.refused !== null);
  if (refused.length > 0)
    throw badField('devices', words.cannot(refused.map(({ difference }) => difference.title).join(', ')));
  if (plan.digest !== digest) throw new Refusal('conflict', words.anotherDifference);
  const devices = plan.devices.flatMap(({ target, wanted }) => (target ? [{ target, wanted }] : []));
  const done = await applyAll(save, devices, { applying, publicUrl });
  const { who, action, reason = null } = applying;
  if (done.length === 0) {
    // Every recorded change notes something; an empty note leaves no row.
    save.note({ action, subject: 'device', old: {}, new: {} });
    return { id: null, changed: [], proposed: [] };
  }
  return await recordCopy(save.trx, { ...from, at: save.now, userId: who.userId, user_name: who.name, reason }, done);
}

interface CarryingOut {
  readonly applying: Applying;
  readonly publicUrl: string;
  readonly words: { readonly cannot: (titles: string) => string; readonly anotherDifference: string };
  readonly from: Pick<Parameters<typeof insertCopy>[1], 'source_id' | 'typeId' | 'what'>;
}

/** Remembers what the devices of a copy had before and have now. */
async function recordCopy(trx: Trx, copy: Parameters<typeof insertCopy>[1], done: readonly Done[]): Promise<Copied> {
  const copied: CopiedDevice[] = [];
  for (const { target, proposalId } of done) {
    const after = (await copyDevice(trx, target.device)).settings;
    copied.push({
      deviceId: target.device.deviceId,
      before: settingsOf(target.settings, copy.what),
      after: settingsOf(after, copy.what),
      proposalId,
    });
  }
  const id = await insertCopy(trx, copy, copied);
  return { id, ...sorted(done) };
}

interface Done {
  readonly target: CopyDevice;
  readonly proposalId: number | null;
}
const sorted = (done: readonly Done[]) => ({
  changed: done.map(({ target }) => target),
  proposed: done.filter(({ proposalId }) => proposalId !== null).map(({ target }) => target),
});

async function applyAll(
  save: Omit<Save, 'device'>,
  devices: readonly { readonly target: CopyDevice; readonly wanted: Wanted }[],
  { applying, publicUrl }: { readonly applying: Applying; readonly publicUrl: string },
): Promise<Done[]> {
  const { trx, now } = save;
  const done: Done[] = [];
  for (const { target, wanted } of devices) {
    const { isChange, proposalId } = await applyWanted(save, target, wanted, applying);
    if (!isChange) continue;
    if (proposalId !== null) await mailProposal(trx, target.device, { who: applying.who, now, publicUrl });
    done.push({ target, proposalId });
  }
  return done;
}

/**
 * Restores what the devices of a copy had before. Throws 409 when it was undone or a setting was changed since.
 * `clientId`: the client of all its devices; null: of several.
 */
export async function undoCopy(
  save: Omit<Save, 'device'>,
  copy: StoredCopy | undefined,
  { who, reason, publicUrl, writeRoles, clientId }: Copying & { readonly clientId: number | null },
): Promise<Copied> {
  const { trx, now } = save;
  if (!copy) throw new Refusal('not-found');
  const { id } = copy;
  if (copy.undone_at !== null) throw new Refusal('conflict', texts.undoneAlready);
  const devices: { target: CopyDevice; copied: CopiedDevice }[] = [];
  for (const copied of await copiedDevices(trx, id)) {
    const device = await subjectOf(trx, copied.deviceId);
    if (!device || !canEdit(who, device) || (clientId !== null && device.clientId !== clientId))
      throw new Refusal('conflict', texts.gone);
    await lockVersions(trx, device.deviceId);
    devices.push({ target: await copyDevice(trx, device), copied });
  }
  const changed = devices.filter(
    ({ target, copied }) => textOf(settingsOf(target.settings, copy.what)) !== textOf(copied.after),
  );
  if (changed.length > 0)
    throw new Refusal('conflict', texts.changedSince(changed.map(({ target }) => target.title).join(', ')));
  for (const { copied } of devices) await withdraw(save, copied, who);
  const applying = { who, reason, writeRoles, action: 'undo copied settings', audited: { copy: id } } as const;
  const wanted = devices.map(({ target, copied }) => ({ target, wanted: wantedBefore(copied, target.settings) }));
  const done = await applyAll(save, wanted, { applying, publicUrl });
  await markUndone(trx, id, now, who.name);
  // A copy whose devices are all gone has nothing to restore.
  save.note({ action: applying.action, subject: 'device', old: {}, new: {} });
  return { id, ...sorted(done) };
}

/** Withdraws the rules that the copy proposed, unless somebody decided about them. */
async function withdraw(
  { trx, now }: Omit<Save, 'device'>,
  { deviceId, proposalId }: CopiedDevice,
  who: Person,
): Promise<void> {
  const open = proposalId === null ? undefined : await openProposal(trx, deviceId);
  if (open && open.id === proposalId)
    await decide(trx, open.id, { state: 'declined', at: now, by: who.name, comment: texts.undo });
}

/** What a device had before; a rule that is still in force keeps its id. */
function wantedBefore({ before }: CopiedDevice, now: DeviceSettings): Wanted {
  const inForce = new Set(now.rules.map((rule) => rule.id));
  const { rules, ...others } = before;
  if (!rules) return others;
  const free = now.rules.filter((rule) => !rules.some((one) => one.id === rule.id));
  return {
    ...others,
    rules: rules.map((rule) => {
      if (inForce.has(rule.id)) return unchanged(rule);
      const at = free.findIndex(
        (other) => other.path === rule.path && other.kind === rule.kind && other.sign === rule.sign,
      );
      const [replaced] = at < 0 ? [] : free.splice(at, 1);
      return { ...rule, id: null, replaces: replaced?.id ?? null };
    }),
  };
}
