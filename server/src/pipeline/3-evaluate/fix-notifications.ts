import { texts as contents } from '@tocsin/contract/texts/event-contents';
import { type AcceptedFrame, ALARM } from '../types.ts';
import type { Plan } from './evaluation-plan.ts';
import { ALARM_OPEN, type EvaluationState, type Open } from './evaluation-state.ts';
import { type EventSink, write } from './event-sink.ts';
import { deviceNow } from './maintenance.ts';
import { turnOff } from './warning-events.ts';

/**
 * Fix Notification: ends every active event that the live state no longer supports, and returns how many of this
 * evaluation state those were. `online`: an open offline event no longer applies.
 */
export function fixOpenEvents(
  state: EvaluationState,
  plan: Plan,
  known: Pick<AcceptedFrame, 'flags'>,
  online: boolean,
  sink: EventSink,
): void {
  const at = deviceNow(state, sink);
  for (const [path, open] of [...state.alarms]) {
    const index = plan.layout.byPath.get(path);
    if (index !== undefined && ((known.flags[index] ?? 0) & ALARM) !== 0) continue;
    state.alarms.delete(path);
    if (index !== undefined) state.marks[index] = (state.marks[index] ?? 0) & ~ALARM_OPEN;
    const [groupId = null, sensorId = null] = path.split('.');
    const sensorName = index === undefined ? sensorId : (plan.names[index] ?? sensorId);
    write(sink, plan, {
      type: 'alarm_off',
      at,
      content: contents.fixed,
      groupId,
      sensorId,
      sensorName,
      forebear: open,
    });
  }
  for (const rule of state.rules.values()) {
    if (!rule.open || rule.holds === true) continue;
    rule.counterMs = 0;
    turnOff(plan, rule, at, contents.fixed, sink);
  }
  for (const [groupId, open] of [...state.lost]) {
    if (plan.nodes.some((node) => node.groupId === groupId)) continue;
    state.lost.delete(groupId);
    write(sink, plan, {
      type: 'warning_off',
      at,
      content: contents.fixed,
      groupId,
      sensorName: groupId,
      forebear: open,
    });
  }
  if (online && state.offline) {
    sink.out.ends.push({ id: state.offline.id, deviceId: plan.device.id, endedAt: sink.now, reason: contents.fixed });
    state.offline = null;
  }
}

/** Ends everything that is open for a removed device, without events for the ends. */
export function endAll(state: EvaluationState, plan: Plan, reason: string, sink: EventSink): void {
  for (const open of openEvents(state))
    sink.out.ends.push({ id: open.id, deviceId: plan.device.id, endedAt: Math.max(open.at, sink.now), reason });
  state.alarms.clear();
  state.testAlarms.clear();
  state.suspects.clear();
  state.lost.clear();
  for (const rule of state.rules.values()) {
    rule.open = null;
    rule.counterMs = 0;
  }
  for (let i = 0; i < state.marks.length; i++) state.marks[i] = (state.marks[i] ?? 0) & ~ALARM_OPEN;
  state.offline = null;
}

/** Every event of this device that has not ended. */
export function openEvents(state: EvaluationState): Open[] {
  const warnings = [...state.rules.values()].flatMap((rule) => rule.open ?? []);
  const device = state.offline ? [state.offline] : [];
  return [...state.alarms.values(), ...state.testAlarms.values(), ...state.lost.values(), ...warnings, ...device];
}
