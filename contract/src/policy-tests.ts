import { z } from 'zod';
import { endpoint, IdParams, listOf, listQuery } from './endpoint.ts';
import { EventEscalation } from './escalation.ts';
import { TextId } from './ids.ts';

/** A policy without a completed test for so many days is due for one. */
export const testDueAfterDays = 90;

/** `unanswered`: every round was over and nobody acknowledged. */
export const PolicyTestState = z.enum(['running', 'acknowledged', 'unanswered', 'cancelled']);
export type PolicyTestState = z.infer<typeof PolicyTestState>;

/** A live-fire test of an escalation policy, and what came of it. */
export const PolicyTest = z.object({
  id: z.number(),
  state: PolicyTestState,
  started_by: z.string(),
  started_at: z.iso.datetime(),
  /** Who acknowledged or cancelled it; null: nobody did, or its policy was removed. */
  ended_by: z.string().nullable(),
  ended_at: z.iso.datetime().nullable(),
  comment: z.string(),
});
export type PolicyTest = z.infer<typeof PolicyTest>;

const TestParams = IdParams.extend({ test: TextId });

export const endpoints = {
  list: endpoint.get('/api/v1/escalation-policies/:id/tests/', {
    may: 'policy.see',
    programs: 'read',
    says: 'Live-fire tests of an escalation policy, the newest first',
    query: z.object(listQuery(100, 20)),
    reply: listOf(PolicyTest),
  }),
  start: endpoint.post('/api/v1/escalation-policies/:id/tests/', {
    may: 'policy.change',
    programs: 'none',
    perMinute: 10,
    says: 'Start a live-fire test: the steps run as for an alarm, with every message marked as a test; 409 while one is running',
    reply: PolicyTest,
    status: 201,
  }),
  read: endpoint.get('/api/v1/escalation-policies/:id/tests/:test/', {
    may: 'policy.see',
    programs: 'read',
    says: 'A live-fire test, its steps, and who was notified, when and by what',
    params: TestParams,
    reply: z.object({ test: PolicyTest, escalation: EventEscalation }),
  }),
  cancel: endpoint.post('/api/v1/escalation-policies/:id/tests/:test/cancel/', {
    may: 'policy.change',
    programs: 'none',
    says: 'Cancel a running test; nothing of it is sent any more',
    params: TestParams,
    reply: PolicyTest,
  }),
} as const;
