import type { Notification } from '@tocsin/contract/live';

/** The alarms of one incident on a page of the log. */
export interface IncidentGroup {
  /** The row that represents the incident: its first-out alarm if it is on the page, else the topmost one. */
  readonly head: Notification;
  /** The other rows of the page, in their order. */
  readonly others: readonly Notification[];
}

/** Rows with those of each incident together, at the position of the topmost one; `groups` by the id of the head. */
interface GroupedRows {
  readonly rows: readonly Notification[];
  readonly groups: ReadonlyMap<number, IncidentGroup>;
}

/** Groups a page by incident; of collapsed incidents, only the head is included. */
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

/** The ids of collapsed incidents after one was toggled. */
export const toggledIncident = (folded: ReadonlySet<number>, incident: number | null): ReadonlySet<number> => {
  const next = new Set(folded);
  if (incident !== null && !next.delete(incident)) next.add(incident);
  return next;
};
