import { z } from 'zod';
import { endpoint, QueryFlag } from './endpoint.ts';
import { EscalatedType, StepGap } from './escalation.ts';
import { TextId } from './ids.ts';
import { messageMethods } from './messages.ts';
import { Moment } from './on-call.ts';
import { Priority } from './priority.ts';

/** Steps of all policies that one preview shows. */
export const maxPreviewSteps = 500;

/** Somebody whom a step would notify. */
export const PreviewPerson = z.object({
  id: z.number(),
  name: z.string(),
  /** The rotations by which they are on call; empty: the step names the person. */
  rotations: z.array(z.string()),
  /** Null: they had a message about the event less than a minute before, and get no second one. */
  method: z.enum(messageMethods).nullable(),
  /** Everything by which the message would come: mail, and each kind of method that takes it at that moment. */
  methods: z.array(z.enum(messageMethods)),
});
export type PreviewPerson = z.infer<typeof PreviewPerson>;

/** One step of one policy, at the time when it would come. */
export const PreviewStep = z.object({
  at: z.iso.datetime(),
  policy: z.number(),
  policy_title: z.string(),
  /** Counted from 0. */
  round: z.number(),
  /** Index in the steps of the policy. */
  step: z.number(),
  everybody: z.boolean(),
  people: z.array(PreviewPerson),
  /** Webhooks of the client, with the last delivery that their receiver took; null: none yet. */
  webhooks: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      confirmed_at: z.iso.datetime().nullable(),
      /** It had a message about the event less than a minute before, and gets no second one. */
      is_spared: z.boolean(),
    }),
  ),
  gaps: z.array(StepGap),
});
export type PreviewStep = z.infer<typeof PreviewStep>;

/** Who would be notified of an event that nobody acknowledges. */
export const Preview = z.object({
  at: z.iso.datetime(),
  device_name: z.string(),
  sensor_name: z.string().nullable(),
  event_type: EscalatedType,
  priority: Priority,
  /** The device or its site is suspended now: nothing is sent while it is. */
  is_suspended: z.boolean(),
  /** The policies that are about the event, and when their last round is over. */
  policies: z.array(z.object({ id: z.number(), title: z.string(), over_at: z.iso.datetime() })),
  /** Of all policies, in the order of time. */
  steps: z.array(PreviewStep),
  /** Whom e-mail rules and webhooks tell besides the policies. */
  told: z.array(
    z.object({
      method: z.enum(['email', 'webhook']),
      name: z.string(),
      /** 0: at once. */
      after_minutes: z.number().int(),
      /** To an address without an account, which the e-mail rule of this person names. */
      is_alternative: z.boolean(),
    }),
  ),
  /** Steps beyond the most that one preview shows. */
  left_off: z.number(),
});
export type Preview = z.infer<typeof Preview>;

export const endpoints = {
  preview: endpoint.get('/api/v1/on-call/preview/', {
    may: 'device.see',
    programs: 'read',
    on: 'query.device',
    says: 'Who would be notified, by what and when, of an event at a moment (`at`, default now) that nobody acknowledges',
    query: z.object({
      device: TextId,
      /** `group.sensor`; only of events about a sensor. */
      sensor: z.string().trim().min(1).max(80).optional(),
      event_type: EscalatedType.default('alarm_on'),
      /** Of a rule that has its own; default: that of the sensor. */
      priority: Priority.optional(),
      at: Moment.optional(),
      /** Of a sensor under a maintenance test: only e-mail rules of type maintenance tell of it. */
      is_test: QueryFlag.default(false),
    }),
    reply: Preview,
  }),
};
