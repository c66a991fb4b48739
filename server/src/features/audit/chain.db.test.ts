import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { recorded } from '../../platform/audit.ts';
import { backup } from '../../platform/backup/backup.ts';
import { restore } from '../../platform/backup/restore.ts';
import { drivenClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { createTestDatabase, dropTestDatabase, type TestDatabase } from '../../platform/testing/database.ts';
import { exportChain, newestAuditHead, sealAudit, verifyChain } from './index.ts';
import { createSealing } from './worker.ts';

const dayMs = 86_400_000;
const began = Date.UTC(2026, 2, 10, 12);
const folder = mkdtempSync(join(tmpdir(), 'tocsin audit '));
let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
  return () => dropTestDatabase(database);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Rows of a person's work at noon of a day, 0 the first. */
const work = async (day: number, ...names: readonly string[]): Promise<void> => {
  for (const name of names)
    await database.db
      .insertInto('audit')
      .values({
        user_id: 5,
        user_name: 'Ann Vole',
        address: '192.0.2.77',
        action: 'change',
        subject: 'site',
        subject_name: name,
        at: new Date(began + day * dayMs),
        old: JSON.stringify({ title: name, list: [1, { b: 2, a: null }] }),
        new: JSON.stringify({ title: `${name}!` }),
      })
      .execute();
};
const seal = (day: number) => sealAudit(database.db, began + day * dayMs + 60_000);
const keep = (day: number) => createSealing({ db: database.db, clock: drivenClock(began + day * dayMs + 60_000) })();
const exported = async (db = database.db): Promise<string[]> => {
  const lines: string[] = [];
  for await (const line of exportChain(db, new Date(began))) lines.push(line.trimEnd());
  return lines;
};
const problemsOf = async (lines: readonly string[]) => (await verifyChain(lines)).problems;
const at = (lines: readonly string[], seq: number): number => lines.findIndex((line) => line.includes(`"seq":${seq},`));

describe('the exported audit log', () => {
  let lines: string[];
  beforeEach(async () => {
    await work(0, 'one', 'two');
    await work(1, 'three', 'four', 'five');
    await seal(2);
    lines = await exported();
  });

  it('names a row that was taken out', async () => {
    lines.splice(at(lines, 3), 1);
    expect(await problemsOf(lines)).toEqual(['Row 3 is missing']);
  });

  it('names several rows that were taken out', async () => {
    lines.splice(at(lines, 2), 3);
    expect(await problemsOf(lines)).toEqual(['Rows 2 to 4 are missing']);
  });

  // meets: iec-62443-4-2 CR 3.9
  // meets: cra-annex-i I.2f
  // meets: isa-18.2 18 audit
  // meets: owasp-asvs-5 V11.4.3, V16.4.2
  it('names a row that was changed', async () => {
    const changed = lines.map((line) => line.replace('"title":"two"', '"title":"tow"'));
    expect(await problemsOf(changed)).toEqual([expect.stringMatching(/^Row 2 was changed/)]);
  });

  it('names a row whose address was changed', async () => {
    const n = at(lines, 4);
    const changed = lines.map((line, each) => (each === n ? line.replace('192.0.2.77', '192.0.2.78') : line));
    expect(await problemsOf(changed)).toEqual(['The address of row 4 was changed']);
  });

  it('names rows whose order was changed', async () => {
    const [second, third] = [lines[2] ?? '', lines[3] ?? ''];
    const changed = lines.with(2, third).with(3, second);
    expect(await problemsOf(changed)).toEqual(['Row 2 stands after row 3: the order was changed']);
  });

  it('names a tail that was cut off, with the end and without it', async () => {
    expect(await problemsOf(lines.slice(0, -1))).toContain('The file has no end: its tail was cut off');
    const cut = lines.filter((line) => !line.includes('"seq":5,'));
    expect(await problemsOf(cut)).toEqual(['Row 5 is missing: the tail was cut off']);
  });

  it('names a head that was exchanged, and a line that is none', async () => {
    const changed = lines.map((line) => line.replace(/("head":.*"hash":")..../, '$10000'));
    expect((await problemsOf(changed))[0]).toMatch(/^The head of 2026-03-10 does not belong to row 2$/);
    expect(await problemsOf(lines.with(2, '{'))).toContain('Line 3 cannot be read');
  });

  it('holds when nothing was changed, with the values that were mailed', async () => {
    const { problems, rows, heads } = await verifyChain(lines);
    expect([problems, rows]).toEqual([[], 5]);
    expect(heads.map(({ day }) => day)).toEqual(['2026-03-10', '2026-03-11']);
    expect(await newestAuditHead(database.db)).toEqual({ day: '2026-03-11', value: heads[1]?.value });
    expect(heads[1]?.value).toMatch(/^[0-9a-f]{8}(?: [0-9a-f]{8}){3}$/);
  });
});

describe('sealing', () => {
  it('takes a row that commits late into the day that is open, and never changes a finished day', async () => {
    await work(0, 'one');
    await seal(1);
    const [first] = (await verifyChain(await exported())).heads;
    await work(0, 'late');
    await seal(2);
    const { problems, heads } = await verifyChain(await exported());
    expect(problems).toEqual([]);
    expect(heads.map(({ day, value }) => [day, value === first?.value])).toEqual([
      ['2026-03-10', true],
      ['2026-03-11', false],
    ]);
  });

  it('does not wait for a transaction that is open, and seals its row once it commits', async () => {
    const by = { userId: 1, name: 'Ann', address: '' };
    const { promise, resolve } = Promise.withResolvers<void>();
    const noted = Promise.withResolvers<void>();
    const open = recorded(database.db, by, async (trx, note) => {
      await sql`select nextval(pg_get_serial_sequence('audit', 'id'))`.execute(trx);
      note({ action: 'change', subject: 'site', subjectName: 'slow', old: { a: 1 }, new: { a: 2 } });
      noted.resolve();
      await promise;
    });
    await noted.promise;
    await work(0, 'quick');
    await seal(0);
    expect((await verifyChain(await exported())).rows).toBe(1);
    resolve();
    await open;
    await sealAudit(database.db, Date.now());
    const { rows, problems } = await verifyChain(await exported());
    expect([rows, problems]).toEqual([2, []]);
  });

  it('puts a row from a clock that ran ahead into the present day', async () => {
    await work(400, 'from the future');
    await seal(0);
    await work(1, 'next');
    await seal(2);
    const { heads, problems } = await verifyChain(await exported());
    expect([problems, heads.map(({ day }) => day)]).toEqual([[], ['2026-03-10', '2026-03-11']]);
  });
});

describe('keeping', () => {
  it('keeps everything unless the settings say otherwise', async () => {
    await work(0, 'one');
    await keep(4_000);
    const [row] = await database.db.selectFrom('audit').select(['address']).execute();
    expect(row?.address).toBe('192.0.2.77');
  });

  // meets: cra-annex-i I.2g
  // meets: owasp-asvs-5 V14.2.4
  it('shortens addresses after their days, deletes the salt, and the chain still holds', async () => {
    await sql`update audit_setting set address_days = 30`.execute(database.db);
    await work(0, 'old');
    await work(20, 'new');
    await keep(31);
    const { rows } = await sql`select address, salt is null as unsalted from audit order by id`.execute(database.db);
    expect(rows).toEqual([
      { address: '192.0.2.0', unsalted: true },
      { address: '192.0.2.77', unsalted: false },
    ]);
    expect(await problemsOf(await exported())).toEqual([]);
  });

  it('removes whole finished days, keeps their heads, and says so in the log', async () => {
    await sql`update audit_setting set retention_days = 30`.execute(database.db);
    await work(0, 'one', 'two');
    await work(1, 'three');
    await work(5, 'four');
    await seal(6);
    const [before] = (await verifyChain(await exported())).heads;
    await keep(34);
    await seal(34);
    const names = await database.db
      .selectFrom('audit')
      .select(['subject_name', 'subject', 'old'])
      .orderBy('id')
      .execute();
    expect(names).toMatchObject([
      { subject_name: 'four' },
      { subject: 'audit log', old: { days: 2, rows: 3, before: '2026-03-14' } },
    ]);
    const { problems, rows, heads } = await verifyChain(await exported());
    expect([problems, rows]).toEqual([[], 2]);
    expect(heads[0]).toEqual({ day: '2026-03-10', value: before?.value, isRemoved: true });
    expect(heads.map(({ isRemoved }) => isRemoved)).toEqual([true, true, false]);
  });

  it('survives backup and restore, retention included, and goes on', async () => {
    await sql`update audit_setting set retention_days = 30`.execute(database.db);
    await work(0, 'one');
    await work(5, 'two');
    await keep(34);
    await seal(36);
    const file = join(folder, 'all.tocsin');
    const log = createLog('silent');
    await backup(database.pool, file, { value: 'a-secret-of-this-folder', fromFolder: true }, log);
    const before = await exported();
    const target = await createTestDatabase('template1');
    try {
      await restore(target.pool, file, log);
      expect(await exported(target.db)).toEqual(before);
      await target.db
        .insertInto('audit')
        .values({ user_name: 'Ann', action: 'change', subject: 'site', at: new Date(began + 36 * dayMs) })
        .execute();
      await sealAudit(target.db, began + 40 * dayMs);
      const { problems, heads } = await verifyChain(await exported(target.db));
      expect(problems).toEqual([]);
      expect(heads.at(-1)?.day).toBe('2026-04-15');
    } finally {
      await dropTestDatabase(target);
    }
  });
});
