import { sql } from 'kysely';
import type { Trx } from '../../../platform/db.ts';
import { query } from '../../../platform/query.ts';
import { hourMs, type RuleMailState } from './decide.ts';

/** The sensor (or node, or whole device) that the cap counts by. */
export interface SensorKey {
  readonly deviceId: number;
  readonly path: string;
}
export const keyText = (key: SensorKey): string => `${key.deviceId} ${key.path}`;

/** The states of these events, first mails only; events unknown to the rule are missing. */
export async function statesOf(
  trx: Trx,
  ruleId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, RuleMailState>> {
  const { rows } = await sql<{ event_id: number; state: RuleMailState }>`select event_id, state from rule_mail
    where rule_id = ${ruleId} and step = 0 and event_id = any(${[...ids]}::bigint[])`.execute(trx);
  return new Map(rows.map((row) => [row.event_id, row.state]));
}

/** Forgets what a rule did with these events before their shelves ended: they are decided again. */
export async function forgetBefore(
  trx: Trx,
  ruleId: number,
  events: readonly { readonly id: number; readonly unshelved_at: number | null }[],
): Promise<void> {
  const anew = events.flatMap(({ id, unshelved_at: at }) => (at === null ? [] : [{ id, at: new Date(at) }]));
  if (anew.length === 0) return;
  await sql`delete from rule_mail m
    using unnest(${anew.map((one) => one.id)}::bigint[], ${anew.map((one) => one.at)}::timestamptz[]) as u (id, at)
    where m.rule_id = ${ruleId} and m.event_id = u.id and m.at < u.at`.execute(trx);
}

export async function stateOf(trx: Trx, ruleId: number, eventId: number, step: number): Promise<RuleMailState | null> {
  const { rows } = await sql<{ state: RuleMailState }>`select state from rule_mail
    where rule_id = ${ruleId} and event_id = ${eventId} and step = ${step}`.execute(trx);
  return rows[0]?.state ?? null;
}

/** Times of mails within the last 60 minutes by sensor, without ends. */
export async function sentLastHour(trx: Trx, ruleId: number, now: number): Promise<Map<string, number[]>> {
  const { rows } = await sql<{ device_id: number; path: string; at: Date }>`select device_id, path, at from rule_mail
    where rule_id = ${ruleId} and not is_off and state in ('sent', 'gathered')
      and at > ${new Date(now - hourMs)}`.execute(trx);
  const times = new Map<string, number[]>();
  for (const row of rows) {
    const key = keyText({ deviceId: row.device_id, path: row.path });
    times.set(key, [...(times.get(key) ?? []), row.at.getTime()]);
  }
  return times;
}

export async function mailsSince(trx: Trx, ruleId: number, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(distinct mail_id) as count from rule_mail
    where rule_id = ${ruleId} and at > ${since} and mail_id is not null`.execute(trx);
  return rows[0]?.count ?? 0;
}

export interface RuleMailRow {
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

export async function putRuleMails(trx: Trx, rows: readonly RuleMailRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`insert into rule_mail (rule_id, event_id, step, device_id, path, is_off, state, at, mail_id)
    select * from unnest(${rows.map((row) => row.ruleId)}::int[], ${rows.map((row) => row.eventId)}::bigint[],
      ${rows.map((row) => row.step)}::int[], ${rows.map((row) => row.deviceId)}::int[],
      ${rows.map((row) => row.path)}::text[], ${rows.map((row) => row.isOff)}::boolean[],
      ${rows.map((row) => row.state)}::text[], ${rows.map((row) => new Date(row.at))}::timestamptz[],
      ${rows.map((row) => row.mailId)}::bigint[])
    on conflict (rule_id, event_id, step) do update set state = excluded.state, at = excluded.at,
      mail_id = excluded.mail_id`.execute(trx);
}

/** Events of a rule that exceed the cap of this sensor. */
export async function heldOf(trx: Trx, ruleId: number, key: SensorKey): Promise<number[]> {
  const { rows } = await sql<{ event_id: number }>`select event_id from rule_mail
    where rule_id = ${ruleId} and state = 'held' and device_id = ${key.deviceId} and path = ${key.path}
    order by event_id`.execute(trx);
  return rows.map((row) => row.event_id);
}

/** Gathered events of a rule, each with the number of its mail. */
export async function gatheredOf(trx: Trx, ruleId: number): Promise<{ eventId: number; step: number }[]> {
  const { rows } = await sql<{ event_id: number; step: number }>`select event_id, step from rule_mail
    where rule_id = ${ruleId} and state = 'gathered' order by event_id, step`.execute(trx);
  return rows.map((row) => ({ eventId: row.event_id, step: row.step }));
}

/** Whether the rule's own test mail was sent at or after a moment: its event then needs no further mail. */
export const testedSince = (trx: Trx, ruleId: number, since: number): Promise<boolean> =>
  query(trx).exists(sql`select 1 from mail where rule_id = ${ruleId} and about ->> 'test' = 'true'
    and created_at >= ${new Date(since)} limit 1`);
