export const minuteMs = 60_000;
/** Minutes of an hour. */
export const minutes = 60;

/** One mark for each minute of an hour: 1 or 0. */
export type Mask = Uint8Array;

/** A mask without a mark. */
export const noMinute = (): Mask => new Uint8Array(minutes);

/** Marks every minute of the hour at `t0` that a span touches, half-open; a minute counts when any part of it does. */
export function mark(mask: Mask, t0: number, from: number, to: number): void {
  if (to <= from) return;
  const first = Math.max(0, Math.floor((from - t0) / minuteMs));
  const end = Math.min(minutes, Math.ceil((to - t0) / minuteMs));
  for (let minute = first; minute < end; minute++) mask[minute] = 1;
}

export const hasAny = (mask: Mask): boolean => mask.includes(1);

/** As PostgreSQL writes bit(60): the first minute first. */
export const bitsOf = (mask: Mask): string => mask.join('');

export const ofBits = (bits: string): Mask => Uint8Array.from(bits, (bit) => (bit === '1' ? 1 : 0));

/** Marks what either has marked. */
export function join(mask: Mask, other: Mask): void {
  for (let minute = 0; minute < minutes; minute++) if (other[minute] === 1) mask[minute] = 1;
}
