import { Notice, type NoticeTone } from '../../../../kit/notice.tsx';
import type { Device } from '../../../../wire/plant.ts';
import { useMoment } from '../../../../wire/use-moment.ts';
import { useHead, useSocketState } from '../../../../wire/use-reading.ts';
import { texts } from '../texts.ts';

/** Frames come in, but what is committed is this much behind: not being recorded (design.md). */
const behindMs = 10_000;

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
  const notRecorded = useMoment((board) => {
    const doc = board.document();
    if (doc === null || doc.received_at === null || !doc.device.is_online) return false;
    return doc.received_at - (doc.stored_until ?? 0) > behindMs;
  });
  return (
    <>
      {socket === 'down' && <Notice tone="alarm">{texts.lost}</Notice>}
      {socket === 'connecting' && head !== null && <Notice tone="alarm">{texts.lost}</Notice>}
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
