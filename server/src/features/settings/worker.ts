import { privateAddress } from '@tocsin/contract/settings';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { forEach } from '../../platform/each.ts';
import type { Log } from '../../platform/log.ts';
import { fetchOutbound, OutboundError, type OutboundOptions } from '../../platform/outbound-http.ts';
import { readFeed } from './rss.ts';
import { type FeedRow, keepEntries, keepFailure, listFeeds } from './store.ts';

export const rssTask = 'read-rss';

export interface RssDependencies {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  /** Tests serve feeds from loopback. */
  readonly isAllowed?: OutboundOptions['isAllowed'];
}

/** Reads every feed: at most 5 s and 1 MB each, from public addresses only. */
export const createRssReader =
  (dependencies: RssDependencies): (() => Promise<void>) =>
  async () => {
    const { db, log } = dependencies;
    await forEach(await listFeeds(db), { what: 'feed', log, nameOf: (feed) => feed.url }, (feed) =>
      readOne(dependencies, feed),
    );
  };

async function readOne({ db, clock, log, isAllowed }: RssDependencies, feed: FeedRow): Promise<void> {
  const at = () => new Date(clock.now());
  try {
    const { bytes, type } = await fetchOutbound(feed.url, {
      timeoutMs: 5_000,
      maxBytes: 1_000_000,
      accept: 'application/rss+xml, application/atom+xml, application/xml, text/xml',
      ...(isAllowed ? { isAllowed } : {}),
    });
    await keepEntries(db, feed.id, readFeed(bytes, type, clock.now()), at());
  } catch (error) {
    const failure = failureOf(error);
    log.info('Could not read a feed', { url: feed.url, failure });
    await keepFailure(db, feed.id, failure, at());
  }
}

function failureOf(error: unknown): string {
  if (error instanceof OutboundError) return error.message.includes('public internet') ? privateAddress : error.message;
  if (error instanceof Error && 'code' in error) return `It can't be reached (${String(error.code)})`;
  return 'It is not a feed';
}
