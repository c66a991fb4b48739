import { ConfigProvider } from 'antd';
import { useEffect } from 'react';
import { InvitationBanner } from '../features/accounts/invitations/banner.tsx';
import { HelpLink, HelpRow } from '../features/help/help-link.tsx';
import { loadHelpTargets } from '../features/help/targets.ts';
import { TourGate } from '../features/help/tour-gate.tsx';
import { AcknowledgeDialog } from '../features/notifications/acknowledge.tsx';
import { Banner } from '../features/notifications/banner.tsx';
import { Bell, Count } from '../features/notifications/bell.tsx';
import { SoundBlocked, useAlarmSound } from '../features/notifications/sound/sound.tsx';
import { AlarmTab } from '../features/notifications/tab-sign.tsx';
import { EventToasts } from '../features/notifications/toasts.tsx';
import { UnacknowledgedCount } from '../features/notifications/unacknowledged.tsx';
import { UnansweredBanner } from '../features/notifications/unanswered-banner.tsx';
import { NobodyBanner } from '../features/on-call/nobody-banner.tsx';
import { ProtectionCount } from '../features/protection/count.tsx';
import { News } from '../features/settings/news.tsx';
import { PageFoot } from '../features/settings/page-foot.tsx';
import { ShelveDialog } from '../features/shelves/dialog.tsx';
import { openIncidents } from '../live/incidents.ts';
import { openNotifications } from '../live/notifications.ts';
import { useAntdLocale } from '../ui/antd-locale.ts';
import { useAntdTheme } from '../ui/antd-theme.ts';
import { latePart } from '../ui/late-part.tsx';
import { ShadowRoot } from '../ui/shadow-root.tsx';
import { ConnectionLost } from './shell/connection-lost.tsx';
import { Shell } from './shell/shell.tsx';
import { usePageScripts } from './use-page-scripts.ts';

const WaitingBar = latePart(async () => (await import('./shell/waiting-bar.tsx')).WaitingBar);
const IdleBar = latePart(async () => (await import('./shell/idle-bar.tsx')).IdleBar);
const RunningTestBar = latePart(async () => (await import('../features/maintenance/running-bar.tsx')).RunningTestBar);
const WalkBar = latePart(async () => (await import('../features/walk-tests/walk-bar.tsx')).WalkBar);

/** Connects the shell with the features in it, such as bell, banner and toasts. */
export const SignedIn = () => {
  // One channel for everything that the user can see, whatever is selected.
  useEffect(() => openNotifications(), []);
  useEffect(() => openIncidents(), []);
  useAlarmSound();
  usePageScripts();
  return (
    <ConfigProvider theme={useAntdTheme()} locale={useAntdLocale()}>
      <Shell
        tools={
          <>
            <HelpLink />
            <Bell />
          </>
        }
        help={(onFollow) => <HelpRow onFollow={onFollow} />}
        loadHelp={loadHelpTargets}
        banner={
          <ShadowRoot place="sticky">
            <ConnectionLost />
            <IdleBar />
            <SoundBlocked />
            <Banner />
            <WalkBar />
            <RunningTestBar />
            <WaitingBar />
            <UnansweredBanner />
            <NobodyBanner />
            <InvitationBanner />
          </ShadowRoot>
        }
        over={
          <>
            <AlarmTab />
            <ShadowRoot place="over">
              <EventToasts />
            </ShadowRoot>
            <AcknowledgeDialog />
            <ShelveDialog />
            <TourGate />
          </>
        }
        alarms={
          <>
            <Count />
            <UnacknowledgedCount />
          </>
        }
        protection={<ProtectionCount />}
        news={<News />}
        footer={<PageFoot />}
      />
    </ConfigProvider>
  );
};
