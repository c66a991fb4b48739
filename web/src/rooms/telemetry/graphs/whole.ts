import { slotMsOf, spanMsOf } from '@tocsin/contract/graphs';
import { momentOfFields } from '../../../kit/zone.ts';
import type { Moment } from '../moment.ts';
import type { Look } from './loader.ts';

/**
 * What is shown before the server has said it: reckoned as it does (whole slots, the one that is filling included), so
 * that its answer moves nothing and nothing is asked for twice.
 */
export const wholeOf = (look: Look, moment: Moment | null, now: number, zone: string): { from: number; to: number } => {
  if (look.kind === 'scale') {
    const slot = slotMsOf[look.scale];
    const to = slot === null ? now : (Math.floor(now / slot) + 1) * slot;
    return { from: to - spanMsOf[look.scale], to };
  }
  const at = (moment && momentOfFields(moment.date, moment.time, zone)) ?? now;
  return { from: at - spanMsOf.hour / 2, to: at + spanMsOf.hour / 2 };
};
