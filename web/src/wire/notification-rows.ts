import type { Notification, NotificationMessage } from '@tocsin/contract/live';

/** More than these are in the log only. */
export const keptRows = 1_000;
/** More maintenance events than these are in the log only. */
export const keptTests = 20;

/** Maintenance events go to a list of their own (monitoring.md 4). */
export const apart = (
  news: readonly Notification[],
): { readonly rows: readonly Notification[]; readonly maintenance: readonly Notification[] } => ({
  rows: news.filter((row) => row.event_type !== 'maintenance'),
  maintenance: news.filter((row) => row.event_type === 'maintenance'),
});

/**
 * New rows in front; a row replaces its forebear and itself; what is over goes. Who has acknowledged a row stays known
 * when it is told once more.
 */
export const merge = (rows: readonly Notification[], news: readonly Notification[]): readonly Notification[] => {
  const replaced = new Set(news.flatMap((row) => [row.id, ...(row.forebear_pk === null ? [] : [row.forebear_pk])]));
  const known = new Map(rows.map((row) => [row.id, row.acknowledged]));
  const left = rows.filter((row) => !replaced.has(row.id));
  const fresh = news
    .filter((row) => row.is_active && !row.late)
    .map((row) => (row.acknowledged === null ? { ...row, acknowledged: known.get(row.id) ?? null } : row));
  return [...fresh, ...left].slice(0, keptRows);
};

/** The newest maintenance events first, each once, as many as are kept. */
export const mergeTests = (rows: readonly Notification[], news: readonly Notification[]): readonly Notification[] => {
  if (news.length === 0) return rows;
  const fresh = new Set(news.map((row) => row.id));
  return [...news, ...rows.filter((row) => !fresh.has(row.id))].slice(0, keptTests);
};

/** The active rows and their number (which may be more than the rows), and maintenance events apart. */
export interface NotificationList {
  readonly count: number;
  readonly rows: readonly Notification[];
  readonly maintenance: readonly Notification[];
}

/** The list with what the socket told in turn: also a list that was read before, and came after, what was told. */
export const caughtUp = (
  list: NotificationList,
  told: readonly Pick<NotificationMessage, 'count' | 'notifications'>[],
): NotificationList =>
  told.reduce((known, { count, notifications }) => {
    const news = apart(notifications);
    return { count, rows: merge(known.rows, news.rows), maintenance: mergeTests(known.maintenance, news.maintenance) };
  }, list);
