import type { Notification } from '@tocsin/contract/live';
import { texts } from '@tocsin/contract/texts/notifications';
import { texts as shell } from '@tocsin/contract/texts/shell';
import type { ReactNode } from 'react';
import { HandOver } from '../../../domain/hand-over.tsx';
import { PriorityTag } from '../../../domain/priority-tag.tsx';
import { ResponseButton } from '../../../domain/response.tsx';
import { Grid, Row, Text } from '../../../ui/layout.tsx';
import { Empty, Failed, Skeleton } from '../../../ui/states.tsx';
import { isAcknowledgeable, whatText } from '../model.ts';
import { useOpen } from '../use-open.ts';
import { Acknowledged, contentText, Event, InAlarm, Place, Shelve, When } from './cells.tsx';
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

/** The log on a phone: one card per event with state and time first, then where it is; two lines for what asks nothing. */
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
  const open = useOpen();
  if (error !== undefined) return <Failed text={error} again={again} />;
  if (rows === undefined) return <Skeleton width="100%" height={320} />;
  if (rows.length === 0) return <Empty title={empty} />;
  return (
    <Grid as="ul" columns="repeat(auto-fit, minmax(min(100%, 330px), 1fr))" gap={8} className={css.cards}>
      {rows.map((row) => (
        <Grid
          key={row.id}
          data-row-key={row.id}
          as="li"
          columns="minmax(0, 1fr)"
          overflowWrap="anywhere"
          gap={0}
          padding="3px 12px"
          className={`${css.card} ${isOpen(row) ? css.open : ''} ${row.is_shelved ? css.shelved : ''}`}
        >
          <Row wrap justify="space-between" gap="0 8px">
            <Row as="span" inline wrap gap="0 8px">
              {isAcknowledgeable(row) && check?.(row)}
              <Event row={row} />
              {isAcknowledgeable(row) && mark(row)}
              {row.priority && <PriorityTag priority={row.priority} />}
            </Row>
            <When row={row} zone={zoneOf(row)} isShort />
          </Row>
          {isAcknowledgeable(row) ? (
            <>
              <Text
                as="button"
                type="button"
                padding={0}
                textAlign="left"
                className={css.place}
                onClick={() => open(row)}
              >
                <Text tone="brand">{row.device_id === 0 ? texts.wholeSite : whatText(row)}</Text>
                {!isInIncident && `, ${row.location}`}{' '}
                <Text tone="faint" weight={450}>
                  {contentText(row)}
                </Text>
              </Text>
              <Row wrap justify="space-between" gap="0 8px" className={css.cardActions}>
                <Acknowledged row={row} rows={pressed(row)} zone={zoneOf(row)} may={may} />
                <InAlarm row={row} active={active} />
                {row.priority !== null && (
                  <Text as="details" flex="0 1 auto" minWidth={0}>
                    <Row as="summary" gap={8} minHeight={44} tone="brand" weight={550}>
                      {shell.more}
                    </Row>
                    <div className={css.cardActions}>
                      <Place row={row} what="site" />
                      {may && <Shelve row={row} />}
                      {row.sensor_id !== null && <ResponseButton row={row} what={whatText(row)} />}
                      {may && <HandOver row={row} what={whatText(row)} />}
                    </div>
                    <RowLinks row={row} />
                  </Text>
                )}
              </Row>
            </>
          ) : (
            <div>{[whatText(row), contentText(row), !isInIncident && row.location].filter(Boolean).join(', ')}</div>
          )}
        </Grid>
      ))}
    </Grid>
  );
};
