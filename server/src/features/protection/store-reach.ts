import type { ContactKind } from '@tocsin/contract/contact-methods';
import { sql } from 'kysely';
import { type Db, prepared } from '../../platform/db.ts';
import { query } from '../../platform/query.ts';
import type { ReachDevice, ReachFact } from './reach.ts';

/** A channel that only failed for this long has failed for everybody. */
const failingFor = sql.raw(`interval '15 minutes'`);

/** Clients that have devices. */
export async function clientsWithDevices(db: Db): Promise<number[]> {
  const { rows } = await sql<{
    id: number;
  }>`select distinct s.client_id as id from device d join site s on s.id = d.site_id
    where d.removed_at is null and s.removed_at is null order by 1`.execute(db);
  return rows.map(({ id }) => id);
}

/** The devices of a client with the priorities of their sensors and rules. */
export const reachDevices = (db: Db, clientId: number): Promise<ReachDevice[]> =>
  query(
    db,
  ).all(sql<ReachDevice>`${prepared} select d.id, d.site_id, s.client_id, d.is_suspended or s.is_suspended as is_suspended,
      t.raises_alarms,
      coalesce((select jsonb_object_agg(r.path, r.priority) from sensor_response r
        where r.device_id = d.id and r.priority is not null), '{}') as sensor_levels,
      coalesce((select jsonb_object_agg(o.path, o.level) from (select w.path, min(coalesce(w.priority, r.priority, 2)) as level
        from warning_rule w left join sensor_response r on r.device_id = w.device_id and r.path = w.path
        where w.device_id = d.id and w.until is null group by w.path) o), '{}') as rule_levels,
      array(select a ->> 'path' from walk_test k cross join jsonb_array_elements(k.state -> 'sensors') a
        where k.device_id = d.id and k.ended_at is null and (a ->> 'isArmed')::boolean) as armed
    from device d join site s on s.id = d.site_id join device_type t on t.id = d.shown_type_id
    where s.client_id = ${clientId} and d.removed_at is null and s.removed_at is null order by d.id`);

/** Channels in which something is tried again and nothing was sent lately. */
export async function failingChannels(db: Db): Promise<Set<'email' | ContactKind>> {
  const { rows } = await sql<{ channel: 'email' | ContactKind }>`select 'email' as channel
    where exists (select from mail where state = 'pending' and attempts > 0)
      and not exists (select from mail where created_at > now() - interval '1 day' and sent_at > now() - ${failingFor})
    union all
    select m.method from (select distinct method from message where due_at is not null and attempts > 0) m
    where not exists (select from message n where n.method = m.method and n.sent_at > now() - ${failingFor})`.execute(
    db,
  );
  return new Set(rows.map(({ channel }) => channel));
}

/** Webhooks to which something is tried again and nothing was delivered lately. */
export async function failingWebhooks(db: Db): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`select distinct d.webhook_id as id from webhook_delivery d
    where d.state in ('pending', 'sending') and d.attempts > 0 and not exists (select from webhook_delivery e
      where e.webhook_id = d.webhook_id and e.state = 'delivered' and e.ended_at > now() - ${failingFor}
        and e.created_at > now() - interval '1 day')`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Notes what is true of each device at a moment; the same as a short time before prolongs its row. */
export async function writeFacts(db: Db, facts: readonly ReachFact[], now: number, holdMs: number): Promise<void> {
  // The ids keep PostgreSQL from reading every device of the installation for each client.
  const ids = facts.map((fact) => fact.device_id);
  await sql`${prepared} with f as (select * from jsonb_to_recordset(${JSON.stringify(facts)}::jsonb)
      as f(device_id int, is_suspended boolean, is_reached boolean, others text[], reached jsonb)),
    same as (update protection_fact p set until_at = ${now} from f
      where p.device_id = f.device_id and p.device_id = any(${ids}::int[])
        and p.from_at = (select max(q.from_at) from protection_fact q where q.device_id = f.device_id)
        and p.until_at between ${now - holdMs} and ${now}
        and (p.is_suspended, p.is_reached, p.others, p.reached)
          is not distinct from (f.is_suspended, f.is_reached, f.others, f.reached)
      returning p.device_id)
    insert into protection_fact (device_id, from_at, until_at, is_suspended, is_reached, others, reached)
    select f.device_id, ${now}, ${now}, f.is_suspended, f.is_reached, f.others, f.reached
    from f join device d on d.id = f.device_id and d.id = any(${ids}::int[])
    where not exists (select from same where same.device_id = f.device_id)
    on conflict (device_id, from_at) do nothing`.execute(db);
}
