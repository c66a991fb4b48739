import type { DeviceOverview } from '@tocsin/contract/site-overview';
import { texts } from '@tocsin/contract/texts/wall';
import { dayText, minuteText, spanText } from '../../../ui/time.ts';

const dayMs = 86_400_000;

/** Short text about the last alarm of a device, or its last warning where it had no alarm: 'last alarm today 01:46, 40 s'. */
export const lastAlarmText = (
  overview: Pick<DeviceOverview, 'last_alarm' | 'last_warning'> | undefined,
  now: number,
  zone: string,
): string => {
  if (overview === undefined) return '';
  const last = overview.last_alarm ?? overview.last_warning;
  if (last === null) return texts.noAlarm;
  const words = overview.last_alarm === null ? texts.lastWarnings : texts.lastAlarms;
  const at = Date.parse(last.at);
  const day = dayText(at, zone);
  const time = minuteText(at, zone);
  const isToday = day === dayText(now, zone);
  if (!isToday && day !== dayText(now - dayMs, zone)) return words.at(day);
  const when = isToday ? texts.today(time) : texts.yesterday(time);
  if (last.ended_at === null) return words.at(when);
  return words.lasting(when, spanText(Date.parse(last.ended_at) - at));
};
