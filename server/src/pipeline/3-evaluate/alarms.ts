import { SensorStatus } from '@tocsin/contract/status';
import { type AcceptedFrame, ALARM, ALARM_SENT, HOLDS, SENT } from '../types.ts';
import type { Plan } from './evaluation-plan.ts';
import { ALARM_OPEN, type EvaluationState, GONE, HAD_VALUE, isArmed } from './evaluation-state.ts';
import { type EventSink, makeEvent, sensorFact, write } from './event-sink.ts';

/**
 * After this many consecutive frames with null and no state, the sensor has disappeared. Values a frame omits do not
 * count, but a null sent by a by-exception device remains valid, like its values.
 */
const nullsToDisappear = 3;

/**
 * Compares a frame with the evaluation state: alarms that began or ended, and sensors that disappeared. This is the hot
 * loop of stage 3: it touches only numbers unless something changes.
 */
export function evaluateAlarms(
  state: EvaluationState,
  plan: Plan,
  texts: readonly string[],
  frame: AcceptedFrame,
  silent: ReadonlySet<number>,
  sink: EventSink,
): void {
  const { flags, values, state: words } = frame;
  const { marks, nulls } = state;
  const anySilent = silent.size > 0;
  const holds = (frame.given & HOLDS) !== 0;
  for (let i = 0; i < flags.length; i++) {
    if (anySilent && silent.has(i)) continue;
    const flag = flags[i] ?? 0;
    const mark = marks[i] ?? 0;
    const alarm = (flag & ALARM) !== 0;
    if (alarm !== ((mark & ALARM_OPEN) !== 0)) {
      if (alarm) alarmOn(state, plan, texts, frame, i, sink);
      else alarmOff(state, plan, texts, frame, i, sink);
    }
    const value = values[i] ?? Number.NaN;
    // Only NaN differs from itself; this is cheaper than a call in the hot loop.
    if (value - value === 0) {
      if ((mark & (HAD_VALUE | GONE)) !== HAD_VALUE) marks[i] = ((marks[i] ?? 0) | HAD_VALUE) & ~GONE;
      if (nulls[i] !== 0) nulls[i] = 0;
    } else if (((flag & SENT) !== 0 || (holds && nulls[i] !== 0)) && (mark & (HAD_VALUE | GONE)) === HAD_VALUE) {
      if ((words[i] ?? 0) !== 0) nulls[i] = 0;
      else nulls[i] = (nulls[i] ?? 0) + 1;
      if ((nulls[i] ?? 0) >= nullsToDisappear) disappear(state, plan, i, frame.ts, sink);
    }
  }
  if (state.suspects.size > 0) state.suspects.clear();
}

/**
 * Alarms of a frame that was refused because the device's clock is ahead: they begin and end at the server's time, and
 * say so; what was open already, or was not sent, stays.
 */
export function evaluateAhead(
  state: EvaluationState,
  plan: Plan,
  texts: readonly string[],
  frame: AcceptedFrame,
  sink: EventSink,
): void {
  for (let i = 0; i < frame.flags.length; i++) {
    const flag = frame.flags[i] ?? 0;
    if ((flag & ALARM_SENT) === 0) continue;
    const alarm = (flag & ALARM) !== 0;
    if (alarm === (((state.marks[i] ?? 0) & ALARM_OPEN) !== 0)) continue;
    if (alarm) alarmOn(state, plan, texts, frame, i, sink, aheadNote);
    else alarmOff(state, plan, texts, frame, i, sink, aheadNote);
  }
}
const aheadNote = ' (late: device clock is ahead)';

function alarmOn(
  state: EvaluationState,
  plan: Plan,
  texts: readonly string[],
  frame: AcceptedFrame,
  index: number,
  sink: EventSink,
  note = '',
): void {
  const path = plan.layout.paths[index] ?? '';
  state.marks[index] = (state.marks[index] ?? 0) | ALARM_OPEN;
  const suspected = state.suspects.get(path);
  // A suspected alarm has notified already.
  const inWalk = !suspected && isArmed(state, path);
  const test = inWalk || state.test?.path === path;
  const fact = {
    ...sensorFact(plan, index, frame.values[index] ?? Number.NaN),
    type: 'alarm_on',
    at: suspected?.at ?? frame.ts,
    content: (wordOf(texts, frame, index) || SensorStatus.enum.Alarm) + note,
    active: true,
    test,
    inWalk,
  } as const;
  if (suspected) {
    // It was published once, marked late; the clock rule has now made it live.
    const event = makeEvent(sink, plan, fact, suspected.id);
    sink.out.changes.push({ kind: 'live', id: suspected.id, deviceId: plan.device.id, at: suspected.at, event });
    state.alarms.set(path, suspected);
    return;
  }
  (test ? state.testAlarms : state.alarms).set(path, write(sink, plan, fact));
}

function alarmOff(
  state: EvaluationState,
  plan: Plan,
  texts: readonly string[],
  frame: AcceptedFrame,
  index: number,
  sink: EventSink,
  note = '',
): void {
  const path = plan.layout.paths[index] ?? '';
  state.marks[index] = (state.marks[index] ?? 0) & ~ALARM_OPEN;
  const test = state.testAlarms.get(path);
  const open = test ?? state.alarms.get(path);
  if (!open) return;
  write(sink, plan, {
    ...sensorFact(plan, index, frame.values[index] ?? Number.NaN),
    type: 'alarm_off',
    at: frame.ts,
    content: (wordOf(texts, frame, index) || 'Alarm cleared') + note,
    forebear: open,
    test: test !== undefined,
  });
  state.testAlarms.delete(path);
  if (!test) state.alarms.delete(path);
}

/** Records the newest state text and displayed value of a sensor in alarm during a maintenance test. */
export function noteTestAlarms(
  state: EvaluationState,
  plan: Plan,
  texts: readonly string[],
  frame: AcceptedFrame,
): void {
  for (const [path, open] of state.testAlarms) {
    const index = plan.layout.byPath.get(path);
    if (index === undefined) continue;
    const { value = null } = sensorFact(plan, index, frame.values[index] ?? Number.NaN);
    state.testAlarms.set(path, { ...open, reading: { content: wordOf(texts, frame, index), value } });
  }
}

/** The state text, which is an alarm's type, or else the status. */
function wordOf(texts: readonly string[], frame: AcceptedFrame, index: number): string {
  const word = texts[frame.state[index] ?? 0] || texts[frame.status[index] ?? 0] || '';
  return word === SensorStatus.enum.OK && ((frame.flags[index] ?? 0) & ALARM) !== 0 ? '' : word;
}

function disappear(state: EvaluationState, plan: Plan, index: number, at: number, sink: EventSink): void {
  state.marks[index] = (state.marks[index] ?? 0) | GONE;
  state.nulls[index] = 0;
  write(sink, plan, {
    ...sensorFact(plan, index, Number.NaN),
    type: 'sensor_disappeared',
    at,
    content: 'Sensor sends no data',
  });
}

/**
 * A late frame may be a live one from a wrong clock: an alarm in it that is not open is published once, marked late.
 */
export function emitUnconfirmedAlarms(
  state: EvaluationState,
  plan: Plan,
  texts: readonly string[],
  frame: AcceptedFrame,
  sink: EventSink,
): void {
  for (let i = 0; i < frame.flags.length; i++) {
    const flag = frame.flags[i] ?? 0;
    if ((flag & ALARM_SENT) === 0) continue;
    const path = plan.layout.paths[i] ?? '';
    const known = (state.marks[i] ?? 0) & ALARM_OPEN || state.suspects.has(path);
    if ((flag & ALARM) === 0 || known) continue;
    const open = write(sink, plan, {
      ...sensorFact(plan, i, frame.values[i] ?? Number.NaN),
      type: 'alarm_on',
      at: frame.ts,
      content: wordOf(texts, frame, i) || SensorStatus.enum.Alarm,
      notifyThoughLate: true,
      test: state.test?.path === path,
    });
    state.suspects.set(path, open);
  }
}
