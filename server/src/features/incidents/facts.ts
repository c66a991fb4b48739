import { isStop, type StoryEvent, type StoryFacts, standingFirst } from '@tocsin/contract/incident-story';
import type { NextInformed } from '@tocsin/contract/incidents';
import { fullSensorId, isMoving, runnerOf } from '@tocsin/contract/layout';
import type { Notification } from '@tocsin/contract/live';
import type { PresentValue } from '@tocsin/contract/present-value';
import { priorityLevel } from '@tocsin/contract/priority';
import type { MemberRow, ShelfRow } from './store-read.ts';

/** A sensor as the live document has it. */
interface LiveValue {
  readonly name: string;
  readonly unit: string;
  readonly isNumeric: boolean;
  /** On or off, without further states. */
  readonly isContact: boolean;
  /** Its state in words: 'Running'. */
  readonly state: string;
  readonly value: number | null;
  /** Unix ms. */
  readonly at: number | null;
}
/** A device as the live document has it; absent where it has never reported, or another process does not answer. */
export interface LiveValues {
  readonly isOnline: boolean;
  readonly isByException: boolean;
  readonly intervalMs: number;
  readonly sensors: ReadonlyMap<string, LiveValue>;
}

/** Values older than this many intervals are not 'now'. */
const freshIntervals = 3;
const leastFreshMs = 5_000;
/** Which earlier value a trend compares with, and how much earlier it may be at most. */
export const trendMs = 5 * 60_000;
/** Which one says whether it has turned since. */
export const recentMs = 60_000;
const trendAtMostMs = 15 * 60_000;

/** `groupId.sensorId` of an event of a sensor; null for others. */
export const pathOf = ({ full_sensor_id: full, sensor_id }: Notification): string | null =>
  full === null || sensor_id === null ? null : full.split('.').slice(1).join('.');

const kindOf = ({ event_type: type, sensor_id }: Notification): StoryEvent['kind'] => {
  if (type === 'alarm_on') return 'alarm';
  if (type === 'device_offline') return 'offline';
  return sensor_id === null ? 'lost' : 'warning';
};

/** When the shelf ends that covers an event; null: none does. */
function shelvedUntil(row: Notification, ruleId: number | null, shelves: readonly ShelfRow[]): number | null {
  const [, group] = row.full_sensor_id?.split('.') ?? [];
  const covering = shelves.filter(
    (shelf) =>
      shelf.device_id === row.device_id &&
      (shelf.group_id === null || shelf.group_id === group) &&
      (shelf.sensor_id === null || shelf.sensor_id === row.sensor_id) &&
      (shelf.rule_id === null || shelf.rule_id === ruleId),
  );
  return covering.length === 0 ? null : Math.max(...covering.map(({ until }) => until));
}

interface Sources {
  readonly live: ReadonlyMap<number, LiveValues>;
  readonly shelves: readonly ShelfRow[];
}

/** The unit of a row's measured value; null: it has none. */
function unitOf(row: Notification, live: Sources['live']): string | null {
  const { isNumeric, unit = '' } = live.get(row.device_id)?.sensors.get(pathOf(row) ?? '') ?? {};
  return isNumeric && unit !== '' && unit !== 'none' ? unit : null;
}

function storyEventOf(row: Notification, ruleId: number | null, { live, shelves }: Sources): StoryEvent {
  const at = Date.parse(row.date_created);
  const unit = unitOf(row, live);
  return {
    id: row.id,
    at,
    device_id: row.device_id,
    device: row.device,
    sensor: row.sensor_name,
    full_sensor_id: row.full_sensor_id,
    kind: kindOf(row),
    state: row.content,
    value: unit === null ? null : row.value,
    unit: unit ?? '',
    is_active: row.is_active,
    ended_at: row.is_active || row.duration === null ? null : at + row.duration * 1_000,
    priority: row.priority === null ? null : priorityLevel(row.priority),
    needs_acknowledgement: row.needs_acknowledgement,
    acknowledged: row.acknowledged && { by: row.acknowledged.by, at: Date.parse(row.acknowledged.at) },
    is_shelved: row.is_shelved,
    shelved_until: row.is_shelved ? shelvedUntil(row, ruleId, shelves) : null,
    is_test: row.test,
    is_late: row.late,
  };
}

/** The rows that value and instruction may belong to, that of what stands now first; and the one whose value is told. */
export function standingOf(
  rows: readonly Notification[],
  first: number | null,
  rules: ReadonlyMap<number, number | null>,
  sources: Sources,
): { readonly standing: readonly Notification[]; readonly followed: Notification | undefined } {
  const events = rows.map((row) => storyEventOf(row, rules.get(row.id) ?? null, sources));
  const standing = standingFirst(events, first).flatMap(({ id }) => rows.find((row) => row.id === id) ?? []);
  return { standing, followed: standing.find((row) => unitOf(row, sources.live) !== null) };
}

/** Whether values of a device are of now: younger than three intervals, or of one that sends changes only. */
const isOld = (at: number | null, { intervalMs, isByException }: LiveValues, now: number): boolean =>
  at === null || (at < now - Math.max(freshIntervals * intervalMs, leastFreshMs) && !isByException);

/**
 * Whether the machine of an event's device runs now: by every sensor of its surest unit of speed, of which a share may be
 * a level; without one if the contact that reported its stop has changed, or its controller says so in a word.
 */
function runs(row: Notification, device: LiveValues | undefined, now: number): boolean {
  const own = device?.sensors.get(pathOf(row) ?? '');
  if (!device?.isOnline || !own || isOld(own.at, device, now)) return false;
  const sensors = [...device.sensors.values()].filter(({ unit }) => unit !== '%');
  const speed = runnerOf(sensors);
  if (speed)
    return sensors
      .filter(({ isNumeric, unit }) => isNumeric && unit === speed.unit)
      .every(({ value, unit, at }) => value !== null && isMoving(value, unit) && !isOld(at, device, now));
  const hasChanged = own.isContact && own.value !== null && row.value !== null && own.value !== row.value;
  return (hasChanged && isStop({ kind: kindOf(row), state: row.content })) || own.state.toLowerCase() === 'running';
}

/** The newest value of a sensor, and those of about five minutes and one before. */
function presentOf(
  row: Notification,
  { live, before, recent, now }: Pick<FactSources, 'live' | 'before' | 'recent' | 'now'>,
): PresentValue | null {
  const path = pathOf(row);
  const device = live.get(row.device_id);
  const sensor = path === null ? undefined : device?.sensors.get(path);
  if (!device || !sensor || path === null) return null;
  const comparable = (values: LiveValues | undefined): PresentValue['before'] => {
    const { value = null, at = null, unit } = values?.sensors.get(path) ?? {};
    if (value === null || at === null || sensor.at === null || unit !== sensor.unit) return null;
    return sensor.at > at && sensor.at - at <= trendAtMostMs ? { value, at } : null;
  };
  return {
    sensor: row.sensor_name ?? sensor.name,
    full_sensor_id: fullSensorId(row.device_id, path),
    device: row.device,
    unit: sensor.unit,
    value: sensor.value,
    at: sensor.at,
    is_old: isOld(sensor.at, device, now),
    is_online: device.isOnline,
    before: comparable(before.get(row.device_id)),
    recent: comparable(recent.get(row.device_id)),
  };
}

export interface FactSources extends Sources {
  /** Of `trendMs` and `recentMs` before. */
  readonly before: ReadonlyMap<number, LiveValues>;
  readonly recent: ReadonlyMap<number, LiveValues>;
  readonly now: number;
  readonly rules: ReadonlyMap<number, number | null>;
  /** What to do, and of which event. */
  readonly advice: { readonly event: number; readonly text: string } | null;
  /** The row whose value is told. */
  readonly followed: Notification | undefined;
  readonly next: NextInformed | null;
  /** Open events of linked devices that are no members. */
  readonly others: readonly Notification[];
  /** Alarms of the first one's device that ended before, the newest first. */
  readonly earlier: readonly Notification[];
}

/** Most members that a story is told from. */
const toldAtMost = 20;

/** Everything that the story of an incident is told from. `rows`: the members that the reader sees, by time. */
export function factsOf(
  rows: readonly Notification[],
  members: readonly MemberRow[],
  sources: FactSources,
): StoryFacts {
  const [head] = members;
  const first = (head?.total ?? 0) > 1 ? members.find((member) => member.is_first) : undefined;
  const eventOf = (row: Notification): StoryEvent => storyEventOf(row, sources.rules.get(row.id) ?? null, sources);
  const events = rows.map(eventOf);
  const told = events.filter((event, n) => n < toldAtMost || event.is_active).slice(0, 2 * toldAtMost);
  const begun = events.find(({ id }) => id === first?.id) ?? events[0];
  const rival =
    first && first.uncertain_ms !== null && begun
      ? events.find((one) => one !== begun && one.kind !== 'offline' && one.at - begun.at >= (first.uncertain_ms ?? 0))
      : undefined;
  const { followed, live, now } = sources;
  const running = rows.filter((row) => runs(row, live.get(row.device_id), now));
  return {
    zone: rows[0]?.location_timezone ?? 'UTC',
    events: told,
    more: Math.max(0, (head?.total ?? 0) - told.length),
    first: begun && first && begun.id === first.id ? first.id : null,
    uncertain: rival && first?.uncertain_ms != null ? { event: rival.id, ms: first.uncertain_ms } : null,
    is_late_first: first?.is_late_first ?? false,
    before: begun ? sources.others.map(eventOf).filter(({ at }) => at < begun.at) : [],
    earlier: sources.earlier.map(eventOf),
    present: followed ? presentOf(followed, sources) : null,
    next:
      sources.next && sources.next.people.length > 0
        ? { name: sources.next.people.join(', '), at: Date.parse(sources.next.at) }
        : null,
    advice: sources.advice?.text ?? null,
    advised: sources.advice?.event ?? null,
    running: [...new Set(running.map((row) => row.device_id))],
  };
}
