import type { Notification, NotificationMessage } from '@tocsin/contract/live';
import { useEffect, useState } from 'react';
import { Icon } from '../../kit/icon.tsx';
import { rank, severities } from '../../kit/severity.ts';
import { browserZone, clockText } from '../../kit/time.ts';
import { onArrival } from '../../wire/notifications.ts';
import { useSites } from '../../wire/plant.ts';
import { severityOf } from './model.ts';
import { texts } from './texts.ts';
import css from './toasts.module.css';
import { useOpen } from './use-open.ts';

/** monitoring.md 9. */
const shownMs = 4_000;
const most = 3;

interface Toast {
  readonly device: string;
  readonly rows: readonly Notification[];
  readonly until: number;
}

/** Events of one device that come while its toast is shown are added to it: one toast counts up. */
const grouped = (
  toasts: readonly Toast[],
  { device, notifications }: NotificationMessage,
  now: number,
): readonly Toast[] => {
  const before = toasts.find((toast) => toast.device === device);
  const known = new Set(before?.rows.map((row) => row.id));
  const rows = [...(before?.rows ?? []), ...notifications.filter((row) => !row.late && !known.has(row.id))];
  if (rows.length === 0) return toasts;
  return [...toasts.filter((toast) => toast.device !== device), { device, rows, until: now + shownMs }].slice(-most);
};

const worstOf = (rows: readonly Notification[]): Notification | undefined =>
  [...rows].sort((a, b) => rank(severityOf(a.event_type)) - rank(severityOf(b.event_type)))[0];

/** New events, bottom right, for 4 seconds; a click goes to their location and device. */
export const EventToasts = () => {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const sites = useSites().data?.results ?? [];
  const open = useOpen();
  useEffect(() => onArrival((message) => setToasts((now) => grouped(now, message, Date.now()))), []);
  useEffect(() => {
    if (toasts.length === 0) return;
    const next = Math.min(...toasts.map((toast) => toast.until));
    const timer = setTimeout(
      () => setToasts((now) => now.filter((toast) => toast.until > Date.now())),
      Math.max(0, next - Date.now()) + 10,
    );
    return () => clearTimeout(timer);
  }, [toasts]);
  return (
    <div className={css.host} aria-live="assertive">
      {toasts.map((toast) => {
        const row = worstOf(toast.rows);
        if (row === undefined) return null;
        const severity = severityOf(row.event_type);
        const zone = sites.find((site) => site.id === row.location_id)?.timezone ?? browserZone();
        const first = toast.rows[0];
        return (
          <article key={toast.device} className={css.toast}>
            <span className={`${css.side} ${css[severities[severity].tone]}`}>
              <Icon name={severity === 'ok' ? 'bell' : severities[severity].icon} size={20} />
            </span>
            <button type="button" className={css.body} onClick={() => open(row)}>
              <span className={`${css.type} ${css[`t-${severities[severity].tone}`] ?? ''}`}>
                {toast.rows.length > 1 ? texts.several(toast.rows.length, toast.device) : row.event_type_label}
              </span>
              <b>
                {row.device}
                {row.sensor_name ? `, ${row.sensor_name}` : ''}
              </b>
              <span className={css.content}>
                {toast.rows.length > 1 && `${row.event_type_label}. `}
                {row.content}. {row.location}
              </span>
              {toast.rows.length > 1 && first && first !== row && (
                <span className={css.content}>
                  {texts.first}: {first.sensor_name ?? first.event_type_label}
                </span>
              )}
              <span className={css.foot}>
                <span className={css.open}>{texts.open}</span>
                <time>{clockText(Date.parse(row.date_created), zone)}</time>
              </span>
            </button>
            <button
              type="button"
              className={css.close}
              aria-label={texts.close}
              onClick={() => setToasts((now) => now.filter((each) => each !== toast))}
            >
              <Icon name="close" size={14} />
            </button>
          </article>
        );
      })}
    </div>
  );
};
