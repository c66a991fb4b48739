import { privateAddress } from '@tocsin/contract/settings';
import type { Clock } from '../../base/clock.ts';
import type { Db } from '../../base/db.ts';
import { type JobTask, oweJob } from '../../base/jobs.ts';
import type { Log } from '../../base/log.ts';
import { fetchOutside, OutsideError, type OutsideOptions } from '../../base/outside.ts';
import { readFeed } from './rss.ts';
import { type FeedRow, keepEntries, keepFailure, listFeeds } from './store.ts';

export const rssTask = 'read-rss';
const everyMs = 30 * 60_000;

/** One reading of all feeds waits at any time; a new list moves it to now. */
export const oweReading = (db: Db, at: Date): Promise<void> =>
  oweJob(db, { task: rssTask, payload: {}, key: rssTask, runAt: at, priority: 5 });

export interface RssParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  /** Tests serve feeds from loopback. */
  readonly isAllowed?: OutsideOptions['isAllowed'];
}

/** Reads every feed every 30 minutes: 5 s and 1 MB each, only of the public internet, text only. */
export const createRssReader =
  (parts: RssParts): JobTask =>
  async () => {
    const { db, clock } = parts;
    for (const feed of await listFeeds(db)) await readOne(parts, feed);
    await oweReading(db, new Date(clock.now() + everyMs));
  };

async function readOne({ db, clock, log, isAllowed }: RssParts, feed: FeedRow): Promise<void> {
  const at = () => new Date(clock.now());
  try {
    const { bytes, type } = await fetchOutside(feed.url, {
      timeoutMs: 5_000,
      maxBytes: 1_000_000,
      accept: 'application/rss+xml, application/atom+xml, application/xml, text/xml',
      ...(isAllowed ? { isAllowed } : {}),
    });
    await keepEntries(db, feed.id, readFeed(bytes, type, clock.now()), at());
  } catch (error) {
    const failure = failureOf(error);
    log.info('A feed could not be read', { url: feed.url, failure });
    await keepFailure(db, feed.id, failure, at());
  }
}

function failureOf(error: unknown): string {
  if (error instanceof OutsideError) return error.message.includes('public internet') ? privateAddress : error.message;
  if (error instanceof Error && 'code' in error) return `It can't be reached (${String(error.code)})`;
  return 'It is not a feed';
}
