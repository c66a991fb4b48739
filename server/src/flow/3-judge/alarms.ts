import { ALARM, ALARM_SENT, HOLDS, type KeptFrame, SENT } from '../passing.ts';
import { type Desk, makeEvent, sensorFact, write } from './desk.ts';
import type { Plan } from './plan.ts';
import { ALARM_OPEN, GONE, HAD_VALUE, type JudgeState } from './state.ts';

/**
 * Null without a state in so many frames in a row: the sensor has disappeared. What a frame left out does not count, but
 * a null that a device by exception sent holds, as its values do.
 */
const nullsToDisappear = 3;

/**
 * One pass over a frame's sensors: alarms that came or went, and sensors that disappeared. The hot loop of stage 3: it
 * touches nothing but numbers unless something changes.
 */
export function judgeSensors(
  state: JudgeState,
  plan: Plan,
  texts: readonly string[],
  frame: KeptFrame,
  silent: ReadonlySet<number>,
  desk: Desk,
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
      if (alarm) alarmOn(state, plan, texts, frame, i, desk);
      else alarmOff(state, plan, texts, frame, i, desk);
    }
    const value = values[i] ?? Number.NaN;
    // NaN alone differs from itself; cheaper than a call in the hot loop.
    if (value - value === 0) {
      if ((mark & (HAD_VALUE | GONE)) !== HAD_VALUE) marks[i] = ((marks[i] ?? 0) | HAD_VALUE) & ~GONE;
      if (nulls[i] !== 0) nulls[i] = 0;
    } else if (((flag & SENT) !== 0 || (holds && nulls[i] !== 0)) && (mark & (HAD_VALUE | GONE)) === HAD_VALUE) {
      if ((words[i] ?? 0) !== 0) nulls[i] = 0;
      else nulls[i] = (nulls[i] ?? 0) + 1;
      if ((nulls[i] ?? 0) >= nullsToDisappear) disappear(state, plan, i, frame.ts, desk);
    }
  }
  if (state.suspects.size > 0) state.suspects.clear();
}

function alarmOn(
  state: JudgeState,
  plan: Plan,
  texts: readonly string[],
  frame: KeptFrame,
  index: number,
  desk: Desk,
): void {
  const path = plan.layout.paths[index] ?? '';
  state.marks[index] = (state.marks[index] ?? 0) | ALARM_OPEN;
  const told = state.suspects.get(path);
  const test = state.test?.path === path;
  const fact = {
    ...sensorFact(plan, index, frame.values[index] ?? Number.NaN),
    type: 'alarm_on',
    at: told?.at ?? frame.ts,
    content: wordOf(texts, frame, index) || 'Alarm',
    active: true,
    test,
  } as const;
  if (told) {
    // It was told once, marked late; now the clock rule says that it is live.
    const event = makeEvent(desk, plan, fact, told.id);
    desk.out.changes.push({ kind: 'live', id: told.id, deviceId: plan.device.id, at: told.at, event });
    state.alarms.set(path, told);
    return;
  }
  (test ? state.testAlarms : state.alarms).set(path, write(desk, plan, fact));
}

function alarmOff(
  state: JudgeState,
  plan: Plan,
  texts: readonly string[],
  frame: KeptFrame,
  index: number,
  desk: Desk,
): void {
  const path = plan.layout.paths[index] ?? '';
  state.marks[index] = (state.marks[index] ?? 0) & ~ALARM_OPEN;
  const test = state.testAlarms.get(path);
  const open = test ?? state.alarms.get(path);
  if (!open) return;
  write(desk, plan, {
    ...sensorFact(plan, index, frame.values[index] ?? Number.NaN),
    type: 'alarm_off',
    at: frame.ts,
    content: wordOf(texts, frame, index) || 'Alarm cleared',
    forebear: open,
    test: test !== undefined,
  });
  state.testAlarms.delete(path);
  if (!test) state.alarms.delete(path);
}

/** The state text, which is the type of an alarm (decisions.md 7, Analytics), else the status. */
function wordOf(texts: readonly string[], frame: KeptFrame, index: number): string {
  const word = texts[frame.state[index] ?? 0] || texts[frame.status[index] ?? 0] || '';
  return word === 'OK' && ((frame.flags[index] ?? 0) & ALARM) !== 0 ? '' : word;
}

function disappear(state: JudgeState, plan: Plan, index: number, at: number, desk: Desk): void {
  state.marks[index] = (state.marks[index] ?? 0) | GONE;
  state.nulls[index] = 0;
  write(desk, plan, {
    ...sensorFact(plan, index, Number.NaN),
    type: 'sensor_disappeared',
    at,
    content: 'Sensor sends no data',
  });
}

/**
 * A late frame that may be the live one of a wrong clock: an alarm in it that is not open is told once, marked late.
 */
export function tellSuspects(
  state: JudgeState,
  plan: Plan,
  texts: readonly string[],
  frame: KeptFrame,
  desk: Desk,
): void {
  for (let i = 0; i < frame.flags.length; i++) {
    const flag = frame.flags[i] ?? 0;
    if ((flag & ALARM_SENT) === 0) continue;
    const path = plan.layout.paths[i] ?? '';
    const known = (state.marks[i] ?? 0) & ALARM_OPEN || state.suspects.has(path);
    if ((flag & ALARM) === 0 || known) continue;
    const open = write(desk, plan, {
      ...sensorFact(plan, i, frame.values[i] ?? Number.NaN),
      type: 'alarm_on',
      at: frame.ts,
      content: wordOf(texts, frame, i) || 'Alarm',
      lateButTold: true,
      test: state.test?.path === path,
    });
    state.suspects.set(path, open);
  }
}
