import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { Device, DeviceConnection } from '@tocsin/contract/devices';
import { isStale } from '@tocsin/contract/status';
import { texts as made } from '@tocsin/contract/texts/add-device';
import { texts } from '@tocsin/contract/texts/devices';
import { texts as maps } from '@tocsin/contract/texts/payload-maps';
import { useState } from 'react';
import { AddSteps } from '../../domain/add-steps.tsx';
import { feedAddress, selectDevice } from '../../domain/plant.ts';
import { useDeviceOfPage } from '../../domain/use-device-of-page.ts';
import { serverNow } from '../../live/clock.ts';
import { useDerived } from '../../live/use-derived.ts';
import { DeviceStoreContext, useLiveDevice } from '../../live/use-reading.ts';
import { Age } from '../../ui/age.tsx';
import { Button } from '../../ui/button.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Icon } from '../../ui/icon.tsx';
import { inOrder } from '../../ui/in-order.ts';
import { Grid, Note, Row, Stack, Text } from '../../ui/layout.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Failed, Loading, Skeleton } from '../../ui/states.tsx';
import css from './connect-page.module.css';
import { FirstCurve } from './first-curve.tsx';
import { ImportSection } from './import-section.tsx';
import { MappedValues } from './mapped-values.tsx';
import { ModbusSection } from './modbus-section.tsx';
import { pollingState } from './model.ts';
import { connectionQuery, editedQuery, modbusQuery, networksQuery, pollMs, qrQuery } from './queries.ts';

const t = texts.connect;
const map = maps.connect;
type Mapped = NonNullable<DeviceConnection['mapped']>;

/** Whether the first frame has arrived; of a device that was heard before, and is not new, whether it sends. */
const FirstFrame = ({ device, connection, isNew }: MadeProps & { readonly isNew: boolean }) => {
  const { last_seen: seenAt, polled_at: polledAt } = connection;
  const { data: modbus } = useQuery({ ...modbusQuery(device.id), enabled: polledAt !== null });
  const { data: allowed } = useQuery({
    ...networksQuery(device.location),
    enabled: polledAt !== null,
    refetchInterval: pollMs,
  });
  const isRefused = pollingState(modbus?.statistics?.state, device.type, allowed) === 'refused';
  // As its values are: offline, or stale.
  const isSilent = useDerived((store, now) => {
    const head = store.device();
    const last = head?.holds ? null : (store.document()?.received_at ?? null);
    return head !== null && (!head.online || isStale(last, now, head.usualIntervalMs));
  });
  const navigate = useNavigate();
  const open = async (): Promise<void> => {
    await selectDevice(device.id, device.location);
    await navigate({ to: '/dashboard' });
  };
  const isHeard = seenAt !== null;
  const [isFirst] = useState(isNew || !isHeard);
  // Why nothing can arrive comes before what has arrived.
  const told = (): readonly [title: string, text: string] => {
    if (modbus?.map === null) return [t.noMap, t.noMapText];
    if (isRefused) return [texts.modbus.states.refused, t.refusedText];
    if (!isHeard) return [t.waiting, t.waitingText];
    if (isSilent) return [t.silent, t.silentText];
    return isFirst ? [t.heard, t.heardText] : [t.sending, t.silentText];
  };
  const [title, text] = told();
  const isSending = title === t.heard || title === t.sending;
  const isLast = isHeard && (isSending || title === t.silent);
  return (
    <Row
      as="section"
      role="status"
      wrap
      gap={16}
      padding="16px 20px"
      minHeight={84}
      border={isSending ? '1px solid var(--brand)' : '1px dashed var(--line2)'}
      borderRadius="var(--r-card)"
      background={isSending ? 'var(--brandweak)' : 'var(--surface)'}
    >
      <Text tone={isSending ? 'brand' : 'plain'}>
        <Icon name={isSending ? 'tick' : 'clock'} size={28} />
      </Text>
      <Stack flex="1 1 200px" minWidth={0}>
        <Text as="h2" size={16} line={22}>
          {title}
        </Text>
        <Text as="p" tone={isSending ? 'plain' : 'quiet'} overflowWrap="anywhere">
          {text} {isLast && <Age at={Date.parse(seenAt)} now={serverNow} zone={device.timezone} />}
          {isLast && '. '}
          {polledAt && !isRefused && t.polled(polledAt)}
        </Text>
      </Stack>
      {isHeard && <Button onClick={() => void open()}>{t.open}</Button>}
    </Row>
  );
};

/** A password, readable only while it is pointed at or pressed. */
const Secret = ({ text }: { readonly text: string }) => (
  <button type="button" className={css.secret}>
    {text}
  </button>
);

const Line = ({ line, secret }: { readonly line: string; readonly secret: string | null }) => {
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(line);
    setCopied(true);
  };
  return (
    <Grid
      columns="minmax(0, 1fr) auto"
      align="start"
      gap={12}
      padding="10px 12px"
      border="1px solid var(--line)"
      borderRadius="var(--r-button)"
      background="var(--sunken)"
      className={css.line}
    >
      <pre>
        {secret === null
          ? line
          : inOrder(line.split(secret), (part, at) => (
              <>
                {at > 0 && <Secret text={secret} />}
                {part}
              </>
            ))}
      </pre>
      <Button size="bar" icon={copied ? 'tick' : 'copy'} onClick={() => void copy().catch(() => setCopied(false))}>
        {copied ? t.copied : t.copy}
      </Button>
    </Grid>
  );
};

interface MadeProps {
  readonly device: Device;
  readonly connection: DeviceConnection;
}

/** What Tocsin made for a device of an open type, large enough to be read and scanned, and where it is used. */
const Made = ({ device, connection: { mqtt, mapped } }: MadeProps) => {
  const { data } = useQuery(qrQuery(device.id));
  // A Sparkplug node is named by its UDF ID in a group of any name.
  const topics = mapped ? mapped.topics : [mqtt.topics.data, `spBv1.0/+/NBIRTH/${device.udf_id ?? device.id}`];
  const facts = [[t.host, mqtt.host], [t.port, String(mqtt.port)], ...topics.map((topic) => [map.topic, topic])];
  return (
    <Row as="section" surface wrap gap={24} padding={20} align="flex-start">
      {data ? (
        <img src={data.qrcode} width={160} height={160} alt={made.qr} />
      ) : (
        <Skeleton width="160px" height={160} />
      )}
      <Stack gap={8} minWidth={0} flex="1 1 240px">
        <h2>{made.made}</h2>
        <Text as="code" size={22} line={30} weight={600} overflowWrap="anywhere" style={{ userSelect: 'all' }}>
          {device.serial_number}
        </Text>
        <Text as="code" size={22} line={30} weight={600} overflowWrap="anywhere" style={{ userSelect: 'all' }}>
          {device.code}
        </Text>
        <Note>{made.madeAbout}</Note>
        {facts.map(([name, value]) => (
          <Text key={`${name} ${value}`} as="p" overflowWrap="anywhere">
            {name}: <code>{value}</code>
          </Text>
        ))}
      </Stack>
    </Row>
  );
};

type Fact = readonly [string, string | number | null];
type WayProps = {
  readonly title: string;
  readonly about: string;
  readonly facts: readonly Fact[];
  readonly lines: readonly string[];
  readonly linesTitle?: string;
  readonly also?: string;
  readonly password: string | null;
};

const Way = ({ title, about, facts, lines, linesTitle = t.lines, also, password }: WayProps) => (
  <Stack as="section" surface gap={12} minWidth={0} padding={20} className={css.way}>
    <h2>{title}</h2>
    <p>{about}</p>
    <dl>
      {facts
        .filter(([, value]) => value !== null)
        .map(([name, value]) => (
          <div key={`${name} ${value}`}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      {password !== null && (
        <div>
          <dt>{t.password}</dt>
          <dd>
            <Secret text={password} />
          </dd>
        </div>
      )}
    </dl>
    <h3>{linesTitle}</h3>
    {lines.map((line) => (
      <Line key={line} line={line} secret={password} />
    ))}
    {also && <p>{also}</p>}
  </Stack>
);

/** JSON that a payload map reads: for the device itself, and for a gateway of its site. */
const MappedWay = ({ mapped, mqtt }: Pick<DeviceConnection, 'mqtt'> & { readonly mapped: Mapped }) => (
  <Way
    title={map.title}
    about={map.about}
    facts={[
      [map.http, mapped.http],
      [map.gateway, mapped.gateway],
      ...mapped.topics.map((topic) => [map.topic, topic] as const),
      [t.host, mqtt.host],
      [t.port, mqtt.port],
      [t.username, mqtt.username],
    ]}
    password={mqtt.password}
    lines={mapped.commands}
    linesTitle={map.lines}
  />
);

const Ways = ({ connection: { mqtt, http } }: { readonly connection: DeviceConnection }) => (
  <>
    <Way
      title={t.mqtt}
      about={mqtt.username === null ? t.externalBroker : t.mqttAbout}
      facts={[
        [t.host, mqtt.host],
        [t.port, mqtt.port],
        [t.tlsPort, mqtt.tls_port],
        [t.username, mqtt.username],
        [t.birth, mqtt.topics.birth],
        [t.data, mqtt.topics.data],
        [t.death, mqtt.topics.death],
      ]}
      password={mqtt.password}
      lines={mqtt.commands}
      also={t.sparkplug}
    />
    <Way
      title={t.http}
      about={t.httpAbout}
      facts={[
        [t.birth, http.birth],
        [t.data, http.data],
        [t.death, http.death],
      ]}
      password={mqtt.password}
      lines={http.commands}
    />
  </>
);

/** Instructions for connecting a device to the portal, and whether its first frame has arrived. */
export const ConnectPage = () => {
  const { id } = useParams({ from: '/frame/devices/edit/device/$id/connect' });
  const { adding } = useSearch({ from: '/frame/devices/edit/device/$id/connect' });
  const { data: device } = useQuery(editedQuery(Number(id)));
  const { data, error, refetch } = useQuery(connectionQuery(Number(id)));
  useDeviceOfPage(device);
  const isHeard = data !== undefined && data.last_seen !== null;
  const live = useLiveDevice(device && isHeard ? feedAddress(device) : null);
  return (
    <DeviceStoreContext value={live}>
      <PageHeader
        title={device ? t.title(device.title) : ''}
        back={
          <Link to="/devices/edit/device/$id" params={{ id }}>
            {t.back}
          </Link>
        }
      >
        {adding && <AddSteps at={isHeard ? 2 : 1} />}
      </PageHeader>
      <Stack gap={20} maxWidth={1240} padding="0 var(--page-pad) 32px" className={css.page}>
        {error && !data && <Failed text={error.message} again={() => void refetch()} />}
        {(!data || !device) && !error && <Loading />}
        {data && device && (
          <>
            <FirstFrame device={device} connection={data} isNew={adding !== undefined} />
            {!isHeard && device.type.claim === 'open' && device.type.enters === 'push' && (
              <Made device={device} connection={data} />
            )}
            {data.polled_at && <ModbusSection device={device} />}
            {isHeard && <FirstCurve device={device} isNew={adding !== undefined} />}
            {data.mapped && <MappedValues device={device} values={data.mapped.values ?? []} />}
            {!data.polled_at && (
              // What sends already needs its commands no more.
              <Fold title={t.ways} isOpen={!isHeard}>
                {data.mapped ? <MappedWay mapped={data.mapped} mqtt={data.mqtt} /> : <Ways connection={data} />}
                {isHeard && device.type.claim === 'open' && <Made device={device} connection={data} />}
              </Fold>
            )}
            {device.permissions?.includes('device.edit') && <ImportSection device={device} />}
          </>
        )}
      </Stack>
    </DeviceStoreContext>
  );
};
