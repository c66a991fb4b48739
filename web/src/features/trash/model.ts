const dayMs = 86_400_000;
const retentionDays = 30;

/** Whole days until a removed item is deleted permanently. */
export const daysLeft = (removedAt: string | null, now: number): number =>
  removedAt === null ? retentionDays : Math.max(0, Math.ceil(retentionDays - (now - Date.parse(removedAt)) / dayMs));
