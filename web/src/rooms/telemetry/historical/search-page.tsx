import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { PageHeader } from '../../../kit/page-header.tsx';
import { Empty, Failed, Loading } from '../../../kit/states.tsx';
import { StatusTag } from '../../../kit/status-tag.tsx';
import { clockText, dayText } from '../../../kit/time.ts';
import { sizes } from '../../../kit/tokens.ts';
import { usePhone, useTablet } from '../../../kit/use-media.ts';
import { WindowedRows } from '../../../kit/windowed-rows.tsx';
import { serverNow } from '../../../wire/clock.ts';
import type { Device } from '../../../wire/plant.ts';
import { WithDevice } from '../dashboard/page.tsx';
import { defaultMoment, timestampOf } from '../moment.ts';
import { MomentBar } from '../moment-bar.tsx';
import { recordsQuery, searchLimit } from './queries.ts';
import css from './search-page.module.css';
import { texts } from './texts.ts';
import type { Moment } from './timeline.ts';

const rowHeight = 36;
/** The specification's number, where day, time and state have room beside each other three times. */
const columns = 3;
const severities = { OK: 'ok', Alarm: 'alarm', 'Not scanned': 'not-scanned' } as const;

/** Split into three equal columns, read from top to bottom. */
export const inColumns = <T,>(all: readonly T[], count: number): readonly (readonly T[])[] => {
  const length = Math.ceil(all.length / count);
  return Array.from({ length: count }, (_, column) => all.slice(column * length, (column + 1) * length));
};

const RecordRow = ({ moment, zone }: { readonly moment: Moment | undefined; readonly zone: string }) =>
  moment === undefined ? (
    <span />
  ) : (
    <Link className={css.record} to="/dashboard/historical/snapshot/$timestamp" params={{ timestamp: moment.id }}>
      <span>{dayText(moment.at, zone)}</span>
      <b>{clockText(moment.at, zone)}</b>
      <StatusTag severity={severities[moment.status]} />
    </Link>
  );

const SearchOf = ({ device }: { readonly device: Device }) => {
  const zone = device.timezone;
  const [moment, setMoment] = useState(() => defaultMoment(serverNow(), zone));
  const { data, error, refetch } = useQuery(recordsQuery(device.id, timestampOf(moment), searchLimit));
  const [phone, tablet] = [usePhone(), useTablet()];
  const split = inColumns(data ?? [], phone ? 1 : tablet ? 2 : columns);
  return (
    <>
      <PageHeader
        title={`${device.title} - ${texts.title}`}
        about={data && data.length > 0 ? texts.count(data.length) : texts.hint}
        back={<Link to="/dashboard">Sensor Dashboard</Link>}
      />
      <MomentBar moment={moment} onSearch={setMoment} />
      {error && <Failed text={texts.failed} again={() => void refetch()} />}
      {!error && data === undefined && <Loading />}
      {data?.length === 0 && <Empty icon="clock" title={texts.empty} />}
      <WindowedRows
        className={css.table}
        count={split[0]?.length ?? 0}
        height={phone ? sizes.target : rowHeight}
        row={(index) => (
          <div className={css.row}>
            {split.map((column, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place.
              <RecordRow key={at} moment={column[index]} zone={zone} />
            ))}
          </div>
        )}
      />
    </>
  );
};

/** Every kept moment from a time on, to pick one. */
export const HistoricalSearchPage = () => (
  <WithDevice>{(device) => <SearchOf key={device.id} device={device} />}</WithDevice>
);
