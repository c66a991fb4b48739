import { texts as outOfService } from '@tocsin/contract/texts/out-of-service';
import { texts as protection } from '@tocsin/contract/texts/protection';
import { texts as shelving } from '@tocsin/contract/texts/shelves';
import { Icon, type IconName } from '../../../../ui/icon.tsx';
import css from './sensor-card.module.css';

interface Props {
  /** An action that is running on the sensor, such as a test; it takes precedence. */
  readonly running: string | null;
  /** Remaining time of a shelf; empty: none. */
  readonly shelved: string;
  /** What is shelved or out of service, by whom and until when; empty: neither. */
  readonly heldBack: string;
  /** Why the sensor is suspected to be dead; null: it is not. */
  readonly dead: string | null;
}

interface Mark {
  readonly icon: IconName;
  readonly text: string;
  readonly title?: string;
}

const markOf = ({ running, shelved, heldBack, dead }: Props): Mark | null => {
  if (running !== null) return { icon: 'wrench', text: running };
  if (shelved !== '') return { icon: 'clock', text: `${shelving.shelved} ${shelved}`, title: heldBack };
  if (heldBack !== '') return { icon: 'lock', text: outOfService.outOfService, title: heldBack };
  return dead === null ? null : { icon: 'eye', text: protection.kinds.suspected_dead, title: dead };
};

/** The mark on the lower edge of a sensor's card, with icon and text; at most one, and usually none. */
export const CardMark = (props: Props) => {
  const mark = markOf(props);
  if (mark === null) return null;
  return (
    <span className={props.running === null ? `${css.mark} ${css.shelf}` : css.mark} title={mark.title}>
      <Icon name={mark.icon} size={12} />
      {mark.text}
    </span>
  );
};
