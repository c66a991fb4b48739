import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type AuditFilter, type AuditRow, auditActions, auditSubjects } from '@tocsin/contract/audit';
import { may } from '@tocsin/contract/permissions';
import { texts } from '@tocsin/contract/texts/audit';
import { Select, type TableProps } from 'antd';
import { useState } from 'react';
import { useMe } from '../../domain/me.ts';
import { useSelection } from '../../domain/selection.ts';
import { serverNow } from '../../live/clock.ts';
import { Age } from '../../ui/age.tsx';
import { Button } from '../../ui/button.tsx';
import { DayField } from '../../ui/day-field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Row, Stack, Text } from '../../ui/layout.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { browserZone, exactText } from '../../ui/time.ts';
import { useAction } from '../../ui/use-action.ts';
import css from './audit.module.css';
import { changesOf, inZone, whatText } from './model.ts';
import { auditQuery, exportAudit, pageSize } from './queries.ts';

type Columns = NonNullable<TableProps<AuditRow>['columns']>;
const t = texts.columns;

/** Number of fields shown before the row is expanded. */
const fewChanges = 4;

const Changes = ({ row }: { readonly row: AuditRow }) => {
  const [isExpanded, setIsExpanded] = useState(false);
  const all = changesOf(row);
  const shown = isExpanded ? all : all.slice(0, fewChanges);
  return (
    <>
      <Stack as="dl" gap={2} minWidth={280} maxWidth={520} whiteSpace="normal" className={css.changes}>
        {shown.map((change) => (
          <div key={change.field}>
            <dt>{change.field}</dt>
            <dd>
              {change.before !== null && <del>{change.before}</del>}
              {change.before !== null && change.after !== null && (
                <Text margin="0 6px" tone="faint" className={css.arrow}>
                  <Icon name="right" size={12} />
                </Text>
              )}
              {change.after !== null && <ins>{change.after}</ins>}
            </dd>
          </div>
        ))}
      </Stack>
      {all.length > fewChanges && (
        <Button look="quiet" size="bar" aria-expanded={isExpanded} onClick={() => setIsExpanded(!isExpanded)}>
          {isExpanded ? texts.fewer : texts.more(all.length - fewChanges)}
        </Button>
      )}
    </>
  );
};

const columns: Columns = [
  {
    title: t.at,
    key: 'at',
    render: (_, row) => (
      <Text whiteSpace="nowrap" className={css.at}>
        {exactText(Date.parse(row.at), browserZone())}
        <small>
          <Age at={Date.parse(row.at)} now={serverNow} />
        </small>
      </Text>
    ),
  },
  { title: t.who, key: 'who', render: (_, row) => row.user_name || texts.nobody },
  { title: t.from, dataIndex: 'address' },
  { title: t.action, dataIndex: 'action' },
  { title: t.what, key: 'what', render: (_, row) => whatText(row) },
  { title: t.change, key: 'change', render: (_, row) => <Changes row={row} /> },
];

export const AuditPage = () => {
  const { client } = useSelection();
  const [filter, setFilter] = useState<AuditFilter>({});
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(auditQuery(client, inZone(filter, browserZone()), page));
  /** An empty value removes the filter. */
  const narrow = (name: keyof AuditFilter, value: string | null): void => {
    const { [name]: _before, ...rest } = filter;
    setFilter(value ? { ...rest, [name]: value } : rest);
    setPage(1);
  };
  const { run: save, busy: exporting } = useAction(() => exportAudit(inZone(filter, browserZone())), {
    failureText: () => texts.exportFailed,
  });
  const isNarrow = Object.keys(filter).length > 0;
  return (
    <>
      <PageHeader title={texts.title} about={texts.about}>
        {may(useMe(), 'oem') && <Link to="/audit/chain">{texts.chain.link}</Link>}
        <Button icon="download" busy={exporting} onClick={save}>
          {texts.export}
        </Button>
      </PageHeader>
      <Row wrap gap={8} padding="0 var(--page-pad) 12px">
        <SearchBox value={filter.search ?? ''} placeholder={texts.search} onChange={(text) => narrow('search', text)} />
        <Select
          aria-label={texts.subject}
          className={css.select ?? ''}
          value={filter.subject ?? ''}
          options={[{ value: '', label: texts.any }, ...auditSubjects.map((value) => ({ value, label: value }))]}
          onChange={(value) => narrow('subject', value)}
        />
        <Select
          aria-label={texts.action}
          className={css.select ?? ''}
          value={filter.action ?? ''}
          options={[{ value: '', label: texts.anyAction }, ...auditActions.map((value) => ({ value, label: value }))]}
          onChange={(value) => narrow('action', value)}
        />
        <DayField label={texts.from} value={filter.date_from ?? null} onDay={(day) => narrow('date_from', day)} />
        <DayField label={texts.to} value={filter.date_to ?? null} onDay={(day) => narrow('date_to', day)} />
        <Button
          disabled={!isNarrow}
          onClick={() => {
            setFilter({});
            setPage(1);
          }}
        >
          {texts.reset}
        </Button>
      </Row>
      <ListTable<AuditRow>
        caption={texts.title}
        rows={data?.results}
        rowKey={(row) => row.id}
        columns={columns}
        // No scrolling: long values wrap.
        scroll={{}}
        paging={{ page, size: pageSize, total: data?.count ?? 0, onPage: setPage }}
        empty={isNarrow ? texts.emptyFound : texts.empty}
        error={error ? texts.failed : undefined}
        again={() => void refetch()}
      />
    </>
  );
};
