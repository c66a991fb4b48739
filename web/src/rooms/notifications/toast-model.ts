import type { Notification, NotificationMessage } from '@tocsin/contract/live';

/** monitoring.md 9. */
export const shownMs = 4_000;
/** More toasts than these become one. */
export const mostToasts = 3;
/** From so many events on it is a flood: its toast counts on when more come within `floodMs` after it has gone. */
const floodFrom = 5;
export const floodMs = 15_000;

export interface Toast {
  /** The device's title; '' for a toast about several. */
  readonly device: string;
  readonly rows: readonly Notification[];
  readonly until: number;
}

/** A test alarms nobody; an acknowledgement is told by the row again, which is no news. */
const isNews = (row: Notification): boolean => !row.test && row.acknowledged === null;

export const isShown = (toast: Toast, now: number): boolean => toast.until > now;
/** Shown, or a flood that may go on. */
export const isAlive = (toast: Toast, now: number): boolean =>
  isShown(toast, now) || (toast.rows.length >= floodFrom && toast.until + floodMs > now);
/** When a toast has to be looked at again. */
export const nextLook = (toast: Toast, now: number): number =>
  isShown(toast, now) ? toast.until : toast.until + floodMs;

/**
 * Events of one device that come while its toast is shown are added to it: one toast counts up. When too many devices
 * speak at once, one toast counts up for all of them.
 */
export const grouped = (
  before: readonly Toast[],
  { device, notifications }: NotificationMessage,
  now: number,
): readonly Toast[] => {
  const toasts = before.filter((toast) => isAlive(toast, now));
  const known = new Set(toasts.flatMap((toast) => toast.rows.map((row) => row.id)));
  const news = notifications.filter((row) => isNews(row) && !known.has(row.id));
  if (news.length === 0) return toasts;
  const until = now + shownMs;
  const mine = toasts.find((toast) => toast.device === '') ?? toasts.find((toast) => toast.device === device);
  const next = [
    ...toasts.filter((toast) => toast !== mine),
    { device: mine?.device ?? device, rows: [...(mine?.rows ?? []), ...news], until },
  ];
  const shown = next.filter((toast) => isShown(toast, now));
  return shown.length <= mostToasts ? next : [{ device: '', rows: shown.flatMap((toast) => toast.rows), until }];
};

export const devicesIn = (rows: readonly Notification[]): number => new Set(rows.map((row) => row.device_id)).size;
