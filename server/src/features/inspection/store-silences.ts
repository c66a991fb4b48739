import type { UnwatchedReason } from '@tocsin/contract/inspection';
import { type SuspicionKind, suspicionWords } from '@tocsin/contract/protection';
import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import { most, ms, type Span } from './store.ts';

/** A time in which a device reported, but its messages were held back or its values could not be trusted. */
export interface SilenceRow extends Span {
  readonly device_id: number;
  readonly device: string;
  readonly reason: Extract<UnwatchedReason, 'test' | 'shelved' | 'out-of-service' | 'suspected-dead'>;
  /** `groupId.sensorId` or a node's `groupId`; empty: the whole device. */
  readonly path: string;
  readonly sensor: string;
  readonly detail: string;
  readonly ended: boolean;
}

const because = (by: string, why: string): string => (why === '' ? `by ${by}` : `by ${by}: ${why}`);

/** What was shelved in a span. */
export async function findShelved(db: Db, siteId: number, { from, to }: Span, now: number): Promise<SilenceRow[]> {
  const { rows } = await sql<Omit<SilenceRow, 'reason' | 'detail'> & { by: string; why: string }>`select s.device_id,
      s.device_name as device, concat_ws('.', s.group_id, s.sensor_id) as path,
      case when s.group_id is null then '' else s.title end as sensor, s.started_at as from,
      coalesce(s.ended_at, ${now}::bigint) as to, s.ended_at is not null as ended, s.user_name as by, s.reason as why
    from shelf s where s.site_id = ${siteId} and s.started_at < ${to} and coalesce(s.ended_at, ${now}::bigint) > ${from}
    order by s.started_at, s.id limit ${most}`.execute(db);
  return rows.map(({ by, why, ...row }) => ({ ...row, reason: 'shelved', detail: because(by, why) }));
}

/** Sensors that were armed in walk tests in a span. */
export async function findWalked(db: Db, siteId: number, { from, to }: Span, now: number): Promise<SilenceRow[]> {
  const until = sql`case when x."isArmed" then ${now}::bigint else x."disarmedAt" end`;
  const { rows } = await sql<
    Omit<SilenceRow, 'reason' | 'detail'> & { id: number; by: string }
  >`select w.id, w.device_id,
      w.device_name as device, x.path, x.name as sensor, x.since as from, ${until} as to, not x."isArmed" as ended,
      w.state ->> 'userName' as by
    from walk_test w cross join lateral jsonb_to_recordset(w.state -> 'sensors')
      as x (path text, name text, since bigint, "disarmedAt" bigint, "isArmed" boolean)
    where w.site_id = ${siteId} and w.started_at < ${to} and x.since < ${to} and ${until} > ${from}
    order by x.since, w.id, x.path limit ${most}`.execute(db);
  return rows.map(({ id, by, ...row }) => ({ ...row, reason: 'test', detail: `walk test ${id} by ${by}` }));
}

/** Single sensors that were out of service in a span; devices and sites are listed as suspended. */
export async function findOutOfService(db: Db, siteId: number, { from, to }: Span, now: number): Promise<SilenceRow[]> {
  const since = ms('o.since');
  const until = sql`coalesce(${ms('o.ended_at')}, ${now}::bigint)`;
  const { rows } = await sql<Omit<SilenceRow, 'reason' | 'detail'> & { by: string; why: string }>`select o.device_id,
      d.title as device, o.path, coalesce(o.sensor_name, '') as sensor, ${since} as from, ${until} as to,
      o.ended_at is not null as ended, o.user_name as by, o.reason as why
    from out_of_service_span o join device d on d.id = o.device_id
    where d.site_id = ${siteId} and o.path <> '' and ${since} < ${to} and ${until} > ${from}
    order by o.since, o.id limit ${most}`.execute(db);
  return rows.map(({ by, why, ...row }) => ({ ...row, reason: 'out-of-service', detail: because(by, why) }));
}

/** Sensors that the nightly check of history suspected in a span, dismissed suspicions with their reason. */
export async function findSuspected(db: Db, siteId: number, { from, to }: Span, now: number): Promise<SilenceRow[]> {
  const until = sql`coalesce(${ms('p.ended_at')}, ${now}::bigint)`;
  const { rows } = await sql<
    Omit<SilenceRow, 'reason' | 'detail'> & { kind: SuspicionKind; by: string | null; why: string | null }
  >`select p.device_id, d.title as device, p.path, coalesce(l.label, '') as sensor, p.since as from, ${until} as to,
      p.ended_at is not null as ended, p.kind, p.dismissed_by as by, p.dismissed_reason as why
    from sensor_suspicion p join device d on d.id = p.device_id
      left join sensor_label l on l.device_id = p.device_id and l.path = p.path
    where d.site_id = ${siteId} and p.since < ${to} and ${until} > ${from}
    order by p.since, p.id limit ${most}`.execute(db);
  return rows.map(({ kind, by, why, ...row }) => ({
    ...row,
    reason: 'suspected-dead',
    detail: [suspicionWords[kind], by === null ? '' : `dismissed ${because(by, why ?? '')}`].filter(Boolean).join('; '),
  }));
}
