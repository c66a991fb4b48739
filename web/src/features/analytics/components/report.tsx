import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Report as ReportName } from '@tocsin/contract/analytics';
import { texts } from '@tocsin/contract/texts/analytics';
import { useMemo } from 'react';
import { logSearch } from '../../../domain/log-search.ts';
import type { Device } from '../../../domain/plant.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Grid, Row, Text } from '../../../ui/layout.tsx';
import { ListTable } from '../../../ui/list-table.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Empty, Loading } from '../../../ui/states.tsx';
import { calendarDayText } from '../../../ui/time.ts';
import { showToast } from '../../../ui/toast.tsx';
import { useAfterDelay } from '../../../ui/use-after-delay.ts';
import { changeText, type Days, dayCount, daysBefore, percentText } from '../model.ts';
import { type Range, type ReportRow, reportCsv, reportQuery } from '../queries.ts';
import { Bars } from './bars.tsx';
import css from './report.module.css';

/** Maximum number of distinguishable bars. */
const maxBars = 20;
const clearMs = 5_000;

const headOf = {
  'alarm-sensor': texts.columns.sensor,
  'alarm-time': texts.columns.hour,
  'alarm-type': texts.columns.type,
};

/** The alert clears after 5 seconds (docs/spec/monitoring.md, section 4). */
const FailedNow = () => (useAfterDelay(clearMs) ? null : <Notice tone="warning">{texts.failed}</Notice>);

interface Props {
  readonly device: Device;
  readonly report: ReportName;
  readonly range: Range | null;
  /** As many days just before, with the same filters. */
  readonly before: Range | null;
  readonly days: Days;
  /** Rows of a filtered report have no link to the log, which has no filter for what is out of service. */
  readonly isFiltered: boolean;
}

/** The name of a row with links to its events in the log and, for a sensor, to its graph. */
const RowName = ({
  row,
  device,
  days,
  isFiltered,
}: Pick<Props, 'device' | 'days' | 'isFiltered'> & { readonly row: ReportRow }) => {
  const { search, id } = row;
  if (search === undefined || isFiltered || days.from === null || days.to === null) return <>{row.name}</>;
  const filter = {
    tab: 'historical',
    site: device.location,
    device: device.id,
    event: 'began',
    search,
    from: days.from,
    to: days.to,
  };
  return (
    <>
      <Link to="/notifications/all" search={logSearch(filter)} title={texts.toLog}>
        {row.name}
      </Link>
      {id !== undefined && (
        <Link
          className={css.graph}
          to="/graphs/$sensorId"
          params={{ sensorId: id }}
          aria-label={texts.toGraph(row.name)}
          title={texts.toGraph(row.name)}
        >
          <Icon name="chart" size={14} />
        </Link>
      )}
    </>
  );
};

/** One report: chart, table with the previous period in each row, and CSV export; or why it is empty. */
export const Report = ({ device, report, range, before, days, isFiltered }: Props) => {
  const { data, error, errorUpdatedAt } = useQuery(reportQuery(device.id, report, range));
  const { data: dataBefore } = useQuery(reportQuery(device.id, report, before));
  const countBefore = useMemo(
    () => dataBefore && new Map(dataBefore.map((row) => [row.id ?? row.name, row.count])),
    [dataBefore],
  );
  const isHorizontal = report !== 'alarm-time';
  const rows = useMemo(
    () =>
      data?.map((row) => ({
        ...row,
        name: report === 'alarm-time' ? texts.hour(row.name) : row.name,
        before: countBefore && (countBefore.get(row.id ?? row.name) ?? 0),
      })),
    [data, report, countBefore],
  );
  const bars = useMemo(() => rows?.slice(0, isHorizontal ? maxBars : rows.length) ?? [], [rows, isHorizontal]);
  const total = rows?.reduce((sum, row) => sum + row.count, 0) ?? 0;
  const totalBefore = dataBefore?.reduce((sum, row) => sum + row.count, 0);
  const spanBefore = daysBefore(days);
  if (range === null) return <Empty icon="calendar" title={texts.selectDate} />;
  if (error) {
    return (
      <>
        <FailedNow key={errorUpdatedAt} />
        <Empty icon="bars" title={texts.noData} />
      </>
    );
  }
  if (rows === undefined) return <Loading />;
  if (total === 0) return <Empty icon="bars" title={texts.noData} />;
  return (
    <Grid
      columns="minmax(0, 3fr) minmax(280px, 2fr)"
      align="start"
      gap={12}
      padding="12px var(--page-pad) 24px"
      className={css.report}
    >
      <Row gridColumn="1 / -1" justify="space-between" gap={12} className={css.head}>
        <p>
          <b>{texts.total(total)}</b>
          {totalBefore !== undefined && spanBefore.from !== null && spanBefore.to !== null && (
            <Text as="small" marginLeft={12} tone="quiet">
              {texts.totalBefore(
                totalBefore,
                dayCount(days),
                calendarDayText(spanBefore.from),
                calendarDayText(spanBefore.to),
              )}
            </Text>
          )}
          <Text as="small" marginLeft={12} tone="quiet">
            {texts.zone(device.timezone)}
          </Text>
        </p>
        <Button
          icon="download"
          onClick={() => void reportCsv(device.id, report, range).catch(() => showToast('error', texts.failed))}
        >
          {texts.csv}
        </Button>
      </Row>
      <Text as="section" surface padding="8px 12px">
        <Bars data={bars} isHorizontal={isHorizontal} label={`${headOf[report]}: ${texts.columns.count}`} />
        {bars.length < rows.length && (
          <Text as="p" padding="0 0 8px 8px" tone="quiet" size={12}>
            {texts.more(bars.length)}
          </Text>
        )}
      </Text>
      <div className={css.table}>
        <ListTable<(typeof rows)[number]>
          caption={headOf[report]}
          rows={rows}
          rowKey={(row) => row.id ?? row.name}
          empty={texts.noData}
          // No scrolling: names wrap, and three columns fit on a phone.
          scroll={{}}
          columns={[
            {
              title: headOf[report],
              key: 'name',
              render: (_, row) => (
                <>
                  <RowName row={row} device={device} days={days} isFiltered={isFiltered} />
                  {row.id !== undefined && rows.some((one) => one.name === row.name && one.id !== row.id) && (
                    <Text as="small" marginLeft={8} tone="faint">
                      {row.id}
                    </Text>
                  )}
                </>
              ),
            },
            { title: texts.columns.count, dataIndex: 'count', align: 'right' },
            {
              title: texts.columns.before,
              key: 'before',
              align: 'right',
              render: (_, row) =>
                row.before !== undefined && (
                  <>
                    {row.before}
                    <Text as="small" marginLeft={8} tone="faint">
                      {changeText(row.count, row.before)}
                    </Text>
                  </>
                ),
            },
            {
              title: texts.columns.share,
              key: 'share',
              align: 'right',
              render: (_, row) => percentText(row.count, total),
            },
          ]}
        />
      </div>
    </Grid>
  );
};
