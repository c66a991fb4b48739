import { texts } from '@tocsin/contract/texts/graphs';
import type { ChartSpan } from '../../../ui/chart/columns.ts';
import { dayMinuteText, dayText, spanText, zonedMinuteText, zoneText } from '../../../ui/time.ts';

/** '20 Nov 2026, 10:00 to 12:10 CST', with both days if they differ. */
export const zoomTimes = ({ from, to }: ChartSpan, zone: string): string => {
  const end = zonedMinuteText(to, zone);
  const begin = `${dayText(from, zone)}, ${zonedMinuteText(from, zone).split(' ')[0]}`;
  return dayText(from, zone) === dayText(to, zone)
    ? texts.zoomSameDay(begin, end)
    : texts.zoomDays(begin, dayText(to, zone), end);
};

/** 'Fri 20 Nov 10:30 to 13:30 CST', for a button: both days if they differ, and the year unless it is this one. */
export const rangeTimes = ({ from, to }: ChartSpan, now: number, zone: string): string => {
  if (dayText(from, zone).slice(-4) !== dayText(now, zone).slice(-4)) return zoomTimes({ from, to }, zone);
  return texts.zoomSameDay(
    dayMinuteText(from, zone),
    dayText(from, zone) === dayText(to, zone)
      ? zonedMinuteText(to, zone)
      : `${dayMinuteText(to, zone)} ${zoneText(to, zone)}`,
  );
};

/** '2 h 10 min of 24 h, 1 min per point': the length of the visible range, within the text for the full range. */
export const zoomWords = ({ from, to }: ChartSpan, fullText: string): string =>
  texts.zoomOf(spanText(to - from), fullText);

/** '3 h 10 min, every reading' or '12 days, 30 min per point': a range, with its resolution once that is known. */
export const rangeWords = ({ from, to }: ChartSpan, slotMs: number | null | undefined): string => {
  if (slotMs === undefined) return spanText(to - from);
  return slotMs === null
    ? texts.everyReadingOf(spanText(to - from))
    : texts.perSlot(spanText(to - from), spanText(slotMs));
};
