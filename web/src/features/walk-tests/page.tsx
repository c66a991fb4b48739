import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { texts as t } from '@tocsin/contract/texts/walk-tests';
import type { WalkTest } from '@tocsin/contract/walk-tests';
import { useEffect, useState } from 'react';
import { type Device, feedAddress } from '../../domain/plant.ts';
import { useDeviceOfPage } from '../../domain/use-device-of-page.ts';
import { useOpenDevice } from '../../domain/use-open-device.ts';
import { serverNow } from '../../live/clock.ts';
import { DeviceStoreContext, useLiveDevice } from '../../live/use-reading.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Foot } from '../../ui/foot.tsx';
import { Note, Row, Stack, Text } from '../../ui/layout.tsx';
import { PageTabs } from '../../ui/page-header.tsx';
import { Failed, Loading, NotAllowed } from '../../ui/states.tsx';
import { usePageTitle } from '../../ui/tab-sign.ts';
import { useAction } from '../../ui/use-action.ts';
import { useSessionState } from '../../ui/use-session-state.ts';
import { Arm } from './components/arm.tsx';
import { Ended } from './components/ended.tsx';
import { Walking } from './components/walking.tsx';
import { stageOf } from './model.ts';
import { takeOver, walkQuery } from './queries.ts';

/** Large enough for a glove. */
const touchable = { minWidth: 44, minHeight: 44 };

/** Somebody else walks: who, how much is armed, and taking it over. */
const Watching = ({ walk }: { readonly walk: WalkTest }) => {
  const queries = useQueryClient();
  const { run, busy } = useAction(() => takeOver(queries, walk));
  return (
    <>
      <Stack surface gap={4} margin="12px 16px" padding="16px" flex={1} alignContent="start">
        <Text as="h2" size={20} weight={600}>
          {t.walker(walk.armed_by)}
        </Text>
        <p>{t.armed(walk.armed)}</p>
        <Note>{t.passedOf(walk.passed, walk.total)}</Note>
      </Stack>
      <Foot>
        <Button size="large" look="primary" busy={busy} onClick={() => run()}>
          {t.takeOver}
        </Button>
      </Foot>
    </>
  );
};

const Content = ({ device, isSpoken }: { readonly device: Device; readonly isSpoken: boolean }) => {
  const { data: walk, error, refetch } = useQuery(walkQuery(device.id));
  const [isEnding, setEnding] = useState(false);
  const [signedHere, setSignedHere] = useState<number | null>(null);
  const stage = walk === undefined ? null : stageOf(walk, isEnding, signedHere, serverNow());
  // The next stage is shorter than the list above the button that opened it: it begins with its title.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the stage changes.
  useEffect(() => {
    // Returns a promise in newer browsers, which is no cleanup.
    void window.scrollTo(0, 0);
  }, [stage]);
  if (walk === undefined) return error ? <Failed text={error.message} again={() => void refetch()} /> : <Loading />;
  return (
    <>
      {error && (
        <Text as="p" padding="12px 16px" background="var(--warntint)" role="alert">
          {t.lost}
        </Text>
      )}
      {stage === 'arm' && <Arm device={device} last={walk} />}
      {stage === 'watch' && walk && <Watching walk={walk} />}
      {stage === 'walk' && walk && <Walking walk={walk} isSpoken={isSpoken} onEnd={() => setEnding(true)} />}
      {stage === 'end' && walk && (
        <Ended
          walk={walk}
          onBack={() => setEnding(false)}
          onSigned={(signed) => {
            setEnding(false);
            setSignedHere(signed.id);
          }}
          onAgain={() => setSignedHere(null)}
        />
      )}
    </>
  );
};

const Live = ({ device, isSpoken }: { readonly device: Device; readonly isSpoken: boolean }) => (
  <DeviceStoreContext value={useLiveDevice(feedAddress(device))}>
    {device.can_edit ? <Content key={device.id} device={device} isSpoken={isSpoken} /> : <NotAllowed text={t.noEdit} />}
  </DeviceStoreContext>
);

/** The walk test of a device, for one-handed use at the machine: arm, walk, sign. */
export const WalkTestPage = () => {
  const { device: id } = useParams({ from: '/frame/maintenance/$device/walk' });
  const navigate = useNavigate();
  const { device, error, again } = useOpenDevice(Number(id));
  const [speech, setSpeech] = useSessionState('walk-speech', 'off');
  useDeviceOfPage(device);
  usePageTitle(device ? `${device.title} - ${t.title}` : t.title);
  const isSpoken = speech === 'on';
  return (
    <Stack grows minHeight="calc(100dvh - var(--top-height, 48px) - 64px)">
      <PageTabs />
      <Stack grows flex={1} width="100%" maxWidth={560} margin="0 auto">
        <Row as="header" gap={8} minHeight={52} padding="4px 16px 4px 4px" borderBottom="1px solid var(--line)">
          <IconButton
            icon="left"
            style={touchable}
            label={t.back}
            onClick={() => void navigate({ to: '/dashboard', search: { maintenance: true } })}
          />
          <Stack flex={1}>
            <Text as="h1" size={16} line={22}>
              {t.title}
            </Text>
            <Text as="p" tone="quiet" size={12} line={16}>
              {device ? `${device.title}, ${device.location_title}` : ' '}
            </Text>
          </Stack>
          <IconButton
            icon={isSpoken ? 'speaker' : 'speakerOff'}
            style={touchable}
            label={t.speak}
            aria-pressed={isSpoken}
            onClick={() => setSpeech(isSpoken ? 'off' : 'on')}
          />
        </Row>
        {error && <Failed text={error.message} again={again} />}
        {!error && device === undefined && <Loading />}
        {device && <Live device={device} isSpoken={isSpoken} />}
      </Stack>
    </Stack>
  );
};
