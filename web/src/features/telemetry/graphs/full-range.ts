import { slotMsOf, spanMsOf } from '@tocsin/contract/graphs';
import { momentOfFields } from '../../../ui/zone.ts';
import type { Moment } from '../moment.ts';
import type { Look } from './loader.ts';

/**
 * The range before the server has answered, computed as the server does (whole slots, including the incomplete one), so
 * that the answer moves nothing and nothing is requested twice.
 */
export const fullRangeOf = (
  look: Look,
  moment: Moment | null,
  now: number,
  zone: string,
): { from: number; to: number } => {
  if (look.kind === 'scale') {
    const slot = slotMsOf[look.scale];
    const to = slot === null ? now : (Math.floor(now / slot) + 1) * slot;
    return { from: to - spanMsOf[look.scale], to };
  }
  const at = (moment && momentOfFields(moment.date, moment.time, zone)) ?? now;
  return { from: at - spanMsOf.hour / 2, to: at + spanMsOf.hour / 2 };
};
