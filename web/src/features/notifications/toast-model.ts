import type { Notification, NotificationMessage } from '@tocsin/contract/live';
import { readerWords } from '@tocsin/contract/texts/event-contents';

/** Duration of a toast (docs/spec/monitoring.md, section 9). */
export const shownMs = 4_000;
/** Beyond this number, toasts are merged into one. */
export const maxToasts = 3;
/** Number of events that make a flood: its toast continues to count events up to `floodMs` after it closed. */
const floodFrom = 5;
export const floodMs = 15_000;

export interface Toast {
  /** The device's title; '' for a toast about several devices. */
  readonly device: string;
  readonly rows: readonly Notification[];
  readonly until: number;
}

/** Whether a row shows a toast: no test, not shelved or out of service, and not republished by an acknowledgement. */
const isNewEvent = (row: Notification): boolean =>
  !row.test && !row.is_shelved && !row.is_out_of_service && row.acknowledged === null;

export const isShown = (toast: Toast, now: number): boolean => toast.until > now;
/** Visible, or a flood that may continue. */
export const isAlive = (toast: Toast, now: number): boolean =>
  isShown(toast, now) || (toast.rows.length >= floodFrom && toast.until + floodMs > now);
/** When the toast must be checked again, in unix ms. */
export const nextCheckAt = (toast: Toast, now: number): number =>
  isShown(toast, now) ? toast.until : toast.until + floodMs;

/**
 * The toasts after a message. Events of a device are added to its visible toast; more than `maxToasts` visible toasts
 * become one.
 */
export const grouped = (
  before: readonly Toast[],
  { device, notifications, is_update: isUpdate }: NotificationMessage,
  now: number,
): readonly Toast[] => {
  const toasts = before.filter((toast) => isAlive(toast, now));
  if (isUpdate) return toasts;
  const known = new Set(toasts.flatMap((toast) => toast.rows.map((row) => row.id)));
  const added = notifications.filter((row) => isNewEvent(row) && !known.has(row.id));
  if (added.length === 0) return toasts;
  const until = now + shownMs;
  const target = toasts.find((toast) => toast.device === '') ?? toasts.find((toast) => toast.device === device);
  const next = [
    ...toasts.filter((toast) => toast !== target),
    { device: target?.device ?? device, rows: [...(target?.rows ?? []), ...added], until },
  ];
  const shown = next.filter((toast) => isShown(toast, now));
  return shown.length <= maxToasts ? next : [{ device: '', rows: shown.flatMap((toast) => toast.rows), until }];
};

/** One line with content and site: 'Above 65 °C for 60 s. Hutchinson Elevator'. */
export const detailOf = ({ content, location }: Pick<Notification, 'content' | 'location'>): string =>
  [readerWords(content).replace(/\.$/, ''), location].filter(Boolean).join('. ');

export const devicesIn = (rows: readonly Notification[]): number => new Set(rows.map((row) => row.device_id)).size;
