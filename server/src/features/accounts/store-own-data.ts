import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';

const maxRows = 100_000;

/**
 * What the portal stores about a person, by the name of its file. Every query is bound to the person's id or address.
 * Changes that the person made are listed without old and new values: those can be another person's data.
 */
export async function ownData(db: Db, userId: number): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const all = async (query: ReturnType<typeof sql>): Promise<readonly unknown[]> => (await query.execute(db)).rows;
  return {
    profile: await all(sql`
      select username, email, first_name, last_name, company, phone, address, is_active, registered_at,
        mailbox_verified_at, terms_accepted_at, created_at from users where id = ${userId}`),
    memberships: await all(sql`
      select c.company as client, m.is_accounts_management, m.is_active, m.visual_dashboard_enabled
      from client_member m join client c on c.id = m.client_id where m.user_id = ${userId} order by c.company`),
    sites: await all(sql`
      select s.title as site, p.permission, p.has_access from membership p join site s on s.id = p.site_id
      where p.user_id = ${userId} order by s.title`),
    sessions: await all(sql`
      select created_at, used_at, ended_at, address, agent from session
      where user_id = ${userId} and kind = 'person' order by created_at`),
    second_factor: await all(sql`
      select created_at, verified_at from two_factor where user_id = ${userId}`),
    duty_calendar: await all(sql`select created_at, used_at from duty_calendar where user_id = ${userId}`),
    contact_methods: await all(sql`
      select kind, title, least_priority, verified_at, confirmed_at, ended_at, created_at from contact_method
      where user_id = ${userId} order by id`),
    quiet_hours: await all(sql`select begins, ends, timezone from quiet_hours where user_id = ${userId}`),
    passkeys: await all(sql`
      select name, created_at, used_at from passkey where user_id = ${userId} order by id`),
    api_keys: await all(sql`
      select name, tail, scopes, created_at, expires_at, used_at, used_address, revoked_at from api_key
      where user_id = ${userId} order by created_at`),
    email_rules: await all(sql`
      select event_type, contact_when, x, all_devices, number_per_hour, is_active, alternative_contact, created_at
      from email_rule where user_id = ${userId} order by id`),
    invitations: await all(sql`
      select c.company as client, i.email, i.created_at, i.expires_at, i.ended_at, i.outcome
      from invitation i join client c on c.id = i.client_id where i.user_id = ${userId} order by i.id`),
    emails: await all(sql`
      select to_address, subject, kind, state, created_at, sent_at from mail
      where user_id = ${userId} order by id limit ${maxRows}`),
    acknowledgements: await all(sql`
      select id as event, to_timestamp(acknowledged_at / 1000.0) as at, acknowledged_comment as comment from event
      where acknowledged_user = ${userId} order by id limit ${maxRows}`),
    proof_tests: await all(sql`
      select to_timestamp(at / 1000.0) as at, site_name, device_name, sensor_name, step, comment from maintenance_test
      where user_id = ${userId} order by at limit ${maxRows}`),
    actions: await all(sql`
      select at, action, subject, address from audit where user_id = ${userId} order by id limit ${maxRows}`),
    changes_of_profile: await all(sql`
      select at, action, old, new from audit
      where subject = 'person' and subject_id = ${String(userId)} and user_id = ${userId}
      order by id limit ${maxRows}`),
  };
}
