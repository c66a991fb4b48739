import { ALARM, type KeptFrame } from '../passing.ts';
import type { Desk } from './desk.ts';
import { write } from './desk.ts';
import { deviceNow } from './maintenance.ts';
import type { Plan } from './plan.ts';
import { ALARM_OPEN, type JudgeState, type Open } from './state.ts';
import { turnOff } from './warnings.ts';

const fixed = 'Fix Notification';

/**
 * Fix Notification (decisions.md 6): ends every active event that the live state no longer bears out, and returns how
 * many of this state those were. `online`: an open offline event is no longer true.
 */
export function fixOpenEvents(
  state: JudgeState,
  plan: Plan,
  known: Pick<KeptFrame, 'flags'>,
  online: boolean,
  desk: Desk,
): void {
  const at = deviceNow(state, desk);
  for (const [path, open] of [...state.alarms]) {
    const index = plan.layout.byPath.get(path);
    if (index !== undefined && ((known.flags[index] ?? 0) & ALARM) !== 0) continue;
    state.alarms.delete(path);
    if (index !== undefined) state.marks[index] = (state.marks[index] ?? 0) & ~ALARM_OPEN;
    const [groupId = null, sensorId = null] = path.split('.');
    const sensorName = index === undefined ? sensorId : (plan.names[index] ?? sensorId);
    write(desk, plan, { type: 'alarm_off', at, content: fixed, groupId, sensorId, sensorName, forebear: open });
  }
  for (const rule of state.rules.values()) {
    if (!rule.open || rule.holds === true) continue;
    rule.counterMs = 0;
    turnOff(plan, rule, at, fixed, desk);
  }
  for (const [groupId, open] of [...state.lost]) {
    if (plan.nodes.some((node) => node.groupId === groupId)) continue;
    state.lost.delete(groupId);
    write(desk, plan, { type: 'warning_off', at, content: fixed, groupId, sensorName: groupId, forebear: open });
  }
  if (online && state.offline) {
    desk.out.ends.push({ id: state.offline.id, deviceId: plan.device.id, endedAt: desk.now, reason: fixed });
    state.offline = null;
  }
}

/** Everything that is open, for a device that is removed: its events end without an event of their own. */
export function endAll(state: JudgeState, plan: Plan, reason: string, desk: Desk): void {
  for (const open of openEvents(state))
    desk.out.ends.push({ id: open.id, deviceId: plan.device.id, endedAt: Math.max(open.at, desk.now), reason });
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

/** Every event of this device that nothing has ended. */
export function openEvents(state: JudgeState): Open[] {
  const warnings = [...state.rules.values()].flatMap((rule) => rule.open ?? []);
  const device = state.offline ? [state.offline] : [];
  return [...state.alarms.values(), ...state.testAlarms.values(), ...state.lost.values(), ...warnings, ...device];
}
