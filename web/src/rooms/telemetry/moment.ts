import { wallFields } from '../../kit/zone.ts';

/** `{date}&{time}` of a historical address, as the specification writes it. */
export interface Moment {
  readonly date: string;
  readonly time: string;
}

/** A day and a time that exist on a calendar; anything else in an address is none. */
export const parseMoment = (text: string): Moment | null => {
  const [, date, time] = /^(\d{4}-\d{2}-\d{2})&(\d{2}:\d{2})(?::\d{2})?$/.exec(text) ?? [];
  if (date === undefined || time === undefined) return null;
  const at = Date.parse(`${date}T${time}:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(`${date}T${time}`) ? { date, time } : null;
};

export const momentText = ({ date, time }: Moment): string => `${date}&${time}`;

/** Timestamps of historical queries are sent as date and time with seconds ':00' (monitoring.md 5). */
export const timestampOf = ({ date, time }: Moment): string => `${date} ${time}:00`;

/** Default of the historical page: the first of the current month, the current time. */
export const defaultMoment = (now: number, zone: string): Moment => {
  const { date, time } = wallFields(now, zone);
  return { date: `${date.slice(0, 8)}01`, time };
};
