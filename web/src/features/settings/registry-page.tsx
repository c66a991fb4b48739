import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { RegistryRefusal, RegistryRow } from '@tocsin/contract/device-registry';
import { texts } from '@tocsin/contract/texts/settings';
import { Segmented, type TableProps } from 'antd';
import { useState } from 'react';
import { serverNow } from '../../live/clock.ts';
import { Age } from '../../ui/age.tsx';
import { Button } from '../../ui/button.tsx';
import { Row, Stack } from '../../ui/layout.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { UploadButton } from '../../ui/upload-button.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useSessionState } from '../../ui/use-session-state.ts';
import { type Claimed, importRegistry, registryPageSize, registryQuery } from './queries.ts';
import css from './settings.module.css';

const t = texts.registry;
type Columns = NonNullable<TableProps<RegistryRow>['columns']>;

const columns: Columns = [
  { title: t.columns.serial, dataIndex: 'serial_number' },
  { title: t.columns.type, dataIndex: 'device_type_label' },
  {
    title: t.columns.claimed,
    key: 'claimed',
    render: (_, row) =>
      row.device === null ? t.freeRow : `${row.device.title}, ${row.device.location}, ${row.device.company}`,
  },
  {
    title: t.columns.imported,
    key: 'imported',
    render: (_, row) => <Age at={Date.parse(row.imported_at)} now={serverNow} />,
  },
];

type Refused = { readonly file: File; readonly refusal: RegistryRefusal };
type RefusalProps = { readonly refused: Refused; readonly onAcceptValid: () => void; readonly onCancel: () => void };

/** The invalid rows by line number, with a button that imports the valid ones. */
const Refusal = ({ refused: { refusal }, onAcceptValid, onCancel }: RefusalProps) => (
  <Stack
    as="section"
    gap={8}
    margin="0 var(--page-pad) 16px"
    padding="16px 20px"
    border="1px solid var(--alarmtext)"
    borderRadius="var(--r-card)"
    background="var(--surface)"
    className={css.refused}
    role="alert"
  >
    <h2>
      {refusal.bad.length > 0 ? t.badTitle(refusal.bad.length) : (refusal.file[0] ?? t.failed)}. {t.nothing}
    </h2>
    <ul>
      {refusal.bad.map((row) => (
        <li key={`${row.line} ${row.text}`}>{t.line(row.line, row.serial_number, row.text)}</li>
      ))}
    </ul>
    <div className={css.cards} style={{ padding: 0, display: 'flex' }}>
      {refusal.good > 0 && (
        <Button look="primary" onClick={onAcceptValid}>
          {t.takeGood(refusal.good)}
        </Button>
      )}
      <Button onClick={onCancel}>{t.cancel}</Button>
    </div>
  </Stack>
);

export const RegistryPage = () => {
  const [search, setSearch] = useSessionState('registry:search', '');
  const [stored, setClaimed] = useSessionState('registry:claimed', 'all');
  const claimed: Claimed = stored === 'free' || stored === 'claimed' ? stored : 'all';
  const [page, setPage] = useSessionState('registry:page', 1);
  const [refused, setRefused] = useState<Refused | null>(null);
  const { data, error, refetch } = useQuery(registryQuery(search.trim(), claimed, page));

  const { run: take, busy } = useAction(importRegistry, {
    toast: (answer) =>
      'refused' in answer ? undefined : t.result(answer.taken.added, answer.taken.changed, answer.taken.unchanged),
    refetches: [['registry']],
    onDone: (answer, file) => setRefused('refused' in answer ? { file, refusal: answer.refused } : null),
  });

  return (
    <>
      <PageHeader title={t.title} about={t.about} back={<Link to="/oem/setting">{texts.rss.back}</Link>}>
        <UploadButton
          look="primary"
          label={t.import}
          accept=".csv,text/csv"
          busy={busy}
          onFile={(file) => take(file, false)}
        />
      </PageHeader>
      {refused && (
        <Refusal refused={refused} onAcceptValid={() => take(refused.file, true)} onCancel={() => setRefused(null)} />
      )}
      <Row wrap gap={8} padding="0 var(--page-pad) 12px" align="stretch">
        <SearchBox
          value={search}
          placeholder={t.search}
          onChange={(text) => {
            setSearch(text);
            setPage(1);
          }}
        />
        <Segmented
          aria-label={t.state}
          value={claimed}
          options={[
            { value: 'all', label: t.all },
            { value: 'free', label: t.free },
            { value: 'claimed', label: t.claimed },
          ]}
          onChange={(next) => {
            setClaimed(next);
            setPage(1);
          }}
        />
      </Row>
      <ListTable<RegistryRow>
        caption={t.title}
        rows={data?.results}
        rowKey={(row) => row.serial_number}
        columns={columns}
        paging={{ page, size: registryPageSize, total: data?.count ?? 0, onPage: setPage }}
        empty={search === '' ? t.empty : t.emptyFound}
        error={error ? t.failed : undefined}
        again={() => void refetch()}
      />
    </>
  );
};
