import { untestableSensors } from '@tocsin/contract/maintenance';
import { SensorStatus } from '@tocsin/contract/status';
import { texts as contents } from '@tocsin/contract/texts/event-contents';
import type { MaintenanceStep } from '../types.ts';
import { fullCounter, mayBegin } from './conditional-rules.ts';
import type { Plan } from './evaluation-plan.ts';
import {
  ALARM_OPEN,
  type EvaluationState,
  GONE,
  type Open,
  type RuleState,
  runningWalk,
  type TestState,
} from './evaluation-state.ts';
import { type EventSink, type Fact, write } from './event-sink.ts';
import { turnOff, turnOn } from './warning-events.ts';

/** Sensors that cannot be tripped by hand. */
export const untestable: ReadonlySet<string> = new Set(untestableSensors);

/** A person's step of a maintenance test. It enters the pipeline at stage 3, so that alarm state has one writer. */
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

/** The result of a step of a maintenance test; a refusal names the form field it belongs to. */
export type TestAnswer =
  | { readonly kind: 'done'; readonly step: MaintenanceStep }
  | { readonly kind: 'refused'; readonly field: 'sensor_id' | 'comment' | 'event_type'; readonly text: string };

const refused = (field: 'sensor_id' | 'comment' | 'event_type', text: string): TestAnswer => ({
  kind: 'refused',
  field,
  text,
});
const restricted = 'Maintenance Mode Restricted';
/** A device that goes offline fails its test, so no test can start while it is offline. */
const away = 'Device is Offline! No test is possible until the device is back online.';
const walking = 'A walk test is running at this device.';
const disappeared = 'The sensor sends no data: no test is possible until it is back.';

/** Runs a person's step of a test, or returns the refused field and the reason. */
export function commandTest(state: EvaluationState, plan: Plan, command: TestCommand, sink: EventSink): TestAnswer {
  switch (command.kind) {
    case 'start':
      return start(state, plan, command, sink);
    case 'cancel':
      return cancel(state, plan, command, sink);
    default:
      return command satisfies never;
  }
}

function start(
  state: EvaluationState,
  plan: Plan,
  command: TestCommand & { kind: 'start' },
  sink: EventSink,
): TestAnswer {
  const index = plan.layout.byPath.get(command.path);
  const sensor = index === undefined ? undefined : plan.layout.sensors[index];
  if (index === undefined || !sensor) return refused('sensor_id', 'The device has no such sensor');
  if (untestable.has(sensor.sensorId) || state.test) return refused('sensor_id', restricted);
  if (runningWalk(state)) return refused('sensor_id', walking);
  if (state.offline) return refused('sensor_id', away);
  if (((state.marks[index] ?? 0) & GONE) !== 0) return refused('sensor_id', disappeared);
  const group = plan.layout.groups.find((one) => one.id === sensor.groupId);
  state.test = {
    testId: sink.nextId(),
    path: command.path,
    groupId: sensor.groupId,
    groupName: group?.name ?? sensor.groupId,
    sensorId: sensor.sensorId,
    sensorName: plan.names[index] ?? sensor.name,
    serialNumber: command.serialNumber,
    userId: command.userId,
    userName: command.userName,
    startedAt: sink.now,
    alarmed: false,
  };
  return {
    kind: 'done',
    step: step(state.test, plan, 'maintenance_expect_alarm_on', '', contents.testStarted, sink, state.test.testId),
  };
}

function cancel(
  state: EvaluationState,
  plan: Plan,
  command: TestCommand & { kind: 'cancel' },
  sink: EventSink,
): TestAnswer {
  const { test } = state;
  if (!test || test.path !== command.path) return refused('sensor_id', 'No maintenance test of this sensor is running');
  if (testIsOn(state, plan, test))
    return refused('event_type', "A test can't be cancelled while the sensor is in alarm");
  if (command.comment.trim() === '') return refused('comment', 'This field may not be blank.');
  return { kind: 'done', step: end(state, plan, 'maintenance_canceled', command.comment, sink) };
}

/** Advances the running test by the frames' changes: the alarm came, or it ended and the test succeeded. */
export function progressTest(state: EvaluationState, plan: Plan, sink: EventSink): void {
  const { test } = state;
  if (!test) return;
  const on = testIsOn(state, plan, test);
  if (on && !test.alarmed) {
    test.alarmed = true;
    step(test, plan, 'maintenance_expect_alarm_off', '', contents.testAlarmed, sink);
  } else if (!on && test.alarmed) {
    end(state, plan, 'maintanance_succeeded', '', sink);
  }
}

/** Fails the test after 540 s or when the device goes offline. */
export function failTest(state: EvaluationState, plan: Plan, comment: string, sink: EventSink): void {
  if (state.test) end(state, plan, 'maintenance_failed', comment, sink);
}

/** An IE-Node reports no alarms; its test waits for a warning. */
export function testIsOn(state: EvaluationState, plan: Plan, test: { readonly path: string }): boolean {
  if (state.testAlarms.has(test.path)) return true;
  if (!plan.warnsOnly) return false;
  for (const rule of state.rules.values()) if (rule.path === test.path && rule.open && rule.test) return true;
  return false;
}

const endTexts = {
  maintanance_succeeded: contents.testSucceeded,
  maintenance_failed: contents.testFailed,
  maintenance_canceled: contents.testCanceled,
} as const;

/** Ends a test; an alarm that is still active becomes a regular alarm at this moment. */
function end(
  state: EvaluationState,
  plan: Plan,
  outcome: keyof typeof endTexts,
  comment: string,
  sink: EventSink,
): MaintenanceStep {
  const { test } = state;
  if (!test) throw new Error('no test to end');
  state.test = null;
  const last = step(test, plan, outcome, comment, endTexts[outcome], sink);
  endTesting(state, plan, test, sink);
  return last;
}

/** A sensor whose test has ended. */
interface Tested {
  readonly path: string;
  readonly groupId: string;
  readonly sensorId: string;
  readonly sensorName: string;
}

/** What is still active of a sensor that is no longer under test becomes regular at this moment. */
export function endTesting(state: EvaluationState, plan: Plan, test: Tested, sink: EventSink): void {
  for (const rule of state.rules.values()) if (rule.path === test.path) giveBack(state, plan, rule, sink);
  const open = state.testAlarms.get(test.path);
  if (!open) return;
  state.testAlarms.delete(test.path);
  sink.out.ends.push({
    id: open.id,
    deviceId: plan.device.id,
    endedAt: Math.max(open.at, deviceNow(state, sink)),
    reason: 'Test ended',
  });
  const index = plan.layout.byPath.get(test.path);
  const about = { groupId: test.groupId, sensorId: test.sensorId, sensorName: test.sensorName };
  const at = deviceNow(state, sink);
  const { content = '', value = null } = open.reading ?? {};
  state.alarms.set(
    test.path,
    write(sink, plan, {
      ...about,
      type: 'alarm_on',
      at,
      content: content || SensorStatus.enum.Alarm,
      value,
      active: true,
    }),
  );
  if (index !== undefined) state.marks[index] = (state.marks[index] ?? 0) | ALARM_OPEN;
}

/**
 * Restores the delay of the tested sensor's rules. On devices that have only warnings, one that is still active becomes
 * a regular warning at this moment, like an alarm; a sensor that also has alarms may cool down first.
 */
function giveBack(state: EvaluationState, plan: Plan, rule: RuleState, sink: EventSink): void {
  rule.counterMs = 0;
  if (!rule.open || !rule.test) return;
  const at = deviceNow(state, sink);
  turnOff(plan, rule, at, '', sink);
  if (!plan.warnsOnly || rule.holds !== true || !mayBegin(state, plan, rule)) return;
  rule.counterMs = fullCounter(state, plan, rule);
  turnOn(state, plan, rule, at, sink);
}

/** Device time at this moment, derived from the last frame. */
export function deviceNow(state: EvaluationState, sink: EventSink): number {
  return state.frameTs === null ? sink.now : state.frameTs + Math.max(0, sink.now - state.frameArrival);
}

function step(
  test: TestState,
  plan: Plan,
  name: MaintenanceStep['step'],
  comment: string,
  content: string,
  sink: EventSink,
  id?: number,
): MaintenanceStep {
  const fact: Fact = {
    type: 'maintenance',
    at: sink.now,
    content,
    groupId: test.groupId,
    sensorId: test.sensorId,
    sensorName: test.sensorName,
    test: true,
  };
  const row: Open = write(id === undefined ? sink : { ...sink, nextId: () => id }, plan, fact);
  const { alarmed: _, path: __, ...who } = test;
  const newStep: MaintenanceStep = { ...who, id: row.id, deviceId: plan.device.id, step: name, at: sink.now, comment };
  sink.out.steps.push(newStep);
  return newStep;
}
