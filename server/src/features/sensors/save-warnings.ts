import type { WarningRow } from '@tocsin/contract/sensors';
import { texts } from '@tocsin/contract/texts/changes';
import { refuseOlder } from '../../access/api-versions.ts';
import { auditedReason, refuseWithoutReason } from '../../access/change-reason.ts';
import type { Person } from '../../access/principal.ts';
import { aboutDevice } from '../../platform/audit.ts';
import { Refusal } from '../../platform/errors.ts';
import { checkedPlan } from './check-plan.ts';
import { listed } from './list.ts';
import { loosens } from './loosening.ts';
import type { Save } from './save.ts';
import { countWarningsSave, lockVersions, rulesOf, sensorList, writeRules } from './store.ts';
import { obstacleOf } from './store-approvers.ts';
import { decide, openProposal, propose } from './store-proposals.ts';
import { auditedRule, planRules, type RulePlan, type StoredRule, settleRows } from './warnings.ts';

/** The rules as somebody wants them; with the version that they saw, and why. */
export interface WarningsChange {
  readonly results: readonly WarningRow[];
  readonly version?: number | undefined;
  readonly reason?: string | undefined;
}

/**
 * Replaces the rules of a device, or stores the change as proposed when it loosens or removes a rule and the client
 * wants a second person; refuses an outdated version with 409. Tells which of both it did.
 */
export async function saveWarnings(save: Save, change: WarningsChange, who: Person): Promise<'changed' | 'proposed'> {
  const { trx, note, device, now } = save;
  const { version, stored, plan } = await planned(save, change);
  if (loosens(stored, plan)) {
    const { needsApproval } = await refuseWithoutReason(trx, device.clientId, change.reason);
    if (needsApproval) {
      const { results, reason = '' } = change;
      await propose(trx, device.deviceId, {
        results,
        reason,
        version,
        at: now,
        userId: who.userId,
        user_name: who.name,
      });
      note({
        ...aboutDevice(device),
        action: 'propose warnings',
        old: { warnings: stored.map(auditedRule) },
        new: { ...newRules(stored, plan), reason },
      });
      return 'proposed';
    }
  }
  await write(save, stored, plan, auditedReason(change.reason));
  return 'changed';
}

const refusedApproval = {
  'is-author': texts.otherPerson,
  'added-by-author': texts.addedByAuthor,
  'added-by-program': texts.addedByProgram,
  'mailbox-unproven': texts.mailboxUnproven,
} as const;

/**
 * Approves or declines the proposal of a device. Its author, people whom the author added and people who have not
 * confirmed their mailbox may only decline it.
 */
export async function decideWarnings(
  save: Save,
  { proposal: id, decision, comment }: { proposal: number; decision: 'approve' | 'decline'; comment: string },
  who: Person,
): Promise<'changed' | 'declined'> {
  const { trx, note, device, now } = save;
  await lockVersions(trx, device.deviceId);
  const proposal = await openProposal(trx, device.deviceId);
  if (proposal?.id !== id) throw new Refusal('conflict', texts.decided);
  const { reason, user_name: proposedBy } = proposal;
  if (decision === 'decline') {
    await decide(trx, id, { state: 'declined', at: now, by: who.name, comment });
    note({
      ...aboutDevice(device),
      action: 'decline warnings',
      old: { proposed_by: proposedBy, reason },
      new: { declined: true, comment },
    });
    return 'declined';
  }
  const obstacle = await obstacleOf(trx, {
    approverId: who.userId,
    authorId: proposal.user_id,
    clientId: device.clientId,
    now: new Date(now),
  });
  if (obstacle !== null) throw new Refusal('forbidden', refusedApproval[obstacle]);
  const { version, stored, plan } = await planned(save, { results: proposal.results });
  if (version !== proposal.version) throw new Refusal('conflict', texts.outdated);
  await decide(trx, id, { state: 'approved', at: now, by: who.name, comment });
  await write(save, stored, plan, { reason, proposed_by: proposedBy, comment });
  return 'changed';
}

async function planned({ trx, device }: Save, { results, version }: WarningsChange) {
  const id = device.deviceId;
  const { warnings_version } = await lockVersions(trx, id);
  const stored = await rulesOf(trx, id);
  await refuseOlder(version, warnings_version, async () => ({ version: warnings_version, results: stored }));
  const list = await sensorList(trx, id);
  const plan = planRules(stored, settleRows(listed(list), id, results, stored));
  return { version: warnings_version, stored, plan: await checkedPlan(trx, id, stored, plan, list) };
}

async function write(
  { trx, note, device, now }: Save,
  stored: readonly StoredRule[],
  plan: RulePlan,
  more: Readonly<Record<string, unknown>>,
): Promise<void> {
  const id = device.deviceId;
  await writeRules(trx, id, plan, now);
  await countWarningsSave(trx, id);
  const fresh = plan.isChange ? await rulesOf(trx, id) : [];
  note({
    ...aboutDevice(device),
    action: 'change warnings',
    old: plan.isChange ? { warnings: stored.map(auditedRule) } : {},
    new: plan.isChange ? { warnings: fresh.map(auditedRule), ...more } : {},
  });
}

/** The rules as they would be, in their order. */
function newRules(stored: readonly StoredRule[], plan: RulePlan) {
  const byId = new Map(stored.map((rule) => [rule.id, rule]));
  const kept = plan.keep.flatMap((rule) => {
    const before = byId.get(rule.id);
    return before ? [{ ...before, ...rule }] : [];
  });
  const all = [...kept, ...plan.add].toSorted((a, b) => a.position - b.position);
  return { warnings: all.map(auditedRule) };
}
