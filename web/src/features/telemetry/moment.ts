import { wallFields } from '../../ui/zone.ts';

/** `{date}&{time}` of a historical address, in the specification's format. */
export interface Moment {
  readonly date: string;
  readonly time: string;
}

/** Parses the moment in an address; null unless it is a valid calendar day and time. */
export const parseMoment = (text: string): Moment | null => {
  const [, date, time] = /^(\d{4}-\d{2}-\d{2})&(\d{2}:\d{2})(?::\d{2})?$/.exec(text) ?? [];
  if (date === undefined || time === undefined) return null;
  const at = Date.parse(`${date}T${time}:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(`${date}T${time}`) ? { date, time } : null;
};

/** The moment in the format of the address. */
export const momentText = ({ date, time }: Moment): string => `${date}&${time}`;

/** The timestamp of historical queries: date and time with seconds ':00' (docs/spec/monitoring.md, section 5). */
export const timestampOf = ({ date, time }: Moment): string => `${date} ${time}:00`;

/** Default of the historical page: the first of the current month at the current time of day. */
export const defaultMoment = (now: number, zone: string): Moment => {
  const { date, time } = wallFields(now, zone);
  return { date: `${date.slice(0, 8)}01`, time };
};
