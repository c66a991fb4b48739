import { type Priority, priorityLevel } from '@tocsin/contract/priority';
import type { DeliveryEvent, TemplateType, WebhookFormat } from '@tocsin/contract/webhooks';
import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db.ts';
import { query } from '../../../platform/query.ts';
import { pendingEventChannel } from '../../1-match/store-pending.ts';

/** Wakes the workers once the transaction is committed. */
export const wakeWorkers = (trx: Trx): Promise<void> =>
  query(trx).run(sql`select pg_notify(${pendingEventChannel}, '')`);

export interface NewDelivery {
  readonly id: string;
  readonly webhookId: number;
  readonly eventId: number | null;
  readonly eventType: DeliveryEvent;
  readonly subject: string;
  readonly body: string;
  readonly priority: Priority;
  readonly replayOf?: string;
  /** The step of an escalation that sends it. */
  readonly escalation?: { readonly id: number; readonly step: number };
}

/** Queues deliveries, due at once. */
export async function insertDeliveries(trx: Trx, deliveries: readonly NewDelivery[], at: Date): Promise<void> {
  if (deliveries.length === 0) return;
  const rows = JSON.stringify(
    deliveries.map((one) => ({
      ...one,
      priority: priorityLevel(one.priority),
      replayOf: one.replayOf ?? null,
      escalationId: one.escalation?.id ?? null,
      step: one.escalation?.step ?? null,
    })),
  );
  await sql`insert into webhook_delivery (id, webhook_id, event_id, event_type, subject, replay_of, body, state,
      created_at, due_at, escalation_id, step, priority)
    select id, "webhookId", "eventId", "eventType", subject, "replayOf", body, 'pending', ${at}, ${at}, "escalationId", step, priority
    from jsonb_to_recordset(${rows}::jsonb) as r(id uuid, "webhookId" int, "eventId" bigint, "eventType" text,
      subject text, "replayOf" uuid, body text,
      "escalationId" bigint, step int, priority smallint)`.execute(trx);
}

/** A delivery to attempt now. */
export interface DueDelivery {
  readonly id: string;
  readonly webhook_id: number;
  readonly client_id: number;
  readonly title: string;
  readonly url: string;
  readonly secret: Buffer;
  readonly credential: Buffer | null;
  readonly format: WebhookFormat;
  readonly template: string | null;
  readonly content_type: TemplateType | null;
  readonly event_id: number | null;
  readonly event_type: DeliveryEvent;
  readonly body: string;
  readonly attempts: number;
  /** Number of the lease by which it is held. */
  readonly lease: number;
  readonly created_at: Date;
}

/** Attempts under way of one webhook, client or host. */
export interface Load {
  readonly key: string;
  readonly count: number;
}
const loads = (list: readonly Load[]) =>
  sql`unnest(${list.map((one) => one.key)}::text[], ${list.map((one) => one.count)}::int[])`;

export interface ClaimLimits {
  readonly all: number;
  readonly webhook: number;
  readonly host: number;
  readonly client: number;
}

/**
 * Takes due deliveries until `leaseUntil`, by priority, then age; what a dead process has taken is due again after that. Never more than the
 * limits together with what is under way, so that one slow receiver does not take every place. Cancelled ones that a process
 * began and did not live to finish are ended.
 */
export async function claimDue(
  db: Db,
  options: {
    readonly now: Date;
    readonly leaseUntil: Date;
    readonly limits: ClaimLimits;
    readonly underWay: {
      readonly webhook: readonly Load[];
      readonly host: readonly Load[];
      readonly client: readonly Load[];
    };
  },
): Promise<DueDelivery[]> {
  const { now, leaseUntil, limits, underWay } = options;
  await sql`update webhook_delivery set state = 'cancelled', due_at = null, ended_at = ${now}
    where state = 'sending' and cancelled_at is not null and due_at <= ${now}`.execute(db);
  return await query(db).all(sql<DueDelivery>`with waiting as (
      select c.id, c.priority, c.due_at, w.client_id, split_part(split_part(w.url, '://', 2), '/', 1) as host
      from webhook w left join ${loads(underWay.webhook)} as u(key, n) on u.key = w.id::text cross join lateral (
        select d.id, d.priority, d.due_at from webhook_delivery d
        where d.webhook_id = w.id and d.state in ('pending', 'sending') and d.due_at <= ${now} and d.cancelled_at is null
          and (d.event_id is null or (w.is_active and (w.paused_until is null or w.paused_until <= ${now})))
        order by d.priority, d.due_at limit greatest(0, ${limits.webhook}::int - coalesce(u.n, 0))) c),
    ranked as (select w.id, w.priority, w.due_at,
        row_number() over (partition by w.host order by w.priority, w.due_at, w.id) + coalesce(h.n, 0) as of_host,
        row_number() over (partition by w.client_id order by w.priority, w.due_at, w.id) + coalesce(k.n, 0) as of_client
      from waiting w left join ${loads(underWay.host)} as h(key, n) on h.key = w.host
        left join ${loads(underWay.client)} as k(key, n) on k.key = w.client_id::text),
    candidate as (select id from ranked where of_host <= ${limits.host} and of_client <= ${limits.client}
      order by priority, due_at limit ${limits.all}),
    taken as (select id from webhook_delivery where id in (select id from candidate)
      and state in ('pending', 'sending') and due_at <= ${now} and cancelled_at is null for update skip locked)
    update webhook_delivery d set state = 'sending', attempts = d.attempts + 1, lease = d.lease + 1, due_at = ${leaseUntil},
      last_attempt_at = ${now}
    from webhook w where d.id in (select id from taken) and w.id = d.webhook_id
    returning d.id, d.webhook_id, w.client_id, w.title, w.url, w.secret, w.credential, w.format, w.template,
      w.content_type, d.event_id, d.event_type, d.body, d.attempts, d.lease, d.created_at`);
}

/** What an attempt came to. */
export interface Outcome {
  readonly code: number | null;
  readonly error: string | null;
}

/** Ends a delivery that is still held by its lease; false: another process has claimed it since, or it was ended. */
export const endDelivery = (
  db: Db | Trx,
  { id, lease }: Pick<DueDelivery, 'id' | 'lease'>,
  state: 'delivered' | 'failed',
  { code, error }: Outcome,
  at: Date,
): Promise<boolean> =>
  query(db).exists(sql`update webhook_delivery set state = ${state}, response_code = ${code}, error = ${error},
      ended_at = ${at}, due_at = null
    where id = ${id} and lease = ${lease} and state = 'sending' returning id`);

/** The next attempt is at `dueAt`; what was cancelled meanwhile is not tried again. */
export const retryDelivery = (
  db: Db,
  { id, lease }: Pick<DueDelivery, 'id' | 'lease'>,
  { code, error }: Outcome,
  { dueAt, at }: { readonly dueAt: Date; readonly at: Date },
): Promise<void> =>
  query(db).run(sql`update webhook_delivery set response_code = ${code}, error = ${error},
      state = case when cancelled_at is null then 'pending' else 'cancelled' end,
      due_at = case when cancelled_at is null then ${dueAt}::timestamptz end,
      ended_at = case when cancelled_at is null then ended_at else ${at} end
    where id = ${id} and lease = ${lease} and state = 'sending'`);

/** Ends what still waits for a webhook that was turned off; returns the ids. */
export const failWaiting = (trx: Trx, webhookId: number, error: string, at: Date): Promise<string[]> =>
  query(trx).column(
    sql<{
      id: string;
    }>`update webhook_delivery set state = 'failed', error = ${error}, ended_at = ${at}, due_at = null
    where webhook_id = ${webhookId} and state in ('pending', 'sending') returning id`,
    'id',
  );
