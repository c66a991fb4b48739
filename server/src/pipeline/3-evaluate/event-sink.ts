import type { EventType } from '@tocsin/contract/event';
import type { ShelfChange } from '../shelf-types.ts';
import type { EventChange, EventEnd, EventRow, MaintenanceStep } from '../types.ts';
import { convertedValue } from '../unit-conversion.ts';
import type { WalkRow } from '../walk-types.ts';
import { needsAcknowledgement } from './acknowledgement-need.ts';
import type { Plan } from './evaluation-plan.ts';
import type { Open } from './evaluation-state.ts';
import { urgencyOf } from './event-priority.ts';

/** The results of an evaluation. */
export interface Evaluation {
  readonly events: EventRow[];
  readonly ends: EventEnd[];
  readonly changes: EventChange[];
  readonly steps: MaintenanceStep[];
  readonly shelves: ShelfChange[];
  readonly walks: WalkRow[];
}
/** An empty evaluation, filled while the changes are processed. */
export const emptyEvaluation = (): Evaluation => ({
  events: [],
  ends: [],
  changes: [],
  steps: [],
  shelves: [],
  walks: [],
});

/** Collects events. It provides the ids and the server's time, and knows whether history is being re-evaluated. */
export interface EventSink {
  readonly now: number;
  readonly nextId: () => number;
  readonly out: Evaluation;
  /** True while an hour of history is evaluated: its events are late. */
  readonly late: boolean;
}

/** A change with its time (unix milliseconds, corrected), before it has an id. */
export interface Fact {
  readonly type: EventType;
  readonly at: number;
  readonly content: string;
  readonly groupId?: string | null;
  readonly sensorId?: string | null;
  readonly sensorName?: string | null;
  readonly value?: number | null;
  readonly forebear?: Open | null;
  readonly active?: boolean;
  readonly test?: boolean;
  /** A test event of a walk test; its end is one by its forebear. */
  readonly inWalk?: boolean;
  readonly ruleId?: number | null;
  /** Marked late, but published all the same. */
  readonly notifyThoughLate?: boolean;
}

/** Adds one event; with a forebear it also ends that event. */
export function write(sink: EventSink, plan: Plan, fact: Fact): Open {
  const event = makeEvent(sink, plan, fact, sink.nextId());
  sink.out.events.push(event);
  if (fact.forebear)
    sink.out.ends.push({ id: fact.forebear.id, deviceId: plan.device.id, endedAt: event.at, reason: null });
  const open = { id: event.id, at: event.at, receivedAt: sink.now };
  return event.inWalk ? { ...open, inWalk: true } : open;
}

/** Builds the row of an event; an end is never before its start. */
export function makeEvent(sink: EventSink, plan: Plan, fact: Fact, id: number): EventRow {
  const late = sink.late || fact.notifyThoughLate === true;
  const { priority, respondWithinMinutes } = urgencyOf(fact, plan);
  return {
    id,
    deviceId: plan.device.id,
    type: fact.type,
    // A clock that was set back must not give a negative duration.
    at: fact.forebear ? Math.max(fact.at, fact.forebear.at) : fact.at,
    receivedAt: sink.now,
    groupId: fact.groupId ?? null,
    sensorId: fact.sensorId ?? null,
    sensorName: fact.sensorName ?? null,
    content: fact.content,
    value: fact.value ?? null,
    late,
    notified: !late || fact.notifyThoughLate === true,
    forebearId: fact.forebear?.id ?? null,
    active: fact.active === true && !late && fact.test !== true,
    test: fact.test === true,
    inWalk: fact.inWalk === true || fact.forebear?.inWalk === true ? true : undefined,
    ruleId: fact.ruleId ?? null,
    needsAcknowledgement: needsAcknowledgement(fact, plan, sink.now),
    // An end is held back with its beginning; beginnings are marked once the frame is evaluated.
    shelved: fact.forebear?.shelved === true,
    priority,
    respondWithinMinutes,
  };
}

/** The fields of an event that name a sensor of the layout, with its displayed value. */
export function sensorFact(
  plan: Plan,
  index: number,
  raw: number,
): Pick<Fact, 'groupId' | 'sensorId' | 'sensorName' | 'value'> {
  const sensor = plan.layout.sensors[index];
  const value = convertedValue(plan.shown[index], raw);
  return {
    groupId: sensor?.groupId ?? null,
    sensorId: sensor?.sensorId ?? null,
    sensorName: plan.names[index] ?? null,
    value: Number.isNaN(value) ? null : value,
  };
}
