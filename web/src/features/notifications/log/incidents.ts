import type { Notification } from '@tocsin/contract/live';

/** The events of one incident on a page of the log, by time. */
export interface IncidentRows {
  readonly id: number;
  readonly rows: readonly Notification[];
}

/** The rows of a page by incident, in the order of the page; an event alone is an incident of one. */
export const byIncident = (page: readonly Notification[]): readonly IncidentRows[] =>
  [...Map.groupBy(page, (row) => row.incident ?? row.id)].map(([id, rows]) => ({ id, rows }));

/** The ids of folded incidents after one was toggled. */
export const toggledIncident = (folded: ReadonlySet<number>, incident: number): ReadonlySet<number> => {
  const next = new Set(folded);
  if (!next.delete(incident)) next.add(incident);
  return next;
};
