import { wallFields } from '../../kit/zone.ts';

/** `{date}&{time}` of a historical address, as the specification writes it. */
export interface Moment {
  readonly date: string;
  readonly time: string;
}

export const parseMoment = (text: string): Moment | null => {
  const match = /^(\d{4}-\d{2}-\d{2})&(\d{2}:\d{2})(?::\d{2})?$/.exec(text);
  return match?.[1] && match[2] ? { date: match[1], time: match[2] } : null;
};

export const momentText = ({ date, time }: Moment): string => `${date}&${time}`;

/** Timestamps of historical queries are sent as date and time with seconds ':00' (monitoring.md 5). */
export const timestampOf = ({ date, time }: Moment): string => `${date} ${time}:00`;

/** Default of the historical page: the first of the current month, the current time. */
export const defaultMoment = (now: number, zone: string): Moment => {
  const { date, time } = wallFields(now, zone);
  return { date: `${date.slice(0, 8)}01`, time };
};
