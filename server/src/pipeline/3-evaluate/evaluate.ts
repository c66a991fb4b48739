import { testFailsAfterMs } from '@tocsin/contract/maintenance';
import type { AcceptedFrame, Change, EvaluatedDevice, IndexedLayout } from '../types.ts';
import { emitUnconfirmedAlarms, evaluateAhead, evaluateAlarms, noteTestAlarms } from './alarms.ts';
import { makePlan, type Plan } from './evaluation-plan.ts';
import { type EvaluationState, GONE, HAD_VALUE, isArmed, moveMarks, runningWalk } from './evaluation-state.ts';
import { type EventSink, write } from './event-sink.ts';
import { evaluateNodes, evaluateSn2 } from './lost-nodes.ts';
import { failTest, progressTest } from './maintenance.ts';
import { shiftWindow } from './rule-windows.ts';
import { sensorThatRuns } from './running-sensor.ts';
import { endDueShelves, endShelvesOfRules, holdBack, markOf, nextShelfEnd } from './shelves.ts';
import { endWalk, nextWalkDeadline, progressWalk, runWalkDeadlines } from './walk.ts';
import { applyConditions, applyRules, nextTurn, runCounters } from './warnings.ts';

/** A device in stage 3: its evaluation state and its lookup data. */
export interface DeviceEvaluator {
  state: EvaluationState;
  /** null before the first birth. */
  plan: Plan | null;
}

/** Evaluates the changes from stage 2, in order. */
export function evaluate(
  self: DeviceEvaluator,
  device: EvaluatedDevice,
  texts: readonly string[],
  changes: readonly Change[],
  sink: EventSink,
): void {
  withShelves(self, device, sink, () => {
    for (const change of changes) evaluateChange(self, device, texts, change, sink);
  });
}

/**
 * Runs a change of the evaluation state between the two parts of shelving: shelves whose time is over end before it,
 * and active ones hold back what begins in it. In a replay of history, marking follows from the stored shelves. What is
 * due in a walk test comes before the change too.
 */
export function withShelves<T>(self: DeviceEvaluator, device: EvaluatedDevice, sink: EventSink, change: () => T): T {
  if (sink.late) return change();
  runWalkDeadlines(self.state, () => planOf(self, device), sink);
  if (self.state.shelves.size === 0) return change();
  endDueShelves(self.state, () => planOf(self, device), sink);
  const mark = markOf(sink);
  const result = change();
  holdBack(self.state, sink, mark);
  return result;
}

function evaluateChange(
  self: DeviceEvaluator,
  device: EvaluatedDevice,
  texts: readonly string[],
  change: Change,
  sink: EventSink,
): void {
  const { state } = self;
  const plan = planOf(self, device);
  switch (change.kind) {
    case 'frame': {
      const { frame } = change;
      runCounters(state, plan, frame.ts, sink);
      progressTest(state, plan, sink);
      const silent = evaluateNodes(state, plan, texts, frame, sink);
      evaluateAlarms(state, plan, texts, frame, silent, sink);
      if (state.testAlarms.size > 0) noteTestAlarms(state, plan, texts, frame);
      if (plan.sn2.length > 0) evaluateSn2(state, plan, texts, frame, silent, sink);
      if (state.rules.size > 0) applyConditions(state, plan, texts, frame, sink);
      state.countedTo = frame.ts;
      state.frameTs = frame.ts;
      state.frameArrival = frame.receivedAt;
      state.holdMs = change.holdMs;
      progressTest(state, plan, sink);
      if (state.walk) followWalk(state, plan, texts, frame, sink);
      return;
    }
    case 'layout':
      takeLayout(self, device, change.before, change.after, change.at, sink);
      return;
    case 'ahead':
      evaluateAhead(state, plan, texts, change.frame, sink);
      progressWalk(state, plan, sink);
      return;
    case 'suspect':
      emitUnconfirmedAlarms(state, plan, texts, change.frame, sink);
      return;
    case 'decided':
      shift(state, change.sinceReceivedAt, change.deltaMs);
      return;
    case 'online':
      write(sink, plan, { type: 'device_online', at: change.at, content: 'Device is online', forebear: state.offline });
      state.offline = null;
      return;
    case 'offline':
      runCounters(state, plan, (state.frameTs ?? 0) + (change.at - state.frameArrival), sink);
      // From here the counters are paused.
      if (state.frameTs !== null && state.countedTo !== null) state.holdMs = state.countedTo - state.frameTs;
      state.offline = write(sink, plan, {
        type: 'device_offline',
        at: change.at,
        content: change.content,
        active: true,
      });
      failTest(state, plan, 'device offline', sink);
      return;
    case 'power_up':
      write(sink, plan, { type: 'power_up', at: change.at, content: change.content });
      return;
    case 'clock_wrong':
    case 'unmapped':
      write(sink, plan, { type: 'device_administration', at: change.at, content: change.content });
      return;
    default:
      change satisfies never;
  }
}

/** While a sensor says that the machine runs, nothing is armed; one that is being tested is not asked. */
function followWalk(
  state: EvaluationState,
  plan: Plan,
  texts: readonly string[],
  frame: AcceptedFrame,
  sink: EventSink,
): void {
  progressWalk(state, plan, sink);
  if (runningWalk(state) && sensorThatRuns(plan, texts, frame, (path) => isArmed(state, path)) !== null)
    endWalk(state, plan, 'running', sink);
}

/**
 * Applies another layout: missing sensors have disappeared once, remaining sensors keep their state, and open alarms of
 * missing sensors stay open.
 */
function takeLayout(
  self: DeviceEvaluator,
  device: EvaluatedDevice,
  before: IndexedLayout | null,
  after: IndexedLayout,
  at: number,
  sink: EventSink,
): void {
  const { state } = self;
  const plan = makePlan(device, after, at);
  if (before) {
    const old = self.plan ?? makePlan(device, before, at);
    before.paths.forEach((path, index) => {
      const mark = state.marks[index] ?? 0;
      if (after.byPath.has(path) || (mark & GONE) !== 0 || (mark & HAD_VALUE) === 0) return;
      const sensor = before.sensors[index];
      write(sink, plan, {
        type: 'sensor_disappeared',
        at,
        content: 'Sensor is no longer listed',
        groupId: sensor?.groupId ?? null,
        sensorId: sensor?.sensorId ?? null,
        sensorName: old.names[index] ?? null,
      });
    });
  }
  moveMarks(state, before, after);
  // Stored windows are completed from frames of the same layout.
  if (state.windows.size > 0) state.windowsChanged = true;
  self.plan = plan;
  applyRules(state, plan, at, sink);
}

/** Applies changed device settings. */
export function replan(self: DeviceEvaluator, device: EvaluatedDevice, at: number, sink: EventSink): void {
  if (!self.plan) return;
  self.plan = makePlan(device, self.plan.layout, at);
  applyRules(self.state, self.plan, at, sink);
  endShelvesOfRules(self.state, self.plan, sink);
}

/** After a restart: rebuilds the plan; rules changed in the meantime end their warnings. */
export function resume(
  self: DeviceEvaluator,
  device: EvaluatedDevice,
  layout: IndexedLayout,
  at: number,
  sink: EventSink,
): void {
  self.plan = makePlan(device, layout, at);
  if (self.state.marks.length !== layout.sensors.length) moveMarks(self.state, null, layout);
  applyRules(self.state, self.plan, at, sink);
  endShelvesOfRules(self.state, self.plan, sink);
}

/** Server time of the next deadline: a warning counter, the timeout of a test, the end of a shelf, or of a walk test. */
export function nextDeadline({ state, plan }: DeviceEvaluator): number {
  const turn = nextTurn(state, plan);
  const counter = state.frameTs === null ? Number.POSITIVE_INFINITY : state.frameArrival + (turn - state.frameTs);
  const test = state.test ? state.test.startedAt + testFailsAfterMs : Number.POSITIVE_INFINITY;
  return Math.min(counter, test, nextShelfEnd(state), nextWalkDeadline(state));
}

/** Advances the counters after time has passed without a frame, and ends what is due. */
export function passTime(self: DeviceEvaluator, device: EvaluatedDevice, sink: EventSink): void {
  withShelves(self, device, sink, () => runDeadlines(self, device, sink));
}

function runDeadlines(self: DeviceEvaluator, device: EvaluatedDevice, sink: EventSink): void {
  const { state } = self;
  const plan = planOf(self, device);
  if (state.frameTs !== null) runCounters(state, plan, state.frameTs + (sink.now - state.frameArrival), sink);
  progressTest(state, plan, sink);
  progressWalk(state, plan, sink);
  if (state.test && sink.now >= state.test.startedAt + testFailsAfterMs) failTest(state, plan, '', sink);
}

/** Frames since then had a wrong offset; evaluation results based on them move along. */
function shift(state: EvaluationState, sinceReceivedAt: number, deltaMs: number): void {
  for (const map of [state.alarms, state.testAlarms, state.suspects, state.lost])
    for (const open of map.values()) if (open.receivedAt >= sinceReceivedAt) open.at += deltaMs;
  for (const rule of state.rules.values())
    if (rule.open && rule.open.receivedAt >= sinceReceivedAt) rule.open.at += deltaMs;
  for (const window of state.windows.values()) shiftWindow(window, sinceReceivedAt, deltaMs);
  if (state.windows.size > 0) state.windowsChanged = true;
  if (state.frameArrival < sinceReceivedAt) return;
  if (state.countedTo !== null) state.countedTo += deltaMs;
  if (state.frameTs !== null) state.frameTs += deltaMs;
}

/** The plan, or that of a device without sensors before the first birth. */
export const planOf = (self: DeviceEvaluator, device: EvaluatedDevice): Plan => self.plan ?? planless(device);

function planless(device: EvaluatedDevice): Plan {
  return makePlan(device, { layoutId: 0, hash: '', groups: [], sensors: [], paths: [], byPath: new Map() }, 0);
}
