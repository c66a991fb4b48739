import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { loadPerson } from '../../access/store.ts';
import type { Clock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { type MadeUser, makeSite, makeUser } from '../../platform/testing/factories.ts';
import { createGapJob } from './gap-worker.ts';
import { seedRotation } from './seed.ts';

const database = testDatabase();
const dayMs = 86_400_000;
const start = Date.parse('2026-11-23T12:00:00Z');
let now = start;
const clock: Clock = { now: () => now, after: () => () => {} };
let ann: MadeUser;
let ben: MadeUser;
let clientId: number;

const run = (): Promise<void> =>
  createGapJob({
    log: createLog('silent'),
    db: database.db,
    clock,
    publicUrl: 'https://tocsin.example',
    loadPerson: (id) => loadPerson(database.db, id),
  })();
/** Subject and receiver of what was mailed since the last look. */
const mailed = async (): Promise<string[]> => {
  const { rows } = await sql<{ line: string }>`with taken as (delete from mail returning *)
    select to_address || ': ' || subject as line from taken order by 1`.execute(database.db);
  return rows.map((row) => row.line);
};
const leave = (user: MadeUser) => sql`update users set is_active = false where id = ${user.id}`.execute(database.db);
const comeBack = (user: MadeUser) => sql`update users set is_active = true where id = ${user.id}`.execute(database.db);

beforeEach(async () => {
  const { db } = database;
  now = start;
  await sql`delete from rotation`.execute(db);
  const site = await makeSite(db, { timezone: 'America/Denver' });
  clientId = site.clientId;
  await sql`update client set alternative_email = 'gate@mill.example' where id = ${clientId}`.execute(db);
  const registered_at = new Date();
  ann = await makeUser(db, { on: { [site.id]: 'User' }, first_name: 'Ann', last_name: 'Vole' });
  ben = await makeUser(db, { on: { [site.id]: 'User' }, first_name: 'Ben', last_name: 'Hare' });
  await makeUser(db, { on: { [site.id]: 'Manager' }, email: `boss-${site.id}@mill.example`, registered_at });
  await mailed();
  await db.transaction().execute((trx) =>
    seedRotation(trx, clientId, {
      title: 'Nights',
      timezone: 'UTC',
      handover_time: '06:00',
      weekday: 1,
      start: '2026-11-16',
      people: [
        { id: ann.id, name: 'Ann Vole' },
        { id: ben.id, name: 'Ben Hare' },
      ],
      overrides: [],
      at: now,
    }),
  );
});

describe('gaps of rotations', () => {
  it('are not mailed while everybody answers', async () => {
    await run();
    expect(await mailed()).toEqual([]);
  });

  it('of a person who leaves are mailed to the managers once, and again after a return', async () => {
    await run();
    await leave(ann);
    await run();
    await run();
    expect(await mailed()).toEqual([expect.stringMatching(/^boss-.*: Nights: Ann Vole can no longer be on call$/)]);
    await comeBack(ann);
    await run();
    await leave(ann);
    await run();
    expect(await mailed()).toHaveLength(1);
  });

  it('within the next three days are mailed once, and the emergency contact when one begins', async () => {
    await leave(ann);
    await run();
    await mailed();
    now = Date.parse('2026-11-28T06:00:00Z');
    await run();
    await run();
    expect(await mailed()).toEqual([expect.stringMatching(/^boss-.*: Nights: nobody on call from 2026-11-30 06:00/)]);
    now = Date.parse('2026-11-30T06:00:00Z');
    await run();
    now += 60_000;
    await run();
    expect(await mailed()).toEqual(['gate@mill.example: Nights: nobody is on call now']);
    // The next gap is a new one.
    now += 14 * dayMs - 7 * dayMs;
    await run();
    now += 7 * dayMs;
    await run();
    expect((await mailed()).filter((line) => line.startsWith('gate@'))).toHaveLength(1);
  });

  it('are mailed whole or not at all when a run is killed, and a second process mails none twice', async () => {
    await leave(ann);
    const { db } = database;
    await sql`create function refuse_mail() returns trigger language plpgsql as $$ begin raise 'killed'; end $$`.execute(
      db,
    );
    await sql`create trigger refuse_mail before insert on mail for each row execute function refuse_mail()`.execute(db);
    await expect(run()).rejects.toThrow('killed');
    await sql`drop trigger refuse_mail on mail`.execute(db);
    await sql`drop function refuse_mail`.execute(db);
    await Promise.all([run(), run()]);
    expect(await mailed()).toHaveLength(1);
  });
});
