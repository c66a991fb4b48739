import { useQuery } from '@tanstack/react-query';
import type { Round, RoundDay, RoundMachine } from '@tocsin/contract/rounds';
import { type DeviceAtMoment, maxDevicesAtMoment } from '@tocsin/contract/site-moment';
import { severityOrder } from '@tocsin/contract/status';
import { texts } from '@tocsin/contract/texts/rounds';
import { texts as moment } from '@tocsin/contract/texts/site-moment';
import { type ReactNode, useState } from 'react';
import { devicesNowQuery, readingNow } from '../../domain/device-now.ts';
import { useFieldPage } from '../../domain/field-page.ts';
import { incidentsByDevice } from '../../domain/incident-story.ts';
import { useKnownSite } from '../../domain/plant.ts';
import { severityAt, wordOf } from '../../domain/sensor-status.ts';
import { useSiteOfPage } from '../../domain/use-site-of-page.ts';
import { WaitingList } from '../../domain/waiting-list.tsx';
import { writtenOfflineText } from '../../domain/written-offline.ts';
import { useIncidents } from '../../live/incidents.ts';
import { useRefetchOnArrival } from '../../live/refetch-on-arrival.ts';
import { Button } from '../../ui/button.tsx';
import { DayField } from '../../ui/day-field.tsx';
import { Note, Row, Stack, Text } from '../../ui/layout.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Empty, Skeleton } from '../../ui/states.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { calendarDayText, dayClockText, exactText, zonedMinuteText } from '../../ui/time.ts';
import { showToast } from '../../ui/toast.tsx';
import { valueText } from '../../ui/value.ts';
import { Machine, machineLook } from './machine.tsx';
import css from './page.module.css';
import { type Range, roundsCsv, roundsQuery } from './queries.ts';

interface Line {
  readonly key: string;
  readonly day: string;
  readonly machine: string;
  readonly round: Round | null;
}
const linesOf = (days: readonly RoundDay[]): Line[] =>
  days.flatMap(({ day, rounds, missing }) => [
    ...missing.map(({ device_id, device }) => ({ key: `${day} ${device_id}`, day, machine: device, round: null })),
    ...rounds.map((round) => ({ key: String(round.id), day, machine: round.device, round })),
  ]);

/** The state of a machine now, with the sensor in alarm or warning, or the one that says most of it; a dash: not known. */
const Standing = ({ device, zone }: { readonly device: DeviceAtMoment | undefined; readonly zone: string }) => {
  const reading = device && readingNow(device);
  if (!device) return <Text tone="faint">–</Text>;
  const severity = severityAt(device);
  if (severity === 'offline')
    return (
      <StatusTag
        severity={severity}
        word={moment.offlineSince(dayClockText(Date.parse(device.offline_since ?? ''), zone))}
      />
    );
  return (
    <Row wrap gap="4px 8px">
      <StatusTag severity={severity} />
      {reading && (
        <Text overflowWrap="anywhere">
          {reading.name} <b>{wordOf(reading) ?? valueText(reading.value ?? 0, reading.unit, reading.decimals)}</b>
        </Text>
      )}
    </Row>
  );
};

interface Props {
  readonly site: number;
  /** What else can be done without a network. */
  readonly children: ReactNode;
}

/** Daily rounds of a site: today's machines, what else can be done at them, and the log with its gaps. */
export const RoundsPage = ({ site, children }: Props) => {
  const [range, setRange] = useState<Range>({});
  const { data, error, refetch } = useQuery(roundsQuery(site, range));
  const { data: now } = useQuery(devicesNowQuery(site, maxDevicesAtMoment));
  useRefetchOnArrival('moment', 3_000);
  const incidents = incidentsByDevice(useIncidents().list?.results ?? []);
  const zone = data?.site.timezone ?? 'UTC';
  const known = useKnownSite(site);
  useSiteOfPage(known);
  useFieldPage();
  const change = (name: 'from' | 'to', day: string | null): void => {
    const { [name]: _before, ...rest } = range;
    setRange(day === null ? rest : { ...rest, [name]: day });
  };
  const lines = data && linesOf(data.results);
  const deviceOf = ({ device_id }: RoundMachine) => now?.results.find(({ id }) => id === device_id);
  // What is in alarm is looked at first.
  const rankOf = (machine: RoundMachine): number => {
    const device = deviceOf(machine);
    return device ? severityOrder.indexOf(severityAt(device)) : severityOrder.length;
  };
  const save = (): void => void roundsCsv(site, range).catch(() => showToast('error', texts.failed));
  return (
    <>
      <PageHeader title={texts.title(data?.site.title ?? known?.title ?? '')} about={texts.about}>
        <Button icon="download" onClick={save}>
          {texts.csv}
        </Button>
      </PageHeader>
      <section className={css.today} aria-label={texts.today}>
        <h2>{texts.today}</h2>
        {data && !data.may_record && <p className={css.quiet}>{texts.noRight}</p>}
        {data?.machines.length === 0 && <Empty icon="device" title={texts.noMachines} />}
        <ul>
          {!data &&
            !error &&
            [0, 1, 2, 3].map((place) => (
              <Row key={place} as="li" {...machineLook} aria-hidden="true">
                <Skeleton width="40%" />
              </Row>
            ))}
          {data?.machines
            .toSorted((a, b) => rankOf(a) - rankOf(b))
            .map((machine) => (
              <Machine
                key={machine.device_id}
                machine={machine}
                site={site}
                zone={zone}
                mayRecord={data.may_record}
                stands={incidents.has(machine.device_id)}
              >
                <Standing device={deviceOf(machine)} zone={zone} />
              </Machine>
            ))}
        </ul>
      </section>
      <Stack gap={12} padding="0 var(--page-pad) 16px">
        <WaitingList />
        {children}
      </Stack>
      <Row wrap gap="8px 16px" className={css.tools}>
        <h2>{texts.log}</h2>
        {data?.machines.some(({ first_day }) => first_day !== null) && (
          <span className={css.quiet}>{data.gaps === 0 ? texts.noGaps : texts.gaps(data.gaps)}</span>
        )}
        {(['from', 'to'] as const).map((name) => (
          <Row key={name} as="span" inline gap={6} tone="quiet">
            <span aria-hidden="true">{texts[name]}</span>
            <DayField
              label={texts[name]}
              value={range[name] ?? data?.[name] ?? null}
              onDay={(day) => change(name, day)}
            />
          </Row>
        ))}
      </Row>
      {lines?.length === 0 ? (
        <Note padding="0 var(--page-pad) 32px">{texts.empty}</Note>
      ) : (
        <ListTable<Line>
          caption={texts.log}
          rows={lines}
          rowKey={(line) => line.key}
          columns={[
            { title: texts.columns.day, key: 'day', render: (_, { day }) => calendarDayText(day) },
            { title: texts.columns.machine, dataIndex: 'machine' },
            {
              title: texts.columns.at,
              key: 'at',
              render: (_, { round }) =>
                round ? (
                  <span title={exactText(Date.parse(round.at), zone)}>
                    {zonedMinuteText(Date.parse(round.at), zone)}
                  </span>
                ) : (
                  <StatusTag severity="warning" word={texts.gap} />
                ),
            },
            {
              title: texts.columns.by,
              key: 'by',
              render: (_, { round }) => (
                <>
                  {round?.by}
                  {round?.offline && <Note>{writtenOfflineText(round.offline, zone)}</Note>}
                </>
              ),
            },
            { title: texts.columns.note, key: 'note', render: (_, { round }) => round?.note ?? '' },
          ]}
          empty={texts.empty}
          error={error?.message}
          again={() => void refetch()}
        />
      )}
    </>
  );
};
