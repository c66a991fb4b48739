import type { EventType } from '@tocsin/contract/event';
import type { EventChange, EventEnd, EventRow, MaintenanceStep } from '../passing.ts';
import { shownValue } from '../shown.ts';
import type { Plan } from './plan.ts';
import type { Open } from './state.ts';

/** What judging found. */
export interface Judged {
  readonly events: EventRow[];
  readonly ends: EventEnd[];
  readonly changes: EventChange[];
  readonly steps: MaintenanceStep[];
}
/** Nothing judged yet; filled by what the changes come to. */
export const freshJudged = (): Judged => ({ events: [], ends: [], changes: [], steps: [] });

/** Where events are written down: knows the ids, the server's time, and whether history is being read anew. */
export interface Desk {
  readonly now: number;
  readonly nextId: () => number;
  readonly out: Judged;
  /** True while an hour of history is judged: its events are late. */
  readonly late: boolean;
}

/** What happened, at which moment (unix milliseconds, corrected), before it has an id. */
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
  readonly ruleId?: number | null;
  /** Marked late and told all the same. */
  readonly lateButTold?: boolean;
}

/** Writes one event; with a forebear, also its end. */
export function write(desk: Desk, plan: Plan, fact: Fact): Open {
  const event = makeEvent(desk, plan, fact, desk.nextId());
  desk.out.events.push(event);
  if (fact.forebear)
    desk.out.ends.push({ id: fact.forebear.id, deviceId: plan.device.id, endedAt: event.at, reason: null });
  return { id: event.id, at: event.at, receivedAt: desk.now };
}

/** An event's row; an end is never before its beginning. */
export function makeEvent(desk: Desk, plan: Plan, fact: Fact, id: number): EventRow {
  const late = desk.late || fact.lateButTold === true;
  return {
    id,
    deviceId: plan.device.id,
    type: fact.type,
    // A clock that was set back never makes a negative duration.
    at: fact.forebear ? Math.max(fact.at, fact.forebear.at) : fact.at,
    receivedAt: desk.now,
    groupId: fact.groupId ?? null,
    sensorId: fact.sensorId ?? null,
    sensorName: fact.sensorName ?? null,
    content: fact.content,
    value: fact.value ?? null,
    late,
    told: !late || fact.lateButTold === true,
    forebearId: fact.forebear?.id ?? null,
    active: fact.active === true && !late && fact.test !== true,
    test: fact.test === true,
    ruleId: fact.ruleId ?? null,
  };
}

/** The part of an event that names a sensor of the layout, with its shown value. */
export function sensorFact(
  plan: Plan,
  index: number,
  raw: number,
): Pick<Fact, 'groupId' | 'sensorId' | 'sensorName' | 'value'> {
  const sensor = plan.layout.sensors[index];
  const value = shownValue(plan.shown[index], raw);
  return {
    groupId: sensor?.groupId ?? null,
    sensorId: sensor?.sensorId ?? null,
    sensorName: plan.names[index] ?? null,
    value: Number.isNaN(value) ? null : value,
  };
}
