import type { TemplateType, WebhookEvent, WebhookFormat } from '@tocsin/contract/webhooks';
import { type SqlBool, sql } from 'kysely';
import { inServedScope, type ServedScope } from '../../access/scope.ts';
import type { Db, Trx } from '../../platform/db.ts';
import { query, type Section } from '../../platform/query.ts';

/** A webhook as it is stored, without its secrets. */
export interface WebhookFields {
  readonly title: string;
  readonly url: string;
  readonly event_types: readonly WebhookEvent[];
  /** 1 critical to 4 low. */
  readonly least_priority: number;
  readonly format: WebhookFormat;
  readonly template: string | null;
  readonly content_type: TemplateType | null;
  readonly is_active: boolean;
  /** It is sent nothing but what escalation policies send, and the ends of that. */
  readonly policies_only: boolean;
}
export interface WebhookRow extends WebhookFields {
  readonly id: number;
  readonly client_id: number;
  readonly client_name: string;
  readonly site_id: number | null;
  readonly site_name: string | null;
  readonly has_credential: boolean;
  readonly turned_off_at: Date | null;
  readonly paused_until: Date | null;
  readonly dropped: number;
  readonly failing_since: Date | null;
  readonly last_error: string | null;
  readonly version: number;
}

const columns =
  sql.raw(`w.id, w.client_id, c.company as client_name, w.site_id, s.title as site_name, w.title, w.url, w.event_types,
  w.least_priority, w.format, w.template, w.content_type, w.is_active, w.policies_only, w.credential is not null as has_credential,
  w.turned_off_at, w.paused_until, w.dropped, w.version, refused.failing_since, refused.last_error`);
/** Only webhooks of clients and sites that exist, each with the attempts that failed since its last success. */
const tables = sql.raw(`webhook w join client c on c.id = w.client_id and c.removed_at is null
  left join site s on s.id = w.site_id
  left join lateral (
    select min(greatest(d.created_at, taken.at)) as failing_since,
      (array_agg(d.error order by d.last_attempt_at desc))[1] as last_error
    from webhook_delivery d,
      (select max(ended_at) as at from webhook_delivery where webhook_id = w.id and state = 'delivered') taken
    where d.webhook_id = w.id and d.state in ('pending', 'sending', 'failed') and d.error is not null
      and (taken.at is null or d.last_attempt_at > taken.at)
  ) refused on true`);
const exists = sql<SqlBool>`(w.site_id is null or s.removed_at is null)`;

export const listWebhooks = (db: Db, filter: ServedScope, page: Section) =>
  query(db).list(
    sql<WebhookRow>`select ${columns} from ${tables} where ${inServedScope('w', filter)}`,
    sql`lower(w.title), w.id`,
    page,
  );

export const findWebhook = (db: Db | Trx, id: number): Promise<WebhookRow | undefined> =>
  query(db).first(sql<WebhookRow>`select ${columns} from ${tables} where w.id = ${id} and ${exists}`);

/** The webhook, locked until the transaction ends. */
export async function lockWebhook(trx: Trx, id: number): Promise<WebhookRow | undefined> {
  await sql`select id from webhook where id = ${id} for update`.execute(trx);
  return await findWebhook(trx, id);
}

/** Webhooks of a client. Locks the client's row, so that two new webhooks do not pass the limit together. */
export async function countOfClient(trx: Trx, clientId: number): Promise<number> {
  await sql`select id from client where id = ${clientId} for no key update`.execute(trx);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from webhook
    where client_id = ${clientId}`.execute(trx);
  return rows[0]?.count ?? 0;
}

export async function insertWebhook(
  trx: Trx,
  served: { readonly clientId: number; readonly siteId: number | null },
  webhook: WebhookFields & { readonly secret: Buffer; readonly credential: Buffer | null },
  at: Date,
): Promise<number> {
  const row = await query(trx).one(sql<{
    id: number;
  }>`insert into webhook (client_id, site_id, title, url, secret, credential,
      event_types, least_priority, format, template, content_type, is_active,
      policies_only, created_at)
    values (${served.clientId}, ${served.siteId}, ${webhook.title}, ${webhook.url}, ${webhook.secret},
      ${webhook.credential}, ${webhook.event_types}, ${webhook.least_priority}, ${webhook.format}, ${webhook.template},
      ${webhook.content_type}, ${webhook.is_active}, ${webhook.policies_only}, ${at}) returning id`);
  return row.id;
}

/** Stores the changed webhook. A receiver that asked to wait is tried again. */
export const updateWebhook = (trx: Trx, id: number, webhook: WebhookFields): Promise<void> =>
  query(trx).run(sql`update webhook set title = ${webhook.title}, url = ${webhook.url}, event_types =
      ${webhook.event_types},
      least_priority = ${webhook.least_priority}, format = ${webhook.format}, template = ${webhook.template},
      content_type = ${webhook.content_type}, is_active = ${webhook.is_active}, policies_only = ${webhook.policies_only},
      turned_off_at = case when ${webhook.is_active} then null else turned_off_at end, paused_until = null,
      version = version + 1 where id = ${id}`);

export const updateCredential = (trx: Trx, id: number, credential: Buffer | null): Promise<void> =>
  query(trx).run(sql`update webhook set credential = ${credential}, version = version + 1 where id = ${id}`);

export const updateSecret = (trx: Trx, id: number, secret: Buffer): Promise<void> =>
  query(trx).run(sql`update webhook set secret = ${secret}, version = version + 1 where id = ${id}`);

export const deleteWebhook = (trx: Trx, id: number): Promise<void> =>
  query(trx).run(sql`delete from webhook where id = ${id}`);
