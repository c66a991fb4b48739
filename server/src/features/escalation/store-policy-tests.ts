import { type Priority, priorityOfLevel } from '@tocsin/contract/priority';
import { type Selectable, sql } from 'kysely';
import type { EscalationRow } from '../../notify/index.ts';
import type { Db, Trx } from '../../platform/db.ts';
import { query, type Section } from '../../platform/query.ts';
import type { PolicyTestTable } from '../../platform/tables.ts';

export interface PolicyTestRow extends Selectable<PolicyTestTable> {
  readonly client_name: string;
  readonly site_name: string | null;
  /** IANA zone of the site; null: of the whole client. */
  readonly timezone: string | null;
}

const columns = sql.raw(`t.id, t.policy_id, t.title, t.client_id, t.site_id, c.company as client_name,
  s.title as site_name, s.timezone, t.started_by, t.started_at, t.state, t.ended_by, t.ended_at, t.comment`);
const tables = sql.raw('policy_test t join client c on c.id = t.client_id left join site s on s.id = t.site_id');

/** The tests of a policy, the newest first. */
export const testsOf = (db: Db, policyId: number, page: Section) =>
  query(db).list(
    sql<PolicyTestRow>`select ${columns} from ${tables} where t.policy_id = ${policyId}`,
    sql`t.started_at desc, t.id desc`,
    page,
  );

export const findTest = (db: Db, id: number): Promise<PolicyTestRow | undefined> =>
  query(db).first(sql<PolicyTestRow>`select ${columns} from ${tables} where t.id = ${id}`);

export const escalationsOfTest = (db: Db, testId: number): Promise<EscalationRow[]> =>
  query(db).all(sql<EscalationRow>`select * from escalation where policy_test_id = ${testId}`);

/** The priority of a test's messages. */
export async function priorityOfTest(db: Db, id: number): Promise<Priority | null> {
  const { rows } = await sql<{ priority: number }>`select priority from escalation
    where policy_test_id = ${id}`.execute(db);
  return priorityOfLevel(rows[0]?.priority ?? 2);
}

/** When each policy was last tested to an end, and whether a test is running. */
export async function testedOf(
  db: Db,
  policyIds: readonly number[],
): Promise<ReadonlyMap<number, { readonly tested_at: Date | null; readonly running: number | null }>> {
  const { rows } = await sql<{
    policy_id: number;
    tested_at: Date | null;
    running: number | null;
  }>`select policy_id, max(ended_at) filter (where state in ('acknowledged', 'unanswered')) as tested_at,
      max(id) filter (where ended_at is null) as running
    from policy_test where policy_id = any(${[...policyIds]}::int[]) group by policy_id`.execute(db);
  return new Map(rows.map((row) => [row.policy_id, row]));
}

/** A policy whose test is due. */
export interface DueTest {
  readonly id: number;
  readonly title: string;
  readonly client_id: number;
  readonly site_id: number | null;
  readonly site_name: string | null;
  readonly client_name: string;
  /** Null: it was never tested. */
  readonly tested_at: Date | null;
}

/**
 * Takes at most `limit` policies without a completed test or a reminder since `before`, locked until the transaction ends,
 * and marks them as reminded.
 */
export const takeDueTests = (
  trx: Trx,
  before: Date,
  now: Date,
  { limit, but }: { readonly limit: number; readonly but: readonly number[] },
): Promise<DueTest[]> =>
  query(trx).all(sql<DueTest>`with due as (select p.id, (select max(t.ended_at) from policy_test t
        where t.policy_id = p.id and t.state in ('acknowledged', 'unanswered')) as tested_at
      from escalation_policy p join client c on c.id = p.client_id left join site s on s.id = p.site_id
      where c.removed_at is null and s.removed_at is null and p.created_at <= ${before}
        and (p.test_reminded_at is null or p.test_reminded_at <= ${before})
        and p.id <> all(${[...but]}::int[])
      order by p.id for update of p skip locked),
    taken as (select id, tested_at from due where tested_at is null or tested_at <= ${before} limit ${limit})
    update escalation_policy p set test_reminded_at = ${now} from taken, client c
    where p.id = taken.id and c.id = p.client_id
    returning p.id, p.title, p.client_id, p.site_id, c.company as client_name,
      (select s.title from site s where s.id = p.site_id) as site_name, taken.tested_at`);
