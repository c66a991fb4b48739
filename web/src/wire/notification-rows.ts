import type { Notification } from '@tocsin/contract/live';

/** More than these are in the log; the banner and the bell need no more. */
export const keptRows = 200;

/** New rows in front; a row replaces its forebear and itself; what is over goes. */
export const merge = (rows: readonly Notification[], news: readonly Notification[]): readonly Notification[] => {
  const replaced = new Set(news.flatMap((row) => [row.id, ...(row.forebear_pk === null ? [] : [row.forebear_pk])]));
  const left = rows.filter((row) => !replaced.has(row.id));
  return [...news.filter((row) => row.is_active), ...left].slice(0, keptRows);
};
