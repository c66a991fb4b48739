import type { RuleEvent } from '@tocsin/contract/email-rules';
import type { EventType } from '@tocsin/contract/event';
import { sql } from 'kysely';
import type { Trx } from '../../../platform/audit.ts';
import type { Db } from '../../../platform/db.ts';

/** An event with the names for the mail and the zone of its site. */
export interface EventToMail {
  readonly id: number;
  readonly type: EventType;
  readonly at: number;
  readonly received_at: number;
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
  readonly is_active: boolean;
  readonly is_late: boolean;
  readonly is_test: boolean;
  readonly rule_id: number | null;
  /** 1 (critical) to 4 (low); an end has none. */
  readonly priority: number | null;
  readonly is_shelved: boolean;
  /** Unix ms: it notifies from then on as if it had just begun, since its shelf ended; null: it was not shelved. */
  readonly unshelved_at: number | null;
  /** Of the event; an end names the person who acknowledged its beginning, unless the end itself was acknowledged. */
  readonly acknowledged_by: string | null;
  readonly acknowledged_at: number | null;
  /** Duration in ms; an end has that of its beginning. */
  readonly duration: number | null;
  readonly timezone: string;
  /** The device or its site is suspended: visible to OEM and super users only. */
  readonly suspended: boolean;
  /** Nobody is notified of it while its sensor is out of service. */
  readonly is_out_of_service: boolean;
}

/** Events by id in time order, without those of removed sites and devices. */
export async function eventsToMail(db: Db | Trx, ids: readonly number[]): Promise<EventToMail[]> {
  const { rows } = await sql<EventToMail>`select e.id, e.type, e.at, e.received_at, e.device_id, e.client_id, e.site_id,
      e.client_name, e.site_name, e.device_name, e.group_id, e.sensor_id, e.sensor_name, e.content, e.value, e.forebear_id,
      e.is_active, e.is_late, e.is_test, e.is_shelved, e.unshelved_at, e.priority, e.rule_id,
      coalesce(e.acknowledged_by, f.acknowledged_by) as acknowledged_by,
      coalesce(e.acknowledged_at, f.acknowledged_at) as acknowledged_at, coalesce(e.duration, f.duration) as duration, s.timezone,
      s.is_suspended or coalesce(d.is_suspended, false) as suspended,
      exists (select 1 from out_of_service o where o.device_id = e.device_id
        and o.path = e.group_id || '.' || e.sensor_id) as is_out_of_service
    from event e join site s on s.id = e.site_id and s.removed_at is null
      left join device d on d.id = e.device_id
      left join event f on f.device_id = e.device_id and f.id = e.forebear_id
    where e.id = any(${[...ids]}::bigint[]) and (e.device_id = 0 or d.removed_at is null)
    order by e.at, e.id`.execute(db);
  return rows;
}

export interface SendingRule {
  readonly id: number;
  readonly user_id: number;
  readonly client_id: number;
  readonly event_type: RuleEvent;
  readonly contact_when: number;
  readonly x: number | null;
  readonly number_per_hour: number;
  readonly all_devices: boolean;
  /** Address for its mails. */
  readonly contact: string;
  /** Whether that is an address without an account. */
  readonly is_alternative: boolean;
  readonly devices: readonly number[];
}

const ruleColumns =
  sql.raw(`r.id, r.user_id, r.client_id, r.event_type, r.contact_when, r.x, r.number_per_hour, r.all_devices,
  case when r.send_to_alternative then r.alternative_contact else u.email end as contact,
  r.send_to_alternative as is_alternative,
  array(select device_id from email_rule_device rd where rd.rule_id = r.id) as devices`);

/** Active rules of these clients for these types of event. */
export async function rulesFor(
  db: Db,
  clientIds: readonly number[],
  types: readonly RuleEvent[],
): Promise<SendingRule[]> {
  const { rows } = await sql<SendingRule>`select ${ruleColumns} from email_rule r join users u on u.id = r.user_id
    where r.is_active and r.client_id = any(${[...clientIds]}::int[]) and r.event_type = any(${[...types]}::text[])
    order by r.id`.execute(db);
  return rows;
}

/** Locks a rule until the transaction ends: concurrent decisions could exceed the cap. */
export async function holdRule(trx: Trx, id: number): Promise<SendingRule | undefined> {
  const { rows } = await sql<SendingRule>`select ${ruleColumns} from email_rule r join users u on u.id = r.user_id
    where r.id = ${id} and r.is_active for update of r`.execute(trx);
  return rows[0];
}

export interface MailFoot {
  readonly support_address: string;
  readonly support_phone: string;
  readonly support_email: string;
  readonly alternative_name: string;
  readonly alternative_email: string;
  readonly alternative_phone: string;
}

/** Support contacts of the operator and emergency contacts of the client. */
export async function footOf(db: Db | Trx, clientId: number): Promise<MailFoot | undefined> {
  const { rows } = await sql<MailFoot>`select o.support_address, o.support_phone, o.support_email, c.alternative_name,
      c.alternative_email, c.alternative_phone
    from oem_settings o, client c where c.id = ${clientId}`.execute(db);
  return rows[0];
}

export interface DeliveredMail {
  readonly id: number;
  readonly subject: string;
  readonly to_address: string;
  readonly state: 'queued' | 'sent' | 'failed' | 'mailbox';
  readonly attempts: number;
  readonly last_error: string;
  readonly created_at: Date;
  readonly sent_at: Date | null;
}

export async function deliveredMail(db: Db, id: number): Promise<DeliveredMail | undefined> {
  const { rows } =
    await sql<DeliveredMail>`select id, subject, to_address, state, attempts, last_error, created_at, sent_at
    from mail where id = ${id}`.execute(db);
  return rows[0];
}

/** The newest mails of a rule with their delivery states. */
export async function mailsOfRule(
  db: Db,
  ruleId: number,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ count: number; rows: DeliveredMail[] }> {
  const counted = await sql<{ count: number }>`select count(*) as count from mail where rule_id = ${ruleId}`.execute(
    db,
  );
  const { rows } =
    await sql<DeliveredMail>`select id, subject, to_address, state, attempts, last_error, created_at, sent_at
    from mail where rule_id = ${ruleId} order by created_at desc, id desc limit ${page.limit} offset ${page.offset}`.execute(
      db,
    );
  return { count: counted.rows[0]?.count ?? 0, rows };
}

/** Whether the rule's own test mail was sent at or after a moment: its event then needs no further mail. */
export async function testedSince(trx: Trx, ruleId: number, since: number): Promise<boolean> {
  const { rows } = await sql`select 1 from mail where rule_id = ${ruleId} and about ->> 'test' = 'true'
    and created_at >= ${new Date(since)} limit 1`.execute(trx);
  return rows.length > 0;
}

/**
 * The site in whose log a rule's test is recorded: that of its first device, otherwise the client's first; null when
 * there is none.
 */
export async function siteOfRule(db: Db, ruleId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`select s.id from email_rule r join site s on s.client_id = r.client_id
      left join device d on d.site_id = s.id and d.removed_at is null
      left join email_rule_device rd on rd.rule_id = r.id and rd.device_id = d.id
    where r.id = ${ruleId} and s.removed_at is null and d.id is not null
    order by (rd.device_id is null), s.id limit 1`.execute(db);
  return rows[0]?.id ?? null;
}
