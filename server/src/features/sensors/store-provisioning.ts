import type { DeviceId } from '@tocsin/contract/ids';
import type { DeviceSettings } from '@tocsin/contract/provisioning';
import { WarningRow } from '@tocsin/contract/sensors';
import { sql } from 'kysely';
import { z } from 'zod';
import { inScope, type Scope } from '../../access/scope.ts';
import type { Db } from '../../platform/db.ts';
import { query, type Section } from '../../platform/query.ts';
import { type RuleRecord, ruleOf } from './store.ts';
import { conditionColumns } from './store-conditions.ts';
import { responseColumns } from './store-responses.ts';
import type { StoredRule } from './warnings.ts';

const there = (scope: Scope) => sql`from device d join site s on s.id = d.site_id join client c on c.id = s.client_id
  where d.removed_at is null and s.removed_at is null and c.removed_at is null and ${inScope(scope)}`;

export const countScope = async (db: Db, scope: Scope): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::int as n ${there(scope)}`.execute(db)).rows[0]?.n ?? 0;

/** Names and versions of a section of the devices in a scope, by id. */
export const pageOfSettings = (
  db: Db,
  scope: Scope,
  { limit, offset }: Section,
): Promise<readonly Omit<DeviceSettings, 'rules' | 'proposed' | 'responses'>[]> =>
  query(db).all(sql<Omit<DeviceSettings, 'rules' | 'proposed' | 'responses'>>`
      select p.device, p.degrees, p.networks, coalesce(v.names_version, 0) as names_version,
        coalesce(v.warnings_version, 0) as warnings_version, coalesce(v.responses_version, 0) as responses_version,
        coalesce((select jsonb_object_agg(l.path, l.label) from sensor_label l where l.device_id = p.device), '{}') as names
      from (select d.id as device, d.degrees, d.networks ${there(scope)} order by d.id limit ${limit} offset ${offset}) p
        left join sensor_settings v on v.device_id = p.device order by p.device`);

/** The rules in force of devices, in their order. */
export const rulesOfDevices = async (
  db: Db,
  ids: readonly DeviceId[],
): Promise<ReadonlyMap<number, readonly StoredRule[]>> => {
  const { rows } = await sql<RuleRecord & { device_id: number }>`
    select device_id, id, path, sign, value, delay_seconds, ${conditionColumns}, ${responseColumns}
    from warning_rule where device_id = any(${ids}::int[]) and until is null order by position, id`.execute(db);
  const byDevice = Map.groupBy(rows, (row) => row.device_id);
  return new Map([...byDevice].map(([id, of]) => [id, of.map(({ device_id: _, ...row }) => ruleOf(row))]));
};

/** The rules of devices that wait for an approval. */
export const openProposals = async (
  db: Db,
  ids: readonly DeviceId[],
): Promise<ReadonlyMap<number, z.infer<typeof WarningRow>[]>> => {
  const { rows } = await sql<{ device_id: number; results: unknown }>`select device_id, results from proposed_warnings
    where device_id = any(${ids}::int[]) and state = 'proposed'`.execute(db);
  return new Map(rows.map((row) => [row.device_id, z.array(WarningRow).parse(row.results)]));
};
