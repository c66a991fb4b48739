import { sql } from 'kysely';
import type { Trx } from '../platform/db.ts';
import { Refusal } from '../platform/errors.ts';
import { isProgram, type Principal } from './principal.ts';

/** What has a name within a client, or a device within a site. */
const named = {
  client: (_of: number, name: string) => sql`select 1 from client where company = ${name} and removed_at is null`,
  site: (of: number, name: string) =>
    sql`select 1 from site where client_id = ${of} and title = ${name} and removed_at is null`,
  device: (of: number, name: string) =>
    sql`select 1 from device where site_id = ${of} and title = ${name} and removed_at is null`,
  map: (of: number, name: string) =>
    sql`select 1 from payload_map where coalesce(client_id, 0) = ${of} and name = ${name}`,
  rotation: (of: number, name: string) => sql`select 1 from rotation where client_id = ${of} and title = ${name}`,
  policy: (of: number, name: string) =>
    sql`select 1 from escalation_policy where client_id = ${of} and title = ${name}`,
  webhook: (of: number, name: string) => sql`select 1 from webhook where client_id = ${of} and title = ${name}`,
};

/**
 * Refuses with 409 that a program makes a second thing of a name: programs know things by their names. Two that make it at
 * once make one. People may use a name twice.
 */
export async function refuseSecondName(
  trx: Trx,
  who: Principal,
  { kind, of, name }: { readonly kind: keyof typeof named; readonly of: number; readonly name: string },
): Promise<void> {
  if (!isProgram(who)) return;
  await sql`select pg_advisory_xact_lock(hashtext(${`one name ${kind}`}), ${of})`.execute(trx);
  const { rows } = await named[kind](of, name).execute(trx);
  if (rows.length > 0) throw new Refusal('conflict', `There is a ${kind} of this name.`);
}
