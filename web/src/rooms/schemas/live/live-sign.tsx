import { Age } from '../../../kit/age.tsx';
import { Icon } from '../../../kit/icon.tsx';
import { useTicking } from '../../../kit/tick.ts';
import { clockText, zoneText } from '../../../kit/time.ts';
import { shownNow } from '../../../wire/clock.ts';
import { texts } from '../texts.ts';
import { usePlantBoard, useSocketState } from './feed.tsx';
import css from './live.module.css';

const words = { open: 'Live', connecting: 'Connecting', down: 'Connection lost', refused: 'Not connected' } as const;

/** Whether what one sees is live, and how old it is. */
export const LiveSign = ({ zone }: { readonly zone: string }) => {
  const board = usePlantBoard();
  const state = useSocketState();
  const time = useTicking(() => `${clockText(shownNow(), zone)} ${zoneText(shownNow(), zone)}`);
  const hasFrame = useTicking(() => board.newestAt() !== null);
  return (
    <span className={css.live} data-state={state}>
      <Icon name={state === 'open' ? 'live' : 'brokenLink'} size={18} />
      <b>{words[state]}</b>
      <span className={css.liveTime}>
        {hasFrame ? <Age at={board.newestAt} now={shownNow} zone={zone} /> : texts.noFrame}, {time}
      </span>
    </span>
  );
};
