import type { RuleEvent } from '@tocsin/contract/email-rules';
import { sql } from 'kysely';
import type { Trx } from '../../platform/audit.ts';
import type { Db } from '../../platform/db.ts';

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
