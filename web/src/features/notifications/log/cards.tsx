import type { Notification } from '@tocsin/contract/live';
import { texts as shell } from '@tocsin/contract/texts/shell';
import type { ReactNode } from 'react';
import { HandOver } from '../../../domain/hand-over.tsx';
import { PriorityTag } from '../../../domain/priority-tag.tsx';
import { ResponseButton } from '../../../domain/response.tsx';
import { Grid, Row, Text } from '../../../ui/layout.tsx';
import { Empty, Failed, Skeleton } from '../../../ui/states.tsx';
import { isAcknowledgeable, whatText } from '../model.ts';
import { Acknowledged, contentText, Event, InAlarm, Place, Sensor, Shelve, When } from './cells.tsx';
import css from './log.module.css';
import { RowLinks } from './row-links.tsx';

interface Props {
  readonly rows: readonly Notification[] | undefined;
  readonly empty: string;
  readonly error: string | undefined;
  readonly again: () => void;
  readonly active: boolean;
  readonly may: boolean;
  /** Whether the band above says where it is. */
  readonly isInIncident: boolean;
  /** The events that a press in a row acknowledges. */
  readonly pressed: (row: Notification) => readonly Notification[];
  readonly zoneOf: (row: Notification) => string;
  readonly isOpen: (row: Notification) => boolean;
  /** Renders an alarm's position in its incident. */
  readonly mark: (row: Notification) => ReactNode;
  /** Renders a card's checkbox; absent if cards cannot be selected. */
  readonly check: ((row: Notification) => ReactNode) | undefined;
}

/** The log on a phone: one card per event, two lines for what asks nothing of anybody. */
export const LogCards = ({
  rows,
  empty,
  error,
  again,
  active,
  may,
  isInIncident,
  pressed,
  zoneOf,
  isOpen,
  check,
  mark,
}: Props) => {
  if (error !== undefined) return <Failed text={error} again={again} />;
  if (rows === undefined) return <Skeleton width="100%" height={320} />;
  if (rows.length === 0) return <Empty title={empty} />;
  return (
    <Grid as="ul" columns="repeat(auto-fit, minmax(min(100%, 330px), 1fr))" gap={8} className={css.cards}>
      {rows.map((row) =>
        isAcknowledgeable(row) ? (
          <Grid
            key={row.id}
            data-row-key={row.id}
            as="li"
            columns="minmax(0, 1fr)"
            overflowWrap="anywhere"
            gap={2}
            padding="8px 12px"
            className={`${css.card} ${isOpen(row) ? css.open : ''} ${row.is_shelved ? css.shelved : ''}`}
          >
            <Row wrap justify="space-between" gap={12} className={css.top}>
              <span className={css.lead}>
                {check?.(row)}
                <Event row={row} />
                {mark(row)}
                {row.priority && <PriorityTag priority={row.priority} />}
              </span>
              <When row={row} zone={zoneOf(row)} />
            </Row>
            <div>
              <Place row={row} what="device" /> <Sensor row={row} /> {!isInIncident && <Place row={row} what="site" />}{' '}
              <Text tone="faint">{contentText(row)}</Text>
            </div>
            <Row wrap justify="space-between" gap="8px 12px" className={css.cardActions}>
              <Acknowledged row={row} rows={pressed(row)} zone={zoneOf(row)} may={may} />
              <InAlarm row={row} active={active} />
              {row.priority !== null && (
                <Text as="details" flex="0 1 auto" minWidth={0}>
                  <Row as="summary" gap={8} minHeight={44} tone="brand" weight={550}>
                    {shell.more}
                  </Row>
                  <div className={css.cardActions}>
                    {may && <Shelve row={row} />}
                    {row.sensor_id !== null && <ResponseButton row={row} what={whatText(row)} />}
                    {may && <HandOver row={row} what={whatText(row)} />}
                  </div>
                  <RowLinks row={row} />
                </Text>
              )}
            </Row>
          </Grid>
        ) : (
          <Text
            as="li"
            key={row.id}
            data-row-key={row.id}
            padding="6px 12px"
            overflowWrap="anywhere"
            className={css.card}
          >
            <Row wrap justify="space-between" gap="0 12px">
              <Event row={row} />
              <When row={row} zone={zoneOf(row)} />
            </Row>
            {[whatText(row), contentText(row), !isInIncident && row.location].filter(Boolean).join(', ')}
          </Text>
        ),
      )}
    </Grid>
  );
};
