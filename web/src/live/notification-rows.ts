import type { Notification, NotificationMessage } from '@tocsin/contract/live';
import { byPriority } from '@tocsin/contract/priority';

/** Maximum number of stored rows; others are only in the log. */
export const maxRows = 1_000;
/** Maximum number of stored maintenance events; others are only in the log. */
export const maxTests = 20;

/** Separates maintenance events, which have their own list (docs/spec/monitoring.md, section 4). */
export const splitMaintenance = (
  news: readonly Notification[],
): { readonly rows: readonly Notification[]; readonly maintenance: readonly Notification[] } => ({
  rows: news.filter((row) => row.event_type !== 'maintenance'),
  maintenance: news.filter((row) => row.event_type === 'maintenance'),
});

/**
 * Adds new rows in front. A row replaces its predecessor and its earlier version; ended rows are removed. A row that
 * arrives again keeps its acknowledgement, unless its shelf has ended. Beyond the limit, the least urgent are dropped.
 */
export const merge = (rows: readonly Notification[], news: readonly Notification[]): readonly Notification[] => {
  const replaced = new Set(news.flatMap((row) => [row.id, ...(row.forebear_pk === null ? [] : [row.forebear_pk])]));
  const known = new Map(rows.map((row) => [row.id, row]));
  const acknowledgementOf = (row: Notification): Notification['acknowledged'] => {
    const before = known.get(row.id);
    return before === undefined || (before.is_shelved && !row.is_shelved) ? null : before.acknowledged;
  };
  const left = rows.filter((row) => !replaced.has(row.id));
  const fresh = news
    .filter((row) => row.is_active && !row.late)
    .map((row) => (row.acknowledged === null ? { ...row, acknowledged: acknowledgementOf(row) } : row));
  const all = [...fresh, ...left];
  return all.length > maxRows ? all.sort(byPriority).slice(0, maxRows) : all;
};

/** The newest maintenance events first, without duplicates, up to the limit. */
const mergeTests = (rows: readonly Notification[], news: readonly Notification[]): readonly Notification[] => {
  if (news.length === 0) return rows;
  const fresh = new Set(news.map((row) => row.id));
  return [...news, ...rows.filter((row) => !fresh.has(row.id))].slice(0, maxTests);
};

/** The active rows, their total number (which may be larger than the list), and the maintenance events. */
export interface NotificationList {
  readonly count: number;
  readonly rows: readonly Notification[];
  readonly maintenance: readonly Notification[];
}

/** Merges a fetched list with the messages received since its request, whichever arrived first. */
export const applyMessages = (
  list: NotificationList,
  messages: readonly Pick<NotificationMessage, 'count' | 'notifications'>[],
): NotificationList =>
  messages.reduce((known, { count, notifications }) => {
    const news = splitMaintenance(notifications);
    return { count, rows: merge(known.rows, news.rows), maintenance: mergeTests(known.maintenance, news.maintenance) };
  }, list);
