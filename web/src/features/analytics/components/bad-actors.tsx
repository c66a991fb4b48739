import { skipToken, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { BadActors as Found } from '@tocsin/contract/analytics';
import { fullSensorId } from '@tocsin/contract/layout';
import { texts } from '@tocsin/contract/texts/analytics';
import { readerWords } from '@tocsin/contract/texts/event-contents';
import { texts as rehearsal } from '@tocsin/contract/texts/rehearsal';
import type { TableProps } from 'antd';
import type { ReactNode } from 'react';
import { logSearch } from '../../../domain/log-search.ts';
import { PriorityTag } from '../../../domain/priority-tag.tsx';
import { Button, buttonLink } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Grid, Row, Stack, Text } from '../../../ui/layout.tsx';
import { ListTable } from '../../../ui/list-table.tsx';
import { localDecimals } from '../../../ui/locale.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { Empty, Failed, Loading } from '../../../ui/states.tsx';
import { exactText, spanText } from '../../../ui/time.ts';
import { showToast } from '../../../ui/toast.tsx';
import { valueText } from '../../../ui/value.ts';
import type { Finding } from '../find-advice.ts';
import { type Actor, fewest, isTooMany, perDayText, verdictOf } from '../model.ts';
import { badActorsCsv, badActorsQuery, type Range } from '../queries.ts';
import { keyOf } from '../use-advice.ts';
import { AdviceList } from './advice.tsx';
import css from './bad-actors.module.css';

const t = texts.bad;
type Kind = 'rates' | 'answers' | 'priority' | 'advice' | 'changes' | 'chattering' | 'standing' | 'floods';

const Section = ({ kind, count, children }: { kind: Kind; count: number; children: ReactNode }) =>
  count > 0 && (
    <Grid as="section" columns="minmax(220px, 1fr) 3fr" gap={12} className={css.section} aria-label={t[kind].title}>
      <Stack alignContent="start" gap={6} paddingLeft="var(--page-pad)" className={css.words}>
        <h2>
          {t[kind].title} <small>{count}</small>
        </h2>
        <p>{t[kind].about}</p>
        <p className={css.todo}>
          <Icon name="wrench" size={16} />
          {t[kind].todo}
        </p>
      </Stack>
      <Text as="div" minWidth={0}>
        {children}
      </Text>
    </Grid>
  );

interface Place {
  readonly device_id: number;
  readonly device: string;
  readonly sensor_id: string;
  readonly sensor_name: string;
}
/** The sensor by its name and device; among rows with another sensor of that name on the device, by its path too. */
const place = <T extends Place>(rows: readonly Place[]): NonNullable<TableProps<T>['columns']>[number] => ({
  title: texts.columns.sensor,
  key: 'sensor',
  render: (_, row) => (
    <Stack as="span" weight={500} className={css.place}>
      {row.sensor_name}
      <small>
        {rows.some((one) => nameOf(one) === nameOf(row) && one.sensor_id !== row.sensor_id)
          ? `${row.device}, ${row.sensor_id}`
          : row.device}
      </small>
    </Stack>
  ),
});

const within = (seconds: number | null): string => (seconds === null ? '' : spanText(seconds * 1_000));

const nameOf = ({ device_id: device, sensor_name: name }: Place): string => `${device} ${name}`;

/** How many of the first sensors are worth the first look. */
export const worst = 3;

/** What a better setting would have given, as soon as it is found beside the list. */
const Tried = ({ row }: { readonly row: Actor }) => {
  const key = keyOf({ device: row.device_id, rule: row.rule?.id ?? 0 });
  const { data } = useQuery<Finding>({ queryKey: ['advice', key], queryFn: skipToken });
  if (row.rule === null || row.count < fewest) return null;
  if (data?.kind === 'none')
    return (
      <Text as="small" display="block" tone="quiet">
        {t.advice.tried}: {t.advice.none}
      </Text>
    );
  if (data?.kind !== 'advice') return null;
  const { settings, before, after } = data.advice;
  return (
    <Text as="small" display="block" tone="quiet">
      {t.advice.tried}: {t.advice.deadband} {valueText(settings.deadband, data.unit)}, {t.advice.delay}{' '}
      {rehearsal.seconds(settings.delaySeconds)}: {before} → {t.advice.warnings(after)}
    </Text>
  );
};

/** The sensors with the most alarms, each with its share, a verdict and a next step; those with a single one in a line. */
export const Actors = ({
  found,
  rows = found.most_frequent,
}: {
  readonly found: Found;
  readonly rows?: readonly Actor[];
}) => {
  const first = found.most_frequent.slice(0, worst);
  const most = first[0]?.count ?? 0;
  const many = rows.filter(({ count }) => count > 1);
  const ones = rows.filter(({ count }) => count === 1);
  return (
    <Text as="section" minWidth={0} aria-label={t.frequent.title}>
      <Row wrap align="baseline" gap="0 12px" padding="0 var(--page-pad) 8px">
        <h2>{t.frequent.title}</h2>
        <Text tone="quiet">
          {most >= fewest
            ? t.frequent.about(first.length, Math.round(first.reduce((sum, row) => sum + row.share, 0)))
            : most > 0 && t.frequent.nobodyStandsOut(most)}
        </Text>
      </Row>
      {many.length > 0 && (
        <ListTable<Actor>
          caption={t.frequent.title}
          rows={many}
          rowKey={(row) => fullSensorId(row.device_id, row.sensor_id)}
          empty={t.none}
          scroll={{}}
          columns={[
            place(rows),
            { title: texts.columns.count, dataIndex: 'count', align: 'right' },
            {
              title: texts.columns.share,
              key: 'share',
              render: (_, { share }) => (
                <Row gap={8} whiteSpace="nowrap">
                  <Text width={80} height={8} background="var(--sunken)" aria-hidden="true">
                    <Text display="block" width={`${share}%`} height={8} background="var(--text2)" />
                  </Text>
                  {localDecimals(String(share))} %
                </Row>
              ),
            },
            {
              title: texts.columns.means,
              key: 'means',
              render: (_, row) => (
                <>
                  {verdictOf(found, row).says}
                  <Tried row={row} />
                </>
              ),
            },
            {
              title: '',
              key: 'edit',
              render: (_, row) => (
                <Link
                  className={buttonLink}
                  to="/graphs/$sensorId"
                  params={{ sensorId: row.sensor_id }}
                  search={logSearch({ device: row.device_id })}
                >
                  {verdictOf(found, row).next}
                </Link>
              ),
            },
          ]}
        />
      )}
      {ones.length > 0 && (
        <Text as="p" padding="8px var(--page-pad) 0" tone="quiet">
          {t.frequent.ones(ones.map((row) => `${row.sensor_name} (${row.device})`).join(', '))}
        </Text>
      )}
    </Text>
  );
};

const lists = ['chattering', 'standing', 'floods', 'changes'] as const;

const RankedLists = ({ found }: { readonly found: Found }) => {
  const at = (text: string): string => exactText(Date.parse(text), found.timezone);
  const lasted = (row: { readonly from: string; readonly to: string }): string =>
    spanText(Date.parse(row.to) - Date.parse(row.from));
  const burst = [
    { title: texts.columns.from, key: 'from', render: (_: unknown, row: { from: string }) => at(row.from) },
    {
      title: texts.columns.lasted,
      key: 'lasted',
      align: 'right' as const,
      render: (_: unknown, row: { from: string; to: string }) => lasted(row),
    },
    { title: texts.columns.count, dataIndex: 'count', align: 'right' as const },
    { title: texts.columns.peak, dataIndex: 'peak', align: 'right' as const },
  ];
  const empty = lists.filter((list) => found[list].length === 0);
  return (
    <>
      <Actors found={found} />
      <Section kind="advice" count={found.most_frequent.filter((row) => row.rule !== null).length}>
        <Text as="div" padding="0 var(--page-pad)">
          <AdviceList rows={found.most_frequent} />
        </Text>
      </Section>
      <Section kind="chattering" count={found.chattering.length}>
        <ListTable<Found['chattering'][number]>
          caption={t.chattering.title}
          rows={found.chattering}
          rowKey={(row) => `${fullSensorId(row.device_id, row.sensor_id)} ${row.from}`}
          empty={t.none}
          columns={[place(found.chattering), ...burst]}
        />
      </Section>
      <Section kind="standing" count={found.standing.length}>
        <ListTable<Found['standing'][number]>
          caption={t.standing.title}
          rows={found.standing}
          rowKey={(row) => `${fullSensorId(row.device_id, row.sensor_id)} ${row.since} ${row.event_type}`}
          empty={t.none}
          columns={[
            place(found.standing),
            { title: texts.columns.content, dataIndex: 'content', render: (content: string) => readerWords(content) },
            { title: texts.columns.since, key: 'since', render: (_, row) => at(row.since) },
            {
              title: texts.columns.lasted,
              key: 'hours',
              align: 'right',
              render: (_, row) => (
                <>
                  {t.hours(row.hours)}
                  {row.until === null && <small className={css.stands}>{t.stands}</small>}
                </>
              ),
            },
          ]}
        />
      </Section>
      <Section kind="floods" count={found.floods.length}>
        <ListTable<Found['floods'][number]>
          caption={t.floods.title}
          rows={found.floods}
          rowKey={(row) => row.from}
          empty={t.none}
          columns={[
            ...burst,
            { title: texts.columns.sensors, dataIndex: 'sensors', align: 'right' },
            { title: texts.columns.first, dataIndex: 'first' },
          ]}
        />
      </Section>
      <Section kind="changes" count={found.changes.length}>
        <ListTable<Found['changes'][number]>
          caption={t.changes.title}
          rows={found.changes}
          rowKey={(row) => `${fullSensorId(row.device_id, row.sensor_id)} ${row.at}`}
          empty={t.none}
          columns={[
            place(found.changes),
            { title: texts.columns.changed, key: 'at', render: (_, row) => at(row.at) },
            { title: texts.columns.over, key: 'hours', render: (_, row) => t.changes.over(row.hours) },
            { title: texts.columns.before, dataIndex: 'before', align: 'right' },
            { title: texts.columns.after, dataIndex: 'after', align: 'right' },
          ]}
        />
      </Section>
      {empty.length > 0 && (
        <Text as="p" padding="0 var(--page-pad)" tone="quiet">
          {t.none} <b>{empty.map((list) => t[list].title).join(', ')}</b>
        </Text>
      )}
      <Section kind="priority" count={found.total}>
        <ListTable<Found['by_priority'][number]>
          caption={t.priority.title}
          rows={found.by_priority}
          rowKey={(row) => row.priority}
          empty={t.none}
          columns={[
            {
              title: texts.columns.priority,
              key: 'priority',
              render: (_, row) => <PriorityTag priority={row.priority} />,
            },
            { title: texts.columns.count, dataIndex: 'count', align: 'right' },
            {
              title: texts.columns.share,
              key: 'share',
              align: 'right',
              render: (_, row) => localDecimals(`${row.share} %`),
            },
          ]}
        />
      </Section>
      <Section kind="rates" count={found.total}>
        <ListTable<Found['rates']['steps'][number]>
          caption={t.rates.title}
          rows={found.rates.steps}
          rowKey={(row) => row.least}
          empty={t.none}
          columns={[
            { title: texts.columns.perWindow, key: 'step', render: (_, row) => t.rates.steps(row.least, row.most) },
            { title: texts.columns.windows, dataIndex: 'windows', align: 'right' },
            {
              title: texts.columns.share,
              key: 'share',
              align: 'right',
              render: (_, row) => localDecimals(`${row.share} %`),
            },
          ]}
        />
      </Section>
      <Section kind="answers" count={found.answers.reduce((sum, { count }) => sum + count, 0)}>
        <ListTable<Found['answers'][number]>
          caption={t.answers.title}
          rows={found.answers}
          rowKey={(row) => row.from}
          empty={t.none}
          columns={[
            { title: texts.columns.shift, key: 'shift', render: (_, row) => t.answers.shift(row.from, row.to) },
            { title: texts.columns.count, dataIndex: 'count', align: 'right' },
            { title: texts.columns.unacknowledged, dataIndex: 'unacknowledged', align: 'right' },
            {
              title: texts.columns.median,
              key: 'median',
              align: 'right',
              render: (_, row) => within(row.median_seconds),
            },
            { title: texts.columns.slow, key: 'slow', align: 'right', render: (_, row) => within(row.slow_seconds) },
          ]}
        />
      </Section>
    </>
  );
};

const scopes = [
  { key: 'device', label: t.device },
  { key: 'site', label: t.site },
] as const;
export type BadActorScope = (typeof scopes)[number]['key'];

interface Props {
  readonly device: number;
  readonly range: Range | null;
  readonly scope: BadActorScope;
  readonly onScope: (scope: BadActorScope) => void;
  /** Shows the choice of the scope and the export. */
  readonly hasTools: boolean;
}

/** Alarms that need work, by ISA-18.2 and EEMUA 191, each list with advice. */
export const BadActors = ({ device, range, scope, onScope, hasTools }: Props) => {
  const { data: found, error, refetch } = useQuery(badActorsQuery(device, scope, range));
  if (range === null) return <Empty icon="calendar" title={texts.selectDate} />;
  if (error) return <Failed text={error.message} again={() => void refetch()} />;
  if (found === undefined) return <Loading />;
  return (
    <Stack gap={20} padding="12px 0 24px">
      {found.is_counting && <Notice tone="info">{t.counting}</Notice>}
      <Row justify="space-between" wrap gap={12} padding="0 var(--page-pad)" className={css.head}>
        {hasTools && <Segments label={t.scope} items={scopes} current={scope} onPick={onScope} />}
        <p>
          <b>{t.rate(found.total, found.days)}</b>
          <span>{t.perDay(perDayText(found), isTooMany(found))}</span>
          <span>{t.flood(found.rates.flood_share)}</span>
          {found.shelved > 0 && <span>{t.shelved(found.shelved)}</span>}
          {found.out_of_service > 0 && <span>{t.outOfService(found.out_of_service)}</span>}
        </p>
        {hasTools && (
          <Button
            icon="download"
            onClick={() => void badActorsCsv(device, scope, range).catch(() => showToast('error', texts.failed))}
          >
            {texts.csv}
          </Button>
        )}
      </Row>
      {found.total === 0 && found.standing.length === 0 ? (
        <Empty icon="tick" title={texts.noData} />
      ) : (
        <RankedLists found={found} />
      )}
    </Stack>
  );
};
