import { beforeEach, expect, it } from 'vitest';
import { drivenClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { type MadeSite, makeSite, makeUser } from '../../platform/testing/factories.ts';
import { createDigest } from './digest.ts';
import { insertOutage } from './store-outages.ts';

const database = testDatabase();
const start = Date.UTC(2026, 10, 25, 12);
const minute = 60_000;
const clock = drivenClock(start);
let site: MadeSite;
let manager: { readonly id: number; readonly email: string };
const run = (): Promise<void> =>
  createDigest({
    log: createLog('silent'),
    db: database.db,
    clock,
    publicUrl: 'https://portal.example',
    managersOf: async () => [manager],
  })();
const mails = async () =>
  (await database.pool.query<{ subject: string }>("select subject from mail where kind = 'other' order by id")).rows;

async function makeEdge(oldestAt: number | null): Promise<number> {
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into edge (site_id, title, code_hash, code_expires_at, made_by, made_at, seen_at, health)
      values ($1, 'Head house', '\\x00', now(), 'Ann', now(), $2, $3) returning id`,
    [site.id, new Date(start), JSON.stringify({ oldest_at: oldestAt })],
  );
  return rows[0]?.id ?? 0;
}

beforeEach(async () => {
  site = await makeSite(database.db);
  const { id, email } = await makeUser(database.db);
  manager = { id, email };
  await database.pool.query('delete from mail; delete from edge');
});

it('waits while the edge still has records from before', async () => {
  const edge = await makeEdge(start - minute);
  await insertOutage(database.db, edge, new Date(start - 30 * minute), new Date(start - 10 * minute));
  await run();
  expect(await mails()).toEqual([]);
});

it('mails the managers once for several outages, when the back-fill has come', async () => {
  const edge = await makeEdge(null);
  await insertOutage(database.db, edge, new Date(start - 60 * minute), new Date(start - 40 * minute));
  await insertOutage(database.db, edge, new Date(start - 30 * minute), new Date(start - 10 * minute));
  await run();
  await run();
  const sent = await mails();
  expect(sent).toHaveLength(1);
  expect(sent[0]?.subject).toContain('Head house');
});
