import { Notice, type NoticeTone } from '../../../../kit/notice.tsx';
import { useNotifications } from '../../../../wire/notifications.ts';
import type { Device } from '../../../../wire/plant.ts';
import { isUnrecorded } from '../../../../wire/recorded.ts';
import { useMoment } from '../../../../wire/use-moment.ts';
import { useHead, useSocketState } from '../../../../wire/use-reading.ts';
import { texts } from '../texts.ts';

const tones: Readonly<Record<string, NoticeTone>> = {
  clock: 'warning',
  'catching-up': 'info',
  refused: 'alarm',
  offline: 'hatch',
};

/** What one must know before believing the values below: each a lasting line, worst first. */
export const Notices = ({ device }: { readonly device: Device }) => {
  const head = useHead();
  const socket = useSocketState();
  const { socket: portal } = useNotifications();
  // When the whole portal is lost, the line above every page says so already.
  const isLost = portal !== 'down' && (socket === 'down' || (socket === 'connecting' && head !== null));
  const notRecorded = useMoment((board) => isUnrecorded(board.document()));
  return (
    <>
      {isLost && <Notice tone="hatch">{texts.lost}</Notice>}
      {socket === 'refused' && <Notice tone="alarm">{texts.refused}</Notice>}
      {notRecorded && <Notice tone="alarm">{texts.notRecorded}</Notice>}
      {head !== null && !head.online && <Notice tone="hatch">{texts.offline}</Notice>}
      {device.is_suspended && <Notice tone="warning">{texts.suspended}</Notice>}
      {head?.notices
        .filter((notice) => notice.kind !== 'offline')
        .map((notice) => (
          <Notice key={notice.kind} tone={tones[notice.kind] ?? 'info'}>
            {notice.text}
          </Notice>
        ))}
    </>
  );
};
