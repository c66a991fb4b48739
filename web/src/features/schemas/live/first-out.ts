import { isStop, type StoryClause } from '@tocsin/contract/incident-story';
import type { Incident } from '@tocsin/contract/incidents';
import type { Notification } from '@tocsin/contract/live';
import { storyOf } from '../../../domain/incident-story.ts';

/** How the alarm of a machine began, and what followed. */
export interface FirstOut {
  /**
   * The first event of the incident if it is this machine's, else the machine's earliest; also after it cleared. What
   * began as a warning is the alarm that its sensor is in now.
   */
  readonly first: Notification;
  /** Since when an alarm of the machine is active, unix ms: the first event may be a warning before it. */
  readonly alarmSince: number;
  /** When it cleared, unix ms; null: it is active, or has no end yet. */
  readonly clearedAt: number | null;
  /** The place of its incident among those that are open, the worst first. */
  readonly place: number;
  /** The incident began at this machine. */
  readonly began: boolean;
  /** It is called first: of an incident of several events. */
  readonly isFirst: boolean;
  /** The order of the incident is not certain. */
  readonly isUncertain: boolean;
  /** What followed, in the words of the story. */
  readonly followed: string | null;
}

/** How the alarm of a machine with these sensors began; null without an active alarm of it in an open incident. */
export function firstOutOf(sensors: readonly string[], incidents: readonly Incident[], now: number): FirstOut | null {
  const isOwnId = (id: string | null): boolean => id !== null && sensors.includes(id);
  const isOwn = ({ full_sensor_id: id }: Notification): boolean => isOwnId(id);
  const isAlarm = (row: Notification): boolean => row.is_active && row.event_type === 'alarm_on';
  for (const [place, incident] of incidents.entries()) {
    const own = incident.events.filter(isOwn);
    const [earliest] = own;
    const alarm = own.find(isAlarm);
    if (!earliest || !alarm) continue;
    const first = own.find((row) => row.id === incident.first);
    const begun = first ?? earliest;
    const worse = own.find((row) => isAlarm(row) && row.full_sensor_id === begun.full_sensor_id);
    const shown = begun.event_type === 'warning_on' && worse ? worse : begun;
    const followed = storyOf(incident, now).clauses.filter(({ kind }) => kind === 'consequence');
    // That the machine stopped is worth more than what came between.
    const stop = incident.facts.events.find((event) => isStop(event) && isOwnId(event.full_sensor_id ?? null));
    const isOfStop = ({ at }: StoryClause): boolean => stop !== undefined && at === new Date(stop.at).toISOString();
    const consequence =
      followed.find(isOfStop) ?? followed.find(({ at }) => Date.parse(at ?? '') !== Date.parse(shown.date_created));
    return {
      first: shown,
      alarmSince: Date.parse(alarm.date_created),
      clearedAt: incident.facts.events.find(({ id }) => id === shown.id)?.ended_at ?? null,
      place,
      began: first !== undefined || incident.first === null,
      isFirst: first !== undefined,
      isUncertain: incident.facts.uncertain !== null,
      followed: consequence ? [consequence.time, consequence.text].filter(Boolean).join(' ') : null,
    };
  }
  return null;
}
