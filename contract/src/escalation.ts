import { z } from 'zod';
import { peopleAndReaders } from './callers.ts';
import { ChangeReason, RemovalReason } from './changes.ts';
import { endpoint, listOf, listQuery } from './endpoint.ts';
import { required, Version } from './fields.ts';
import { AnyId, SiteId } from './ids.ts';
import { MessageState, messageMethods } from './messages.ts';
import { DutyGap } from './on-call.ts';
import { permissionsOn } from './permissions.ts';
import { Priority } from './priority.ts';

export const mostSteps = 10;
export const maxTargets = 20;
export const maxPolicyDevices = 1_000;
/** Policies of one client. */
export const maxPolicies = 200;
export const maxRepeats = 5;
/** Latest step of a round, and longest pause before the next round. */
export const maxStepMinutes = 1_440;

/** Events that a policy can be about: those that begin a condition. */
export const escalatedTypes = ['alarm_on', 'warning_on', 'device_offline', 'sensor_disappeared'] as const;
export const EscalatedType = z.enum(escalatedTypes, 'Please select an event type.');
export type EscalatedType = z.infer<typeof EscalatedType>;

export const targetKinds = ['person', 'rotation', 'webhook'] as const;
const noTargets = 'Please select at least one person, rotation or webhook.';
const noSteps = 'Please add at least one step.';
const noTypes = 'Please select at least one event type.';
const wholeMinutes = (least: number) => {
  const text = `Enter a whole number of minutes from ${least} to ${maxStepMinutes}.`;
  return z.number(text).int(text).min(least, text).max(maxStepMinutes, text);
};
const repeatsText = `Enter a whole number from 0 to ${maxRepeats}.`;

/** Whom a step notifies: a person, whoever is on call in a rotation at that moment, or the receiver of a webhook. */
export const StepTarget = z.object({ kind: z.enum(targetKinds, noTargets), id: AnyId });
export type StepTarget = z.infer<typeof StepTarget>;

export const Step = z.object({
  /** Minutes after the beginning of the round: the event, or a repeat. */
  after_minutes: wholeMinutes(0),
  /** Each person must acknowledge; false: the first acknowledgement is enough. */
  everybody: z.boolean().default(false),
  targets: z
    .array(StepTarget, noTargets)
    .min(1, noTargets)
    .max(maxTargets, `Select at most ${maxTargets} people, rotations and webhooks.`)
    .refine(
      (targets) => new Set(targets.map(({ kind, id }) => `${kind} ${id}`)).size === targets.length,
      'Select each person, rotation and webhook once in a step.',
    ),
});
export type Step = z.infer<typeof Step>;

const fields = {
  title: required('Please enter a title.', 80, 'Ensure this field has no more than 80 characters'),
  event_types: z
    .array(EscalatedType, noTypes)
    .min(1, noTypes)
    .max(escalatedTypes.length)
    .refine((types) => new Set(types).size === types.length, 'Select each event type once.'),
  /** Events of this priority or a more urgent one. */
  least_priority: Priority,
  /** Null: every device of what the policy serves. */
  devices: z
    .array(AnyId)
    .min(1, 'Please select at least one device.')
    .max(maxPolicyDevices, `Select at most ${maxPolicyDevices} devices.`)
    .refine((ids) => new Set(ids).size === ids.length, 'Select each device once.')
    .nullable(),
  steps: z
    .array(Step, noSteps)
    .min(1, noSteps)
    .max(mostSteps, `A policy has at most ${mostSteps} steps.`)
    .refine(
      (steps) => steps.every((step, n) => n === 0 || step.after_minutes > (steps[n - 1]?.after_minutes ?? 0)),
      'Each step must come later than the one before it.',
    ),
  /** How often the steps are repeated while nobody acknowledges. */
  repeats: z.number(repeatsText).int(repeatsText).min(0, repeatsText).max(maxRepeats, repeatsText),
  /** From the last step of a round to the beginning of the next. */
  repeat_after_minutes: wholeMinutes(1),
  /** Whether the steps go on when the condition has cleared and nobody has acknowledged. */
  goes_on_after_clearing: z.boolean(),
};

/** Why a target of a step reaches nobody. */
export const StepGap = z.object({ kind: z.enum(targetKinds), id: z.number(), name: z.string(), gap: DutyGap });
export type StepGap = z.infer<typeof StepGap>;

export const escalationStates = [
  'running',
  'others',
  'used_up',
  'acknowledged',
  'cleared',
  'shelved',
  'suspended',
  'moved',
  'removed',
] as const;
/**
 * `others`: acknowledged, and the step that wants everybody is repeated to the others. `used_up`: every round is over and
 * nobody acknowledged. What follows has ended.
 */
export const EscalationState = z.enum(escalationStates);
export type EscalationState = z.infer<typeof EscalationState>;

/** A new policy. Without `location` it serves every site of the client. */
export const NewPolicy = z
  .object({
    ...fields,
    location: AnyId.nullable().default(null),
    least_priority: fields.least_priority.default('low'),
    devices: fields.devices.default(null),
    repeats: fields.repeats.default(0),
    repeat_after_minutes: fields.repeat_after_minutes.default(10),
    goes_on_after_clearing: fields.goes_on_after_clearing.optional(),
  })
  .transform((policy) => ({
    ...policy,
    goes_on_after_clearing: policy.goes_on_after_clearing ?? policy.event_types.includes('alarm_on'),
  }));

/** A whole policy as a change leaves it; its client and site stay. */
export const PolicyValues = z.object(fields);
export type PolicyValues = z.infer<typeof PolicyValues>;
export const PolicyPatch = z.object(fields).partial().extend({ version: Version.optional(), reason: ChangeReason });

/** Who is notified, step by step, until somebody acknowledges. */
export const Policy = z.object({
  id: z.number(),
  title: z.string(),
  client: z.number(),
  /** Null: every site of the client. */
  location: SiteId.nullable(),
  location_name: z.string().nullable(),
  event_types: z.array(EscalatedType),
  least_priority: Priority,
  devices: z.array(z.number()).nullable(),
  steps: z.array(
    z.object({
      after_minutes: z.number(),
      everybody: z.boolean(),
      /** `gap`: why nobody can answer any more; of a rotation only 'removed', of a webhook that is off 'deactivated'. */
      targets: z.array(StepTarget.extend({ name: z.string(), gap: DutyGap.nullable() })),
    }),
  ),
  repeats: z.number(),
  repeat_after_minutes: z.number(),
  goes_on_after_clearing: z.boolean(),
  version: z.number(),
  /** When a live-fire test last came to its end; null: never. */
  tested_at: z.iso.datetime().nullable(),
  /** No completed test for 90 days. */
  is_test_due: z.boolean(),
  /** The live-fire test that is running. */
  running_test: z.number().nullable(),
  permissions: permissionsOn('policy'),
});
export type Policy = z.infer<typeof Policy>;

/** What one person or webhook got of an event, and what became of it. */
export const Receipt = z.object({
  id: z.number(),
  /** `Operator` for people outside the client; the title of a webhook of the client. */
  name: z.string(),
  /** A webhook of the client; null: a person, also with a webhook of their own. */
  webhook: z.number().nullable(),
  method: z.enum(messageMethods),
  state: MessageState,
  is_test: z.boolean(),
  escalation: z.number().nullable(),
  /** Counted over all rounds from 0. */
  step: z.number().nullable(),
  created_at: z.iso.datetime(),
  sent_at: z.iso.datetime().nullable(),
  delivered_at: z.iso.datetime().nullable(),
  /** It could not go for ten minutes, and would only have frightened. */
  is_stale: z.boolean(),
  opened_at: z.iso.datetime().nullable(),
  acknowledged_at: z.iso.datetime().nullable(),
  failed_at: z.iso.datetime().nullable(),
  cancelled_at: z.iso.datetime().nullable(),
});
export type Receipt = z.infer<typeof Receipt>;

/** A policy at work for an event, or for a test of it. */
export const Escalation = z.object({
  id: z.number(),
  title: z.string(),
  state: EscalationState,
  started_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
  /** Null: nothing comes any more, or only the end of the last round. */
  next: z.object({ at: z.iso.datetime(), targets: z.array(z.string()) }).nullable(),
  steps: z.array(
    z.object({
      step: z.number(),
      at: z.iso.datetime(),
      gaps: z.array(StepGap),
      /** People whom another policy had notified of the event less than a minute before. */
      spared: z.array(z.object({ name: z.string(), policy: z.string() })).optional(),
    }),
  ),
});
export type Escalation = z.infer<typeof Escalation>;

/** The policies at work for an event, and who knows of it. */
export const EventEscalation = z.object({ escalations: z.array(Escalation), receipts: z.array(Receipt) });
export type EventEscalation = z.infer<typeof EventEscalation>;

/** An event that nobody acknowledged though every round of a policy is over. */
export const Unanswered = z.object({
  id: z.number(),
  event: z.number(),
  device_name: z.string(),
  sensor_name: z.string().nullable(),
  policy: z.string(),
  since: z.iso.datetime(),
  /** IANA zone of the site. */
  timezone: z.string(),
});
export type Unanswered = z.infer<typeof Unanswered>;

export const endpoints = {
  ofEvent: endpoint.get('/api/v1/notifications/:id/escalation/', {
    may: 'notification.see',
    programs: 'read',
    says: 'The escalation policies at work for an event, and who was notified, when and by what',
    reply: EventEscalation,
  }),
  unanswered: endpoint.get('/api/v1/escalations/unanswered/', {
    ...peopleAndReaders,
    says: 'Events of clients that the reader manages that nobody acknowledged in any round of a policy; oldest first',
    query: z.object(listQuery(50, 50)),
    reply: listOf(Unanswered),
  }),
  policies: endpoint.get('/api/v1/escalation-policies/', {
    ...peopleAndReaders,
    says: 'Escalation policies of the selected client, or of every client that the person sees; by title',
    query: z.object({ ...listQuery(200, 50), location: SiteId.optional() }),
    reply: listOf(Policy).extend({
      /** Whether the reader may add a policy to the selected client. */
      may_add: z.boolean(),
    }),
  }),
  policy: endpoint.get('/api/v1/escalation-policies/:id/', {
    may: 'policy.see',
    programs: 'read',
    says: 'One escalation policy',
    reply: Policy,
  }),
  createPolicy: endpoint.post('/api/v1/escalation-policies/', {
    may: 'policy.add',
    programs: 'policies',
    on: 'selection.client',
    says: 'A new escalation policy of the selected client; its people must have access to what it serves',
    body: NewPolicy,
    reply: Policy,
    status: 201,
  }),
  changePolicy: endpoint.patch('/api/v1/escalation-policies/:id/', {
    may: 'policy.change',
    programs: 'policies',
    says: 'Changes a policy; loosening needs `reason` where the client asks for one; 409 with `current` when another change came first',
    body: PolicyPatch,
    reply: Policy,
  }),
  removePolicy: endpoint.delete('/api/v1/escalation-policies/:id/', {
    may: 'policy.change',
    programs: 'policies',
    says: 'Removes a policy; needs `reason` where the client asks for one',
    query: z.object({ reason: ChangeReason }),
    body: RemovalReason,
  }),
};
