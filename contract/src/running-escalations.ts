import { z } from 'zod';
import { peopleAndReaders } from './callers.ts';
import { endpoint, listOf, listQuery } from './endpoint.ts';
import { Escalation, Receipt, StepGap } from './escalation.ts';
import { AnyId, SiteId } from './ids.ts';
import { Notification } from './live.ts';
import { permissionsOn } from './permissions.ts';

/** The step that comes next, with the people whom it would find now. */
export const NextStep = z.object({
  /** Counted over all rounds from 0. */
  step: z.number(),
  at: z.iso.datetime(),
  people: z.array(z.string()),
  webhooks: z.array(z.string()),
  gaps: z.array(StepGap),
});
export type NextStep = z.infer<typeof NextStep>;

/** An escalation that has not ended: a step is due some time, or every round is over and nobody acknowledged. */
export const RunningEscalation = z.object({
  escalation: Escalation,
  /** The newest event of its condition. */
  event: Notification,
  receipts: z.array(Receipt),
  /** Null: every step is over. */
  next: NextStep.nullable(),
  /** Steps of one round. */
  steps_in_round: z.number(),
  /** Rounds in all: 1, and one for each repeat. */
  rounds: z.number(),
  /** When the last round is over. */
  over_at: z.iso.datetime(),
  permissions: permissionsOn('notification'),
});
export type RunningEscalation = z.infer<typeof RunningEscalation>;

export const endpoints = {
  running: endpoint.get('/api/v1/escalations/', {
    ...peopleAndReaders,
    says: 'Escalations of events that the reader sees and that have not ended, the most urgent and then the oldest first',
    query: z.object({ ...listQuery(50, 20), location: SiteId.optional() }),
    reply: listOf(RunningEscalation),
  }),
  notifyNext: endpoint.post('/api/v1/notifications/:id/escalation/notify-next/', {
    may: 'notification.acknowledge',
    programs: 'none',
    perMinute: 30,
    says: 'Run the next step of an escalation of the event now; later steps keep their times; 409 when it has run or the escalation has ended',
    body: z.object({
      escalation: AnyId,
      /** The step that the caller saw as the next. */
      step: z.number().int().min(0),
    }),
  }),
} as const;
