import type { StepGap } from '@tocsin/contract/escalation';
import type { RotationSubject } from '../../access/subject.ts';
import type { StoredTarget } from '../policy-fields.ts';
import type { DutyHoldersPort, PolicyRoster, TargetWebhooks } from './people.ts';

/** Somebody whom a step notifies, once, whatever number of targets name them. */
export interface Recipient {
  readonly id: number;
  readonly name: string;
  /** The rotations by which they are on call; empty: the step names the person. */
  readonly rotations: readonly string[];
}

/** The people and webhooks of a step, and the targets that reach nobody. */
export interface ResolvedStep {
  readonly recipients: readonly Recipient[];
  readonly webhooks: readonly { readonly id: number; readonly name: string; readonly confirmedAt: Date | null }[];
  readonly gaps: readonly StepGap[];
}

/** Whether a step found anybody to notify. */
export const isReaching = ({ recipients, webhooks }: ResolvedStep): boolean => recipients.length + webhooks.length > 0;

/** Who is notified by a step at a moment. Pure: the roster, the holders and the webhooks were read before. */
export function resolveStep(
  targets: readonly StoredTarget[],
  at: number,
  {
    place,
    roster,
    holders,
    webhooks: known,
  }: {
    /** Where the event is: people must have access to it. */
    readonly place: RotationSubject;
    readonly roster: PolicyRoster;
    readonly holders: DutyHoldersPort;
    readonly webhooks: TargetWebhooks;
  },
): ResolvedStep {
  const recipients = new Map<number, { readonly name: string; readonly rotations: string[] }>();
  const webhooks: ResolvedStep['webhooks'][number][] = [];
  const gaps: StepGap[] = [];
  for (const { kind, id, name } of targets) {
    if (kind === 'person') {
      const person = roster.personOf({ id, name }, place);
      if (person.gap !== null) gaps.push({ kind, id, name: person.name, gap: person.gap });
      else if (!recipients.has(id)) recipients.set(id, { name: person.name, rotations: [] });
      continue;
    }
    if (kind === 'webhook') {
      const found = findWebhook(known, { id, name });
      if ('gap' in found) gaps.push(found);
      else webhooks.push(found);
      continue;
    }
    const duty = holders.at(id, at);
    if (duty === undefined || duty.userId === null) {
      gaps.push({ kind, id, name, gap: duty === undefined ? 'removed' : 'not_started' });
      continue;
    }
    const person = roster.personOf({ id: duty.userId, name: holders.nameOf(duty.userId) }, place);
    if (person.gap !== null) {
      gaps.push({ kind, id, name: `${name}: ${person.name}`, gap: person.gap });
      continue;
    }
    const chosen = recipients.get(duty.userId);
    if (chosen) chosen.rotations.push(name);
    else recipients.set(duty.userId, { name: person.name, rotations: [name] });
  }
  return { recipients: [...recipients].map(([id, one]) => ({ id, ...one })), webhooks, gaps };
}

/** A webhook that is on, or why nothing goes by it. */
function findWebhook(
  known: TargetWebhooks,
  { id, name }: { readonly id: number; readonly name: string },
): ResolvedStep['webhooks'][number] | StepGap {
  const webhook = known.get(id);
  if (webhook?.isActive) return { id, name: webhook.title, confirmedAt: webhook.confirmedAt };
  return { kind: 'webhook', id, name: webhook?.title ?? name, gap: webhook ? 'deactivated' : 'removed' };
}
