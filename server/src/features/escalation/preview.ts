import type { RotationSubject } from '../../access/subject.ts';
import {
  type DutyHoldersPort,
  foreseenSteps,
  isReaching,
  type PolicyFields,
  type PolicyRoster,
  type Recipient,
  type ResolvedStep,
  type RoundPlan,
  resolveStep,
  type TargetWebhooks,
} from '../../notify/index.ts';

/** A person gets one message about an event in this time. */
const oneMessageMs = 60_000;

/** What a preview needs of a policy. */
export interface PreviewedPolicy extends Pick<PolicyFields, 'title' | 'steps' | 'repeats' | 'repeat_after_minutes'> {
  readonly id: number;
}

/** The times of a policy. */
export const timesOf = ({ steps, repeats, repeat_after_minutes }: PreviewedPolicy): RoundPlan => ({
  afterMinutes: steps.map((step) => step.after_minutes),
  repeats,
  repeatAfterMinutes: repeat_after_minutes,
});

/** A step of one of the policies. */
interface PreviewedStep {
  readonly policy: PreviewedPolicy;
  readonly at: number;
  readonly round: number;
  readonly step: number;
  readonly everybody: boolean;
  readonly people: readonly (Recipient & {
    /** They had a message less than a minute before and get no second one. */
    readonly isSpared: boolean;
  })[];
  readonly webhooks: readonly (ResolvedStep['webhooks'][number] & { readonly isSpared: boolean })[];
  readonly gaps: ResolvedStep['gaps'];
}

/**
 * Every step of the policies for an event at a moment that nobody acknowledges, in the order of time; steps at the same
 * time in the order of the policies. Pure: the roster, the holders and the webhooks were read before.
 */
export function previewSteps(
  policies: readonly PreviewedPolicy[],
  startedAt: number,
  people: {
    readonly place: RotationSubject;
    readonly roster: PolicyRoster;
    readonly holders: DutyHoldersPort;
    readonly webhooks: TargetWebhooks;
  },
): { readonly steps: readonly PreviewedStep[]; readonly ends: ReadonlyMap<number, number> } {
  const ends = new Map<number, number>();
  const all = policies.flatMap((policy) => {
    const find = (step: number, at: number) => resolveStep(policy.steps[step]?.targets ?? [], at, people);
    const { steps, end } = foreseenSteps(timesOf(policy), startedAt, find, isReaching);
    ends.set(policy.id, end);
    return steps.map((step) => ({ policy, ...step }));
  });
  all.sort((a, b) => a.at - b.at);
  const lastAt = new Map<string, number>();
  const isSpared = (target: string, at: number): boolean => {
    const last = lastAt.get(target);
    if (last !== undefined && at - last < oneMessageMs) return true;
    lastAt.set(target, at);
    return false;
  };
  const steps = all.map(({ policy, at, round, step, found }) => ({
    policy,
    at,
    round,
    step,
    everybody: policy.steps[step]?.everybody ?? false,
    people: found.recipients.map((person) => ({ ...person, isSpared: isSpared(`person ${person.id}`, at) })),
    webhooks: found.webhooks.map((one) => ({ ...one, isSpared: isSpared(`webhook ${one.id}`, at) })),
    gaps: found.gaps,
  }));
  return { steps, ends };
}
