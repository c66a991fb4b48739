import { texts } from '@tocsin/contract/texts/graphs';
import { Drawer } from 'antd';
import { useMemo, useState } from 'react';
import { ListTable } from '../../../../ui/list-table.tsx';
import { exactText } from '../../../../ui/time.ts';
import { valueText } from '../../../../ui/value.ts';
import type { GraphSeries } from '../model.ts';

interface Props {
  readonly title: string;
  readonly series: readonly GraphSeries[];
  readonly zone: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

interface Row {
  readonly key: string;
  readonly sensor: string;
  readonly at: number;
  readonly value: string;
  readonly low: string;
  readonly high: string;
  readonly alarm: boolean;
  readonly state: string;
}

/** Maximum number of rows; the CSV export has all of them. */
const maxRows = 2_000;
const pageSize = 50;

/** Reduced padding, because the table has the margin of a page. */
const drawerBody = { paddingInline: 4 } as const;
const aboutRows = { margin: '0 20px 8px' } as const;
/** No scrolling: long states wrap, because a drawer cannot be made wider. */
const wrapsText = {} as const;

const rowsOf = (series: readonly GraphSeries[]): readonly Row[] =>
  series
    .flatMap((one) =>
      Array.from(one.columns.times.slice(-maxRows), (at, offset): Row => {
        const index = Math.max(0, one.columns.times.length - maxRows) + offset;
        const text = (value: number | undefined): string =>
          value === undefined ? '' : valueText(value, one.unit, one.decimals);
        return {
          key: `${one.path} ${index}`,
          sensor: one.name,
          at,
          value: one.contact ? '' : text(one.columns.values[index]),
          low: one.contact ? '' : text(one.columns.low?.[index]),
          high: one.contact ? '' : text(one.columns.high?.[index]),
          alarm: one.columns.flags[index] === 1,
          state: one.columns.texts[one.columns.states[index] ?? 0] ?? '',
        };
      }),
    )
    .sort((a, b) => b.at - a.at)
    .slice(0, maxRows);

/** The values of a graph as a table, newest first. */
export const PointsTable = ({ title, series, zone, open, onClose }: Props) => {
  const rows = useMemo(() => (open ? rowsOf(series) : []), [open, series]);
  const all = series.reduce((sum, one) => sum + one.columns.times.length, 0);
  const [page, setPage] = useState(1);
  const band = series.some((one) => one.columns.low !== null);
  return (
    <Drawer open={open} onClose={onClose} title={title} size={720} styles={{ body: drawerBody }} destroyOnHidden>
      <p style={aboutRows}>{texts.rows(rows.length, all)}</p>
      <ListTable<Row>
        caption={title}
        rows={rows.slice((page - 1) * pageSize, page * pageSize)}
        rowKey={(row) => row.key}
        empty={texts.noData}
        scroll={wrapsText}
        size="small"
        paging={{ page, size: pageSize, total: rows.length, onPage: setPage }}
        columns={[
          { title: texts.columns.time, dataIndex: 'at', render: (at: number) => exactText(at, zone) },
          ...(series.length > 1 ? [{ title: texts.columns.sensor, dataIndex: 'sensor' }] : []),
          { title: texts.columns.value, dataIndex: 'value' },
          ...(band
            ? [
                { title: texts.columns.low, dataIndex: 'low' },
                { title: texts.columns.high, dataIndex: 'high' },
              ]
            : []),
          { title: texts.columns.alarm, dataIndex: 'alarm', render: (on: boolean) => (on ? texts.yes : '') },
          { title: texts.columns.state, dataIndex: 'state' },
        ]}
      />
    </Drawer>
  );
};
