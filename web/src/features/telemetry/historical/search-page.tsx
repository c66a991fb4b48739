import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { severityOfDevice } from '@tocsin/contract/status';
import { texts } from '@tocsin/contract/texts/historical';
import { texts as status } from '@tocsin/contract/texts/status';
import { useState } from 'react';
import type { Device } from '../../../domain/plant.ts';
import { WithDevice } from '../../../domain/with-device.tsx';
import { serverNow } from '../../../live/clock.ts';
import { Icon } from '../../../ui/icon.tsx';
import { inOrder } from '../../../ui/in-order.ts';
import { Row, Text } from '../../../ui/layout.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Empty, Failed, Loading } from '../../../ui/states.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import { dayText, exactText, zonedClockText, zoneText } from '../../../ui/time.ts';
import { sizes } from '../../../ui/tokens.ts';
import { usePhone, useTablet } from '../../../ui/use-media.ts';
import { WindowedRows } from '../../../ui/windowed-rows.tsx';
import { wallFields } from '../../../ui/zone.ts';
import { defaultMoment, type Moment, timestampOf } from '../moment.ts';
import { MomentBar } from '../moment-bar.tsx';
import { EventDays } from './components/event-days.tsx';
import { foundText } from './found-text.ts';
import { lastAlarmQuery, recordsQuery, searchLimit } from './queries.ts';
import css from './search-page.module.css';
import { type Alike, folded, type Moment as StoredMoment } from './timeline.ts';

const rowHeight = 36;
/** The number of columns in the specification, on wide screens. */
const columns = 3;

/** Splits a list into `count` columns of equal length, to be read from top to bottom. */
export const inColumns = <T,>(all: readonly T[], count: number): readonly (readonly T[])[] => {
  const length = Math.ceil(all.length / count);
  return Array.from({ length: count }, (_, column) => all.slice(column * length, (column + 1) * length));
};

interface RecordProps {
  readonly moment: StoredMoment;
  /** The one above it; those that are folded have another status. */
  readonly above: StoredMoment | Alike | undefined;
  readonly zone: string;
}

/** A stored moment; its status is marked where it differs from the one above, its milliseconds where the second does not. */
const RecordRow = ({ moment, above, zone }: RecordProps) => {
  const before = above && 'status' in above ? above : undefined;
  return (
    <Link className={css.record} to="/dashboard/historical/snapshot/$timestamp" params={{ timestamp: moment.id }}>
      <span>{dayText(moment.at, zone)}</span>
      <b>{zonedClockText(moment.at, zone)}</b>
      {before && Math.floor(before.at / 1_000) === Math.floor(moment.at / 1_000) && (
        <Text size={12}>{texts.sameSecond(moment.at - before.at)}</Text>
      )}
      {moment.status === before?.status ? (
        <Text size={12} tone="quiet">
          {status.severities[severityOfDevice[moment.status]]}
        </Text>
      ) : (
        <StatusTag severity={severityOfDevice[moment.status]} />
      )}
    </Link>
  );
};

/** The time of the last one, with its day if that is another. */
const untilText = ({ from, until }: Alike, zone: string): string =>
  dayText(from, zone) === dayText(until, zone) ? zonedClockText(until, zone) : exactText(until, zone);

interface RecordsProps {
  readonly device: Device;
  readonly moment: Moment;
}

const Records = ({ device, moment }: RecordsProps) => {
  const { data, error, refetch } = useQuery(recordsQuery(device.id, timestampOf(moment), searchLimit, 'timestamp'));
  const [phone, tablet] = [usePhone(), useTablet()];
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const zone = device.timezone;
  const split = inColumns(folded(data ?? [], open), phone ? 1 : tablet ? 2 : columns);
  return (
    <section aria-label={texts.records}>
      <Row as="h2" gap={12} align="baseline" margin="20px var(--page-pad) 0" size={16} weight={600}>
        {texts.records}
        {data !== undefined && (
          <Text tone="faint" size={12} weight={400}>
            {foundText(data.length, searchLimit)}
          </Text>
        )}
      </Row>
      {error && <Failed text={texts.failed} again={() => void refetch()} />}
      {!error && data === undefined && <Loading />}
      {data?.length === 0 && <Empty icon="clock" title={texts.empty} />}
      <WindowedRows
        className={css.table}
        count={split[0]?.length ?? 0}
        height={phone ? sizes.target : rowHeight}
        row={(index) => (
          <div className={css.row}>
            {inOrder(split, (column) => {
              const one = column[index];
              if (one === undefined) return <span />;
              if ('status' in one) return <RecordRow moment={one} above={column[index - 1]} zone={zone} />;
              return (
                <button type="button" className={css.record} onClick={() => setOpen(new Set(open).add(one.id))}>
                  {texts.alike(one.count, untilText(one, zone))} <Icon name="down" size={16} />
                </button>
              );
            })}
          </div>
        )}
      />
    </section>
  );
};

const SearchContent = ({ device }: { readonly device: Device }) => {
  const zone = device.timezone;
  const [now] = useState(serverNow);
  const [chosen, setChosen] = useState<Moment | null>(null);
  const last = useQuery(lastAlarmQuery(device.id));
  // Opens at the last alarm; without one, or if it cannot be loaded, at the first of the month as specified.
  const opening = last.isPending ? null : last.data ? wallFields(last.data, zone) : defaultMoment(now, zone);
  const moment = chosen ?? opening;
  return (
    <>
      <PageHeader title={`${device.title} - ${texts.title}`} about={`${zoneText(now, zone)} (${zone})`} />
      {moment === null ? (
        <Loading />
      ) : (
        <>
          <MomentBar moment={moment} onSearch={setChosen} />
          <EventDays device={device} moment={moment} now={now} onMoment={setChosen} />
          <Records device={device} moment={moment} />
        </>
      )}
    </>
  );
};

/** The history of a device: a calendar of its events, and a list of stored moments from a chosen time on. */
export const HistoricalSearchPage = () => (
  <WithDevice>{(device) => <SearchContent key={device.id} device={device} />}</WithDevice>
);
