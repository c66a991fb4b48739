import { Link } from '@tanstack/react-router';
import type { EventType } from '@tocsin/contract/event';
import type { Notification } from '@tocsin/contract/live';
import { readerWords } from '@tocsin/contract/texts/event-contents';
import { texts as eventNames } from '@tocsin/contract/texts/events';
import { texts } from '@tocsin/contract/texts/notifications';
import { texts as outOfService } from '@tocsin/contract/texts/out-of-service';
import { texts as shelving } from '@tocsin/contract/texts/shelves';
import type { ReactNode } from 'react';
import { logSearch } from '../../../domain/log-search.ts';
import { useSelection } from '../../../domain/selection.ts';
import { shownNow } from '../../../live/clock.ts';
import { askAcknowledge } from '../../../live/notifications.ts';
import { askShelve } from '../../../live/shelving.ts';
import { Age } from '../../../ui/age.tsx';
import { Button } from '../../../ui/button.tsx';
import type { IconName } from '../../../ui/icon.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Row, Stack, Text } from '../../../ui/layout.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import { dayText, exactText, minuteText, weekdayText, zonedClockText, zonedMinuteText } from '../../../ui/time.ts';
import { durationText, initials, isAcknowledgeable, severityOf, whatText } from '../model.ts';
import { useOpen } from '../use-open.ts';
import css from './log.module.css';

/** Icons of informational events, instead of the tick, which would suggest that everything is normal. */
const icons: Partial<Record<EventType, IconName>> = {
  maintenance: 'wrench',
  power_up: 'bolt',
  device_administration: 'edit',
  site_administration: 'edit',
  test: 'mail',
  sn2_status_change: 'gauge',
};

/** What it says; of a pair in one row how long it lasted. */
export const contentText = (row: Notification): string =>
  [
    readerWords(row.content),
    row.event_type === 'sn2_status_change' &&
      row.duration !== null &&
      `OK ${texts.clearedAfter(durationText(row.duration))}`,
  ]
    .filter(Boolean)
    .join(', ');

/** Of what is older, a day without its year may be another one's. */
const yearMs = 330 * 86_400_000;
interface Zoned {
  readonly row: Notification;
  readonly zone: string;
}
/** The time of the event with its age, linked to the state at that time; in one line where it asks nothing, or `isShort`. */
export const When = ({ row, zone, isShort = false }: Zoned & { readonly isShort?: boolean }) => {
  const at = Date.parse(row.date_created);
  const isToday = dayText(at, zone) === dayText(shownNow(), zone);
  const asks = isAcknowledgeable(row) && !isShort;
  const day = (shownNow() - at < yearMs ? weekdayText : dayText)(at, zone);
  const words = asks || isToday ? zonedClockText(at, zone) : `${day} ${minuteText(at, zone)}`;
  return (
    <Stack as="span" whiteSpace="nowrap" className={css.when} title={exactText(at, zone)}>
      {row.device_id === 0 ? (
        <span>{words}</span>
      ) : (
        <Link
          to="/dashboard/historical/snapshot/$timestamp"
          params={{ timestamp: String(at) }}
          search={logSearch({ device: row.device_id })}
          aria-label={`${texts.moment}: ${exactText(at, zone)}`}
        >
          {words}
        </Link>
      )}
      {asks && <small>{isToday ? <Age at={at} now={shownNow} zone={zone} /> : day}</small>}
    </Stack>
  );
};

export const Place = ({ row, what }: { readonly row: Notification; readonly what: 'site' | 'device' }) => {
  const open = useOpen();
  const { client } = useSelection();
  const name = what === 'site' ? row.location : row.device;
  if (what === 'device' && row.device_id === 0) return <Text tone="faint">{texts.wholeSite}</Text>;
  return (
    <Text
      type="button"
      as="button"
      maxWidth="100%"
      overflowWrap="anywhere"
      padding={0}
      tone="brand"
      textAlign="left"
      className={css.place}
      title={texts.toDevice(name)}
      onClick={() => open(row, what)}
    >
      {name}
      {what === 'site' && row.client_id !== client && (
        <Text as="small" tone="faint">
          {' '}
          {row.client}
        </Text>
      )}
    </Text>
  );
};

export const Sensor = ({ row }: { readonly row: Notification }) =>
  row.sensor_name ? <>{row.sensor_name}</> : <Text tone="faint">{row.device_id === 0 ? '' : texts.wholeDevice}</Text>;

const Mark = ({ children }: { readonly children: string }) => (
  <Text padding="0 5px" border="1px dashed var(--line2)" borderRadius="var(--r-pill)" tone="quiet" size={12} line={18}>
    {children}
  </Text>
);

export const Event = ({ row }: { readonly row: Notification }) => {
  const icon = icons[row.event_type];
  const severity = severityOf(row.event_type);
  // Only the icons of active events are filled.
  const isOver = !row.is_active && (severity === 'alarm' || severity === 'warning');
  return (
    <Row as="span" inline wrap gap={4}>
      {icon ? (
        <span className={css.report}>
          <Icon name={icon} size={12} />
          {eventNames.labels[row.event_type]}
        </span>
      ) : isOver ? (
        <span className={css.over} data-severity={severity}>
          <Icon name={severity === 'alarm' ? 'bell' : 'warning'} size={12} />
          {eventNames.labels[row.event_type]}
        </span>
      ) : (
        <StatusTag severity={severity} word={eventNames.labels[row.event_type]} />
      )}
      {row.late && <Mark>{texts.late}</Mark>}
      {row.test && <Mark>{texts.test}</Mark>}
      {row.is_out_of_service && <Mark>{outOfService.outOfService}</Mark>}
      {row.is_shelved && <Mark>{texts.shelved}</Mark>}
    </Row>
  );
};

/** 'On' or 'Off' in the list of active events, otherwise the duration. */
export const InAlarm = ({ row, active }: { readonly row: Notification; readonly active: boolean }) => {
  if (!row.is_active && row.needs_acknowledgement && row.acknowledged === null)
    return (
      <span className={css.cleared}>
        <b data-severity={severityOf(row.event_type)}>
          <Icon name={severityOf(row.event_type) === 'warning' ? 'warning' : 'bell'} size={12} />
          {texts.cleared}
        </b>
        {row.duration !== null && <small>{texts.clearedAfter(durationText(row.duration))}</small>}
      </span>
    );
  if (!active && !row.is_active) return <>{durationText(row.duration)}</>;
  if (!row.is_active) return <>{texts.off}</>;
  return (
    <Stack as="span" whiteSpace="nowrap" className={css.when}>
      <span>{texts.on}</span>
      <small>
        <Age at={Date.parse(row.date_created)} now={shownNow} zone={row.location_timezone} phrase="plain" />
      </small>
    </Stack>
  );
};

/** Button that opens the dialog to shelve the event's sensor or node. */
export const Shelve = ({ row }: { readonly row: Notification }) => {
  const shelvable = row.event_type === 'alarm_on' || row.event_type === 'warning_on';
  if (!shelvable || !row.is_active || row.is_shelved || row.test || row.full_sensor_id === null) return null;
  const [, ...path] = row.full_sensor_id.split('.');
  const target =
    row.sensor_id === null ? { sensor: null, node: path.join('.') } : { sensor: path.join('.'), node: null };
  const ask = (): void =>
    askShelve({
      device: row.device_id,
      ...target,
      rule: null,
      title: whatText(row),
      isAlarm: row.event_type === 'alarm_on',
    });
  return (
    <Button size="bar" onClick={ask}>
      {shelving.shelve}
    </Button>
  );
};

/** The Acknowledge button; once acknowledged, by whom and when, which opens the comment. */
export const Acknowledged = ({
  row,
  rows,
  zone,
  may,
  children,
}: Zoned & {
  /** Those that a press acknowledges with it. */
  readonly rows: readonly Notification[];
  readonly may: boolean;
  /** What stands beside the Acknowledge button. */
  readonly children?: ReactNode;
}) => {
  const { acknowledged } = row;
  if (acknowledged === null) {
    if (rows.length === 0 || !may) return null;
    const { act, short } = texts.acknowledge;
    return (
      <Row as="span" inline wrap gap={6} justify="flex-end" align="stretch" className={css.acts}>
        <Button size="bar" look={row.is_active ? 'primary' : 'plain'} onClick={() => askAcknowledge(rows)}>
          {rows.length > 1 ? short(rows.length) : act}
        </Button>
        {children}
      </Row>
    );
  }
  const at = Date.parse(acknowledged.at);
  const details = texts.acknowledge.by(acknowledged.by, exactText(at, zone));
  const title = acknowledged.comment === '' ? details : `${details}\n${acknowledged.comment}`;
  return (
    <Text
      {...(may
        ? {
            as: 'button' as const,
            type: 'button',
            'aria-label': `${initials(acknowledged.by)} ${zonedMinuteText(at, zone)}: ${details}`,
            onClick: () => askAcknowledge([row]),
          }
        : {})}
      minHeight={28}
      padding={0}
      tone="quiet"
      whiteSpace="nowrap"
      className={css.by}
      title={title}
    >
      <Icon name="tick" size={14} />
      {initials(acknowledged.by)} {zonedMinuteText(at, zone)}
    </Text>
  );
};
