import type { Incident } from '@tocsin/contract/incidents';
import type { Notification } from '@tocsin/contract/live';
import { storyOf } from '../../../domain/incident-story.ts';

/** How the alarm of a machine began, and what followed. */
export interface FirstOut {
  /** The first event of the incident if it is this machine's, else the machine's earliest; also after it cleared. */
  readonly first: Notification;
  /** Since when an alarm of the machine is active, unix ms: the first event may be a warning before it. */
  readonly alarmSince: number;
  /** When it cleared, unix ms; null: it is active, or has no end yet. */
  readonly clearedAt: number | null;
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
  const isOwn = ({ full_sensor_id: id }: Notification): boolean => id !== null && sensors.includes(id);
  for (const incident of incidents) {
    const own = incident.events.filter(isOwn);
    const [earliest] = own;
    const alarm = own.find((row) => row.is_active && row.event_type === 'alarm_on');
    if (!earliest || !alarm) continue;
    const first = own.find((row) => row.id === incident.first);
    const consequence = storyOf(incident, now).clauses.find(({ kind }) => kind === 'consequence');
    const begun = first ?? earliest;
    return {
      first: begun,
      alarmSince: Date.parse(alarm.date_created),
      clearedAt: incident.facts.events.find(({ id }) => id === begun.id)?.ended_at ?? null,
      began: first !== undefined || incident.first === null,
      isFirst: first !== undefined,
      isUncertain: incident.facts.uncertain !== null,
      followed: consequence ? [consequence.time, consequence.text].filter(Boolean).join(' ') : null,
    };
  }
  return null;
}
