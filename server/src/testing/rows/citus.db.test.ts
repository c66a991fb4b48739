import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectionOf } from '../../platform/db.ts';
import { distribute } from '../../platform/distribute.ts';
import { distributedTables } from '../../platform/store-citus.ts';
import {
  citusBinaries,
  createScratchDatabase,
  dropScratchDatabase,
  type ScratchDatabase,
  startScratchPostgres,
} from '../../platform/testing/scratch-postgres.ts';
import { everyStatement, type Statement } from './statements.ts';

const schema = readFileSync(join(import.meta.dirname, '../../../schema.sql'), 'utf8');
const tables = [...schema.matchAll(/^create table (\w+)/gm)].map(([, name = '']) => name);
const distributed: ReadonlySet<string> = new Set(distributedTables);

/**
 * Parts of the statements that join a distributed table with one of the coordinator, by equality and outside of any
 * subquery: Citus plans those. A new one needs a run of this test where Citus is installed; better, read in two steps.
 */
const joinsThatCitusPlans = [
  'select distinct r.device_id from warning_rule r join device_latest',
  'update warning_rule r set unit_layout_id = l.layout_id',
  'select d.id, d.title, d.serial_number, d.is_suspended or s.is_suspended as is_suspended',
  'as shown_type, d.is_suspended,',
  "select d.id as device_id, b.state, jsonb_agg(jsonb_build_object('id', r.id",
  'select d.id, d.site_id, s.proof_interval_days from device d',
  'select v.path, coalesce(n.label, v.name) as name, c.user_name as by',
  'with seen as ( select d.id, d.title, d.site_id, s.title as site_title',
];

const oneLine = (text: string): string =>
  text
    .replaceAll(/--[^\n]*/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
const namedBy = (text: string): string[] =>
  [...text.matchAll(/(?:\b(?:from|join|into|update|using)|,) (\w+)\b(?! *\()/g)]
    .map(([, name = '']) => name)
    .filter((name) => tables.includes(name));

/** What Citus would refuse of a statement, by the rules that ours have met. */
function brokenRule(statement: string): string | null {
  const text = oneLine(statement);
  const named = namedBy(text);
  const own = named.filter((name) => distributed.has(name));
  if (own.length === 0) return null;
  const list = distributedTables.join('|');
  if (new RegExp(`\\(select from (${list})\\b`).test(text))
    return 'a subquery without columns on a distributed table: column definition list';
  if (
    new RegExp(`\\binsert into (?!${list})\\w+ .*\\b(from|using) (${list})\\b`).test(text) &&
    /\breturning\b/.test(text)
  )
    return 'rows go from a distributed table into another one in one statement';
  if (own.length < named.length && !joinsThatCitusPlans.some((part) => text.includes(part)))
    return 'a direct join between distributed and local tables';
  const joins = [...text.matchAll(new RegExp(`\\bjoin (${list})\\b(.{0,160})`, 'g'))];
  if (joins.some(([, , more = '']) => !/device_id|\boverlaps\b/.test(more))) return 'a join without device_id';
  return null;
}

const statements = everyStatement();

describe('without Citus', () => {
  it('no statement breaks a known rule of Citus for the tables that distribute spreads', () => {
    const broken = statements.flatMap(({ where, text }) => {
      const rule = brokenRule(text);
      return rule ? [`${where}: ${rule}`] : [];
    });
    expect(broken).toEqual([]);
    expect(
      statements.filter(({ text }) => namedBy(oneLine(text)).some((name) => distributed.has(name))).length,
    ).toBeGreaterThan(50);
  });

  it('each allowed join is one of a statement that is there', () => {
    const texts = statements.map(({ text }) => oneLine(text));
    expect(joinsThatCitusPlans.filter((part) => !texts.some((text) => text.includes(part)))).toEqual([]);
  });

  it.each([
    [
      'select h.t0 from pending_hour h where not exists (select 1 from chunk c where c.device_id = h.device_id)',
      'direct join',
    ],
    ['select exists (select from device_latest) as frame', 'column definition list'],
    ['select l.hash from device_latest d join device_layout l on l.layout_id = d.layout_id', 'without device_id'],
  ])('%s is refused', (text, rule) => {
    expect(brokenRule(text)).toContain(rule);
  });

  it('tables that grow with frames have device_id in their key, and no table refers to them', () => {
    for (const table of distributedTables) {
      const text = schema.split(`create table ${table} (`)[1]?.split('\n)')[0] ?? '';
      expect(text, table).toMatch(/device_id int primary key|primary key \(device_id/);
      expect(schema).not.toMatch(new RegExp(`references ${table}\\b`));
    }
  });
});

describe.runIf(citusBinaries() !== null)('with Citus', () => {
  let server: Awaited<ReturnType<typeof startScratchPostgres>>;
  let database: ScratchDatabase;
  beforeAll(async () => {
    server = await startScratchPostgres('as the product', true);
    database = await createScratchDatabase(server.address);
  });
  afterAll(async () => {
    await dropScratchDatabase(server.address, database);
    await server.stop();
  });

  it('runs every statement that names a distributed table', async () => {
    const client = new pg.Client(connectionOf(database.address));
    await client.connect();
    const { rows } = await client.query<{ oid: number; name: string }>('select oid::int, typname as name from pg_type');
    const types = new Map(rows.map(({ oid, name }) => [oid, name]));
    const refused: string[] = [];
    const due = statements.filter(({ text }) => namedBy(oneLine(text)).some((name) => distributed.has(name)));
    for (const { where, text } of due) {
      await client.query('begin');
      const error = await runOnce(client, text, types).catch((caught: unknown) => caught);
      // A row that is refused for its dummy values was planned.
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (error instanceof Error && !/^2[23]/.test(code)) refused.push(`${where}: ${error.message}`);
      await client.query('rollback');
    }
    await client.end();
    expect(refused).toEqual([]);
  });

  it('distributes once, and says that it has', async () => {
    const said: string[] = [];
    await distribute(database.pool, (line) => said.push(line));
    expect(said).toEqual(['Every table is distributed already.']);
  });

  it('refuses while a process of Tocsin is connected, and a database without the extension', async () => {
    const process = new pg.Client({ ...connectionOf(database.address), application_name: 'tocsin keep' });
    await process.connect();
    await expect(distribute(database.pool, () => {})).rejects.toThrow(/stop every process/);
    await process.end();
    const plain = await createScratchDatabase(server.address, 'template1');
    await expect(distribute(plain.pool, () => {})).rejects.toThrow(/has no Citus/);
    await dropScratchDatabase(server.address, plain);
  });
});

/** Runs a statement with a value of its type for each parameter. */
async function runOnce(client: pg.Client, text: string, types: ReadonlyMap<number, string>): Promise<void> {
  await client.query(
    text,
    (await parametersOf(client, text)).map((oid) => dummyOf(types.get(oid) ?? '')),
  );
}

const parametersOf = (client: pg.Client, text: Statement['text']): Promise<readonly number[]> =>
  new Promise((done, failed) => {
    let oids: readonly number[] = [];
    const request = {
      submit(connection: pg.Connection) {
        connection.once('parameterDescription', ({ dataTypeIDs }: { dataTypeIDs: number[] }) => {
          oids = dataTypeIDs;
        });
        connection.parse({ name: '', text, types: [] }, true);
        connection.describe({ type: 'S', name: '' }, true);
        connection.sync();
      },
      handleRowDescription() {},
      handleError: failed,
      handleReadyForQuery: () => done(oids),
    };
    client.query(request as unknown as pg.Submittable);
  });

function dummyOf(type: string): unknown {
  if (type.startsWith('_')) return [dummyOf(type.slice(1))];
  if (/^(int|float|numeric|oid)/.test(type)) return 1;
  if (type === 'bool') return true;
  if (type === 'jsonb' || type === 'json') return '{}';
  if (type === 'timestamptz') return new Date(0);
  return type === 'bytea' ? Buffer.from('x') : '1';
}
