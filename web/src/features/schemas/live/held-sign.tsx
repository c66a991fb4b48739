import { texts } from '@tocsin/contract/texts/out-of-service';
import { heldBackWords } from '../../../domain/held-back-words.ts';
import { shownNow } from '../../../live/clock.ts';
import type { HeldBack } from '../../../live/held-back.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Text } from '../../../ui/layout.tsx';
import css from './live.module.css';

/** Icon and short text of what is shelved or out of service; the tooltip says by whom and why. */
export const HeldSign = ({
  held,
  more = 0,
  zone,
}: {
  readonly held: HeldBack;
  /** Number of the machine's other sensors that are held back. */
  readonly more?: number;
  readonly zone: string;
}) => {
  const { icon, short, full } = heldBackWords(held, zone, shownNow());
  return (
    <Text tone="quiet" size={12} line={16} className={css.heldSign} title={full}>
      <Icon name={icon} size={12} />
      {short}
      {more > 0 && ` ${texts.more(more)}`}
    </Text>
  );
};
