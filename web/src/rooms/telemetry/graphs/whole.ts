import { spanMsOf } from '@tocsin/contract/graphs';
import { momentOfFields } from '../../../kit/zone.ts';
import type { Moment } from '../moment.ts';
import type { Look } from './loader.ts';

/** What is shown before the server has said it exactly. */
export const wholeOf = (look: Look, moment: Moment | null, now: number, zone: string): { from: number; to: number } => {
  if (look.kind === 'scale') return { from: now - spanMsOf[look.scale], to: now };
  const at = (moment && momentOfFields(moment.date, moment.time, zone)) ?? now;
  return { from: at - spanMsOf.hour / 2, to: at + spanMsOf.hour / 2 };
};
