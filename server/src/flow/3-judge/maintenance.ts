import { untestableSensors } from '@tocsin/contract/maintenance';
import type { MaintenanceStep } from '../passing.ts';
import { type Desk, type Fact, write } from './desk.ts';
import type { Plan } from './plan.ts';
import { ALARM_OPEN, GONE, type JudgeState, type Open, type RuleState, type TestState } from './state.ts';
import { turnOff, turnOn } from './warnings.ts';

const untestable: ReadonlySet<string> = new Set(untestableSensors);

/** A person's step of a maintenance test. It enters the line at stage 3, so alarm state has one writer. */
export type TestCommand =
  | {
      readonly kind: 'start';
      readonly path: string;
      readonly serialNumber: string;
      readonly userId: number | null;
      readonly userName: string;
    }
  | {
      readonly kind: 'cancel';
      readonly path: string;
      readonly comment: string;
      readonly userId: number | null;
      readonly userName: string;
    };

/** What became of a step of a maintenance test; a refusal names the field of the form that it is shown at. */
export type TestAnswer =
  | { readonly kind: 'done'; readonly step: MaintenanceStep }
  | { readonly kind: 'refused'; readonly field: 'sensor_id' | 'comment' | 'event_type'; readonly text: string };

const refused = (field: 'sensor_id' | 'comment' | 'event_type', text: string): TestAnswer => ({
  kind: 'refused',
  field,
  text,
});
const restricted = 'Maintenance Mode Restricted';
/** A device that goes offline fails its test, so none can begin while it is away. */
const away = 'Device is Offline! No test is possible until the device is back online.';
const disappeared = 'The sensor sends no data: no test is possible until it is back.';

/** Does a person's step of a test, or says which field of it is refused and why. */
export function commandTest(state: JudgeState, plan: Plan, command: TestCommand, desk: Desk): TestAnswer {
  switch (command.kind) {
    case 'start':
      return start(state, plan, command, desk);
    case 'cancel':
      return cancel(state, plan, command, desk);
    default:
      return command satisfies never;
  }
}

function start(state: JudgeState, plan: Plan, command: TestCommand & { kind: 'start' }, desk: Desk): TestAnswer {
  const index = plan.layout.byPath.get(command.path);
  const sensor = index === undefined ? undefined : plan.layout.sensors[index];
  if (index === undefined || !sensor) return refused('sensor_id', 'The device has no such sensor');
  if (untestable.has(sensor.sensorId) || state.test) return refused('sensor_id', restricted);
  if (state.offline) return refused('sensor_id', away);
  if (((state.marks[index] ?? 0) & GONE) !== 0) return refused('sensor_id', disappeared);
  const group = plan.layout.groups.find((one) => one.id === sensor.groupId);
  state.test = {
    testId: desk.nextId(),
    path: command.path,
    groupId: sensor.groupId,
    groupName: group?.name ?? sensor.groupId,
    sensorId: sensor.sensorId,
    sensorName: plan.names[index] ?? sensor.name,
    serialNumber: command.serialNumber,
    userId: command.userId,
    userName: command.userName,
    startedAt: desk.now,
    alarmed: false,
  };
  const text = 'Sensor maintenance started. Please cause an alarm. Click to cancel';
  return {
    kind: 'done',
    step: step(state.test, plan, 'maintenance_expect_alarm_on', '', text, desk, state.test.testId),
  };
}

function cancel(state: JudgeState, plan: Plan, command: TestCommand & { kind: 'cancel' }, desk: Desk): TestAnswer {
  const { test } = state;
  if (!test || test.path !== command.path) return refused('sensor_id', 'No maintenance test of this sensor is running');
  if (testIsOn(state, plan, test))
    return refused('event_type', "A test can't be cancelled while the sensor is in alarm");
  if (command.comment.trim() === '') return refused('comment', 'This field may not be blank.');
  return { kind: 'done', step: end(state, plan, 'maintenance_canceled', command.comment, desk) };
}

/** Moves the running test by what the frames brought: the alarm came, or it went and the test succeeded. */
export function progressTest(state: JudgeState, plan: Plan, desk: Desk): void {
  const { test } = state;
  if (!test) return;
  const on = testIsOn(state, plan, test);
  if (on && !test.alarmed) {
    test.alarmed = true;
    const text = 'Alarm detected! Please clear alarm to finish test. Click to cancel';
    step(test, plan, 'maintenance_expect_alarm_off', '', text, desk);
  } else if (!on && test.alarmed) {
    end(state, plan, 'maintanance_succeeded', '', desk);
  }
}

/** 540 s are over, or the device went offline. */
export function failTest(state: JudgeState, plan: Plan, comment: string, desk: Desk): void {
  if (state.test) end(state, plan, 'maintenance_failed', comment, desk);
}

/** An IE-Node reports no alarms: there a warning is what the test waits for. */
function testIsOn(state: JudgeState, plan: Plan, test: TestState): boolean {
  if (state.testAlarms.has(test.path)) return true;
  if (!plan.warnsOnly) return false;
  for (const rule of state.rules.values()) if (rule.path === test.path && rule.open && rule.test) return true;
  return false;
}

const endTexts = {
  maintanance_succeeded: 'Maintenance test succeeded',
  maintenance_failed: 'Maintenance test failed',
  maintenance_canceled: 'Maintenance test canceled',
} as const;

/** The test gives the device back; an alarm that still stands becomes an alarm of its own at this moment. */
function end(
  state: JudgeState,
  plan: Plan,
  outcome: keyof typeof endTexts,
  comment: string,
  desk: Desk,
): MaintenanceStep {
  const { test } = state;
  if (!test) throw new Error('no test to end');
  state.test = null;
  const last = step(test, plan, outcome, comment, endTexts[outcome], desk);
  for (const rule of state.rules.values()) if (rule.path === test.path) giveBack(state, plan, rule, desk);
  const open = state.testAlarms.get(test.path);
  if (!open) return last;
  state.testAlarms.delete(test.path);
  desk.out.ends.push({
    id: open.id,
    deviceId: plan.device.id,
    endedAt: Math.max(open.at, deviceNow(state, desk)),
    reason: 'Test ended',
  });
  const index = plan.layout.byPath.get(test.path);
  const about = { groupId: test.groupId, sensorId: test.sensorId, sensorName: test.sensorName };
  const at = deviceNow(state, desk);
  state.alarms.set(test.path, write(desk, plan, { ...about, type: 'alarm_on', at, content: 'Alarm', active: true }));
  if (index !== undefined) state.marks[index] = (state.marks[index] ?? 0) | ALARM_OPEN;
  return last;
}

/**
 * A rule of the tested sensor has its delay again. Where warnings are all that a device has, one that still stands becomes
 * one of its own at this moment, as an alarm does; a sensor that has an alarm beside it may cool down first.
 */
function giveBack(state: JudgeState, plan: Plan, rule: RuleState, desk: Desk): void {
  rule.counterMs = 0;
  if (!rule.open || !rule.test) return;
  const at = deviceNow(state, desk);
  turnOff(plan, rule, at, '', desk);
  if (!plan.warnsOnly || rule.holds !== true) return;
  rule.counterMs = rule.delayMs;
  turnOn(state, plan, rule, at, desk);
}

/** Device's time at this moment, by the last frame. */
export function deviceNow(state: JudgeState, desk: Desk): number {
  return state.frameTs === null ? desk.now : state.frameTs + Math.max(0, desk.now - state.frameArrival);
}

function step(
  test: TestState,
  plan: Plan,
  name: MaintenanceStep['step'],
  comment: string,
  content: string,
  desk: Desk,
  id?: number,
): MaintenanceStep {
  const fact: Fact = {
    type: 'maintenance',
    at: desk.now,
    content,
    groupId: test.groupId,
    sensorId: test.sensorId,
    sensorName: test.sensorName,
    test: true,
  };
  const row: Open = write(id === undefined ? desk : { ...desk, nextId: () => id }, plan, fact);
  const { alarmed: _, path: __, ...who } = test;
  const made: MaintenanceStep = { ...who, id: row.id, deviceId: plan.device.id, step: name, at: desk.now, comment };
  desk.out.steps.push(made);
  return made;
}
