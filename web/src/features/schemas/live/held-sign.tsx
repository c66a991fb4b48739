import { texts } from '@tocsin/contract/texts/out-of-service';
import { shownNow } from '../../../live/clock.ts';
import type { HeldBack } from '../../../live/held-back.ts';
import { heldBackWords } from '../../../ui/held-back-words.ts';
import { Icon } from '../../../ui/icon.tsx';
import css from './live.module.css';

/** Icon and words of what is shelved or out of service; who and why are in its title. */
export const HeldSign = ({
  held,
  more = 0,
  zone,
}: {
  readonly held: HeldBack;
  /** How many other sensors of the machine are held back too. */
  readonly more?: number;
  readonly zone: string;
}) => {
  const { icon, short, full } = heldBackWords(held, zone, shownNow());
  return (
    <span className={css.heldSign} title={full}>
      <Icon name={icon} size={12} />
      {short}
      {more > 0 && ` ${texts.more(more)}`}
    </span>
  );
};
