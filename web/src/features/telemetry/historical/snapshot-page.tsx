import { Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/historical';
import { useEffect } from 'react';
import { NotesAround } from '../../../domain/notes-around.tsx';
import type { Device } from '../../../domain/plant.ts';
import { WithDevice } from '../../../domain/with-device.tsx';
import { DeviceStoreContext } from '../../../live/use-reading.ts';
import { Button } from '../../../ui/button.tsx';
import { Text } from '../../../ui/layout.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PageTabs } from '../../../ui/page-header.tsx';
import { Empty, Failed, Loading, NotAllowed } from '../../../ui/states.tsx';
import { exactText } from '../../../ui/time.ts';
import { momentOfFields, wallFields } from '../../../ui/zone.ts';
import type { Mode } from '../dashboard/mode.ts';
import { DashboardContent } from '../dashboard/page.tsx';
import { type SensorAction, SensorActionContext } from '../dashboard/sensor-action.ts';
import { useTabs } from '../dashboard/use-tabs.tsx';
import { momentText, parseMoment } from '../moment.ts';
import { SnapshotPlayer } from './components/snapshot-player.tsx';
import type { Moment } from './timeline.ts';
import { useLinkedDevice } from './use-linked-device.ts';
import { useSnapshot } from './use-snapshot.ts';

/** Notes up to this long before and after the snapshot are shown above it. */
const notesAroundMs = 3_600_000;

/** Parses `snapshot/{timestamp}`: a record's id is its time in unix ms, followed by `.seq` if several share it. */
const ofRecord = (text: string): Moment | null =>
  /^\d{9,16}(\.\d{1,16})?$/.test(text) ? { id: text, at: Number(text.split('.')[0]), status: 'OK' } : null;

/** Parses `{date}&{time}`, which means the first record at or after that time. */
const ofFields = (text: string, zone: string): Moment | null => {
  const fields = parseMoment(text);
  const at = fields && momentOfFields(fields.date, fields.time, zone);
  return at === null ? null : { id: '', at, status: 'OK' };
};

const SnapshotContent = ({ device, requested }: { readonly device: Device; readonly requested: Moment }) => {
  const navigate = useNavigate();
  const zone = device.timezone;
  const snapshot = useSnapshot(device.id, requested);
  const { tabs, dialog } = useTabs(device);
  const { now, failure, speed } = snapshot;
  // The address contains the moment, so that it can be shared; it is not updated while playing.
  useEffect(() => {
    if (now === null || speed > 0) return;
    void navigate({
      to: '/dashboard/historical/snapshot/$timestamp',
      params: { timestamp: now.id },
      search: { device: device.id },
      replace: true,
    });
  }, [now, speed, navigate, device.id]);
  const toLive = (
    <Button size="bar" onClick={() => void navigate({ to: '/dashboard' })}>
      {texts.back}
    </Button>
  );
  if (failure === 'failed') return <Failed text={texts.failed} again={() => snapshot.goTo(requested.at)} />;
  if (now === null)
    return failure === 'none' ? (
      <Empty icon="clock" title={texts.none}>
        {toLive}
      </Empty>
    ) : (
      <Loading />
    );
  const mode: Mode = {
    current: 'historical',
    tabs,
    sign: (
      <Text tone="quiet">
        {texts.snapshotOf}{' '}
        <Text as="b" tone="plain" weight={600}>
          {exactText(now.at, zone)}
        </Text>
      </Text>
    ),
    notices: (
      <>
        <Notice tone="warning" actions={toLive}>
          <b>{texts.banner}.</b> {exactText(now.at, zone)}
          {failure === 'none' && `. ${texts.newest}`}
        </Notice>
        <SnapshotPlayer snapshot={snapshot} zone={zone} />
        <NotesAround site={device.location} device={device.id} at={now.at} aroundMs={notesAroundMs} zone={zone} />
      </>
    ),
    tools: null,
  };
  const action: SensorAction = {
    label: texts.toGraph,
    act: (path) => {
      const params = { moment: momentText(wallFields(now.at, zone)), sensorId: path };
      void navigate({ to: '/graphs/historical/$moment/$sensorId', params });
    },
  };
  return (
    <DeviceStoreContext value={snapshot.store}>
      <PageTabs />
      <SensorActionContext value={action}>
        <Text
          as="div"
          minHeight="100%"
          background="repeating-linear-gradient(135deg, var(--canvas) 0 14px, var(--hatch1) 14px 16px)"
        >
          <DashboardContent device={device} mode={mode} />
        </Text>
      </SensorActionContext>
      {dialog}
    </DeviceStoreContext>
  );
};

/** Both historical addresses of the dashboard; invalid ones redirect to the live dashboard. */
export const SnapshotPage = () => {
  const { moment, timestamp } = useParams({ strict: false });
  const { device: wantedDevice } = useSearch({ strict: false });
  const link = useLinkedDevice(wantedDevice ?? null);
  if (link === 'refused') return <NotAllowed text={texts.notAllowed} />;
  if (link === 'failed') return <Failed text={texts.failed} />;
  if (link === 'opening') return <Loading />;
  return (
    <WithDevice>
      {(device) => {
        const requested = timestamp === undefined ? ofFields(moment ?? '', device.timezone) : ofRecord(timestamp);
        return requested === null ? (
          <Navigate to="/dashboard" replace />
        ) : (
          <SnapshotContent key={device.id} device={device} requested={requested} />
        );
      }}
    </WithDevice>
  );
};
