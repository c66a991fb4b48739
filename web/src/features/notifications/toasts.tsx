import type { Notification } from '@tocsin/contract/live';
import { may } from '@tocsin/contract/permissions';
import { texts as eventNames } from '@tocsin/contract/texts/events';
import { texts } from '@tocsin/contract/texts/notifications';
import { useEffect, useState } from 'react';
import { useMe } from '../../domain/me.ts';
import { useSelection } from '../../domain/selection.ts';
import { askAcknowledge, onArrival } from '../../live/notifications.ts';
import { Icon } from '../../ui/icon.tsx';
import { Grid, Row, Stack, Text } from '../../ui/layout.tsx';
import { severities } from '../../ui/severity.ts';
import { zonedClockText } from '../../ui/time.ts';
import { heardOf, isAcknowledgeable, severityOf, whatText, worstOf } from './model.ts';
import { detailOf, devicesIn, grouped, isAlive, isShown, nextCheckAt, type Toast } from './toast-model.ts';
import css from './toasts.module.css';
import { useOpen } from './use-open.ts';

interface Props {
  readonly toast: Toast;
  readonly onClose: () => void;
}

const headOf = ({ device, rows }: Toast, worst: Notification): string => {
  if (rows.length === 1) return eventNames.labels[worst.event_type];
  return device === '' ? texts.severalDevices(rows.length, devicesIn(rows)) : texts.several(rows.length, device);
};

const ToastCard = ({ toast, onClose }: Props) => {
  const open = useOpen();
  const me = useMe();
  const { rows } = toast;
  const worst = worstOf(rows);
  const [first] = rows;
  if (worst === undefined || first === undefined) return null;
  const severity = severityOf(worst.event_type);
  const appearance = severities[severity];
  const asking = rows.filter((row) => isAcknowledgeable(row) && row.is_active && !row.late);
  return (
    <Grid
      as="article"
      surface
      position="relative"
      columns="44px minmax(0, 1fr)"
      boxShadow="0 6px 24px rgb(0 0 0 / 22%)"
      overflow="hidden"
      className={css.toast}
    >
      <Stack as="span" placeItems="start center" paddingTop={14} className={`${css[appearance.tone]}`}>
        <Icon name={severity === 'ok' ? 'bell' : appearance.icon} size={20} />
      </Stack>
      <Text as="div" padding="10px 14px" className={css.body}>
        <Stack type="button" as="button" gap={2} width="100%" padding={0} textAlign="left" onClick={() => open(worst)}>
          <Text paddingRight={24} weight={600} className={`${css[`t-${appearance.tone}`] ?? ''}`}>
            {headOf(toast, worst)}
            {worst.late && ` (${texts.late})`}
          </Text>
          <b>
            {rows.length > 1 && `${texts.worst}: `}
            {whatText(worst)}
          </b>
          <Text tone="quiet">
            {rows.length > 1 && `${eventNames.labels[worst.event_type]}. `}
            {detailOf(worst)}
          </Text>
          {/* Only within one incident is anything called first. */}
          {first !== worst && first.is_first_out && first.incident === worst.incident && (
            <Text tone="quiet">
              {texts.first}: {whatText(first)}
            </Text>
          )}
        </Stack>
        <Row as="span" gap={16} marginTop={4} className={css.foot}>
          <button type="button" onClick={() => open(worst)}>
            {texts.open}
          </button>
          {asking.length > 0 && me?.kind !== 'wall' && (
            <button type="button" onClick={() => askAcknowledge(asking)}>
              {texts.acknowledge.act}
            </button>
          )}
          <time>{zonedClockText(Date.parse(worst.date_created), worst.location_timezone)}</time>
        </Row>
      </Text>
      <button type="button" className={css.close} aria-label={texts.close} onClick={onClose}>
        <Icon name="close" size={14} />
      </button>
    </Grid>
  );
};

/** New events of the selected client, bottom right, for 4 seconds; a click goes to their site and device. */
export const EventToasts = () => {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const { client } = useSelection();
  const isStaff = may(useMe(), 'staff');
  useEffect(() => {
    // Visible toasts belong to the previous client.
    setToasts([]);
    const listener = { client, isStaff };
    return onArrival((message) => setToasts((now) => grouped(now, heardOf(message, listener), Date.now())));
  }, [client, isStaff]);
  useEffect(() => {
    if (toasts.length === 0) return;
    const now = Date.now();
    const next = Math.min(...toasts.map((toast) => nextCheckAt(toast, now)));
    const appearance = (): void => setToasts((all) => all.filter((toast) => isAlive(toast, Date.now())));
    const timer = setTimeout(appearance, Math.max(0, next - now) + 10);
    return () => clearTimeout(timer);
  }, [toasts]);
  const shown = toasts.filter((toast) => isShown(toast, Date.now()));
  return (
    <Stack
      position="fixed"
      zIndex={1100}
      right={20}
      bottom={20}
      gap={8}
      width="min(388px, calc(100vw - 32px))"
      className={css.host}
      aria-live="assertive"
    >
      {shown.map((toast) => (
        <ToastCard
          key={toast.device}
          toast={toast}
          onClose={() => setToasts((all) => all.filter((each) => each !== toast))}
        />
      ))}
    </Stack>
  );
};
