import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { DeviceModbus, ModbusReading, ModbusStatistics } from '@tocsin/contract/modbus';
import { texts } from '@tocsin/contract/texts/devices';
import { Select, type TableProps } from 'antd';
import { serverNow } from '../../live/clock.ts';
import { Age } from '../../ui/age.tsx';
import { Stack } from '../../ui/layout.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { Failed, Loading } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useAction } from '../../ui/use-action.ts';
import { valueText } from '../../ui/value.ts';
import css from './connect-page.module.css';
import { changeModbus, modbusQuery } from './queries.ts';

const t = texts.modbus;
const ofType = '';

const MapChoice = ({ id, modbus }: { readonly id: number; readonly modbus: DeviceModbus }) => {
  const queries = useQueryClient();
  const choose = async (name: string): Promise<void> => {
    const next = await changeModbus(id, { map: name === ofType ? null : name });
    queries.setQueryData(modbusQuery(id).queryKey, next);
    showToast('success', t.changed);
  };
  const known = modbus.maps.map(({ name, title, ours }) => ({
    value: name,
    label: ours ? `${title} (${t.ours})` : title,
  }));
  const { map } = modbus;
  const own =
    map === null || known.some(({ value }) => value === map.name)
      ? []
      : [{ value: map.name, label: `${map.title} (${t.own})` }];
  const { run } = useAction(choose);
  return (
    <Stack as="section" surface gap={12} minWidth={0} padding={20} className={css.way}>
      <h2>{t.map}</h2>
      <Select
        aria-label={t.map}
        value={modbus.source === 'type' ? ofType : map?.name}
        options={[
          { value: ofType, label: t.ofType(modbus.source === 'type' ? (map?.title ?? null) : null) },
          ...known,
          ...own,
        ]}
        onChange={(name) => run(name)}
      />
      {map && <p>{map.about}</p>}
    </Stack>
  );
};

const Statistics = ({ statistics: s }: { readonly statistics: ModbusStatistics }) => {
  const facts: readonly (readonly [string, string | number])[] = [
    [t.polls, s.polls],
    [t.frames, s.frames],
    [t.stale, s.stale],
    [t.requests, s.requests],
    [t.answers, s.answers],
    [t.timeouts, s.timeouts],
    [t.exceptions, s.exceptions],
    [t.retries, s.retries],
    [t.connects, s.connects],
    [t.notScanned, s.not_scanned],
    [t.pollMs, s.poll_ms === null ? '-' : `${s.poll_ms} ms`],
    [t.longest, `${s.longest_answer_ms} ms`],
  ];
  return (
    <Stack as="section" surface gap={12} minWidth={0} padding={20} className={css.way}>
      <h2>{t.states[s.state]}</h2>
      <p>
        {s.last_poll !== null && (
          <>
            {t.lastPoll} <Age at={Date.parse(s.last_poll)} now={serverNow} />.{' '}
          </>
        )}
        {s.failure !== '' && `${t.failure}: ${s.failure}`}
      </p>
      <dl className={css.figures}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Stack>
  );
};

const [group, sensor, value, state, raw] = t.columns;
const columns: TableProps<ModbusReading>['columns'] = [
  { title: group, dataIndex: 'group' },
  { title: sensor, dataIndex: 'name' },
  {
    title: value,
    dataIndex: 'value',
    align: 'right',
    render: (_, reading) => (reading.value === null ? '-' : valueText(reading.value, reading.unit)),
  },
  {
    title: state,
    dataIndex: 'state',
    render: (_, reading) => (reading.alarm ? t.alarm(reading.state) : reading.state),
  },
  { title: raw, dataIndex: 'raw', render: (registers: string) => <code className={css.raw}>{registers}</code> },
];

const Readings = ({ readings }: { readonly readings: readonly ModbusReading[] }) => (
  <Stack as="section" surface gap={12} minWidth={0} padding={20} className={css.way}>
    <h2>{t.readings}</h2>
    <p>{readings.length === 0 ? t.noReadings : t.readingsAbout}</p>
    {readings.length > 0 && (
      <div className={css.readings}>
        <ListTable<ModbusReading>
          caption={t.readings}
          rows={readings}
          rowKey={(reading) => reading.path}
          empty={t.noReadings}
          columns={columns}
        />
      </div>
    )}
  </Stack>
);

/** How an F500 is polled: register map, poll statistics, and raw registers with decoded values. */
export const ModbusSection = ({ id }: { readonly id: number }) => {
  const { data, error, refetch } = useQuery(modbusQuery(id));
  if (error && !data) return <Failed text={error.message} again={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <>
      {data.statistics && <Statistics statistics={data.statistics} />}
      <MapChoice id={id} modbus={data} />
      <Readings readings={data.readings} />
    </>
  );
};
