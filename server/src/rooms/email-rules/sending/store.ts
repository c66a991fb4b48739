import type { RuleEvent } from '@tocsin/contract/email-rules';
import type { EventType } from '@tocsin/contract/event';
import { sql } from 'kysely';
import type { Trx } from '../../../base/audit.ts';
import type { Db } from '../../../base/db.ts';
import { hourMs } from './decide.ts';

/** An event with the names that a mail says, and the zone of its site. */
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
  readonly acknowledged_by: string | null;
  /** ms that it lasted; an off has that of its on. */
  readonly duration: number | null;
  readonly timezone: string;
  /** Of the device or its site: told to OEM and super users only. */
  readonly suspended: boolean;
}

/** Events by their ids in the order of their time; those of removed sites and devices are left out. */
export async function eventsToMail(db: Db | Trx, ids: readonly number[]): Promise<EventToMail[]> {
  const { rows } = await sql<EventToMail>`select e.id, e.type, e.at, e.received_at, e.device_id, e.client_id, e.site_id,
      e.client_name, e.site_name, e.device_name, e.group_id, e.sensor_id, e.sensor_name, e.content, e.value, e.forebear_id,
      e.is_active, e.is_late, e.is_test, e.acknowledged_by, coalesce(e.duration, f.duration) as duration, s.timezone,
      s.is_suspended or coalesce(d.is_suspended, false) as suspended
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
  /** Where its mails go. */
  readonly contact: string;
  readonly devices: readonly number[];
}

const ruleColumns =
  sql.raw(`r.id, r.user_id, r.client_id, r.event_type, r.contact_when, r.x, r.number_per_hour, r.all_devices,
  case when r.send_to_alternative then r.alternative_contact else u.email end as contact,
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

/** The rule, held until the transaction ends: one decision at a time, or a cap would be passed by two at once. */
export async function holdRule(trx: Trx, id: number): Promise<SendingRule | undefined> {
  const { rows } = await sql<SendingRule>`select ${ruleColumns} from email_rule r join users u on u.id = r.user_id
    where r.id = ${id} and r.is_active for update of r`.execute(trx);
  return rows[0];
}

export type RuleMailState = 'sent' | 'held' | 'gathered' | 'waiting' | 'told' | 'dropped';

export async function stateOf(trx: Trx, ruleId: number, eventId: number, step = 0): Promise<RuleMailState | null> {
  const { rows } = await sql<{ state: RuleMailState }>`select state from rule_mail
    where rule_id = ${ruleId} and event_id = ${eventId} and step = ${step}`.execute(trx);
  return rows[0]?.state ?? null;
}

/** Times of what was mailed for a sensor within the last 60 minutes, offs left out. */
export async function sentLastHour(
  trx: Trx,
  rule: number,
  key: { readonly deviceId: number; readonly path: string },
  now: number,
): Promise<number[]> {
  const { rows } = await sql<{
    at: Date;
  }>`select at from rule_mail where rule_id = ${rule} and device_id = ${key.deviceId}
    and path = ${key.path} and not is_off and state in ('sent', 'gathered') and at > ${new Date(now - hourMs)}`.execute(
    trx,
  );
  return rows.map((row) => row.at.getTime());
}

export async function mailsSince(trx: Trx, ruleId: number, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(distinct mail_id) as count from rule_mail
    where rule_id = ${ruleId} and at > ${since} and mail_id is not null`.execute(trx);
  return rows[0]?.count ?? 0;
}

export interface RuleMail {
  readonly ruleId: number;
  readonly eventId: number;
  readonly step: number;
  readonly deviceId: number;
  readonly path: string;
  readonly isOff: boolean;
  readonly state: RuleMailState;
  readonly at: number;
  readonly mailId: number | null;
}

export async function putRuleMail(trx: Trx, row: RuleMail): Promise<void> {
  await sql`insert into rule_mail (rule_id, event_id, step, device_id, path, is_off, state, at, mail_id)
    values (${row.ruleId}, ${row.eventId}, ${row.step}, ${row.deviceId}, ${row.path}, ${row.isOff}, ${row.state},
      ${new Date(row.at)}, ${row.mailId})
    on conflict (rule_id, event_id, step) do update set state = excluded.state, at = excluded.at,
      mail_id = excluded.mail_id`.execute(trx);
}

/** Events of a rule that wait in this state, of one sensor or of all. */
export async function waitingIn(
  trx: Trx,
  ruleId: number,
  state: 'held' | 'gathered',
  key?: { readonly deviceId: number; readonly path: string },
): Promise<number[]> {
  const of = key ? sql`and device_id = ${key.deviceId} and path = ${key.path}` : sql``;
  const { rows } = await sql<{ event_id: number }>`select event_id from rule_mail
    where rule_id = ${ruleId} and state = ${state} ${of} order by event_id`.execute(trx);
  return rows.map((row) => row.event_id);
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

/** The newest mails of a rule and how far each came. */
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
