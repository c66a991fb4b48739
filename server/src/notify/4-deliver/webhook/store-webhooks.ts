import type { TaskEvent, TemplateType, WebhookFormat } from '@tocsin/contract/webhooks';
import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db.ts';
import { query } from '../../../platform/query.ts';
import type { Form } from './formats.ts';
/** What is needed of a webhook to write a message for it, and to name it. */
export interface WebhookToSend extends Form {
  readonly id: number;
  readonly client_id: number;
  readonly client_name: string;
  readonly site_id: number | null;
  readonly site_name: string | null;
  readonly title: string;
  readonly url: string;
}

/** A webhook of a client and a site that exist. */
export const webhookToSend = (trx: Trx, id: number): Promise<WebhookToSend | undefined> =>
  query(trx).first(sql<WebhookToSend>`select w.id, w.client_id, c.company as client_name, w.site_id,
      s.title as site_name, w.title, w.url, w.format, w.template, w.content_type
    from webhook w join client c on c.id = w.client_id and c.removed_at is null left join site s on s.id = w.site_id
    where w.id = ${id} and (w.site_id is null or s.removed_at is null)`);

/** The same, its row locked until the transaction ends. */
export async function lockWebhookToSend(trx: Trx, id: number): Promise<WebhookToSend | undefined> {
  await sql`select id from webhook where id = ${id} for update`.execute(trx);
  return await webhookToSend(trx, id);
}

/** Turns a webhook off because its receiver is gone; false when it was off. */
export const turnOff = (trx: Trx, id: number, at: Date): Promise<boolean> =>
  query(trx).exists(sql<{ id: number }>`update webhook set is_active = false, turned_off_at = ${at},
    version = version + 1 where id = ${id} and is_active returning id`);

/** No attempt before `until`, unless the receiver already asked for more. */
export const pause = (db: Db, id: number, until: Date): Promise<void> =>
  query(db).run(sql`update webhook set paused_until = greatest(paused_until, ${until}) where id = ${id}`);

/** Whether a webhook got an event by a policy or of its own less than a minute before. */
export const hadLately = (trx: Trx, webhookId: number, eventId: number, at: Date): Promise<boolean> =>
  query(trx).exists(sql`select 1 from webhook_delivery where webhook_id = ${webhookId} and event_id = ${eventId}
    and event_type not like 'task_%' and event_type <> 'acknowledged' and state <> 'cancelled' and created_at > ${at}::timestamptz - interval '1 minute'
    and created_at < ${at}::timestamptz + interval '1 minute' limit 1`);

/** The active webhooks whose receivers have a word for it and got these events, or are about to. */
export const webhooksToAcknowledge = (
  trx: Trx,
  eventIds: readonly number[],
): Promise<{ readonly id: number; readonly event_id: number }[]> =>
  query(trx).all(sql<{ id: number; event_id: number }>`select distinct w.id, d.event_id
    from webhook_delivery d join webhook w on w.id = d.webhook_id
    where d.event_id = any(${[...eventIds]}::bigint[]) and w.is_active and w.format = 'pagerduty'
      and d.event_type not like 'task_%' and d.event_type <> 'acknowledged' and d.cancelled_at is null
      and d.state in ('pending', 'sending', 'delivered') order by w.id, d.event_id`);

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
export const matchesOfTask = (
  trx: Trx,
  about: {
    readonly kind: TaskEvent;
    readonly event: { readonly id: number };
    readonly device: { readonly id: number };
    readonly site: { readonly id: number };
    readonly clientId: number;
  },
): Promise<TaskMatch[]> =>
  query(trx).all(sql<TaskMatch>`select w.id as webhook_id, w.format, w.template, w.content_type,
      c.company as client_name, coalesce(e.priority, 2) as level
    from webhook w join client c on c.id = w.client_id and c.removed_at is null
      left join event e on e.device_id = ${about.device.id} and e.id = ${about.event.id}
    where w.client_id = ${about.clientId} and w.is_active and not w.policies_only and (w.site_id is null or w.site_id = ${about.site.id})
      and ${about.kind} = any(w.event_types) and coalesce(e.priority, 2) <= w.least_priority
    order by w.id`);

/** Deliveries of webhooks that have not ended. */
export async function waitingOf(trx: Trx, webhookIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; count: number }>`select webhook_id as id, count(*)::int as count
    from webhook_delivery where webhook_id = any(${[...webhookIds]}::int[]) and state in ('pending', 'sending')
    group by webhook_id`.execute(trx);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** Counts events that found the queue of a webhook full. */
export const addDropped = (trx: Trx, webhookId: number, count: number): Promise<void> =>
  query(trx).run(sql`update webhook set dropped = dropped + ${count} where id = ${webhookId}`);
