import type { RssItem } from '@tocsin/contract/settings';
import { type SqlBool, sql } from 'kysely';
import type { Db, Trx } from '../../platform/db.ts';
import type { FeedEntry } from './rss.ts';

export const readSettings = (db: Db) => db.selectFrom('oem_settings').selectAll().executeTakeFirstOrThrow();

/** Locks the settings until the transaction ends, so that concurrent edits are serialized. */
export const lockSettings = (trx: Trx) =>
  trx.selectFrom('oem_settings').selectAll().forUpdate().executeTakeFirstOrThrow();

export async function updateSettings(
  trx: Trx,
  patch: { support_address?: string; support_phone?: string; support_email?: string; css?: string },
): Promise<void> {
  await trx
    .updateTable('oem_settings')
    .set({ ...patch, version: sql<number>`version + 1` })
    .execute();
}

export const listFeeds = (db: Db) => db.selectFrom('rss_feed').selectAll().orderBy('position').execute();
export type FeedRow = Awaited<ReturnType<typeof listFeeds>>[number];

/** Replaces the list; a feed whose address is unchanged keeps its entries. */
export async function replaceFeeds(trx: Trx, items: readonly RssItem[]): Promise<void> {
  const before = new Map((await listFeeds(trx)).map((feed) => [feed.url, feed.id]));
  const remainingIds: number[] = [];
  for (const [position, { title, description, url }] of items.entries()) {
    const id = before.get(url);
    before.delete(url);
    if (id === undefined) {
      const created = await trx
        .insertInto('rss_feed')
        .values({ position, title, description, url, fetched_at: null })
        .returning('id')
        .executeTakeFirstOrThrow();
      remainingIds.push(created.id);
    } else {
      await trx.updateTable('rss_feed').set({ position, title, description }).where('id', '=', id).execute();
      remainingIds.push(id);
    }
  }
  await trx.deleteFrom('rss_feed').where(sql<SqlBool>`not (id = any(${remainingIds}))`).execute();
  await trx.updateTable('oem_settings').set({ rss_version: sql<number>`rss_version + 1` }).execute();
}

/** Stores the result of reading a feed; a failure deletes nothing. */
export async function keepEntries(db: Db, feedId: number, entries: readonly FeedEntry[], at: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const there = await trx
      .updateTable('rss_feed')
      .set({ fetched_at: at, failure: '' })
      .where('id', '=', feedId)
      .returning('id')
      .executeTakeFirst();
    if (!there) return;
    const rows = new Map(
      entries.map((entry) => [
        entry.guid,
        {
          feed_id: feedId,
          guid: entry.guid,
          title: entry.title,
          url: entry.url,
          summary: entry.summary,
          published_at: new Date(entry.publishedAt),
        },
      ]),
    );
    if (rows.size > 0)
      await trx
        .insertInto('rss_entry')
        .values([...rows.values()])
        .onConflict((conflict) =>
          conflict.columns(['feed_id', 'guid']).doUpdateSet((eb) => ({
            title: eb.ref('excluded.title'),
            url: eb.ref('excluded.url'),
            summary: eb.ref('excluded.summary'),
          })),
        )
        .execute();
    await sql`delete from rss_entry where feed_id = ${feedId} and guid not in (
      select guid from rss_entry where feed_id = ${feedId} order by published_at desc, guid limit 100)`.execute(trx);
  });
}

export async function keepFailure(db: Db, feedId: number, failure: string, at: Date): Promise<void> {
  await db.updateTable('rss_feed').set({ fetched_at: at, failure }).where('id', '=', feedId).execute();
}

export const newestEntries = (db: Db, limit: number) =>
  db
    .selectFrom('rss_entry as e')
    .innerJoin('rss_feed as f', 'f.id', 'e.feed_id')
    .select(['f.title as feed', 'e.title', 'e.summary', 'e.url', 'e.published_at'])
    .orderBy('e.published_at', 'desc')
    .orderBy('f.position')
    .orderBy('e.guid')
    .limit(limit)
    .execute();

export const listPages = (db: Db) => db.selectFrom('flatpage').selectAll().orderBy('position').orderBy('id').execute();
export type PageRow = Awaited<ReturnType<typeof listPages>>[number];

export const lockPage = (trx: Trx, id: number) =>
  trx.selectFrom('flatpage').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export async function isSlugTaken(trx: Trx, slug: string, butBy: number | null): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('flat pages'))`.execute(trx);
  const row = await trx
    .selectFrom('flatpage')
    .select('id')
    .where('slug', '=', slug)
    .where('id', '<>', butBy ?? 0)
    .executeTakeFirst();
  return row !== undefined;
}

export interface PageValues {
  readonly title: string;
  readonly slug: string;
  readonly content: string;
  readonly position: number;
}

export async function insertPage(trx: Trx, page: PageValues, at: Date): Promise<PageRow> {
  return await trx
    .insertInto('flatpage')
    .values({ ...page, created_at: at })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function updatePage(trx: Trx, id: number, page: PageValues): Promise<PageRow> {
  return await trx
    .updateTable('flatpage')
    .set({ ...page, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deletePage(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('flatpage').where('id', '=', id).execute();
}
