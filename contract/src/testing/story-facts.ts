import type { StoryEvent, StoryFacts } from '../incident-story.ts';
import type { PresentValue } from '../present-value.ts';

/** 04:04:06 CST on Friday 27 November 2026, when the bearing of the pictures gets hot. */
export const hot = Date.parse('2026-11-27T10:04:06Z');
export const minute = 60_000;
/** Unix ms of a clock time of that night in Chicago. */
export const at = (clock: string): number =>
  Date.parse(`2026-11-27T${clock.length === 5 ? `${clock}:00` : clock}-06:00`);

let ids = 0;
/** An active alarm of the head bearing of Leg 1; ids count up. */
export const storyEvent = (over: Partial<StoryEvent> = {}): StoryEvent => ({
  id: ++ids,
  at: hot,
  device_id: 1,
  device: 'Leg 1',
  sensor: 'Head bearing left',
  full_sensor_id: '1.4.4000',
  kind: 'alarm',
  state: 'Absolute',
  value: 84,
  unit: 'C',
  is_active: true,
  ended_at: null,
  priority: 1,
  needs_acknowledgement: true,
  acknowledged: null,
  is_shelved: false,
  shelved_until: null,
  is_test: false,
  is_late: false,
  ...over,
});
export const stop = (over: Partial<StoryEvent> = {}): StoryEvent =>
  storyEvent({
    at: at('04:07:06'),
    sensor: 'System state',
    full_sensor_id: '1.18.18000',
    state: 'Stopped: persistent alarm',
    value: 4,
    unit: '',
    priority: 2,
    ...over,
  });
export const cleared = (clock: string): Pick<StoryEvent, 'is_active' | 'ended_at'> => ({
  is_active: false,
  ended_at: at(clock),
});
export const by = (name: string, clock: string): Pick<StoryEvent, 'acknowledged'> => ({
  acknowledged: { by: name, at: at(clock) },
});
export const present = (over: Partial<PresentValue> = {}): PresentValue => ({
  sensor: 'Head bearing left',
  full_sensor_id: '1.4.4000',
  device: 'Leg 1',
  unit: 'C',
  value: 71.2,
  at: at('04:12'),
  is_old: false,
  is_online: true,
  before: { value: 77.2, at: at('04:07') },
  ...over,
});
/** Facts of an incident; with two events and more the earliest is the first. */
export const storyFacts = (events: readonly StoryEvent[], over: Partial<StoryFacts> = {}): StoryFacts => ({
  zone: 'America/Chicago',
  events: [...events],
  more: 0,
  first: events.length > 1 ? (events.toSorted((a, b) => a.at - b.at)[0]?.id ?? null) : null,
  uncertain: null,
  is_late_first: false,
  before: [],
  present: null,
  next: null,
  advice: null,
  ...over,
});
