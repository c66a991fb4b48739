import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { EventType } from '@tocsin/contract/event';
import { type Handover, type HandoverSpan, handoverSpans, type ShiftRecord } from '@tocsin/contract/handover';
import type { Notification } from '@tocsin/contract/live';
import { readerWords } from '@tocsin/contract/texts/event-contents';
import { texts as eventNames } from '@tocsin/contract/texts/events';
import { texts } from '@tocsin/contract/texts/handover';
import { useEffect, useState } from 'react';
import { useMe } from '../../domain/me.ts';
import { MonthShare } from '../../domain/month-share.tsx';
import { useKnownSite } from '../../domain/plant.ts';
import { useSiteOfPage } from '../../domain/use-site-of-page.ts';
import { writtenOfflineText } from '../../domain/written-offline.ts';
import { useAskedAcknowledge } from '../../live/notifications.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Grid, Row, Stack, Text } from '../../ui/layout.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Failed, Loading } from '../../ui/states.tsx';
import { dayMinuteText, dayText, exactText, minuteText, spanText, zoneText } from '../../ui/time.ts';
import { showToast } from '../../ui/toast.tsx';
import { useTablet } from '../../ui/use-media.ts';
import { MailChoice } from './components/mail-choice.tsx';
import { NoteDialog } from './components/note-dialog.tsx';
import { Points } from './components/points.tsx';
import { ShiftTimes } from './components/shift-times.tsx';
import { TakeOver } from './components/take-over.tsx';
import { Timeline } from './components/timeline.tsx';
import { factsOf } from './model.ts';
import css from './page.module.css';
import { handoverCsv, handoverPdf, handoverQuery, refreshHandover } from './queries.ts';

const c = texts.columns;

const Facts = ({ shown }: { readonly shown: Handover }) => (
  <Grid
    as="section"
    columns="repeat(auto-fit, minmax(120px, 1fr))"
    gap={1}
    margin="0 var(--page-pad) 12px"
    border="1px solid var(--line)"
    borderRadius="var(--r-card)"
    background="var(--surface)"
    overflow="hidden"
    className={css.facts}
    aria-label={texts.facts[shown.span]}
  >
    {factsOf(shown).map(({ label, value, before }) => (
      <Stack alignContent="start" padding="6px 12px" boxShadow="0 0 0 1px var(--line)" size={13} key={label}>
        <span>
          <Text as="b" size={16}>
            {value}
          </Text>{' '}
          {label}
        </span>
        <Text as="small" tone="quiet" size={12}>
          {before === null ? '' : texts.before[shown.span](before)}
        </Text>
      </Stack>
    ))}
  </Grid>
);

const Moment = ({ at, zone }: { readonly at: string; readonly zone: string }) => (
  <span title={exactText(Date.parse(at), zone)}>{dayMinuteText(Date.parse(at), zone)}</span>
);

const Words = ({ parts, by = ', ' }: { readonly parts: readonly (string | null)[]; readonly by?: string }) => (
  <Text maxWidth="34ch" overflowWrap="anywhere" display="block">
    {parts.filter(Boolean).join(by)}
  </Text>
);

const lastedText = (one: Notification): string => {
  if (one.duration !== null) return spanText(one.duration * 1000);
  return one.is_active ? texts.stillOn : '';
};

const Events = ({ shown }: { readonly shown: Handover }) => {
  const zone = shown.site.timezone;
  return (
    <section className={css.part}>
      <Text as="h2" padding="4px var(--page-pad) 8px" size={16}>
        {texts.events}
      </Text>
      <ListTable<Notification>
        caption={texts.events}
        rows={shown.events}
        rowKey={({ id }) => id}
        columns={[
          { title: c.at, key: 'at', render: (_, { notification_time: at }) => <Moment at={at} zone={zone} /> },
          { title: c.kind, dataIndex: 'event_type', render: (type: EventType) => eventNames.labels[type] },
          { title: c.device, dataIndex: 'device' },
          {
            title: c.what,
            key: 'what',
            render: (_, { sensor_name, content }) => <Words parts={[sensor_name, readerWords(content)]} by=": " />,
          },
          { title: c.lasted, key: 'lasted', render: (_, one) => lastedText(one) },
          { title: c.who, key: 'who', render: (_, { acknowledged }) => acknowledged?.by ?? '' },
        ]}
        empty={texts.noEvents}
      />
    </section>
  );
};

const Records = ({ shown }: { readonly shown: Handover }) => {
  const zone = shown.site.timezone;
  const me = useMe();
  const [isWriting, setIsWriting] = useState(false);
  return (
    <section className={css.part}>
      <Row wrap justify="space-between" paddingRight="var(--page-pad)" marginBottom={4}>
        <Text as="h2" padding="4px var(--page-pad) 8px" size={16}>
          {texts.records}
        </Text>
        {me && me.kind !== 'wall' && (
          <Button icon="edit" onClick={() => setIsWriting(true)}>
            {texts.note.add}
          </Button>
        )}
      </Row>
      {isWriting && <NoteDialog shown={shown} onClose={() => setIsWriting(false)} />}
      <ListTable<ShiftRecord>
        caption={texts.records}
        rows={shown.records}
        rowKey={(row) => shown.records.indexOf(row)}
        columns={[
          { title: c.at, key: 'at', render: (_, { at }) => <Moment at={at} zone={zone} /> },
          { title: c.kind, key: 'kind', render: (_, { kind }) => texts.recordKinds[kind] },
          { title: c.device, dataIndex: 'device' },
          { title: c.what, key: 'what', render: (_, { what }) => <Words parts={[readerWords(what)]} /> },
          {
            title: c.why,
            key: 'why',
            render: (_, { comment, offline }) => (
              <Words parts={[comment, offline ? writtenOfflineText(offline, zone) : '']} />
            ),
          },
          {
            title: c.who,
            key: 'by',
            render: (_, { by, kind }) => by || (kind === 'shelf_ended' ? texts.wholeTime : ''),
          },
        ]}
        empty={texts.noRecords}
      />
    </section>
  );
};

const spanOf = ({ span: of, from, to, as_of, is_current, site }: Handover): string => {
  const zone = site.timezone;
  const [start, end] = [Date.parse(from), Date.parse(to)];
  const last = dayText(start, zone) === dayText(end, zone) ? minuteText(end, zone) : dayMinuteText(end, zone);
  const span = `${texts.shift(dayMinuteText(start, zone), last)} ${zoneText(start, zone)}`;
  return `${span}, ${is_current ? texts.endsIn(spanText(end - Date.parse(as_of))) : texts.over[of]}`;
};

/** The handover of a shift: open points, events, records, and the take-over. */
export const HandoverPage = () => {
  const { id } = useParams({ from: '/frame/sites/$id/handover' });
  const { at, span = 'shift' } = useSearch({ from: '/frame/sites/$id/handover' });
  const site = Number(id);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(handoverQuery(site, at, span));
  const known = useKnownSite(site);
  useSiteOfPage(known);
  const isAsking = useAskedAcknowledge().length > 0;
  useEffect(() => {
    if (!isAsking) void refreshHandover(queries);
  }, [isAsking, queries]);
  const go = (moment: string | null, next: HandoverSpan = span): void =>
    void navigate({
      to: '/sites/$id/handover',
      params: { id },
      search: { ...(moment === null ? {} : { at: moment }), ...(next === 'shift' ? {} : { span: next }) },
    });
  const narrow = useTablet();
  const [hasTools, setHasTools] = useState(false);
  const [hasTimes, setHasTimes] = useState(false);
  const [isWriting, setIsWriting] = useState(false);
  const me = useMe();
  const save = (work: Promise<void>): void => void work.catch(() => showToast('error', texts.failed));
  const exports = (
    <>
      <Button icon="download" onClick={() => save(handoverCsv(site, at, span))}>
        {texts.csv}
      </Button>
      <Button icon="download" onClick={() => save(handoverPdf(site, at, span))}>
        {texts.pdf}
      </Button>
    </>
  );
  const tools = (
    <Row wrap gap="8px 12px" padding="0 var(--page-pad) 12px" tone="quiet" className={css.tools}>
      {data && (
        <>
          <Segments
            label={texts.span}
            items={handoverSpans.map((key) => ({ key, label: texts.spans[key] }))}
            current={span}
            onPick={(next) => go(data.is_current ? null : data.from, next)}
          />
          {data.protected_month && <MonthShare site={data.site.id} month={data.protected_month} />}
          {!narrow && (
            <Button look="quiet" icon="sliders" aria-expanded={hasTimes} onClick={() => setHasTimes(!hasTimes)}>
              {texts.timesAndMails}
            </Button>
          )}
          {(narrow || hasTimes) && (
            <>
              <ShiftTimes shown={data} />
              <MailChoice shown={data} />
            </>
          )}
        </>
      )}
      {narrow && exports}
    </Row>
  );
  return (
    <>
      <PageHeader title={texts.titles[span]} about={data && spanOf(data)}>
        {data && (
          <>
            <IconButton icon="left" label={texts.previous[span]} onClick={() => go(data.previous)} />
            <Button onClick={() => go(null)} disabled={data.is_current}>
              {texts.now[span]}
            </Button>
            <IconButton
              icon="right"
              label={texts.next[span]}
              disabled={data.next === null}
              onClick={() => data.next !== null && go(data.next)}
            />
          </>
        )}
        {narrow && data && me && me.kind !== 'wall' && (
          <Button icon="edit" aria-label={texts.note.add} onClick={() => setIsWriting(true)}>
            {texts.recordKinds.note}
          </Button>
        )}
        {narrow ? (
          <IconButton
            icon="sliders"
            label={texts.tools}
            aria-expanded={hasTools}
            onClick={() => setHasTools(!hasTools)}
          />
        ) : (
          exports
        )}
      </PageHeader>
      {error && <Failed text={error.message} again={() => void refetch()} />}
      {!error && !data && <Loading />}
      {data && !error && (
        <Stack grows>
          {isWriting && <NoteDialog shown={data} onClose={() => setIsWriting(false)} />}
          {(!narrow || hasTools) && tools}
          {!narrow && <Facts shown={data} />}
          <Points shown={data} />
          {narrow && <Facts shown={data} />}
          <Timeline shown={data} />
          {data.span === 'shift' && <TakeOver shown={data} />}
          <Events shown={data} />
          <Records shown={data} />
        </Stack>
      )}
    </>
  );
};
