import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Device } from '@tocsin/contract/devices';
import {
  type DeviceModbus,
  isRead,
  type ModbusField,
  type ModbusReading,
  type ModbusStatistics,
} from '@tocsin/contract/modbus';
import { texts as adding } from '@tocsin/contract/texts/add-device';
import { texts } from '@tocsin/contract/texts/devices';
import { Checkbox, Select, type TableProps } from 'antd';
import { Fragment, useMemo } from 'react';
import { serverNow } from '../../live/clock.ts';
import { Age } from '../../ui/age.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Grid, Note, Row, Stack, Text } from '../../ui/layout.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { Failed, Loading } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useAction } from '../../ui/use-action.ts';
import { valueText } from '../../ui/value.ts';
import css from './connect-page.module.css';
import { pollingState } from './model.ts';
import { changeModbus, compareModbus, modbusQuery, networksQuery } from './queries.ts';
import { TagImport } from './tag-import.tsx';
import {
  addressText,
  fieldsOf,
  fittingOrder,
  floatsOf,
  looksAbsurd,
  rangeOf,
  registersOf,
  typeText,
  type WordOrder,
  withOrder,
} from './word-orders.ts';

const t = texts.modbus;
const { tags } = adding;
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
      <TagImport id={id} />
    </Stack>
  );
};

const Statistics = ({ statistics: s, device }: { readonly statistics: ModbusStatistics; readonly device: Device }) => {
  const { data: allowed } = useQuery(networksQuery(device.location));
  const state = pollingState(s.state, device.type, allowed) ?? s.state;
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
      <h2>{t.states[state]}</h2>
      <p>
        {state === 'refused' && s.last_poll === null && `${t.notAsked} `}
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

const [, sensor, value, state, raw, address, type] = t.columns;

interface Editing {
  readonly fields: ReadonlyMap<string, ModbusField>;
  readonly onOrder: (path: string, order: WordOrder) => void;
  readonly onCompared: (path: string, isCompared: boolean) => void;
}

/** The value of a reading; beside a float that looks absurd the same registers in the other orders, first what fits. */
const Value = ({ reading, editing }: { readonly reading: ModbusReading; readonly editing: Editing }) => {
  const { unit } = reading;
  const registers = registersOf(reading);
  const field = editing.fields.get(reading.path);
  if (!field?.as.startsWith('f') || registers === null || !looksAbsurd(reading.value))
    return reading.value === null ? '-' : valueText(reading.value, unit);
  const fitting = fittingOrder(registers, unit, field);
  const [low, high] = rangeOf(unit);
  const short = (number: number | null): string => (number === null ? '-' : String(Number(number.toPrecision(4))));
  const orders = floatsOf(registers).toSorted((a, b) => Number(b.order === fitting) - Number(a.order === fitting));
  return (
    <Stack gap={4} justifyItems="end">
      <Text tone="warning" weight={600} overflowWrap="anywhere">
        <Icon name="warning" size={14} /> {short(reading.value)} {unit}
      </Text>
      <Note>{tags.absurd}</Note>
      <Row wrap gap={4} justify="flex-end" maxWidth={300}>
        {orders.map(({ order, value: other }) => (
          <Fragment key={order}>
            <Button
              size="bar"
              look={order === fitting ? 'primary' : 'plain'}
              onClick={() => editing.onOrder(reading.path, order)}
            >
              {tags.order(order, short(other))}
            </Button>
            {order === fitting && (
              <Text size={13} line={18} weight={600}>
                <Icon name="tick" size={14} /> {tags.fits(String(low), `${high} ${unit}`.trim())}
              </Text>
            )}
          </Fragment>
        ))}
      </Row>
    </Stack>
  );
};

const stateOf = ({ reason, alarm, state: text }: ModbusReading): string => reason ?? (alarm ? t.alarm(text) : text);

const columnsOf = (editing: Editing, hasStates: boolean): NonNullable<TableProps<ModbusReading>['columns']> => [
  {
    title: sensor,
    dataIndex: 'name',
    render: (name: string, reading) => (
      <>
        <b>{name}</b> <Note>{reading.group}</Note>
      </>
    ),
  },
  { title: address, dataIndex: 'raw', render: (text: string) => <code className={css.raw}>{addressText(text)}</code> },
  {
    title: type,
    key: 'type',
    render: (_, { path }) => {
      const field = editing.fields.get(path);
      return field && <code className={css.raw}>{typeText(field)}</code>;
    },
  },
  {
    title: raw,
    key: 'raw',
    render: (_, reading) => (
      <code className={css.raw} title={reading.raw}>
        {reading.raw
          .split(', ', 1)[0]
          ?.replace(/^\d:\d+ /, '')
          .toUpperCase()}
      </code>
    ),
  },
  {
    title: value,
    dataIndex: 'value',
    align: 'right',
    render: (_, reading) => <Value reading={reading} editing={editing} />,
  },
  ...(hasStates
    ? [{ title: state, key: 'state', render: (_: unknown, reading: ModbusReading) => stateOf(reading) }]
    : []),
  {
    title: tags.compared,
    key: 'compared',
    align: 'center',
    render: (_, reading) => (
      <Checkbox
        aria-label={tags.compare(reading.name)}
        title={reading.compared?.by ?? (isRead(reading) ? undefined : tags.noValue)}
        checked={reading.compared != null}
        disabled={reading.compared == null && !isRead(reading)}
        onChange={({ target }) => editing.onCompared(reading.path, target.checked)}
      />
    ),
  },
];

const Readings = ({ id, modbus }: { readonly id: number; readonly modbus: DeviceModbus }) => {
  const queries = useQueryClient();
  const { readings, document } = modbus;
  const show = (next: DeviceModbus) => queries.setQueryData(modbusQuery(id).queryKey, next);
  const ordering = useAction(async (path: string, order: WordOrder) => {
    if (document) show(await changeModbus(id, { map: withOrder(document, path, order) }));
  });
  const comparing = useAction(async (path: string, isCompared: boolean) =>
    show(await compareModbus(id, { compared: isCompared ? [path] : [], not_compared: isCompared ? [] : [path] })),
  );
  const fields = useMemo(() => fieldsOf(document), [document]);
  const editing = { fields, onOrder: ordering.run, onCompared: comparing.run };
  const compared = readings.filter((reading) => reading.compared).length;
  return (
    <Stack as="section" surface gap={12} minWidth={0} padding={20} className={css.way}>
      <h2>{t.readings}</h2>
      {readings.length === 0 ? (
        <p>{t.noReadings}</p>
      ) : (
        <p>
          <Text weight={600}>{tags.sum(compared, readings.length)}</Text> {tags.sumAbout}
        </p>
      )}
      {readings.length > 0 && (
        <Text as="div" minWidth={0} className={css.readings}>
          <ListTable<ModbusReading>
            caption={t.readings}
            rows={readings}
            rowKey={(reading) => reading.path}
            empty={t.noReadings}
            columns={columnsOf(
              editing,
              readings.some((reading) => stateOf(reading) !== ''),
            )}
          />
        </Text>
      )}
    </Stack>
  );
};

/** How a device is asked over Modbus: raw registers with decoded values, poll statistics, and its register map. */
export const ModbusSection = ({ device }: { readonly device: Device }) => {
  const { id } = device;
  const { data, error, refetch } = useQuery(modbusQuery(id));
  if (error && !data) return <Failed text={error.message} again={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <>
      <Readings id={id} modbus={data} />
      <Grid columns="repeat(auto-fit, minmax(min(100%, 420px), 1fr))" gap={20} align="start">
        {data.statistics && <Statistics statistics={data.statistics} device={device} />}
        <MapChoice id={id} modbus={data} />
      </Grid>
    </>
  );
};
