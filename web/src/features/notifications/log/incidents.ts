import type { Notification } from '@tocsin/contract/live';
import { isAcknowledgeable, worstOf } from '../model.ts';

/** The events of one incident on a page of the log, by time. */
export interface IncidentRows {
  readonly id: number;
  readonly rows: readonly Notification[];
}

/** The rows of a page by incident, in the order of the page; an event alone is an incident of one. */
export const byIncident = (page: readonly Notification[]): readonly IncidentRows[] =>
  [...Map.groupBy(page, (row) => row.incident ?? row.id)].map(([id, rows]) => ({ id, rows }));

/** Whether an event waits for an acknowledgement. */
export const waits = (row: Notification): boolean =>
  row.acknowledged === null && isAcknowledgeable(row) && (row.is_active || row.needs_acknowledgement);

/**
 * The events that one press in a row of a page acknowledges: everything of its sensor in its incident, at the worst of
 * them; none in the other rows, nor where the button in the band of the incident says the same.
 */
export const acknowledgedAt = (
  row: Notification,
  page: readonly Notification[],
  hasBand: boolean,
): readonly Notification[] => {
  const numberOf = ({ incident, id }: Notification): number => incident ?? id;
  const all = page.filter((one) => numberOf(one) === numberOf(row) && waits(one));
  const own = row.full_sensor_id === null ? [row] : all.filter((one) => one.full_sensor_id === row.full_sensor_id);
  return !waits(row) || worstOf(own) !== row || (hasBand && own.length === all.length) ? [] : own;
};

/** The ids of folded incidents after one was toggled. */
export const toggledIncident = (folded: ReadonlySet<number>, incident: number): ReadonlySet<number> => {
  const next = new Set(folded);
  if (!next.delete(incident)) next.add(incident);
  return next;
};
