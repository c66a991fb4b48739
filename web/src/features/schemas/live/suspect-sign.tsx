import { texts } from '@tocsin/contract/texts/protection';
import { Icon } from '../../../ui/icon.tsx';
import { Text } from '../../../ui/layout.tsx';
import { dayText } from '../../../ui/time.ts';
import css from './live.module.css';
import type { Suspect } from './suspects.ts';

/** Text that names the sensors suspected dead, since when, and where to look. */
export const suspectsText = (suspects: readonly Suspect[], zone: string): string =>
  suspects
    .map(({ sensor, since }) => `${sensor}: ${texts.suspectedSince(dayText(Date.parse(since), zone))}`)
    .join('; ');

/** Icon and short text for sensors suspected dead; the tooltip says which and since when. */
export const SuspectSign = ({ suspects, zone }: { readonly suspects: readonly Suspect[]; readonly zone: string }) => (
  <Text tone="quiet" size={12} line={16} className={css.heldSign} title={suspectsText(suspects, zone)}>
    <Icon name="eye" size={12} />
    {texts.kinds.suspected_dead}
    {suspects.length > 1 && ` (${suspects.length})`}
  </Text>
);
