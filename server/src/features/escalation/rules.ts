import type { PolicyValues, StepTarget } from '@tocsin/contract/escalation';
import { priorityLevel } from '@tocsin/contract/priority';
import type { RotationSubject } from '../../access/subject.ts';
import type { PolicyFields, StoredTarget } from '../../notify/index.ts';
import type { Trx } from '../../platform/db.ts';
import { badField } from '../../platform/errors.ts';
import type { EscalationDependencies } from './dependencies.ts';
import { devicesAt, type PolicyRow } from './store.ts';

/**
 * The policy as it is stored, with the names of its targets. Refuses people without access, rotations of other sites and
 * devices of others, except those that the policy already has.
 */
export async function chooseTargets(
  trx: Trx,
  values: PolicyValues,
  served: RotationSubject,
  before: PolicyRow | undefined,
  { rosterOf, rotationsOf, webhooksOf }: Pick<EscalationDependencies, 'rosterOf' | 'rotationsOf' | 'webhooksOf'>,
): Promise<PolicyFields> {
  const chosen = values.steps.flatMap((step) => step.targets);
  const idsOf = (kind: StepTarget['kind']) => chosen.flatMap((target) => (target.kind === kind ? [target.id] : []));
  const [roster, usable, webhooks] = await Promise.all([
    rosterOf(idsOf('person')),
    rotationsOf(idsOf('rotation')),
    webhooksOf(idsOf('webhook')),
  ]);
  const had = before?.steps.flatMap((step) => step.targets) ?? [];
  const stored = ({ kind, id }: StepTarget): StoredTarget => {
    const known = had.find((target) => target.kind === kind && target.id === id);
    if (kind === 'person') {
      const { name, gap } = roster.personOf({ id, name: '' }, served);
      if (gap === null) return { kind, id, name };
      if (known) return known;
      throw badField('steps', 'Select people who have access to what the policy covers.');
    }
    if (kind === 'webhook') {
      const webhook = webhooks.get(id);
      if (webhook && serves(webhook.served, served)) return { kind, id, name: webhook.title };
      if (known) return known;
      throw badField('steps', 'Select webhooks that cover the same site, or its whole client.');
    }
    const rotation = usable.find((one) => one.id === id);
    if (rotation && serves(rotation.served, served)) return { kind, id, name: rotation.title };
    if (known) return known;
    throw badField('steps', 'Select rotations that have people and cover the same site, or its whole client.');
  };
  await refuseDevices(trx, values.devices, served, before?.device_ids ?? []);
  return {
    title: values.title,
    event_types: values.event_types,
    least_priority: priorityLevel(values.least_priority),
    device_ids: values.devices,
    steps: values.steps.map((step) => ({ ...step, targets: step.targets.map(stored) })),
    repeats: values.repeats,
    repeat_after_minutes: values.repeat_after_minutes,
    goes_on_after_clearing: values.goes_on_after_clearing,
  };
}

/** A rotation or webhook of the whole client serves each of its sites; one of a site serves that site only. */
const serves = (target: RotationSubject, policy: RotationSubject): boolean =>
  target.clientId === policy.clientId && (target.siteId === null || target.siteId === policy.siteId);

async function refuseDevices(
  trx: Trx,
  ids: readonly number[] | null,
  served: RotationSubject,
  had: readonly number[],
): Promise<void> {
  const fresh = (ids ?? []).filter((id) => !had.includes(id));
  if (fresh.length === 0) return;
  const found = await devicesAt(trx, served, fresh);
  if (found.length < fresh.length) throw badField('devices', 'Select devices that the policy covers.');
}

/** A policy as the audit log stores it. */
export const auditedPolicy = (fields: PolicyFields) => ({
  title: fields.title,
  event_types: fields.event_types,
  least_priority: fields.least_priority,
  devices: fields.device_ids,
  steps: fields.steps.map(({ after_minutes, everybody, targets }) => ({
    after_minutes,
    everybody,
    targets: targets.map(({ kind, name }) => `${kind} ${name}`),
  })),
  repeats: fields.repeats,
  repeat_after_minutes: fields.repeat_after_minutes,
  goes_on_after_clearing: fields.goes_on_after_clearing,
});

/** What the audit log calls a policy. */
export const aboutPolicy = (row: Pick<PolicyRow, 'id' | 'title' | 'client_id' | 'site_id'>) => ({
  subject: 'escalation policy',
  subjectId: row.id,
  subjectName: row.title,
  clientId: row.client_id,
  siteId: row.site_id,
});
