import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import type { Label } from '@tocsin/contract/labels';
import { sensorPathOf } from '@tocsin/contract/layout';
import type { LiveDevice } from '@tocsin/contract/live';
import { may } from '@tocsin/contract/permissions';
import { isStale, severityRank } from '@tocsin/contract/status';
import { texts as devices } from '@tocsin/contract/texts/devices';
import { texts } from '@tocsin/contract/texts/labels';
import { texts as outOfService } from '@tocsin/contract/texts/out-of-service';
import { texts as shell } from '@tocsin/contract/texts/shell';
import { texts as walks } from '@tocsin/contract/texts/walk-tests';
import { type ComponentType, useState } from 'react';
import { CallError } from '../../api/call-error.ts';
import { useFieldPage } from '../../domain/field-page.ts';
import { advisedOf, incidentsByDevice, openEventsOf, storyOf } from '../../domain/incident-story.ts';
import { OutOfServiceDialog } from '../../domain/out-of-service-dialog.tsx';
import type { Device } from '../../domain/plant.ts';
import { sensorStatus, summary, wordOf } from '../../domain/sensor-status.ts';
import { StoryCurve } from '../../domain/story-curve.tsx';
import { StoryAdvice, StorySentence, storyEdges } from '../../domain/story-view.tsx';
import { useDeviceOfPage } from '../../domain/use-device-of-page.ts';
import { useOpenDevice } from '../../domain/use-open-device.ts';
import { WaitingList } from '../../domain/waiting-list.tsx';
import { serverNow } from '../../live/clock.ts';
import { useIncidents } from '../../live/incidents.ts';
import { Age } from '../../ui/age.tsx';
import { Button } from '../../ui/button.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Foot } from '../../ui/foot.tsx';
import { Note, Row, Stack, Text } from '../../ui/layout.tsx';
import { Empty, Failed, Loading } from '../../ui/states.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { usePageTitle } from '../../ui/tab-sign.ts';
import { useTicking } from '../../ui/tick.ts';
import { zonedClockText } from '../../ui/time.ts';
import { valueText } from '../../ui/value.ts';
import { labelQuery, liveQuery, takeOutOfService } from './queries.ts';

const t = texts.page;
/** Sensors of one device on a phone; the dashboard has all. */
const mostShown = 40;
/** Shown at once when all is well. */
const fewestShown = 3;
/** An answer older than this is said to be. */
const liveForMs = 10_000;

interface Part {
  readonly site: number;
  readonly device: number;
}
/** What other features show on this page. */
interface Parts {
  readonly Round: ComponentType<Part>;
  readonly Tasks: ComponentType<Part>;
  readonly Note: ComponentType<{ readonly site: number; readonly device: number | null; readonly about: string }>;
}

const isTemperature = (unit: string): boolean => unit === 'C' || unit === 'F';

/** Readings on the machine: the worst first, among them temperatures, the hottest first. */
const readingsOf = (doc: LiveDevice, sensors: readonly string[] | null) =>
  doc.groups
    .flatMap((group) =>
      group.sensors.map((one) => {
        const reading = {
          type: one.Type,
          value: one.Value,
          status: one.Status,
          alarm: one.Alarm,
          state: one.Meta.State,
        };
        const stale = isStale(one.At, doc.sent_at, doc.usual_interval);
        const severity = sensorStatus(reading, { online: doc.device.is_online, stale: stale && !doc.device.rbe });
        const path = sensorPathOf(group.Id, one.Id);
        const word = wordOf(reading);
        const heat = word === null && isTemperature(one.Meta.Units) ? (one.Value ?? 0) : Number.NEGATIVE_INFINITY;
        const text = word ?? valueText(one.Value ?? 0, one.Meta.Units);
        return { path, name: one.Name, severity, heat, text, isState: one.Type === 'ENUM' };
      }),
    )
    .filter(({ path, severity }) => (sensors?.includes(path) ?? true) && severity !== 'disabled')
    .sort((a, b) => severityRank(a.severity) - severityRank(b.severity) || b.heat - a.heat || 0);

const Value = ({ name, severity, text }: Pick<ReturnType<typeof readingsOf>[number], 'name' | 'severity' | 'text'>) => (
  <Row as="li" justify="space-between" wrap gap={8} minHeight={44} borderTop="1px solid var(--line)">
    <Text minWidth={0} overflowWrap="anywhere">
      {name}
    </Text>
    <Row as="span" gap={8}>
      {severity !== 'ok' && <StatusTag severity={severity} />}
      <Text weight={650} size={16} whiteSpace="nowrap">
        {text}
      </Text>
    </Row>
  </Row>
);

/** What runs on the device now or waits for somebody, as one sentence, and what to do about an alarm of its own. */
const Running = ({ device }: { readonly device: Device }) => {
  const incidents = useIncidents().list?.results ?? [];
  const incident =
    incidentsByDevice(incidents).get(device.id)?.incident ??
    incidents.find((one) => openEventsOf(one).some((row) => row.device_id === device.id));
  if (!incident) return null;
  const story = storyOf(incident, serverNow());
  const isOwn = incident.active > 0 && advisedOf(incident)?.device_id === device.id;
  return (
    <Stack as="section" surface gap={8} padding="12px 16px" borderLeft={`4px solid ${storyEdges[story.severity]}`}>
      <p>
        <StorySentence story={story} facts={incident.facts} />
      </p>
      {isOwn && <StoryAdvice story={story} />}
      {incident.active > 0 && incident.facts.present?.full_sensor_id?.startsWith(`${device.id}.`) && (
        <StoryCurve incident={incident} now={serverNow()} />
      )}
    </Stack>
  );
};

/** The state of a device and its worst values as they are, or as they were when the server answered last. */
const Values = ({ device, sensors, zone }: { device: Device; sensors: readonly string[] | null; zone: string }) => {
  const { data, error } = useQuery(liveQuery(device.id, device.last_seen !== null));
  const isOutdated = useTicking(() => data !== undefined && serverNow() - data.sent_at > liveForMs);
  if (device.last_seen === null) return <Note>{t.noValues}</Note>;
  if (!data) return error ? <Failed text={error.message} /> : <Loading />;
  const readings = readingsOf(data, sensors);
  const isNow = data.device.is_online && !isOutdated;
  const state = isNow ? readings.find(({ isState, severity }) => isState && severity === 'ok') : undefined;
  const { worst, text } = summary(readings.map(({ severity }) => severity));
  const first = Math.max(fewestShown, readings.filter(({ severity }) => severity !== 'ok').length);
  return (
    <>
      {isOutdated && (
        <Text
          as="p"
          padding="8px 12px"
          background="repeating-linear-gradient(135deg, var(--hatch1) 0 8px, var(--surface) 8px 10px)"
          role="status"
        >
          <b>{t.asOf(zonedClockText(data.sent_at, zone))}</b>
        </Text>
      )}
      <Row justify="space-between" gap={8} wrap>
        <Row gap={8} wrap>
          {readings.length > 0 && <StatusTag severity={worst} word={text || t.allOk(readings.length)} />}
          {state && `${state.name}: ${state.text}`}
        </Row>
        <Note>
          <Age at={data.frame_at} now={serverNow} zone={zone} />
        </Note>
      </Row>
      {!data.device.is_online && <p>{t.offline}</p>}
      <ul>
        {readings.slice(0, first).map((one) => (
          <Value key={one.path} {...one} />
        ))}
      </ul>
      {readings.length > first && (
        <Fold title={t.others(readings.length - first)}>
          <ul>
            {readings.slice(first, Math.max(first, mostShown)).map((one) => (
              <Value key={one.path} {...one} />
            ))}
          </ul>
        </Fold>
      )}
    </>
  );
};

const Actions = ({ device }: { readonly device: Device }) => {
  const [isTaking, setTaking] = useState(false);
  const navigate = useNavigate();
  const walk = () => navigate({ to: '/maintenance/$device/walk', params: { device: String(device.id) } });
  const test = () => navigate({ to: '/dashboard', search: { maintenance: true } });
  const take = () => (may(device, 'device.manage') ? setTaking(true) : navigate({ to: '/out-of-service' }));
  return (
    <Row gap={8} justify="center">
      {device.can_edit && (
        <>
          <Button onClick={() => void walk()}>{walks.title}</Button>
          <Button onClick={() => void test()}>{t.test}</Button>
        </>
      )}
      <Button onClick={() => void take()}>{outOfService.outOfService}</Button>
      {isTaking && (
        <OutOfServiceDialog
          title={devices.deactivateAsk(device.title)}
          about={devices.deactivateAbout}
          yes={outOfService.sensor.take}
          onSave={(input) => takeOutOfService(device.id, input)}
          onClose={() => setTaking(false)}
        />
      )}
    </Row>
  );
};

interface DevicePartProps extends Parts {
  readonly label: Label;
  readonly id: number;
  readonly sensors: readonly string[] | null;
}
const DevicePart = ({ label, id, sensors, Round, Tasks, Note: AddNote }: DevicePartProps) => {
  const { device, error, again } = useOpenDevice(id);
  const stands = incidentsByDevice(useIncidents().list?.results ?? []).has(id);
  useDeviceOfPage(device);
  if (error) return <Failed text={error.message} again={again} />;
  if (!device) return <Loading />;
  return (
    <>
      <Running device={device} />
      <Stack as="section" surface gap={8} padding="12px 16px" aria-label={device.title}>
        <Row justify="space-between" gap={8}>
          <Text as="h2" size={16}>
            {device.title}
          </Text>
          <Link to="/graphs" search={{ device: id }}>
            {shell.entries.graphs.short}
          </Link>
        </Row>
        <Values device={device} sensors={sensors} zone={device.timezone} />
      </Stack>
      <Tasks site={label.site.id} device={id} />
      <AddNote site={label.site.id} device={id} about={device.title} />
      {/* With keys, so that a round that is being made stays when an alarm begins. */}
      <Foot margin="0 -16px">
        {stands && <Actions key="actions" device={device} />}
        <Round key="round" site={label.site.id} device={id} />
        {!stands && <Actions key="actions" device={device} />}
      </Foot>
    </>
  );
};

/** What a scanned label opens: one machine on a phone, without a search. */
export const MachinePage = (parts: Parts) => {
  const { code } = useParams({ from: '/frame/m/$code' });
  const { data, error, refetch } = useQuery(labelQuery(code));
  useFieldPage();
  usePageTitle(data?.title ?? texts.title);
  if (error instanceof CallError && error.status === 404) return <Empty icon="device" title={t.gone} />;
  if (!data) return error ? <Failed text={error.message} again={() => void refetch()} /> : <Loading />;
  return (
    <Stack width="100%" maxWidth={560} margin="0 auto" gap={12} padding="12px 16px">
      <header>
        <Text as="h1" size={20} line={28}>
          {data.title}
        </Text>
        <Note>{t.place(data.site.title)}</Note>
      </header>
      {data.devices.map(({ id, sensors }) => (
        <DevicePart key={id} label={data} id={id} sensors={sensors} {...parts} />
      ))}
      {data.devices.length === 0 && <parts.Note site={data.site.id} device={null} about={data.title} />}
      <WaitingList />
      <Note>{t.needsServer}</Note>
    </Stack>
  );
};
