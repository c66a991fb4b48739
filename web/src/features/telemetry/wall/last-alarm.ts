import type { DeviceOverview } from '@tocsin/contract/site-overview';
import { texts } from '@tocsin/contract/texts/wall';
import { dayText, minuteText, spanText } from '../../../ui/time.ts';

const dayMs = 86_400_000;

/** Short text about the last alarm of a device: 'last alarm today 01:46, 40 s'. */
export const lastAlarmText = (last: DeviceOverview['last_alarm'] | undefined, now: number, zone: string): string => {
  if (last === undefined) return '';
  if (last === null) return texts.noAlarm;
  const at = Date.parse(last.at);
  const day = dayText(at, zone);
  const time = minuteText(at, zone);
  const isToday = day === dayText(now, zone);
  if (!isToday && day !== dayText(now - dayMs, zone)) return texts.lastAlarm(day);
  const when = isToday ? texts.today(time) : texts.yesterday(time);
  if (last.ended_at === null) return texts.lastAlarm(when);
  return texts.lastAlarmFor(when, spanText(Date.parse(last.ended_at) - at));
};
