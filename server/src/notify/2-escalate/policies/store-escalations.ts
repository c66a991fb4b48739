import { type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db.ts';
import { query } from '../../../platform/query.ts';
import type { EscalationTable } from '../../../platform/tables.ts';
import type { EscalatedEvent, PolicyTerms } from '../../1-match/match.ts';
import { pendingEventChannel } from '../../1-match/store-pending.ts';
import type { PolicyFields } from '../../policy-fields.ts';

/** By the database's clock, unix ms: every process has the same. */
export async function databaseNow(db: Db): Promise<number> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the database gave no time');
  return row.now.getTime();
}

/** Locks an event against an acknowledgement until the transaction ends. */
export async function holdEvent(trx: Trx, eventId: number): Promise<void> {
  await sql`select 1 from event where id = ${eventId} for share`.execute(trx);
}

/** Serializes everything about one condition of a device until the transaction ends. */
export async function lockCondition(trx: Trx, { device_id, condition }: EscalatedEvent): Promise<void> {
  await sql`select pg_advisory_xact_lock(${device_id}, hashtext(${condition}))`.execute(trx);
}

/** How long after clearing a new beginning goes on where the last one stopped. */
const resumeWithin = '10 minutes';

/** A test has no device and no event, and a test of a policy that serves every site has no site either. */
export interface EscalationRow extends Omit<Selectable<EscalationTable>, 'steps'> {
  readonly steps: PolicyFields['steps'];
}

/**
 * The escalation that a new beginning joins: one that has steps left, or one that the condition's clearing ended just
 * now. One whose rounds are over ends, so that the beginning starts anew.
 */
export async function joinable(
  trx: Trx,
  policyId: number,
  event: EscalatedEvent,
  now: Date,
): Promise<EscalationRow | undefined> {
  await sql`update escalation set state = case state when 'others' then 'acknowledged' else state end,
      ended_at = clock_timestamp(), next_at = null
    where policy_id = ${policyId} and device_id = ${event.device_id} and condition = ${event.condition}
      and state in ('others', 'used_up') and ended_at is null`.execute(trx);
  return await query(trx).first(sql<EscalationRow>`select * from escalation
    where policy_id = ${policyId} and device_id = ${event.device_id} and condition = ${event.condition}
      and (ended_at is null
        or (state = 'cleared' and ended_at > ${now}::timestamptz - ${resumeWithin}::interval))
    order by ended_at is not null, started_at desc limit 1 for update`);
}

/** Lets an escalation go on with a newer event of its condition; `nextAt` null: it has no step left. */
export async function joinEscalation(
  trx: Trx,
  { id, state }: EscalationRow,
  eventId: number,
  nextAt: Date | null,
): Promise<void> {
  await sql`insert into escalation_event (escalation_id, event_id) values (${id}, ${eventId}) on conflict do nothing`.execute(
    trx,
  );
  if (state === 'cleared')
    await sql`update escalation set event_id = ${eventId}, state = 'running', ended_at = null, next_at = ${nextAt}
      where id = ${id}`.execute(trx);
  else await sql`update escalation set event_id = ${eventId} where id = ${id}`.execute(trx);
}

/** Starts a policy for an event. */
export async function insertEscalation(
  trx: Trx,
  policy: PolicyTerms,
  event: EscalatedEvent,
  startedAt: Date,
  nextAt: Date,
): Promise<void> {
  await sql`with made as (insert into escalation (policy_id, title, client_id, site_id, device_id, condition, event_id,
      priority, steps, repeats, repeat_after_minutes, goes_on_after_clearing, started_at, next_at)
    values (${policy.id}, ${policy.title}, ${event.client_id}, ${event.site_id}, ${event.device_id}, ${event.condition},
      ${event.id}, ${event.priority}, ${JSON.stringify(policy.steps)}::jsonb, ${policy.repeats}, ${policy.repeat_after_minutes},
      ${policy.goes_on_after_clearing}, ${startedAt}, ${nextAt}) returning id)
    insert into escalation_event (escalation_id, event_id) select id, ${event.id} from made`.execute(trx);
}

/** Escalations with a step that is due, the longest overdue first, without those of these ids. */
export const dueEscalations = (
  db: Db,
  now: Date,
  limit: number,
  without: readonly number[],
): Promise<EscalationRow[]> =>
  query(db).all(sql<EscalationRow>`select * from escalation where next_at <= ${now}
    and id <> all(${[...without]}::bigint[]) order by next_at, id limit ${limit}`);

/**
 * Brings forward what waits longer than any step of its policy can, which happens when the clock was set back. A
 * minute is left alone. Returns the escalations that were brought forward.
 */
export async function bringForward(db: Db, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`with waiting as (
      select id, next_at, case
          when state = 'others' then repeat_after_minutes
          -- The step before a round may have come at the beginning of its own.
          when next_step > 0 and next_step % jsonb_array_length(steps) = 0
            then (steps -> -1 ->> 'after_minutes')::int + repeat_after_minutes + (steps -> 0 ->> 'after_minutes')::int
          else (steps -> (next_step % jsonb_array_length(steps)) ->> 'after_minutes')::int end as longest
      from escalation where next_at > ${now}::timestamptz + interval '1 minute' for update skip locked),
    early as (select id, next_at - ${now}::timestamptz - make_interval(mins => longest) as excess from waiting)
    update escalation x set started_at = x.started_at - excess, next_at = x.next_at - excess
    from early where early.id = x.id and excess > interval '1 minute' returning x.id`.execute(db);
  return rows.map((row) => row.id);
}

/** Locks the escalation if its step is still the same and due; undefined: somebody acknowledged, or it was done. */
export const lockDue = (trx: Trx, { id, next_step, state }: EscalationRow): Promise<EscalationRow | undefined> =>
  query(trx).first(sql<EscalationRow>`select * from escalation where id = ${id} and next_step = ${next_step}
    and state = ${state} and next_at is not null for update`);

export async function writeStep(
  trx: Trx,
  escalation: EscalationRow,
  done: {
    readonly at: Date;
    readonly gaps: readonly object[];
    readonly spared: readonly Spared[];
    readonly nextStep: number;
    readonly nextAt: Date;
  },
): Promise<void> {
  await sql`insert into escalation_step (escalation_id, step, due_at, at, gaps, spared)
    values (${escalation.id}, ${escalation.next_step}, ${escalation.next_at}, ${done.at},
      ${JSON.stringify(done.gaps)}::jsonb, ${JSON.stringify(done.spared)}::jsonb) on conflict do nothing`.execute(trx);
  await sql`update escalation set next_step = ${done.nextStep}, next_at = ${done.nextAt} where id = ${escalation.id}`.execute(
    trx,
  );
}

/** Somebody whom a step sends no message, because another policy had just sent them one about the event. */
interface Spared {
  readonly id: number;
  readonly name: string;
  readonly policy: string;
}

/** Of these people those whom another policy has just notified of the event, each with the last one. */
export async function sparedOf(
  trx: Trx,
  { id, event_id }: EscalationRow,
  people: readonly { readonly id: number; readonly name: string }[],
  at: Date,
): Promise<Spared[]> {
  if (people.length === 0) return [];
  const { rows } = await sql<{ user_id: number; title: string }>`select distinct on (m.user_id) m.user_id, x.title
    from message m join escalation x on x.id = m.escalation_id
    where m.event_id = ${event_id} and m.user_id = any(${people.map((one) => one.id)}::int[]) and x.id <> ${id}
      and m.created_at > ${at}::timestamptz - interval '1 minute' and m.state not in ('cancelled', 'failed')
    order by m.user_id, m.created_at desc`.execute(trx);
  const policyOf = new Map(rows.map((row) => [row.user_id, row.title]));
  return people.flatMap((one) => {
    const policy = policyOf.get(one.id);
    return policy === undefined ? [] : [{ ...one, policy }];
  });
}

/** Ends an escalation whose rounds are over: nobody acknowledged, or not everybody of those who should. */
export async function closeRounds(trx: Trx, { id, state }: EscalationRow): Promise<void> {
  if (state === 'others')
    await sql`update escalation set state = 'acknowledged', ended_at = clock_timestamp(), next_at = null
      where id = ${id}`.execute(trx);
  else await sql`update escalation set state = 'used_up', next_at = null where id = ${id}`.execute(trx);
}

/** Ends an escalation of a place that was removed or suspended with its client. */
export async function endEscalation(db: Db, id: number, state: 'removed' | 'suspended'): Promise<void> {
  await sql`update escalation set state = ${state}, ended_at = clock_timestamp(), next_at = null
    where id = ${id} and ended_at is null`.execute(db);
}

/** Whether the device of an escalation still notifies people, and its sensor is in service; of a test, whether its policy is there. */
export async function placeNotifies(
  db: Db,
  { device_id, event_id, policy_test_id, policy_id }: EscalationRow,
): Promise<boolean> {
  if (policy_test_id !== null) {
    const { rows } = await sql`select 1 from escalation_policy p join client c on c.id = p.client_id
        left join site s on s.id = p.site_id
      where p.id = ${policy_id} and c.removed_at is null and s.removed_at is null`.execute(db);
    return rows.length > 0;
  }
  const { rows } = await sql`select 1 from event e join device d on d.id = e.device_id
      join site s on s.id = d.site_id join client c on c.id = s.client_id
    where e.id = ${event_id} and d.id = ${device_id} and d.removed_at is null and not d.is_suspended
      and s.removed_at is null and not s.is_suspended and c.removed_at is null
      and not exists (select 1 from out_of_service o where o.device_id = e.device_id
        and (o.path is null or o.path = '' or o.path = e.group_id || '.' || e.sensor_id))`.execute(db);
  return rows.length > 0;
}

/** People who acknowledged the newest event of the escalation. */
export async function acknowledgedBy(db: Db, { id, event_id }: EscalationRow): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ user_id: number }>`select user_id from message
    where escalation_id = ${id} and state = 'acknowledged' and event_id is not distinct from ${event_id}
    union select acknowledged_user from event where id = ${event_id} and acknowledged_user is not null`.execute(db);
  return new Set(rows.map((row) => row.user_id));
}

/**
 * When everything that the last step sent has failed, the next step of the round comes at once. Failures use up no repeat:
 * after the last step of a round the next round keeps its time.
 */
export async function advanceAfterFailedMessages(
  trx: Trx,
  failed:
    | { readonly mailId: number }
    | { readonly messageIds: readonly number[] }
    | { readonly deliveryIds: readonly string[] },
): Promise<void> {
  await sql`with gone as (${failedSteps(failed)})
    update escalation x set next_at = least(x.next_at, clock_timestamp()) from gone
    where x.id = gone.escalation_id and x.state = 'running' and x.next_at is not null
      and x.next_step = gone.step + 1 and x.next_step % jsonb_array_length(x.steps) <> 0
      and not exists (select 1 from message o where o.escalation_id = x.id and o.step = gone.step
        and o.state <> 'failed')
      and not exists (select 1 from webhook_delivery o where o.escalation_id = x.id and o.step = gone.step
        and o.state <> 'failed')`.execute(trx);
}

/** Steps to which something that failed belongs. */
function failedSteps(failed: Parameters<typeof advanceAfterFailedMessages>[1]) {
  if ('deliveryIds' in failed)
    return sql`select escalation_id, step from webhook_delivery where id = any(${[...failed.deliveryIds]}::uuid[])`;
  const isFailed =
    'mailId' in failed ? sql`mail_id = ${failed.mailId}` : sql`id = any(${[...failed.messageIds]}::bigint[])`;
  return sql`select escalation_id, step from message where ${isFailed}`;
}

/** Lets the next step of an escalation be due at a moment, and wakes whoever runs it when the transaction commits. */
export async function hasten(trx: Trx, id: number, at: Date): Promise<void> {
  await sql`update escalation set next_at = least(next_at, ${at}) where id = ${id}`.execute(trx);
  await sql`select pg_notify(${pendingEventChannel}, '')`.execute(trx);
}
