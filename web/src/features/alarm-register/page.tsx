import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { endpoints, type RegisterEntry } from '@tocsin/contract/alarm-register';
import { warnsOnly } from '@tocsin/contract/device-type';
import { anytimeAdvice } from '@tocsin/contract/incident-story';
import { may } from '@tocsin/contract/permissions';
import { defaultPriority } from '@tocsin/contract/priority';
import { texts } from '@tocsin/contract/texts/alarm-register';
import { shownLanguage } from '@tocsin/contract/texts/define-texts';
import { readerWords } from '@tocsin/contract/texts/event-contents';
import { Input, type TableProps } from 'antd';
import { type ReactNode, useState } from 'react';
import { call, callQuery, download, pageOf } from '../../api/call.ts';
import { CallError } from '../../api/call-error.ts';
import { shownType, useDevices, useKnownSite } from '../../domain/plant.ts';
import { PriorityTag } from '../../domain/priority-tag.tsx';
import { useSiteOfPage } from '../../domain/use-site-of-page.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Labelled } from '../../ui/labelled.tsx';
import { Row, Section, Stack, Text } from '../../ui/layout.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Segments } from '../../ui/segments.tsx';
import { exactText } from '../../ui/time.ts';
import { showToast } from '../../ui/toast.tsx';
import { saveFailureText, useAction } from '../../ui/use-action.ts';
import { useTablet } from '../../ui/use-media.ts';
import { shortened, type Told, toldOf } from './model.ts';
import { WriteDialog } from './write-dialog.tsx';

const pageSize = 100;

interface Props {
  readonly site: number;
  readonly digest: string;
  readonly count: number;
  readonly isComplete: boolean;
}

const Approve = ({ site, digest, count, isComplete }: Props) => {
  const [isOpen, setOpen] = useState(false);
  const [comment, setComment] = useState('');
  const { run, busy, failure } = useAction(
    () => call(endpoints.approve, { params: { id: site }, body: { digest, comment: comment.trim() } }),
    {
      fails: 'here',
      failureText: (error) =>
        error instanceof CallError && error.status === 409 ? texts.changed : saveFailureText(error),
      toast: texts.approved,
      refetches: [['alarm-register', site]],
      refetchesAnyway: true,
      onDone: () => {
        setOpen(false);
        setComment('');
      },
    },
  );
  return (
    <>
      <Button look={isComplete ? 'primary' : 'plain'} onClick={() => setOpen(true)}>
        {texts.approve}
      </Button>
      {isOpen && (
        <FormDialog
          title={texts.approve}
          verb={texts.approve}
          busy={busy}
          failure={failure}
          onSubmit={run}
          onClose={() => setOpen(false)}
          width={480}
        >
          <p>{texts.approveAbout(count)}</p>
          <Labelled label={texts.comment}>
            <Input.TextArea
              value={comment}
              maxLength={1_500}
              autoSize={{ minRows: 2, maxRows: 6 }}
              onChange={(event) => setComment(event.target.value)}
            />
          </Labelled>
        </FormDialog>
      )}
    </>
  );
};

/** Every alarm and warning rule of a site with priority and response, its approval, and the differences since. */
export const AlarmRegisterPage = () => {
  const { id } = useParams({ from: '/frame/sites/$id/alarm-register' });
  const site = Number(id);
  const known = useKnownSite(site);
  useSiteOfPage(known);
  const [page, setPage] = useState(1);
  const [q, setQ] = useState('');
  const [missing, setMissing] = useState(false);
  const [writing, setWriting] = useState<Told | null>(null);
  const { data, error, refetch } = useQuery(
    callQuery(['alarm-register', site, page, q, missing], endpoints.read, {
      params: { id: site },
      query: {
        ...pageOf(page, pageSize),
        q,
        missing: missing ? 'true' : 'false',
        missing_first: 'true',
      },
      placeholderData: (before, query) => (query?.queryKey[1] === site ? before : undefined),
    }),
  );
  const isNarrow = useTablet();
  const zone = known?.timezone ?? 'UTC';
  const devices = useDevices().data?.results;
  const typeOf = (id: number): string | undefined => {
    const device = devices?.find((one) => one.id === id);
    return device && shownType(device).code;
  };
  const show = (isMissing: boolean): void => {
    setPage(1);
    setMissing(isMissing);
  };
  // What an alarm has if nobody sets its priority.
  const usualOf = ({ device_id, rule }: RegisterEntry): ReactNode => {
    const device = devices?.find(({ id }) => id === device_id);
    if (device === undefined) return texts.usual;
    return (
      <PriorityTag
        priority={defaultPriority(rule === null ? 'alarm_on' : 'warning_on', warnsOnly(shownType(device)))}
      />
    );
  };
  const priorityOf = (entry: RegisterEntry): ReactNode => (
    <Row as="span" inline wrap gap="0 8px">
      {entry.priority ? (
        <PriorityTag priority={entry.priority} />
      ) : (
        <Row as="span" inline tone="quiet">
          ({usualOf(entry)})
        </Row>
      )}
      {entry.respond_within_minutes !== null && (
        <Text whiteSpace="nowrap">{texts.minutes(entry.respond_within_minutes)}</Text>
      )}
    </Row>
  );
  const limitOf = ({ rule }: RegisterEntry): ReactNode =>
    rule === null ? <Text tone="quiet">{texts.ownAlarm}</Text> : <Text weight={600}>{readerWords(rule)}</Text>;
  // On a tablet and a phone the same rows have two columns.
  const columns: NonNullable<TableProps<Told>['columns']> = [
    {
      title: texts.columns.alarm,
      key: 'alarm',
      rowScope: 'row',
      ...(isNarrow ? {} : { width: 230 }),
      render: (_, { entry, all, isMore }) =>
        isMore ? (
          <Button size="bar" onClick={() => show(true)}>
            {texts.moreMissing(all.length)}
          </Button>
        ) : (
          <Stack as="span" overflowWrap="anywhere">
            <b>{[...new Set(all.map(({ sensor }) => sensor))].join(', ')}</b>
            <Text as="small" tone="quiet">
              {[...new Set(all.map(({ device }) => device))].join(', ')}
            </Text>
            {isNarrow && limitOf(entry)}
            {isNarrow && priorityOf(entry)}
          </Stack>
        ),
    },
    {
      title: texts.columns.todo,
      key: 'todo',
      render: (_, told) => {
        const { what_to_do: todo, likely_cause: cause, consequence, is_unused: isUnused } = told.entry;
        if (told.isMore) return null;
        return (
          <Stack as="span" gap={4}>
            {isUnused && <Text tone="quiet">{texts.unused}</Text>}
            {todo || isUnused ? (
              anytimeAdvice(todo, shownLanguage())
            ) : (
              <Row as="span" inline wrap gap={8} align="center">
                <Text tone="warning" weight={600}>
                  <Icon name="warning" size={14} /> {texts.noResponse}
                </Text>
                {may(known, 'site.edit') && (
                  <Button size="bar" aria-label={texts.writeFor(told.kind)} onClick={() => setWriting(told)}>
                    {told.all.length > 1 ? texts.writeOne(told.all.length) : texts.write}
                  </Button>
                )}
              </Row>
            )}
            {[
              [texts.columns.cause, cause],
              [texts.columns.consequence, consequence],
            ].map(
              ([name, text]) =>
                text && (
                  <Text as="small" key={name} tone="quiet">
                    {name}: {text}
                  </Text>
                ),
            )}
          </Stack>
        );
      },
    },
    { title: texts.columns.limit, key: 'limit', width: 200, render: (_, told) => !told.isMore && limitOf(told.entry) },
    {
      title: `${texts.columns.priority} ${texts.unset}`,
      key: 'priority',
      width: 150,
      render: (_, told) => !told.isMore && priorityOf(told.entry),
    },
  ];
  const approval = data?.approval ?? null;
  const get = (endpoint: typeof endpoints.export | typeof endpoints.report, name: string) => () =>
    void download(endpoint, { params: { id: site } }, name).catch((failure: unknown) =>
      showToast('error', failure instanceof Error ? failure.message : String(failure)),
    );
  return (
    <>
      <PageHeader title={texts.title} back={<Link to="/sites">{known?.title ?? ''}</Link>}>
        <Button icon="download" onClick={get(endpoints.export, `alarm_register_${site}.csv`)}>
          {texts.csv}
        </Button>
        <Button icon="download" onClick={get(endpoints.report, `alarm_register_${site}.pdf`)}>
          {texts.pdf}
        </Button>
        {data && may(known, 'site.approve') && (
          <Approve site={site} digest={data.digest} count={data.total} isComplete={data.missing_count === 0} />
        )}
      </PageHeader>
      {data && (
        <Section gap={4} margin="0 var(--page-pad) 12px" aria-label={texts.title}>
          <b>
            {approval === null
              ? texts.notApproved
              : texts.approvedBy(approval.by, exactText(Date.parse(approval.at), zone))}
          </b>
          <Text as="p" tone={data.missing_count > 0 ? 'warning' : 'quiet'} weight={600}>
            <Icon name={data.missing_count > 0 ? 'warningSolid' : 'tick'} size={14} />{' '}
            {texts.missing(data.missing_count, data.total)}
          </Text>
          {approval?.comment && <p>{approval.comment}</p>}
          {approval !== null && data.differences_count === 0 && <p>{texts.differences(0)}</p>}
          {data.differences_count > 0 && (
            <details>
              <Text as="summary" minHeight={32}>
                {texts.differences(data.differences_count)}
              </Text>
              <Text as="ul" maxHeight="40vh" overflow="auto">
                {data.differences.map(({ kind, entry, changes }) => (
                  <li key={`${kind} ${entry.device_id} ${entry.sensor_id} ${entry.rule_id}`}>
                    <b>{texts.kinds[kind]}</b>{' '}
                    {[entry.device, entry.sensor, entry.rule && readerWords(entry.rule)].filter(Boolean).join(', ')}
                    {changes.map((change) => (
                      <span key={change.field}>
                        {'. '}
                        {texts.change(texts.fields[change.field], change.old, change.new)}
                      </span>
                    ))}
                  </li>
                ))}
              </Text>
            </details>
          )}
        </Section>
      )}
      <Row wrap gap={8} padding="0 var(--page-pad) 12px">
        <Segments
          label={texts.shown}
          items={[
            { key: 'all', label: texts.all(data?.total) },
            { key: 'missing', label: texts.onlyMissing(data?.missing_count) },
          ]}
          current={missing ? 'missing' : 'all'}
          onPick={(key) => show(key === 'missing')}
        />
        <SearchBox
          value={q}
          placeholder={texts.search}
          onChange={(text) => {
            setPage(1);
            setQ(text);
          }}
        />
      </Row>
      <ListTable<Told>
        rows={data && (missing || q !== '' ? toldOf(data.results, typeOf) : shortened(toldOf(data.results, typeOf)))}
        rowKey={({ entry }) => `${entry.device_id} ${entry.sensor_id} ${entry.rule_id}`}
        caption={texts.title}
        empty={data && data.total > 0 ? texts.nothingFound : texts.empty}
        error={error?.message}
        again={() => void refetch()}
        paging={{ page, size: pageSize, total: data?.count ?? 0, onPage: setPage }}
        columns={isNarrow ? columns.slice(0, 2) : columns}
        tableLayout={isNarrow ? 'fixed' : undefined}
        scroll={{}}
      />
      {writing && <WriteDialog told={writing} site={site} onClose={() => setWriting(null)} />}
    </>
  );
};
