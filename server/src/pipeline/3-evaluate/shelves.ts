import { type Priority, priorityLevel } from '@tocsin/contract/priority';
import type { ActiveShelf, ShelfChange, ShelfCover, ShelfSpan, ShelfTarget } from '../shelf-types.ts';
import type { EventRow } from '../types.ts';
import type { Plan } from './evaluation-plan.ts';
import type { EvaluationState, Open } from './evaluation-state.ts';
import { urgencyOf } from './event-priority.ts';
import { type EventSink, write } from './event-sink.ts';

/**
 * Shelves hold back the messages about warnings, and if ticked about alarms, for a limited time by the server's clock.
 * Evaluation itself does not change: events are stored as always, marked as shelved, and the state of the sensors stays.
 */

type EventOf = Pick<EventRow, 'type' | 'groupId' | 'sensorId' | 'ruleId'>;

/** Whether a shelf is about this kind of event. Never about offline devices, clocks or rejected data. */
export function coversEvent(shelf: Omit<ShelfCover, 'priority'>, event: EventOf): boolean {
  const isAlarm = event.type.startsWith('alarm_');
  if (!isAlarm && !event.type.startsWith('warning_')) return false;
  if (isAlarm && !shelf.coversAlarms) return false;
  if (shelf.ruleId !== null) return event.ruleId === shelf.ruleId;
  if (shelf.groupId === null) return true;
  return event.groupId === shelf.groupId && (shelf.sensorId === null || event.sensorId === shelf.sensorId);
}

/** Whether any of the shelves holds this beginning back; a higher priority than the shelf's breaks through. */
function isHeldBack(shelves: Iterable<ShelfCover>, event: EventOf, priority: Priority | null): boolean {
  for (const shelf of shelves)
    if (coversEvent(shelf, event) && priorityLevel(priority) >= priorityLevel(shelf.priority)) return true;
  return false;
}

interface OpenEvent {
  readonly open: Open;
  readonly event: EventOf;
}

/** Open events that a shelf can cover; those of a maintenance test never. */
export function shelvable(state: EvaluationState): OpenEvent[] {
  const out: OpenEvent[] = [];
  const add = (open: Open, type: EventRow['type'], path: string, ruleId: number | null): void => {
    const [groupId = null, sensorId = null] = path.split('.');
    out.push({ open, event: { type, groupId, sensorId, ruleId } });
  };
  for (const [path, open] of state.alarms) add(open, 'alarm_on', path, null);
  for (const [path, open] of state.suspects) add(open, 'alarm_on', path, null);
  for (const [groupId, open] of state.lost) add(open, 'warning_on', groupId, null);
  for (const rule of state.rules.values())
    if (rule.open && !rule.test) add(rule.open, 'warning_on', rule.path, rule.ruleId);
  return out;
}

/** The position in an evaluation's lists from which events are new. */
export interface Mark {
  readonly events: number;
  readonly changes: number;
}
/** Remembers how much an evaluation holds already. */
export const markOf = ({ out }: EventSink): Mark => ({ events: out.events.length, changes: out.changes.length });

/** Marks the beginnings since `mark` that active shelves hold back, in the evaluation and in the state. */
export function holdBack(state: EvaluationState, sink: EventSink, mark: Mark): void {
  if (state.shelves.size === 0) return;
  const { events, changes } = sink.out;
  for (let i = mark.events; i < events.length; i++) {
    const event = events[i];
    if (!event || event.forebearId !== null || event.test) continue;
    if (!isHeldBack(state.shelves.values(), event, event.priority)) continue;
    const held = shelvable(state).find(({ open }) => open.id === event.id);
    // A beginning that ended within the same frame has no open event; it stays marked.
    if (held) held.open.shelved = true;
    events[i] = { ...event, shelved: true };
  }
  for (let i = mark.changes; i < changes.length; i++) {
    const change = changes[i];
    if (change?.kind !== 'live') continue;
    const held = shelvable(state).some(({ open }) => open.id === change.id && open.shelved === true);
    if (held) changes[i] = { ...change, event: { ...change.event, shelved: true } };
  }
}

/** Marks what is open and covered when a shelf begins. */
export function holdOpen(state: EvaluationState, plan: Plan, sink: EventSink): void {
  for (const { open, event } of shelvable(state)) {
    if (open.shelved || !isHeldBack(state.shelves.values(), event, urgencyOf(event, plan).priority)) continue;
    open.shelved = true;
    sink.out.changes.push({ kind: 'shelved', id: open.id, deviceId: plan.device.id });
  }
}

type ShelfEnding = Pick<ShelfChange & { kind: 'end' }, 'endedAt' | 'by' | 'reason'>;

/**
 * Ends a shelf. Active events that no other shelf holds back notify from now on as if they had just begun; their
 * beginnings stay.
 */
export function endShelf(
  state: EvaluationState,
  plan: Plan,
  shelf: ActiveShelf,
  ending: ShelfEnding,
  sink: EventSink,
): void {
  state.shelves.delete(shelf.id);
  sink.out.shelves.push({ kind: 'end', deviceId: plan.device.id, id: shelf.id, ...ending });
  logShelf(plan, shelf, ending.endedAt, endText(ending), sink);
  for (const { open, event } of shelvable(state)) {
    if (!open.shelved || isHeldBack(state.shelves.values(), event, urgencyOf(event, plan).priority)) continue;
    delete open.shelved;
    sink.out.changes.push({ kind: 'unshelved', id: open.id, deviceId: plan.device.id, at: sink.now });
  }
}

function endText({ by, reason }: ShelfEnding): string {
  if (by !== null) return `Shelving ended by ${by}`;
  switch (reason) {
    case 'moved':
      return 'Shelving ended: the device was moved';
    case 'removed':
      return 'Shelving ended: the device was removed';
    case 'rule_changed':
      return 'Shelving ended: the rule was removed';
    default:
      return 'Shelving ended';
  }
}

/** Ends the shelves whose time is over at the server's time of the sink; each at exactly its end. */
export function endDueShelves(state: EvaluationState, plan: () => Plan, sink: EventSink): void {
  if (state.shelves.size === 0) return;
  for (const shelf of [...state.shelves.values()].sort((a, b) => a.until - b.until || a.id - b.id))
    if (shelf.until <= sink.now)
      endShelf(state, plan(), shelf, { endedAt: shelf.until, by: null, reason: 'expired' }, sink);
}

/** Ends the shelves of rules that no longer exist. */
export function endShelvesOfRules(state: EvaluationState, plan: Plan, sink: EventSink): void {
  const rules = new Set(plan.device.warningRules.map((rule) => rule.id));
  endShelves(state, plan, (shelf) => shelf.ruleId !== null && !rules.has(shelf.ruleId), 'rule_changed', sink);
}

/** Ends every matching shelf now, for a reason other than its time. */
export function endShelves(
  state: EvaluationState,
  plan: Plan,
  which: (shelf: ActiveShelf) => boolean,
  reason: ShelfEnding['reason'],
  sink: EventSink,
): void {
  for (const shelf of [...state.shelves.values()])
    if (which(shelf)) endShelf(state, plan, shelf, { endedAt: sink.now, by: null, reason }, sink);
}

/** Server time at which the next shelf ends; Infinity without one. */
export function nextShelfEnd(state: EvaluationState): number {
  let soonest = Number.POSITIVE_INFINITY;
  for (const shelf of state.shelves.values()) if (shelf.until < soonest) soonest = shelf.until;
  return soonest;
}

/** Records a change of a shelf in the log; returns the event's id. */
export function logShelf(plan: Plan, target: ShelfTarget, at: number, content: string, sink: EventSink): number {
  const { groupId, sensorId } = target;
  const sensorName = nameOf(plan, target);
  return write(sink, plan, { type: 'device_administration', at, content, groupId, sensorId, sensorName }).id;
}

/** The name of the shelved sensor or node; null for the whole device. */
export function nameOf(plan: Plan, { groupId, sensorId }: ShelfTarget): string | null {
  if (groupId === null) return null;
  if (sensorId === null) return plan.nodes.find((node) => node.groupId === groupId)?.name ?? groupId;
  const index = plan.layout.byPath.get(`${groupId}.${sensorId}`);
  return (index === undefined ? undefined : plan.names[index]) ?? sensorId;
}

/**
 * Marks late events by the shelves of their time: a beginning by what covered it at that moment, an end by its
 * beginning.
 */
export function markLate(
  events: readonly EventRow[],
  spans: readonly ShelfSpan[],
  wasShelved: (id: number) => boolean,
): EventRow[] {
  const held = new Set<number>();
  const isHeld = (event: EventRow): boolean => {
    if (event.forebearId !== null) return held.has(event.forebearId) || wasShelved(event.forebearId);
    const then = spans.filter((span) => event.at >= span.from && event.at < span.to);
    return !event.test && isHeldBack(then, event, event.priority);
  };
  return events.map((event) => {
    if (!isHeld(event)) return event;
    held.add(event.id);
    return { ...event, shelved: true };
  });
}
