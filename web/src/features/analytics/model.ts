import type { AnalyticsRange } from '@tocsin/contract/analytics';
import type { DeviceType } from '@tocsin/contract/device-type';
import { texts } from '@tocsin/contract/texts/analytics';
import { wallFields } from '../../ui/zone.ts';

export interface Counted {
  readonly name: string;
  readonly count: number;
}

/** Readable names of alarm types; both edges of a contact are one type (docs/spec/monitoring.md, section 4, Graphs). */
export const labelled = (data: readonly Counted[]): readonly Counted[] => {
  const merged = new Map<string, number>();
  for (const { name, count } of data) {
    const label = /^contact (open|closed)$/i.test(name) ? texts.contact : name === 'Alarm' ? texts.underspeed : name;
    merged.set(label, (merged.get(label) ?? 0) + count);
  }
  return [...merged].map(([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count);
};

/** The device types that have the three reports; bad actors exist for all. */
export const hasReports = (type: DeviceType): boolean => type === 'F500' || type === '0300' || type === 'F500-UDF';

/** 'YYYY-MM-DD', the format of date fields. */
export interface Days {
  readonly from: string | null;
  readonly to: string | null;
}

/** From the first of the month to today, by the site's calendar. */
export const thisMonth = (now: number, zone: string): Days => {
  const { date } = wallFields(now, zone);
  return { from: `${date.slice(0, 8)}01`, to: date };
};

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** '1 Nov 2026': the format in which days are sent. */
export const spelled = (day: string): string => {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${Number(date)} ${months[Number(month) - 1]} ${year}`;
};

/** null if a day is missing. */
export const rangeOf = ({ from, to }: Days): Required<AnalyticsRange> | null =>
  from === null || to === null ? null : { start: spelled(from), end: spelled(to) };

/** Names of 150 characters or more are cut to four words. */
export const shortName = (name: string): string => (name.length < 150 ? name : name.split(' ').slice(0, 4).join(' '));

export const percentText = (part: number, all: number): string =>
  all === 0 ? '' : `${((part / all) * 100).toFixed(part === all ? 0 : 1)} %`;
