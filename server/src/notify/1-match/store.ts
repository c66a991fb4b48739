import type { RuleEvent } from '@tocsin/contract/email-rules';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db.ts';
import { query } from '../../platform/query.ts';
import { type PolicyTerms, policyIsAbout, type SendingRule, type WebhookTerms } from './match.ts';

const ruleColumns =
  sql.raw(`r.id, r.user_id, r.client_id, r.event_type, r.contact_when, r.x, r.number_per_hour, r.all_devices,
  case when r.send_to_alternative then r.alternative_contact else u.email end as contact,
  r.send_to_alternative as is_alternative,
  array(select device_id from email_rule_device rd where rd.rule_id = r.id) as devices`);

/** Active rules of these clients for these types of event. */
export const rulesFor = (db: Db, clientIds: readonly number[], types: readonly RuleEvent[]): Promise<SendingRule[]> =>
  query(db).all(sql<SendingRule>`select ${ruleColumns} from email_rule r join users u on u.id = r.user_id
    where r.is_active and r.client_id = any(${[...clientIds]}::int[]) and r.event_type = any(${[...types]}::text[])
    order by r.id`);

/** Locks a rule until the transaction ends: concurrent decisions could exceed the cap. */
export const holdRule = (trx: Trx, id: number): Promise<SendingRule | undefined> =>
  query(trx).first(sql<SendingRule>`select ${ruleColumns} from email_rule r join users u on u.id = r.user_id
    where r.id = ${id} and r.is_active for update of r`);

/** The policies of a client, in the order in which they were made. */
export const policiesOf = (db: Db | Trx, clientId: number): Promise<PolicyTerms[]> =>
  query(db).all(sql<PolicyTerms>`select id, title, client_id, site_id, event_types, least_priority, device_ids,
      steps, repeats, repeat_after_minutes, goes_on_after_clearing
    from escalation_policy where client_id = ${clientId} order by id`);

/** The policies that are about an event that starts escalations. */
export const policiesAbout = async (db: Db | Trx, event: Parameters<typeof policyIsAbout>[1]): Promise<PolicyTerms[]> =>
  (await policiesOf(db, event.client_id)).filter((policy) => policyIsAbout(policy, event));

/** The webhooks of clients that are on. */
export const webhooksOf = (trx: Db | Trx, clientIds: readonly number[]): Promise<WebhookTerms[]> =>
  query(trx).all(sql<WebhookTerms>`select id, title, client_id, site_id, event_types, least_priority, policies_only,
      format, template, content_type
    from webhook where is_active and client_id = any(${[...clientIds]}::int[]) order by id`);

/** Which of the events policies sent to which webhooks: `has` is by the event and the webhook. */
export async function sentByPolicies(
  trx: Trx,
  eventIds: readonly number[],
): Promise<{ readonly has: (eventId: number | null, webhookId: number) => boolean }> {
  const { rows } = await sql<{ event_id: number; webhook_id: number }>`select distinct event_id, webhook_id
    from webhook_delivery
    where event_id = any(${[...eventIds]}::bigint[]) and escalation_id is not null and attempts > 0`.execute(trx);
  const sent = new Set(rows.map((row) => `${row.event_id} ${row.webhook_id}`));
  return { has: (eventId, webhookId) => sent.has(`${eventId} ${webhookId}`) };
}
