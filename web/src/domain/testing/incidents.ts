import { incidentStory, type StoryEvent } from '@tocsin/contract/incident-story';
import type { Incident } from '@tocsin/contract/incidents';
import type { Notification } from '@tocsin/contract/live';

const storyEvent = (row: Notification): StoryEvent => ({
  id: row.id,
  at: Date.parse(row.date_created),
  device_id: row.device_id,
  device: row.device,
  sensor: row.sensor_name,
  full_sensor_id: row.full_sensor_id,
  kind: row.event_type === 'alarm_on' ? 'alarm' : row.event_type === 'device_offline' ? 'offline' : 'warning',
  state: row.content,
  value: row.value,
  unit: 'C',
  is_active: row.is_active,
  ended_at: row.duration === null ? null : Date.parse(row.date_created) + row.duration * 1_000,
  priority: 1,
  needs_acknowledgement: row.needs_acknowledgement,
  acknowledged: row.acknowledged && { by: row.acknowledged.by, at: Date.parse(row.acknowledged.at) },
  is_shelved: row.is_shelved,
  shelved_until: null,
  is_test: row.test,
  is_late: row.late,
});

/** Factory of an incident of these rows, the first of which began it. */
export const incidentOf = (events: readonly Notification[], over: Partial<Incident> = {}): Incident => {
  const [head] = events;
  if (!head) throw new Error('an incident without events');
  const loud = events.filter((row) => row.is_active && !row.is_shelved);
  const facts = {
    zone: head.location_timezone,
    events: events.map(storyEvent),
    more: 0,
    first: events.length > 1 ? head.id : null,
    uncertain: null,
    is_late_first: false,
    before: [],
    present: null,
    next: null,
    advice: null,
  };
  const ofType = (type: Notification['event_type']): number => loud.filter((row) => row.event_type === type).length;
  return {
    id: head.id,
    client: { id: head.client_id, title: head.client },
    site: { id: head.location_id, title: head.location, timezone: head.location_timezone },
    devices: [{ id: head.device_id, title: head.device }],
    first: facts.first,
    events: [...events],
    event_count: events.length,
    counts: {
      alarms: ofType('alarm_on'),
      warnings: ofType('warning_on'),
      offline: ofType('device_offline'),
      shelved: events.filter((row) => row.is_active && row.is_shelved).length,
    },
    active: events.filter((row) => row.is_active).length,
    unacknowledged: events.filter((row) => row.needs_acknowledgement && row.acknowledged === null).length,
    story: incidentStory(facts, { language: 'en', now: Date.parse(head.date_created) }),
    facts,
    is_told_otherwise: false,
    who_knows: events.flatMap(({ acknowledged }) =>
      acknowledged
        ? [{ name: acknowledged.by, state: 'acknowledged' as const, at: acknowledged.at, methods: [], comment: null }]
        : [],
    ),
    next: null,
    permissions: ['notification.see', 'notification.acknowledge'],
    ...over,
  };
};
