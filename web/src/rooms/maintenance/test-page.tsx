import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { Icon } from '../../kit/icon.tsx';
import { Failed, Loading, NotAllowed } from '../../kit/states.tsx';
import { usePageTitle } from '../../kit/tab-sign.ts';
import { type Device, feedAddress } from '../../wire/plant.ts';
import { useRecent } from '../../wire/recent.ts';
import { selection, setSelection } from '../../wire/selection.ts';
import { useOpenDevice } from '../../wire/use-open-device.ts';
import { BoardContext, useBoard, useDeviceBoard, useHead, useReading } from '../../wire/use-reading.ts';
import { isExcluded, stageOf } from './model.ts';
import { LastTest } from './parts/last-test.tsx';
import { Steps } from './parts/steps.tsx';
import { TestCard } from './parts/test-card.tsx';
import { TestDialogs } from './parts/test-dialogs.tsx';
import { TimeLeft } from './parts/time-left.tsx';
import css from './test-page.module.css';
import { texts } from './texts.ts';
import { useTest } from './use-test.ts';

const t = texts.page;

/** One sensor's test with one hand beside the machine: what to do now is one sentence and one button. */
const TestOf = ({ device, path }: { readonly device: Device; readonly path: string }) => {
  const test = useTest(device.id);
  const reading = useReading(path);
  const head = useHead();
  const board = useBoard();
  useRecent(device.id);
  const [cancelling, setCancelling] = useState(false);
  const { current, info } = test;
  const stage = stageOf(path, current, test.waiting);
  const running = stage === 'cause' || stage === 'clear';
  if (test.error) return <Failed text={test.error.message} />;
  if (info === undefined || head === null) return <Loading />;
  if (reading === undefined) return <NotAllowed text={t.gone} />;
  const other = current !== null && current.sensor_id !== path ? current : null;
  const inAlarm = reading.alarm || reading.status === 'WARNING';
  const refused = isExcluded(path) ? t.excluded : head.online ? null : t.offline;
  const group = head.groups.find((each) => each.id === reading.groupId);
  return (
    <>
      <div className={css.body}>
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
        {other && (
          <p className={css.other}>
            {t.other(other.sensor_name)}{' '}
            <Link to="/maintenance/$device/$sensor" params={{ device: String(device.id), sensor: other.sensor_id }}>
              {t.toOther}
            </Link>
          </p>
        )}
        <Steps stage={stage} current={current} waiting={test.waiting} since={reading.since} zone={device.timezone} />
        {stage === 'ready' && <LastTest info={info} path={path} now={board.clock.shown} />}
      </div>
      <div className={css.foot}>
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
            <p>{t.cancelHint}</p>
          </>
        ) : (
          <>
            <Button
              size="large"
              look="primary"
              icon="wrench"
              busy={test.busy}
              disabled={refused !== null || other !== null || stage === 'comment'}
              onClick={() => void test.start(path)}
            >
              {t.start}
            </Button>
            <p>{t.startHint}</p>
          </>
        )}
      </div>
      <TestDialogs test={test} cancelling={cancelling} onCancelled={() => setCancelling(false)} />
    </>
  );
};

const Live = ({ device, path }: { readonly device: Device; readonly path: string }) => (
  <BoardContext value={useDeviceBoard(feedAddress(device))}>
    {device.can_edit ? <TestOf key={path} device={device} path={path} /> : <NotAllowed text={t.noEdit} />}
  </BoardContext>
);

/** Opened by a sensor's card on a phone, or by the QR code that sticks on the machine. */
export const TestPage = () => {
  const { device: id, sensor } = useParams({ from: '/frame/maintenance/$device/$sensor' });
  const navigate = useNavigate();
  const { device, error, again } = useOpenDevice(Number(id));
  // Whoever comes by a QR code has nothing selected yet.
  useEffect(() => {
    if (device && selection().device !== device.id)
      setSelection({ client: device.client, site: device.location, device: device.id });
  }, [device]);
  usePageTitle(device ? `${device.title} - ${t.title}` : t.title);
  return (
    <div className={css.page}>
      <header className={css.header}>
        <button
          type="button"
          className={css.back}
          aria-label={t.back}
          onClick={() => void navigate({ to: '/dashboard', search: { maintenance: true } })}
        >
          <Icon name="left" size={20} />
        </button>
        <div>
          <h1>{t.title}</h1>
          <p>{device ? `${device.title}, ${device.location_title}` : ' '}</p>
        </div>
      </header>
      {error && <Failed text={error.message} again={again} />}
      {!error && device === undefined && <Loading />}
      {device && <Live device={device} path={sensor} />}
    </div>
  );
};
