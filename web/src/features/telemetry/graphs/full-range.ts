import { slotMsOf, slotMsOfRange, spanMsOf } from '@tocsin/contract/graphs';
import { momentOfFields } from '../../../ui/zone.ts';
import type { Moment } from '../moment.ts';
import type { View } from './loader.ts';

/**
 * Predicts the range of the server's answer (whole slots, including the incomplete one), so that the answer moves
 * nothing and nothing is requested twice.
 */
export const fullRangeOf = (
  view: View,
  moment: Moment | null,
  now: number,
  zone: string,
): { from: number; to: number } => {
  if (view.kind === 'scale') {
    const slot = slotMsOf[view.scale];
    const to = slot === null ? now : (Math.floor(now / slot) + 1) * slot;
    return { from: to - spanMsOf[view.scale], to };
  }
  if (view.kind === 'range') {
    const slot = slotMsOfRange(view.to - view.from) ?? 1;
    return { from: Math.floor(view.from / slot) * slot, to: Math.ceil(view.to / slot) * slot };
  }
  const at = (moment && momentOfFields(moment.date, moment.time, zone)) ?? now;
  return { from: at - spanMsOf.hour / 2, to: at + spanMsOf.hour / 2 };
};
