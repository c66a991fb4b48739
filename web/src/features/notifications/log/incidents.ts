import type { Notification } from '@tocsin/contract/live';

/** The alarms of one incident on a page of the log. */
export interface IncidentGroup {
  /** The row that stands for the incident: its first alarm if the page has it, else the topmost. */
  readonly head: Notification;
  /** The other rows of the page, in their order. */
  readonly others: readonly Notification[];
}

/** A list with each incident's rows together, where its topmost row was; `groups` by the id of the head. */
interface GroupedRows {
  readonly rows: readonly Notification[];
  readonly groups: ReadonlyMap<number, IncidentGroup>;
}

/** Groups a page by incidents; rows of folded incidents are left out, except for their head. */
export const groupedRows = (page: readonly Notification[], isOpen: (incident: number) => boolean): GroupedRows => {
  const members = Map.groupBy(page, (row) => row.incident);
  const groups = new Map<number, IncidentGroup>();
  const rows: Notification[] = [];
  const seen = new Set<number>();
  for (const row of page) {
    const own = row.incident === null ? [row] : (members.get(row.incident) ?? [row]);
    if (row.incident === null || own.length === 1) {
      rows.push(row);
      continue;
    }
    if (seen.has(row.incident)) continue;
    seen.add(row.incident);
    const head = own.find((one) => one.is_first_out) ?? row;
    const others = own.filter((one) => one !== head);
    groups.set(head.id, { head, others });
    rows.push(head);
    if (isOpen(row.incident)) rows.push(...others);
  }
  return { rows, groups };
};

/** The folded incidents after a press on one. */
export const toggledIncident = (folded: ReadonlySet<number>, incident: number | null): ReadonlySet<number> => {
  const next = new Set(folded);
  if (incident !== null && !next.delete(incident)) next.add(incident);
  return next;
};
