import type { EventType } from '@tocsin/contract/event';
import type { TaskEvent, TemplateType, WebhookFormat } from '@tocsin/contract/webhooks';
import { sql } from 'kysely';
import type { Trx } from '../../../platform/audit.ts';

/** An event with the names for its message. */
export interface EventToSend {
  readonly id: number;
  readonly type: EventType;
  readonly at: number;
  /** When the condition began. */
  readonly began_at: number;
  readonly device_id: number;
  readonly client_id: number;
  readonly site_id: number;
  readonly client_name: string;
  readonly site_name: string;
  readonly device_name: string;
  readonly group_id: string | null;
  readonly sensor_id: string | null;
  readonly sensor_name: string | null;
  readonly content: string;
  readonly value: number | null;
  readonly forebear_id: number | null;
  /** 1 (critical) to 4 (low). */
  readonly level: number;
}
/** A pending event and a webhook that is about it. */
export interface Match extends EventToSend {
  readonly pending_id: number;
  readonly again: boolean;
  readonly webhook_id: number;
  readonly format: WebhookFormat;
  readonly template: string | null;
  readonly content_type: TemplateType | null;
}

/** The columns of an event `e` whose condition began with `f`. */
const eventColumns =
  sql.raw(`e.id, e.type, e.at, coalesce(f.at, e.at) as began_at, e.device_id, e.client_id, e.site_id, e.client_name,
  e.site_name, e.device_name, e.group_id, e.sensor_id, e.sensor_name, e.content, e.value, e.forebear_id,
  coalesce(e.priority, f.priority, 4) as level`);

/** One event with the names for its message. */
export async function eventToSend(trx: Trx, id: number): Promise<EventToSend | undefined> {
  const { rows } = await sql<EventToSend>`select ${eventColumns} from event e
    left join event f on f.device_id = e.device_id and f.id = e.forebear_id where e.id = ${id}`.execute(trx);
  return rows[0];
}

/** Pending events, oldest first, locked until the transaction ends, so that other processes wait. */
export async function claimPending(trx: Trx, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from pending_webhook_event order by id limit ${limit}
    for update`.execute(trx);
  return rows.map(({ id }) => id);
}

export async function deletePending(trx: Trx, ids: readonly number[]): Promise<void> {
  await sql`delete from pending_webhook_event where id = any(${[...ids]}::bigint[])`.execute(trx);
}

/**
 * The webhooks that are about the pending events. Nothing of removed, suspended or out of service things; an end has the
 * priority of its beginning. One that serves policies alone gets the ends of what it got.
 */
export async function matchesOf(trx: Trx, pendingIds: readonly number[]): Promise<Match[]> {
  const { rows } = await sql<Match>`select p.id as pending_id, p.again, w.id as webhook_id, w.format, w.template,
      w.content_type, ${eventColumns}
    from pending_webhook_event p join event e on e.id = p.event_id
      join site s on s.id = e.site_id and s.removed_at is null and not s.is_suspended
      join device d on d.id = e.device_id and d.removed_at is null and not d.is_suspended
      left join event f on f.device_id = e.device_id and f.id = e.forebear_id
      join webhook w on w.client_id = e.client_id and w.is_active and (w.site_id is null or w.site_id = e.site_id)
        and case when w.policies_only then e.forebear_id is not null and exists (select 1 from webhook_delivery b
            where b.event_id = e.forebear_id and b.webhook_id = w.id and b.escalation_id is not null and b.attempts > 0)
          else e.type = any(w.event_types) and coalesce(e.priority, f.priority, 4) <= w.least_priority end
    where p.id = any(${[...pendingIds]}::bigint[]) and not exists (select 1 from out_of_service o
      where o.device_id = e.device_id and o.path = e.group_id || '.' || e.sensor_id)
    order by p.id, w.id`.execute(trx);
  return rows;
}

/** A webhook that is about a maintenance task. */
interface TaskMatch {
  readonly webhook_id: number;
  readonly format: WebhookFormat;
  readonly template: string | null;
  readonly content_type: TemplateType | null;
  readonly client_name: string;
  /** Of the event that was handed over; 2 (high) when it was deleted. */
  readonly level: number;
}

/** The webhooks that are about a task by its client, site and kind, and by the priority of its event. */
export async function matchesOfTask(
  trx: Trx,
  about: {
    readonly kind: TaskEvent;
    readonly event: { readonly id: number };
    readonly device: { readonly id: number };
    readonly site: { readonly id: number };
    readonly clientId: number;
  },
): Promise<TaskMatch[]> {
  const { rows } = await sql<TaskMatch>`select w.id as webhook_id, w.format, w.template, w.content_type,
      c.company as client_name, coalesce(e.priority, 2) as level
    from webhook w join client c on c.id = w.client_id and c.removed_at is null
      left join event e on e.device_id = ${about.device.id} and e.id = ${about.event.id}
    where w.client_id = ${about.clientId} and w.is_active and not w.policies_only and (w.site_id is null or w.site_id = ${about.site.id})
      and ${about.kind} = any(w.event_types) and coalesce(e.priority, 2) <= w.least_priority
    order by w.id`.execute(trx);
  return rows;
}

/** Deliveries of webhooks that have not ended. */
export async function waitingOf(trx: Trx, webhookIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; count: number }>`select webhook_id as id, count(*)::int as count
    from webhook_delivery where webhook_id = any(${[...webhookIds]}::int[]) and state in ('pending', 'sending')
    group by webhook_id`.execute(trx);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** Counts events that found the queue of a webhook full. */
export async function addDropped(trx: Trx, webhookId: number, count: number): Promise<void> {
  await sql`update webhook set dropped = dropped + ${count} where id = ${webhookId}`.execute(trx);
}
