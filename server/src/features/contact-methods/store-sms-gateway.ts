import { sql } from 'kysely';
import { readGateway, type SmsGatewayRow } from '../../notify/index.ts';
import type { Trx } from '../../platform/db.ts';

/** Serializes changes of the gateway, also the first one, until the transaction ends. */
export async function lockGateway(trx: Trx): Promise<SmsGatewayRow | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext('sms_gateway'))`.execute(trx);
  return await readGateway(trx);
}

export async function putGateway(trx: Trx, row: Omit<SmsGatewayRow, 'version'>): Promise<void> {
  await sql`insert into sms_gateway (url, method, headers, body, content_type, id_field, from_field, text_field,
      report_id_field, report_state_field, delivered_states, failed_states, secret)
    values (${row.url}, ${row.method}, ${row.headers}, ${row.body}, ${row.content_type}, ${row.id_field},
      ${row.from_field}, ${row.text_field}, ${row.report_id_field}, ${row.report_state_field},
      ${[...row.delivered_states]}, ${[...row.failed_states]}, ${row.secret})
    on conflict (id) do update set url = excluded.url, method = excluded.method, headers = excluded.headers,
      body = excluded.body, content_type = excluded.content_type, id_field = excluded.id_field,
      from_field = excluded.from_field, text_field = excluded.text_field, report_id_field = excluded.report_id_field,
      report_state_field = excluded.report_state_field, delivered_states = excluded.delivered_states,
      failed_states = excluded.failed_states, secret = excluded.secret, version = sms_gateway.version + 1`.execute(trx);
}

export async function setGatewaySecret(trx: Trx, secret: Buffer): Promise<void> {
  await sql`update sms_gateway set secret = ${secret}, version = version + 1`.execute(trx);
}

/** Deletes the gateway; false: there was none. */
export async function deleteGateway(trx: Trx): Promise<boolean> {
  return (await sql`delete from sms_gateway returning 1`.execute(trx)).rows.length > 0;
}
