import { texts as outOfService } from '@tocsin/contract/texts/out-of-service';
import { texts as shelving } from '@tocsin/contract/texts/shelves';
import { texts as walking } from '@tocsin/contract/texts/walk-tests';
import type { HeldBack } from '../live/held-back.ts';
import type { IconName } from '../ui/icon.tsx';
import { dayText, zonedMinuteText } from '../ui/time.ts';
import { outOfServiceText } from './out-of-service-text.ts';

/** Icon, short text and full text of what is shelved or out of service, with times in the site's zone. */
export function heldBackWords(
  held: HeldBack,
  zone: string,
  now: number,
): { readonly icon: IconName; readonly short: string; readonly full: string } {
  if (held.kind === 'walk')
    return { icon: 'wrench', short: walking.heldShort, full: walking.held(held.by, zonedMinuteText(held.until, zone)) };
  if (held.kind === 'shelved') {
    const today = dayText(held.until, zone) === dayText(now, zone);
    const minute = zonedMinuteText(held.until, zone);
    const when = today ? minute : `${dayText(held.until, zone)} ${minute}`;
    return { icon: 'clock', short: shelving.untilBy(when, ''), full: shelving.untilBy(when, held.by) };
  }
  const reason = held.reason === '' ? null : held.reason;
  const about = outOfServiceText({ reason, by: held.by, review_at: held.until }, zone);
  return {
    icon: 'lock',
    short: outOfService.review(dayText(held.until, zone)),
    full: `${outOfService.outOfService}: ${about}`,
  };
}
