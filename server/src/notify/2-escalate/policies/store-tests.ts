import type { PolicyTestState } from '@tocsin/contract/policy-tests';
import { sql } from 'kysely';
import type { Trx } from '../../../platform/db.ts';
import type { PolicyFields } from '../../policy-fields.ts';

/** What a test needs of its policy. */
interface TestedPolicy
  extends Pick<PolicyFields, 'title' | 'steps' | 'least_priority' | 'repeats' | 'repeat_after_minutes'> {
  readonly id: number;
  readonly client_id: number;
  readonly site_id: number | null;
}

/**
 * Starts a test of a policy with its steps as they are now; undefined: one is running. Its messages have the priority of
 * an alarm, or critical when the policy is about nothing less.
 */
export async function startTest(trx: Trx, policy: TestedPolicy, by: string, now: Date): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`insert into policy_test (policy_id, title, client_id, site_id, started_by,
      started_at)
    values (${policy.id}, ${policy.title}, ${policy.client_id}, ${policy.site_id}, ${by}, ${now})
    on conflict do nothing returning id`.execute(trx);
  const id = rows[0]?.id;
  if (id === undefined) return undefined;
  const first = policy.steps[0]?.after_minutes ?? 0;
  await sql`insert into escalation (policy_id, title, client_id, site_id, condition, policy_test_id, priority, steps,
      repeats, repeat_after_minutes, goes_on_after_clearing, started_at, next_at)
    values (${policy.id}, ${policy.title}, ${policy.client_id}, ${policy.site_id}, 'test', ${id},
      ${Math.min(policy.least_priority, 2)}, ${JSON.stringify(policy.steps)}::jsonb, ${policy.repeats},
      ${policy.repeat_after_minutes}, true, ${now}, ${new Date(now.getTime() + first * 60_000)})`.execute(trx);
  return id;
}

/**
 * Ends a running test: its escalation ends and messages that are not begun are cancelled, all in the caller's transaction.
 * The other messages of whoever acknowledged (`userId`) count as acknowledged. False: it had ended before.
 */
export async function endTest(
  trx: Trx,
  id: number,
  end: { readonly state: Exclude<PolicyTestState, 'running'>; readonly by: string | null; readonly comment: string },
  userId: number | null = null,
): Promise<boolean> {
  // In the order in which a step locks them.
  const { rows: running } = await sql<{ id: number }>`select id from escalation where policy_test_id = ${id}
    for update`.execute(trx);
  const { rows } = await sql`update policy_test set state = ${end.state}, ended_by = ${end.by},
      ended_at = clock_timestamp(), comment = ${end.comment}
    where id = ${id} and ended_at is null returning id`.execute(trx);
  if (rows.length === 0) return false;
  const state = { acknowledged: 'acknowledged', unanswered: 'used_up', cancelled: 'removed' }[end.state];
  const ids = sql`${running.map((one) => one.id)}::bigint[]`;
  await sql`update escalation set state = ${state}, ended_at = clock_timestamp(), next_at = null
    where id = any(${ids})`.execute(trx);
  await sql`select cancel_messages(${ids})`.execute(trx);
  if (userId !== null)
    await sql`update message set state = 'acknowledged', acknowledged_at = clock_timestamp()
      where policy_test_id = ${id} and user_id = ${userId} and state in ('sent', 'delivered', 'opened')`.execute(trx);
  return true;
}
