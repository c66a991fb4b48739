import type { Desk, Judged } from '../flow/3-judge/desk.ts';
import type { LinePorts } from './ports.ts';

/** Where stage 3 writes events of the present. */
export function deskFor({ clock, ids }: Pick<LinePorts, 'clock' | 'ids'>, out: Judged): Desk {
  return { now: clock.now(), nextId: () => ids.event.next(), out, late: false };
}
