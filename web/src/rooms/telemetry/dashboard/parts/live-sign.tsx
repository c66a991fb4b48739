import { Age } from '../../../../kit/age.tsx';
import { useMoment } from '../../../../wire/use-moment.ts';
import { useBoard, useHead, useSocketState } from '../../../../wire/use-reading.ts';
import { liveTicks, ticksShown } from '../model.ts';
import { texts } from '../texts.ts';
import css from './live-sign.module.css';

interface Props {
  readonly zone: string;
  readonly scans: boolean;
}

/** One tick a frame, and when the last came: whether what one sees is live. */
export const LiveSign = ({ zone, scans }: Props) => {
  const board = useBoard();
  const head = useHead();
  const state = useSocketState();
  const ticks = useMoment((b, now) =>
    liveTicks(b.frames(), b.device()?.usualIntervalMs ?? 2_000, now)
      .map((frame) => (frame ? '|' : '.'))
      .join('')
      .padStart(ticksShown, ' '),
  );
  const word =
    head?.online === false
      ? null
      : state === 'open'
        ? texts.live
        : state === 'connecting' && head === null
          ? texts.connecting
          : texts.connectionLost;
  return (
    <div className={`${css.sign} ${state === 'open' && head?.online !== false ? '' : css.dead}`}>
      <span className={css.ticks} aria-hidden="true">
        {[...ticks].map((tick, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a tick is its place.
          <i key={index} className={tick === '|' ? css.frame : tick === '.' ? css.missed : css.none} />
        ))}
      </span>
      <span className={css.words}>
        {word && <b>{word}</b>}
        {word && ', '}
        {scans ? texts.lastScan : texts.lastFrame}{' '}
        <Age at={() => board.document()?.frame_at ?? null} now={board.clock.shown} zone={zone} never={texts.noFrame} />
      </span>
    </div>
  );
};
