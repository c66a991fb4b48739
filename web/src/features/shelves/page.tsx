import { useQuery } from '@tanstack/react-query';
import { may } from '@tocsin/contract/permissions';
import type { Shelf } from '@tocsin/contract/shelves';
import { readerWords } from '@tocsin/contract/texts/event-contents';
import { texts } from '@tocsin/contract/texts/shelves';
import { Radio, type TableProps } from 'antd';
import { useState } from 'react';
import { useSelection } from '../../domain/selection.ts';
import { serverNow, shownNow } from '../../live/clock.ts';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Row, Text } from '../../ui/layout.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Segments } from '../../ui/segments.tsx';
import { useTicking } from '../../ui/tick.ts';
import { momentText, spanText } from '../../ui/time.ts';
import { useAction } from '../../ui/use-action.ts';
import { durationText, extensionMinutes } from './model.ts';
import { endShelf, extendShelf, pageSize, shelvesQuery } from './queries.ts';
import css from './shelves.module.css';

/** Text with the time left until `until` (unix ms), updated every second; '' once it has passed. */
const useTimeLeft = (until: number, now: () => number): string =>
  useTicking(() => {
    const left = until - now();
    return left > 0 ? spanText(left) : '';
  });

type Columns = NonNullable<TableProps<Shelf>['columns']>;
const t = texts.columns;

const What = ({ shelf }: { readonly shelf: Shelf }) => (
  <span className={css.what}>
    <b>{shelf.sensor === null && shelf.node === null ? texts.wholeDevice : readerWords(shelf.title)}</b>
    {shelf.covers_alarms && <small>{texts.alarmsToo}</small>}
    {shelf.rule !== null && <small>{texts.rule}</small>}
  </span>
);

const Until = ({ shelf }: { readonly shelf: Shelf }) => {
  const until = Date.parse(shelf.until);
  const left = useTimeLeft(until, shownNow);
  if (!shelf.is_active) {
    const at = shelf.ended_at === null ? until : Date.parse(shelf.ended_at);
    const how = shelf.ended_by === null ? texts.ends[shelf.end_reason ?? 'expired'] : texts.endedBy(shelf.ended_by);
    return (
      <Text whiteSpace="nowrap" className={css.by}>
        {momentText(at, serverNow(), shelf.location_timezone)}
        <small>{how}</small>
      </Text>
    );
  }
  return (
    <Text whiteSpace="nowrap" className={css.by}>
      {momentText(until, serverNow(), shelf.location_timezone)}
      <small>{left !== '' && texts.left(left)}</small>
    </Text>
  );
};

const ExtendDialog = ({ shelf, onClose }: { readonly shelf: Shelf; readonly onClose: () => void }) => {
  const choices = extensionMinutes(shelf, serverNow());
  const [minutes, setMinutes] = useState(choices[0] ?? 0);
  const { run, busy } = useAction(() => extendShelf(shelf.id, minutes), {
    toast: texts.extended,
    refetches: [['shelves']],
    refetchesAnyway: true,
    onDone: onClose,
  });
  return (
    <FormDialog
      title={texts.extendTitle(readerWords(shelf.title))}
      verb={texts.extend}
      busy={busy}
      onSubmit={run}
      onClose={onClose}
      width={520}
    >
      <Radio.Group
        value={minutes}
        optionType="button"
        options={choices.map((value) => ({ value, label: durationText(value) }))}
        onChange={(event) => setMinutes(event.target.value)}
      />
    </FormDialog>
  );
};

/** Current shelves of the selected client with their remaining time, and past ones. */
export const ShelvesPage = () => {
  const { client } = useSelection();
  const [tab, setTab] = useState<'active' | 'past'>('active');
  const [page, setPage] = useState(1);
  const [extending, setExtending] = useState<Shelf | null>(null);
  const { ask, dialog } = useConfirm();
  const { data, error, refetch } = useQuery(shelvesQuery(client, tab === 'active', page));
  const end = (shelf: Shelf): void =>
    ask({
      title: texts.endTitle(readerWords(shelf.title)),
      body: texts.endBody,
      yes: texts.end,
      act: () => endShelf(shelf.id),
      toast: texts.ended,
      refetches: [['shelves']],
    });
  const columns: Columns = [
    { title: t.what, key: 'what', render: (_, row) => <What shelf={row} /> },
    {
      title: t.place,
      key: 'place',
      render: (_, row) => (
        <span className={css.what}>
          {row.device_name}
          <small>{row.location_name}</small>
        </span>
      ),
    },
    {
      title: t.reason,
      key: 'reason',
      render: (_, row) => (
        <span className={css.what}>
          {row.reason}
          <small>{texts.reasons[row.reason_code]}</small>
        </span>
      ),
    },
    {
      title: t.by,
      key: 'by',
      render: (_, row) => (
        <span className={css.by}>
          {row.shelved_by}
          <small>{momentText(Date.parse(row.started_at), serverNow(), row.location_timezone)}</small>
        </span>
      ),
    },
    { title: t.until, key: 'until', render: (_, row) => <Until shelf={row} /> },
  ];
  const actions: Columns = [
    {
      title: t.actions,
      key: 'actions',
      align: 'right',
      render: (_, row) =>
        may(row, 'device.shelve') && (
          <Row as="span" gap={8} justify="flex-end" align="stretch">
            {extensionMinutes(row, serverNow()).length > 0 && (
              <Button size="bar" onClick={() => setExtending(row)}>
                {texts.extend}
              </Button>
            )}
            <Button size="bar" onClick={() => end(row)}>
              {texts.end}
            </Button>
          </Row>
        ),
    },
  ];
  return (
    <>
      <PageHeader title={texts.title} about={texts.about} />
      <Text as="div" padding="0 var(--page-pad) 12px">
        <Segments
          label={texts.title}
          items={[
            { key: 'active', label: texts.tabs.active },
            { key: 'past', label: texts.tabs.past },
          ]}
          current={tab}
          onPick={(next) => {
            setTab(next);
            setPage(1);
          }}
        />
      </Text>
      <ListTable<Shelf>
        rows={data?.results}
        rowKey={(row) => row.id}
        caption={texts.title}
        empty={tab === 'active' ? texts.empty : texts.emptyPast}
        error={error ? texts.failed : undefined}
        again={() => void refetch()}
        columns={tab === 'active' ? columns.concat(actions) : columns}
        scroll={{}}
        paging={{ page, size: pageSize, total: data?.count ?? 0, onPage: setPage }}
      />
      {extending && <ExtendDialog shelf={extending} onClose={() => setExtending(null)} />}
      {dialog}
    </>
  );
};
