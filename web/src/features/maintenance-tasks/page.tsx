import { useQuery } from '@tanstack/react-query';
import type { MaintenanceTask } from '@tocsin/contract/maintenance-tasks';
import { may } from '@tocsin/contract/permissions';
import { readerWords } from '@tocsin/contract/texts/event-contents';
import { texts } from '@tocsin/contract/texts/maintenance-tasks';
import { Select, type TableProps } from 'antd';
import { useState } from 'react';
import { TaskDialog } from '../../domain/hand-over.tsx';
import { useSites } from '../../domain/plant.ts';
import { useSelection } from '../../domain/selection.ts';
import { serverNow } from '../../live/clock.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Row, Stack, Text } from '../../ui/layout.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Segments } from '../../ui/segments.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { calendarDayText, momentText } from '../../ui/time.ts';
import { useAction } from '../../ui/use-action.ts';
import css from './maintenance-tasks.module.css';
import { changeTask, closeTask, pageSize, type Shows, shows, tasksQuery } from './queries.ts';

const placeOf = (task: MaintenanceTask): string =>
  task.sensor_name === null ? task.device_name : `${task.device_name}: ${task.sensor_name}`;

const CloseDialog = ({ task, onClose }: { readonly task: MaintenanceTask; readonly onClose: () => void }) => {
  const [comment, setComment] = useState('');
  const [isSent, setSent] = useState(false);
  const { run, busy, failure } = useAction(() => closeTask(task.id, comment.trim()), {
    fails: 'here',
    refetches: [['maintenance-tasks']],
    onDone: onClose,
  });
  const save = (): void => {
    setSent(true);
    if (comment.trim() !== '') run();
  };
  return (
    <FormDialog title={texts.closeAsk(task.what)} verb={texts.close} busy={busy} onSubmit={save} onClose={onClose}>
      <Field
        label={texts.comment}
        value={comment}
        maxLength={1500}
        error={failure ?? (isSent && comment.trim() === '' ? texts.commentMissing : undefined)}
        onChange={(event) => setComment(event.target.value)}
      />
    </FormDialog>
  );
};

const Due = ({ task }: { readonly task: MaintenanceTask }) => {
  if (task.closed_at !== null)
    return (
      <Stack as="span" gap={2} justifyItems="start" overflowWrap="anywhere">
        {texts.closedBy(
          task.closed_by ?? '',
          momentText(Date.parse(task.closed_at), serverNow(), task.location_timezone),
        )}
        <Text as="small" tone="faint">
          {task.comment}
        </Text>
      </Stack>
    );
  return task.is_overdue ? (
    <Stack as="span" gap={2} justifyItems="start" overflowWrap="anywhere">
      {calendarDayText(task.due)}
      <StatusTag severity="warning" word={texts.overdue} />
    </Stack>
  ) : (
    calendarDayText(task.due)
  );
};

/** Tasks that were handed over to maintenance: what, where, owner, due date. */
export const MaintenanceTasksPage = () => {
  const { client } = useSelection();
  const [show, setShow] = useState<Shows>('open');
  const [site, setSite] = useState<number | null>(null);
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const [closing, setClosing] = useState<MaintenanceTask | null>(null);
  const [changing, setChanging] = useState<MaintenanceTask | null>(null);
  const { data: sites } = useSites();
  const { data, error, refetch } = useQuery(tasksQuery(client, { show, site, search: search.trim(), page }));
  const filter = (change: () => void): void => {
    change();
    setPage(1);
  };
  const columns: NonNullable<TableProps<MaintenanceTask>['columns']> = [
    {
      title: texts.columns.what,
      key: 'what',
      render: (_, task) => (
        <Stack as="span" gap={2} justifyItems="start" overflowWrap="anywhere">
          <b>{task.what}</b>
          <Text as="small" tone="faint">
            {texts.from(task.event === 0 ? texts.seen : readerWords(task.content))}
          </Text>
        </Stack>
      ),
    },
    {
      title: texts.columns.place,
      key: 'place',
      render: (_, task) => (
        <Stack as="span" gap={2} justifyItems="start" overflowWrap="anywhere">
          {placeOf(task)}
          <Text as="small" tone="faint">
            {task.location_name}
          </Text>
        </Stack>
      ),
    },
    {
      title: texts.columns.owner,
      key: 'owner',
      render: (_, task) => task.owner.name,
    },
    { title: texts.columns.due, key: 'due', render: (_, task) => <Due task={task} /> },
    {
      title: '',
      key: 'actions',
      align: 'right',
      render: (_, task) =>
        task.is_open &&
        may(task, 'task.change') && (
          <Row as="span" wrap gap={8} justify="flex-end" align="stretch">
            <Button size="bar" onClick={() => setChanging(task)}>
              {texts.change}
            </Button>
            <Button size="bar" onClick={() => setClosing(task)}>
              {texts.close}
            </Button>
          </Row>
        ),
    },
  ];
  return (
    <>
      <PageHeader title={texts.title} about={texts.about} />
      <Row wrap gap={12} marginBottom={16} padding="0 var(--page-pad)" align="stretch">
        <Segments
          label={texts.filter}
          items={shows.map((key) => ({ key, label: texts[key] }))}
          current={show}
          onPick={(key) => filter(() => setShow(key))}
        />
        <Select
          aria-label={texts.site}
          className={css.site}
          allowClear
          placeholder={texts.allSites}
          value={site}
          onChange={(value: number | null | undefined) => filter(() => setSite(value ?? null))}
          options={(sites?.results ?? []).map((one) => ({ value: one.id, label: one.title }))}
        />
        <SearchBox value={search} placeholder={texts.search} onChange={(value) => filter(() => setSearch(value))} />
      </Row>
      <ListTable<MaintenanceTask>
        rows={data?.results}
        rowKey={(task) => task.id}
        caption={texts.title}
        empty={texts.empty}
        error={error ? texts.failed : undefined}
        again={() => void refetch()}
        columns={columns}
        scroll={{}}
        paging={{ page, size: pageSize, total: data?.count ?? 0, onPage: setPage }}
      />
      {closing && <CloseDialog task={closing} onClose={() => setClosing(null)} />}
      {changing && (
        <TaskDialog
          event={changing.event}
          device={changing.device}
          title={texts.changeAsk}
          yes={texts.change}
          initial={changing}
          onClose={() => setChanging(null)}
          onSave={(body) => changeTask(changing.id, body)}
          saved={texts.saved}
        />
      )}
    </>
  );
};
