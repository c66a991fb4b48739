import { ConfigProvider } from 'antd';
import { useEffect } from 'react';
import { useAntdTheme } from './kit/antd-theme.ts';
import { Shielded } from './kit/shielded.tsx';
import { ConnectionLost } from './rooms/frame/connection-lost.tsx';
import { Frame } from './rooms/frame/frame.tsx';
import { HelpLink, HelpRow } from './rooms/help/help-link.tsx';
import { loadHelpTargets } from './rooms/help/targets.ts';
import { TourGate } from './rooms/help/tour-gate.tsx';
import { AcknowledgeDialog } from './rooms/notifications/acknowledge.tsx';
import { Banner } from './rooms/notifications/banner.tsx';
import { Bell, Count } from './rooms/notifications/bell.tsx';
import { SoundBlocked, useAlarmSound } from './rooms/notifications/sound/sound.tsx';
import { AlarmTab } from './rooms/notifications/tab-sign.tsx';
import { EventToasts } from './rooms/notifications/toasts.tsx';
import { News } from './rooms/settings/news.tsx';
import { PageFoot } from './rooms/settings/page-foot.tsx';
import { openNotifications } from './wire/notifications.ts';
import { useSelection } from './wire/selection.ts';

/** Where the frame meets what other rooms put into it: bell, banner, toasts. */
export const SignedIn = () => {
  const { client } = useSelection();
  // What is told belongs to the selected client.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another client is another channel.
  useEffect(() => openNotifications(), [client]);
  useAlarmSound();
  return (
    <ConfigProvider theme={useAntdTheme()}>
      <Frame
        tools={
          <>
            <HelpLink />
            <Bell />
          </>
        }
        help={(followed) => <HelpRow onFollow={followed} />}
        loadHelp={loadHelpTargets}
        banner={
          <Shielded place="sticky">
            <ConnectionLost />
            <SoundBlocked />
            <Banner />
          </Shielded>
        }
        over={
          <>
            <AlarmTab />
            <Shielded place="over">
              <EventToasts />
            </Shielded>
            <AcknowledgeDialog />
            <TourGate />
          </>
        }
        alarms={<Count />}
        news={<News />}
        foot={<PageFoot />}
      />
    </ConfigProvider>
  );
};
