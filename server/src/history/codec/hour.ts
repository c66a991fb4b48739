export const hourMs = 3_600_000;
/** Returns the start of the hour of `ts` (unix ms, UTC). */
export const hourOf = (ts: number): number => Math.floor(ts / hourMs) * hourMs;
