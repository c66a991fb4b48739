import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/trash';
import { Segmented, type TableProps } from 'antd';
import { serverNow } from '../../live/clock.ts';
import { Age } from '../../ui/age.tsx';
import { Button } from '../../ui/button.tsx';
import { Row } from '../../ui/layout.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useSessionState } from '../../ui/use-session-state.ts';
import { daysLeft } from './model.ts';
import { type Removed, type RemovedKind, removedQuery, restore } from './queries.ts';

const t = texts;
const kinds = ['clients', 'sites', 'devices'] as const;
type Columns = NonNullable<TableProps<Removed>['columns']>;

const columnsOf = (restoreRow: (row: Removed) => void): Columns => [
  { title: t.name, dataIndex: 'name' },
  { title: t.of, dataIndex: 'of' },
  {
    title: t.at,
    key: 'at',
    render: (_, row) => <Age at={row.at === null ? null : Date.parse(row.at)} now={serverNow} />,
  },
  { title: t.left, key: 'left', render: (_, row) => t.days(daysLeft(row.at, serverNow())) },
  {
    title: '',
    key: 'restore',
    width: 120,
    render: (_, row) => (
      <Button size="bar" icon="undo" aria-label={`${t.restore}: ${row.name}`} onClick={() => restoreRow(row)}>
        {t.restore}
      </Button>
    ),
  },
];

export const RemovedPage = () => {
  const [stored, setKind] = useSessionState('removed:kind', 'clients');
  const kind: RemovedKind = kinds.find((each) => each === stored) ?? 'clients';
  const { data, error, refetch } = useQuery(removedQuery(kind));
  const { run: restoreRow } = useAction((row: Removed) => restore(kind, row.id), {
    toast: (_, row) => t.restored(row.name),
    refetches: 'all',
  });
  return (
    <>
      <PageHeader title={t.title} about={t.about} back={<Link to="/oem/setting">{t.back}</Link>} />
      <Row wrap gap={8} padding="0 var(--page-pad) 12px" align="stretch">
        <Segmented
          aria-label={t.title}
          value={kind}
          options={kinds.map((value) => ({ value, label: t.kinds[value] }))}
          onChange={setKind}
        />
      </Row>
      <ListTable<Removed>
        caption={t.title}
        rows={data}
        rowKey={(row) => row.id}
        columns={columnsOf(restoreRow)}
        empty={t.empty}
        error={error ? t.failed : undefined}
        again={() => void refetch()}
      />
    </>
  );
};
