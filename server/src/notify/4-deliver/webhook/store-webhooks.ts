import { sql } from 'kysely';
import type { Trx } from '../../../platform/audit.ts';
import type { Db } from '../../../platform/db.ts';
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
export async function webhookToSend(trx: Trx, id: number): Promise<WebhookToSend | undefined> {
  const { rows } = await sql<WebhookToSend>`select w.id, w.client_id, c.company as client_name, w.site_id,
      s.title as site_name, w.title, w.url, w.format, w.template, w.content_type
    from webhook w join client c on c.id = w.client_id and c.removed_at is null left join site s on s.id = w.site_id
    where w.id = ${id} and (w.site_id is null or s.removed_at is null)`.execute(trx);
  return rows[0];
}

/** The same, its row locked until the transaction ends. */
export async function lockWebhookToSend(trx: Trx, id: number): Promise<WebhookToSend | undefined> {
  await sql`select id from webhook where id = ${id} for update`.execute(trx);
  return await webhookToSend(trx, id);
}

/** Turns a webhook off because its receiver is gone; false when it was off. */
export async function turnOff(trx: Trx, id: number, at: Date): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`update webhook set is_active = false, turned_off_at = ${at},
    version = version + 1 where id = ${id} and is_active returning id`.execute(trx);
  return rows.length > 0;
}

/** No attempt before `until`, unless the receiver already asked for more. */
export async function pause(db: Db, id: number, until: Date): Promise<void> {
  await sql`update webhook set paused_until = greatest(paused_until, ${until}) where id = ${id}`.execute(db);
}

/** Whether a webhook got an event by a policy or of its own less than a minute before. */
export async function hadLately(trx: Trx, webhookId: number, eventId: number, at: Date): Promise<boolean> {
  const { rows } = await sql`select 1 from webhook_delivery where webhook_id = ${webhookId} and event_id = ${eventId}
    and event_type not like 'task_%' and state <> 'cancelled' and created_at > ${at}::timestamptz - interval '1 minute'
    and created_at < ${at}::timestamptz + interval '1 minute' limit 1`.execute(trx);
  return rows.length > 0;
}
