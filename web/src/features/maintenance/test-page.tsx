import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { SensorStatus } from '@tocsin/contract/status';
import { texts } from '@tocsin/contract/texts/maintenance';
import { useEffect, useState } from 'react';
import { type Device, feedAddress } from '../../domain/plant.ts';
import { useRunningSensor } from '../../domain/running-sensor.ts';
import { selection, setSelection } from '../../domain/selection.ts';
import { useOpenDevice } from '../../domain/use-open-device.ts';
import { useRecent } from '../../live/recent-points.ts';
import { DeviceStoreContext, useDeviceStore, useHead, useLiveDevice, useReading } from '../../live/use-reading.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Note, Row, Stack, Text } from '../../ui/layout.tsx';
import { Failed, Loading, NotAllowed } from '../../ui/states.tsx';
import { usePageTitle } from '../../ui/tab-sign.ts';
import { HowToTest } from './components/how-to-test.tsx';
import { LastTest } from './components/last-test.tsx';
import { Steps } from './components/steps.tsx';
import { TestCard } from './components/test-card.tsx';
import { TestDialogs } from './components/test-dialogs.tsx';
import { TimeLeft } from './components/time-left.tsx';
import { isExcluded, type Stage, stageOf } from './model.ts';
import css from './test-page.module.css';
import { useTest } from './use-test.ts';

const t = texts.page;

/** Whether an alarm can still be caused. */
const isToCause = (stage: Stage, refused: string | null): boolean =>
  refused === null && (stage === 'ready' || stage === 'cause');

/** A sensor's test for one-handed use at the machine: one instruction and one button at a time. */
const TestContent = ({ device, path }: { readonly device: Device; readonly path: string }) => {
  const test = useTest(device.id);
  const reading = useReading(path);
  const head = useHead();
  const store = useDeviceStore();
  useRecent(device.id);
  const machine = useRunningSensor();
  const [cancelling, setCancelling] = useState(false);
  const { current, info } = test;
  const stage = stageOf(path, current, test.waiting);
  const running = stage === 'cause' || stage === 'clear';
  if (test.error) return <Failed text={test.error.message} />;
  if (info === undefined || head === null) return <Loading />;
  if (reading === undefined) return <NotAllowed text={t.gone} />;
  const other = current !== null && current.sensor_id !== path ? current : null;
  const inAlarm = reading.alarm || reading.status === SensorStatus.enum.WARNING;
  const refused = isExcluded(path) ? t.excluded : head.online ? null : t.offline;
  const group = head.groups.find((each) => each.id === reading.groupId);
  return (
    <>
      <Stack alignContent="start" gap={16} flex={1} padding="12px 16px">
        <TestCard path={path} group={group?.name ?? ''} running={running} zone={device.timezone} />
        {running && current && <TimeLeft startedAt={current.started_at} />}
        {stage !== 'comment' && (
          <p className={`${css.message} ${stage === 'clear' ? css.alarm : ''}`} role="status">
            <Icon name={stage === 'clear' ? 'bellSolid' : refused ? 'info' : 'wrench'} size={20} />
            {refused && stage === 'ready'
              ? refused
              : { ready: t.startMessage, cause: t.message.started, clear: t.message.alarm }[stage]}
          </p>
        )}
        {machine !== null && stage !== 'comment' && (
          <Text as="p" tone="warning" weight={600}>
            <Icon name="warning" size={16} /> {t.runsNow(device.title, machine)}
          </Text>
        )}
        {isToCause(stage, refused) && <HowToTest device={device} reading={reading} isRunning={machine !== null} />}
        {other && (
          <Text as="p" tone="quiet">
            {t.other(other.sensor_name)}{' '}
            <Link to="/maintenance/$device/$sensor" params={{ device: String(device.id), sensor: other.sensor_id }}>
              {t.toOther}
            </Link>
          </Text>
        )}
        <Steps stage={stage} current={current} waiting={test.waiting} since={reading.since} zone={device.timezone} />
        {stage === 'ready' && <LastTest info={info} path={path} now={store.clock.shown} />}
      </Stack>
      <Stack
        position="sticky"
        bottom={0}
        gap={4}
        padding="12px 16px"
        background="linear-gradient(transparent, var(--canvas) 12px)"
        textAlign="center"
        className={css.foot}
      >
        {running ? (
          <>
            <Button
              size="large"
              disabled={inAlarm || stage === 'clear'}
              busy={test.busy}
              onClick={() => setCancelling(true)}
            >
              {t.cancel}
            </Button>
            <Note>{t.cancelHint}</Note>
          </>
        ) : (
          <>
            <Button
              size="large"
              look="primary"
              icon="wrench"
              busy={test.busy}
              disabled={refused !== null || other !== null || stage === 'comment'}
              onClick={() => test.start(path)}
            >
              {t.start}
            </Button>
            <Note>{t.startHint}</Note>
          </>
        )}
      </Stack>
      <TestDialogs test={test} cancelling={cancelling} onCancelled={() => setCancelling(false)} />
    </>
  );
};

const Live = ({ device, path }: { readonly device: Device; readonly path: string }) => (
  <DeviceStoreContext value={useLiveDevice(feedAddress(device))}>
    {device.can_edit ? <TestContent key={path} device={device} path={path} /> : <NotAllowed text={t.noEdit} />}
  </DeviceStoreContext>
);

/** Opened by a sensor's card on a phone, or by the QR code on the machine. */
export const TestPage = () => {
  const { device: id, sensor } = useParams({ from: '/frame/maintenance/$device/$sensor' });
  const navigate = useNavigate();
  const { device, error, again } = useOpenDevice(Number(id));
  // Users who follow a QR code have nothing selected yet.
  useEffect(() => {
    if (device && selection().device !== device.id)
      setSelection({ client: device.client, site: device.location, device: device.id });
  }, [device]);
  usePageTitle(device ? `${device.title} - ${t.title}` : t.title);
  return (
    <Stack grows width="100%" maxWidth={560} margin="0 auto" className={css.page}>
      <Row
        as="header"
        gap={8}
        minHeight={52}
        padding="4px 16px 4px 4px"
        borderBottom="1px solid var(--line)"
        className={css.header}
      >
        <Text
          type="button"
          as="button"
          width={44}
          height={44}
          tone="plain"
          className={css.back}
          aria-label={t.back}
          onClick={() => void navigate({ to: '/dashboard', search: { maintenance: true } })}
        >
          <Icon name="left" size={20} />
        </Text>
        <div>
          <Text as="h1" size={16} line={22}>
            {t.title}
          </Text>
          <Text as="p" tone="quiet" size={12} line={16}>
            {device ? `${device.title}, ${device.location_title}` : ' '}
          </Text>
        </div>
      </Row>
      {error && <Failed text={error.message} again={again} />}
      {!error && device === undefined && <Loading />}
      {device && <Live device={device} path={sensor} />}
    </Stack>
  );
};
