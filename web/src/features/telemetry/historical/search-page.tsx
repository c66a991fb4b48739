import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { severityOfDevice } from '@tocsin/contract/status';
import { texts } from '@tocsin/contract/texts/historical';
import { texts as shell } from '@tocsin/contract/texts/shell';
import { useState } from 'react';
import type { Device } from '../../../domain/plant.ts';
import { WithDevice } from '../../../domain/with-device.tsx';
import { serverNow } from '../../../live/clock.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Empty, Failed, Loading } from '../../../ui/states.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import { dayText, zonedClockText } from '../../../ui/time.ts';
import { sizes } from '../../../ui/tokens.ts';
import { usePhone, useTablet } from '../../../ui/use-media.ts';
import { WindowedRows } from '../../../ui/windowed-rows.tsx';
import { defaultMoment, timestampOf } from '../moment.ts';
import { MomentBar } from '../moment-bar.tsx';
import { foundText } from './found-text.ts';
import { recordsQuery, searchLimit } from './queries.ts';
import css from './search-page.module.css';
import type { Moment } from './timeline.ts';

const rowHeight = 36;
/** The specified number of columns, if the width allows it. */
const columns = 3;

/** Three equal columns, read from top to bottom. */
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
      <b>{zonedClockText(moment.at, zone)}</b>
      <StatusTag severity={severityOfDevice[moment.status]} />
    </Link>
  );

const SearchOf = ({ device }: { readonly device: Device }) => {
  const zone = device.timezone;
  const [moment, setMoment] = useState(() => defaultMoment(serverNow(), zone));
  const { data, error, refetch } = useQuery(recordsQuery(device.id, timestampOf(moment), searchLimit, '-timestamp'));
  const [phone, tablet] = [usePhone(), useTablet()];
  const split = inColumns(data ?? [], phone ? 1 : tablet ? 2 : columns);
  return (
    <>
      <PageHeader
        title={`${device.title} - ${texts.title}`}
        about={foundText(data?.length ?? 0, searchLimit)}
        back={<Link to="/dashboard">{shell.entries.dashboard.label}</Link>}
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
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its index.
              <RecordRow key={at} moment={column[index]} zone={zone} />
            ))}
          </div>
        )}
      />
    </>
  );
};

/** Every stored moment from a time on, to choose one. */
export const HistoricalSearchPage = () => (
  <WithDevice>{(device) => <SearchOf key={device.id} device={device} />}</WithDevice>
);
