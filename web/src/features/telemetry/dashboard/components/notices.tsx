import { texts } from '@tocsin/contract/texts/dashboard';
import { readerWords } from '@tocsin/contract/texts/event-contents';
import { outOfServiceText } from '../../../../domain/out-of-service-text.ts';
import type { Device } from '../../../../domain/plant.ts';
import { useNotifications } from '../../../../live/notifications.ts';
import { isNotRecorded } from '../../../../live/recording.ts';
import { useDerived } from '../../../../live/use-derived.ts';
import { useHead, useSocketState } from '../../../../live/use-reading.ts';
import { Notice, type NoticeTone } from '../../../../ui/notice.tsx';

const tones: Readonly<Record<string, NoticeTone>> = {
  clock: 'warning',
  'catching-up': 'info',
  refused: 'alarm',
  offline: 'hatch',
  shared: 'warning',
};

/** Conditions that affect the values below, one persistent line each, worst first. */
export const Notices = ({ device }: { readonly device: Device }) => {
  const head = useHead();
  const socket = useSocketState();
  const { socket: portal } = useNotifications();
  // If the connection to the server is lost, the notice above every page already says so.
  const isLost = portal !== 'down' && (socket === 'down' || (socket === 'connecting' && head !== null));
  const notRecorded = useDerived((store) => isNotRecorded(store.document()));
  return (
    <>
      {isLost && <Notice tone="hatch">{texts.lost}</Notice>}
      {socket === 'refused' && <Notice tone="alarm">{texts.refused}</Notice>}
      {notRecorded && <Notice tone="alarm">{texts.notRecorded}</Notice>}
      {head !== null && !head.online && <Notice tone="hatch">{texts.offline}</Notice>}
      {(device.is_suspended || device.is_site_suspended) && (
        <Notice tone="warning">
          {texts.suspended}
          {device.out_of_service && ` (${outOfServiceText(device.out_of_service, device.timezone)})`}
        </Notice>
      )}
      {head?.notices
        .filter((notice) => notice.kind !== 'offline')
        .map((notice) => (
          <Notice key={notice.kind} tone={tones[notice.kind] ?? 'info'}>
            {readerWords(notice.text)}
          </Notice>
        ))}
    </>
  );
};
