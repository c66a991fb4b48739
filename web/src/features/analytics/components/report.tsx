import { useQuery } from '@tanstack/react-query';
import type { Report as ReportName } from '@tocsin/contract/analytics';
import { texts } from '@tocsin/contract/texts/analytics';
import { useMemo } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ListTable } from '../../../ui/list-table.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Empty, Loading } from '../../../ui/states.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useAfterDelay } from '../../../ui/use-after-delay.ts';
import { percentText } from '../model.ts';
import { type Range, reportCsv, reportQuery } from '../queries.ts';
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
  readonly device: number;
  readonly report: ReportName;
  readonly range: Range | null;
  readonly zone: string;
}

/** One report with chart, table and CSV export, or the reason why it is empty. */
export const Report = ({ device, report, range, zone }: Props) => {
  const { data, error, errorUpdatedAt } = useQuery(reportQuery(device, report, range));
  const lying = report !== 'alarm-time';
  const rows = useMemo(
    () => (report === 'alarm-time' ? data?.map((row) => ({ ...row, name: texts.hour(row.name) })) : data),
    [data, report],
  );
  const bars = useMemo(() => rows?.slice(0, lying ? maxBars : rows.length) ?? [], [rows, lying]);
  const total = rows?.reduce((sum, row) => sum + row.count, 0) ?? 0;
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
    <div className={css.report}>
      <div className={css.head}>
        <p>
          <b>{texts.total(total)}</b>
          <small>{texts.zone(zone)}</small>
        </p>
        <Button
          icon="download"
          onClick={() => void reportCsv(device, report, range).catch(() => showToast('error', texts.failed))}
        >
          {texts.csv}
        </Button>
      </div>
      <section className={css.panel}>
        <Bars data={bars} lying={lying} label={`${headOf[report]}: ${texts.columns.count}`} />
        {bars.length < rows.length && <p className={css.more}>{texts.more(bars.length)}</p>}
      </section>
      <div className={css.table}>
        <ListTable<(typeof rows)[number]>
          caption={headOf[report]}
          rows={rows}
          rowKey={(row) => row.id ?? row.name}
          empty={texts.noData}
          // Names wrap; three columns fit on a phone.
          scroll={{}}
          columns={[
            {
              title: headOf[report],
              key: 'name',
              render: (_, row) => (
                <>
                  {row.name}
                  {row.id && <small className={css.id}>{row.id}</small>}
                </>
              ),
            },
            { title: texts.columns.count, dataIndex: 'count', align: 'right' },
            {
              title: texts.columns.share,
              key: 'share',
              align: 'right',
              render: (_, row) => percentText(row.count, total),
            },
          ]}
        />
      </div>
    </div>
  );
};
