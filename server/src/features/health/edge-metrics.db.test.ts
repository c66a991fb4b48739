import { expect, it } from 'vitest';
import { testDatabase } from '../../platform/testing/database.ts';
import { makeSite } from '../../platform/testing/factories.ts';
import { readStoredMetrics } from './store-metrics.ts';

const database = testDatabase();
const now = Date.UTC(2026, 10, 25, 12);

interface Said {
  readonly is_full?: boolean;
  readonly oldest_at?: number;
  readonly queue_records?: number;
  readonly refused_records?: number;
}

async function makeEdge(siteId: number, seenSecondsAgo: number | null, said: Said | null, isClaimed = true) {
  const at = new Date(now - 3_600_000);
  await database.pool.query(
    `insert into edge (site_id, title, code_hash, code_expires_at, made_by, made_at, claimed_at, seen_at, health)
      values ($1, 'Head house', '\\x00', $2, 'Ann', $2, $3, $4, $5)`,
    [
      siteId,
      at,
      isClaimed ? at : null,
      seenSecondsAgo === null ? null : new Date(now - seenSecondsAgo * 1_000),
      said && JSON.stringify(said),
    ],
  );
}

it('counts edges that are connected, silent and full, and what waits at them', async () => {
  const site = await makeSite(database.db);
  const removed = await makeSite(database.db);
  await makeEdge(site.id, 4, { is_full: false, oldest_at: now - 90_000, queue_records: 30, refused_records: 1 });
  await makeEdge(site.id, 30, { is_full: true, oldest_at: now - 50_000, queue_records: 5, refused_records: 2 });
  // What a silent one said last is its queue, but nothing waits at a connected edge because of it.
  await makeEdge(site.id, 31, { is_full: true, oldest_at: now - 900_000, queue_records: 7 });
  // Claimed an hour ago, and never heard.
  await makeEdge(site.id, null, null);
  await makeEdge(site.id, null, null, false);
  await makeEdge(removed.id, 4, { is_full: true });
  await database.db
    .updateTable('site')
    .set({ removed_at: new Date(now) })
    .where('id', '=', removed.id)
    .execute();
  expect(await readStoredMetrics(database.pool, now)).toMatchObject({
    edges_claimed: 4,
    edges_connected: 2,
    edges_silent: 2,
    edges_full: 1,
    edge_last_contact_seconds: 3_600,
    edge_queue_records: 42,
    edge_oldest_record_seconds: 90,
    edge_refused_records: 3,
  });
});

it('has nothing to count without edges', async () => {
  await database.pool.query('delete from edge');
  expect(await readStoredMetrics(database.pool, now)).toMatchObject({
    edges_claimed: 0,
    edges_connected: 0,
    edges_silent: 0,
    edge_last_contact_seconds: 0,
    edge_oldest_record_seconds: 0,
  });
});
