/** displayed = scale * raw + offset, with the decimals of both. */
export interface Scale {
  readonly scale: number;
  readonly offset: number;
  readonly decimals: number;
}

export const scaleOf = (scale: number, offset: number): Scale => ({
  scale,
  offset,
  decimals: Math.max(decimalsOf(scale), decimalsOf(offset)),
});

/** A whole number scaled by decimals has no more decimals than those: 613 x 0.1 - 40 is 21.3. */
export function scaled({ scale, offset, decimals }: Scale, raw: number): number {
  if (scale === 1 && offset === 0) return raw;
  const value = raw * scale + offset;
  if (!Number.isInteger(raw)) return Number(value.toPrecision(12));
  return decimals > maxDecimals || Math.abs(value) >= 1e15 ? value : Number(value.toFixed(decimals));
}

const maxDecimals = 12;
/** Decimals with which a number is written: 2 of 0.25; many of 1/3. */
const decimalsOf = (number: number): number => {
  const [digits = '', exponent = '0'] = String(number).split('e');
  return Math.max(0, (digits.split('.')[1]?.length ?? 0) - Number(exponent));
};
