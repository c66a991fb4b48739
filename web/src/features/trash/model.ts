const dayMs = 86_400_000;
const keptDays = 30;

/** Whole days until a removed item is deleted permanently. */
export const daysLeft = (removedAt: string | null, now: number): number =>
  removedAt === null ? keptDays : Math.max(0, Math.ceil(keptDays - (now - Date.parse(removedAt)) / dayMs));
