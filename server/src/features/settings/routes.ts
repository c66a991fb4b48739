import { isIP } from 'node:net';
import { endpoints, type LayoutSettings, privateAddress, RssItem, RssList } from '@tocsin/contract/settings';
import { refuseOlder } from '../../access/api-versions.ts';
import { type Api, route } from '../../access/route.ts';
import { byCall, difference, recorded } from '../../platform/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { badField } from '../../platform/errors.ts';
import { refusalOf } from '../../platform/http/failures.ts';
import { isPublicAddress } from '../../platform/outbound-http.ts';
import { runSoon } from '../../platform/scheduled-jobs.ts';
import { cleanCss } from './css.ts';
import { addFlatPageRoutes } from './flatpages.ts';
import {
  listFeeds,
  listPages,
  lockSettings,
  newestEntries,
  readSettings,
  replaceFeeds,
  updateSettings,
} from './store.ts';
import { rssTask } from './worker.ts';

export interface SettingsDependencies {
  readonly db: Db;
  readonly clock: Clock;
  /** The address of a client's logo; null: none. */
  readonly logoOf: (clientId: number) => Promise<string | null>;
  /** Who may sign in to the demo; undefined without a demo. */
  readonly demo?: LayoutSettings['demo'];
}

export const addSettingsRoutes = (api: Api, dependencies: SettingsDependencies): void => {
  const { db } = dependencies;

  const readOem = async () => {
    const { support_address, support_phone, support_email, css, version } = await readSettings(db);
    return { support_address, support_phone, support_email, css, version };
  };
  const readFeeds = async () => {
    const feeds = await listFeeds(db);
    const { rss_version: version } = await readSettings(db);
    const results = feeds.map(({ id, title, description, url, fetched_at, failure }) => ({
      id,
      title,
      description,
      url,
      failure,
      fetched_at: fetched_at?.toISOString() ?? null,
    }));
    return { count: results.length, results, version };
  };

  route(api, endpoints.oem, readOem);

  route(api, endpoints.changeOem, async (call) => {
    const { version, css, ...contacts } = call.body;
    const patch = { ...contacts, ...(css === undefined ? {} : { css: cleanCss(css) }) };
    await recorded(db, byCall(call), async (trx, note) => {
      const { id: _, rss_version: __, ...before } = await lockSettings(trx);
      await refuseOlder(version, before.version, readOem);
      const { old, new: fresh } = difference(before, { ...before, ...patch });
      note({ action: 'change', subject: 'operator settings', old, new: fresh });
      if (Object.keys(fresh).length > 0) await updateSettings(trx, patch);
    });
    return await readOem();
  });

  route(api, endpoints.feeds, readFeeds);

  route(api, endpoints.putFeeds, async (call) => {
    const { results: items, version } = parseFeeds(call.body);
    await recorded(db, byCall(call), async (trx, note) => {
      const settings = await lockSettings(trx);
      await refuseOlder(version, settings.rss_version, readFeeds);
      const before = (await listFeeds(trx)).map(({ title, description, url }) => ({ title, description, url }));
      await replaceFeeds(trx, items);
      await runSoon(trx, rssTask, new Date(dependencies.clock.now()));
      note({ action: 'change', subject: 'RSS feeds', ...difference({ feeds: before }, { feeds: items }) });
    });
    return await readFeeds();
  });

  route(api, endpoints.entries, async () => {
    const rows = await newestEntries(db, 20);
    const results = rows.map(({ published_at, ...row }) => ({ ...row, published_at: published_at.toISOString() }));
    return { count: results.length, results };
  });

  route(api, endpoints.layout, async ({ query }) => {
    const { support_address, support_phone, support_email, css } = await readSettings(db);
    const pages = await listPages(db);
    const flatPages = pages.map(({ id, title, slug }) => ({ id, title, slug }));
    const logo = query.client === undefined ? null : await dependencies.logoOf(query.client);
    return { logo, css, flatPages, support_address, support_phone, support_email, demo: dependencies.demo };
  });

  addFlatPageRoutes(api, dependencies);
};

/** Parses row by row, so that the first bad one is reported with its fields and index. */
function parseFeeds(body: unknown) {
  const rows = Array.isArray(body)
    ? body
    : body !== null && typeof body === 'object' && 'results' in body
      ? body.results
      : [];
  for (const [index, row] of (Array.isArray(rows) ? rows : []).entries()) {
    const parsed = RssItem.safeParse(row);
    if (!parsed.success)
      throw refusalOf({ issues: parsed.error.issues.map((i) => ({ ...i, path: [index, ...i.path] })) });
    const host = new URL(parsed.data.url).hostname.replace(/^\[|\]$/g, '');
    // Host names are checked when they are resolved; literal addresses are checked here.
    if ((isIP(host) !== 0 && !isPublicAddress(host)) || host === 'localhost' || host.endsWith('.localhost'))
      throw badField('url', privateAddress, { index });
  }
  const list = RssList.safeParse(body);
  if (!list.success) throw badField('non_field_errors', 'At most 20 feeds are allowed');
  return list.data;
}
