import { testFailsAfterMs } from '@tocsin/contract/maintenance';
import type { Change, IndexedLayout, JudgedDevice } from '../passing.ts';
import { judgeSensors, tellSuspects } from './alarms.ts';
import { type Desk, write } from './desk.ts';
import { failTest, progressTest } from './maintenance.ts';
import { judgeNodes, judgeSn2 } from './nodes.ts';
import { makePlan, type Plan } from './plan.ts';
import { GONE, HAD_VALUE, type JudgeState, moveMarks } from './state.ts';
import { nextTurn, runCounters, takeConditions, takeRules } from './warnings.ts';

/** A device as stage 3 sees it: what it keeps, and what it looks up. */
export interface Judge {
  state: JudgeState;
  /** null until the first birth. */
  plan: Plan | null;
}

/** Judges what stage 2 found, in order. */
export function judge(
  self: Judge,
  device: JudgedDevice,
  texts: readonly string[],
  changes: readonly Change[],
  desk: Desk,
): void {
  for (const change of changes) judgeOne(self, device, texts, change, desk);
}

function judgeOne(self: Judge, device: JudgedDevice, texts: readonly string[], change: Change, desk: Desk): void {
  const { state } = self;
  const plan = planOf(self, device);
  switch (change.kind) {
    case 'frame': {
      const { frame } = change;
      runCounters(state, plan, frame.ts, desk);
      progressTest(state, plan, desk);
      const silent = judgeNodes(state, plan, texts, frame, desk);
      judgeSensors(state, plan, texts, frame, silent, desk);
      if (plan.sn2.length > 0) judgeSn2(state, plan, texts, frame, silent, desk);
      if (state.rules.size > 0) takeConditions(state, plan, frame, desk);
      state.countedTo = frame.ts;
      state.frameTs = frame.ts;
      state.frameArrival = frame.receivedAt;
      state.holdMs = change.holdMs;
      progressTest(state, plan, desk);
      return;
    }
    case 'layout':
      takeLayout(self, device, change.before, change.after, change.at, desk);
      return;
    case 'suspect':
      tellSuspects(state, plan, texts, change.frame, desk);
      return;
    case 'decided':
      shift(state, change.sinceReceivedAt, change.deltaMs);
      return;
    case 'online':
      write(desk, plan, { type: 'device_online', at: change.at, content: 'Device is online', forebear: state.offline });
      state.offline = null;
      return;
    case 'offline':
      runCounters(state, plan, (state.frameTs ?? 0) + (change.at - state.frameArrival), desk);
      // From here the counters stand still.
      if (state.frameTs !== null && state.countedTo !== null) state.holdMs = state.countedTo - state.frameTs;
      state.offline = write(desk, plan, {
        type: 'device_offline',
        at: change.at,
        content: change.content,
        active: true,
      });
      failTest(state, plan, 'device offline', desk);
      return;
    case 'power_up':
      write(desk, plan, { type: 'power_up', at: change.at, content: change.content });
      return;
    case 'clock_wrong':
      write(desk, plan, { type: 'device_administration', at: change.at, content: change.content });
      return;
    default:
      change satisfies never;
  }
}

/** Another list: what is gone has disappeared once; what stayed keeps its state, open alarms of the gone stay open. */
function takeLayout(
  self: Judge,
  device: JudgedDevice,
  before: IndexedLayout | null,
  after: IndexedLayout,
  at: number,
  desk: Desk,
): void {
  const { state } = self;
  const plan = makePlan(device, after, at);
  if (before) {
    const old = self.plan ?? makePlan(device, before, at);
    before.paths.forEach((path, index) => {
      const mark = state.marks[index] ?? 0;
      if (after.byPath.has(path) || (mark & GONE) !== 0 || (mark & HAD_VALUE) === 0) return;
      const sensor = before.sensors[index];
      write(desk, plan, {
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
  self.plan = plan;
  takeRules(state, plan, at, desk);
}

/** The settings of the device changed. */
export function replan(self: Judge, device: JudgedDevice, at: number, desk: Desk): void {
  if (!self.plan) return;
  self.plan = makePlan(device, self.plan.layout, at);
  takeRules(self.state, self.plan, at, desk);
}

/** After a restart: the plan anew; rules that were changed meanwhile end their warnings. */
export function resume(self: Judge, device: JudgedDevice, layout: IndexedLayout, at: number, desk: Desk): void {
  self.plan = makePlan(device, layout, at);
  if (self.state.marks.length !== layout.sensors.length) moveMarks(self.state, null, layout);
  takeRules(self.state, self.plan, at, desk);
}

/** Server's time of the next deadline: a counter that turns, or a test that fails. */
export function nextDeadline(state: JudgeState): number {
  const turn = nextTurn(state);
  const counter = state.frameTs === null ? Number.POSITIVE_INFINITY : state.frameArrival + (turn - state.frameTs);
  return state.test ? Math.min(counter, state.test.startedAt + testFailsAfterMs) : counter;
}

/** Time passed without a frame. */
export function passTime(self: Judge, device: JudgedDevice, desk: Desk): void {
  const { state } = self;
  const plan = planOf(self, device);
  if (state.frameTs !== null) runCounters(state, plan, state.frameTs + (desk.now - state.frameArrival), desk);
  progressTest(state, plan, desk);
  if (state.test && desk.now >= state.test.startedAt + testFailsAfterMs) failTest(state, plan, '', desk);
}

/** Frames since then were stamped with a wrong offset: what was judged by them moves along. */
function shift(state: JudgeState, sinceReceivedAt: number, deltaMs: number): void {
  for (const map of [state.alarms, state.testAlarms, state.suspects, state.lost])
    for (const open of map.values()) if (open.receivedAt >= sinceReceivedAt) open.at += deltaMs;
  for (const rule of state.rules.values())
    if (rule.open && rule.open.receivedAt >= sinceReceivedAt) rule.open.at += deltaMs;
  if (state.frameArrival < sinceReceivedAt) return;
  if (state.countedTo !== null) state.countedTo += deltaMs;
  if (state.frameTs !== null) state.frameTs += deltaMs;
}

/** The plan, or before the first birth one of a device without sensors. */
export const planOf = (self: Judge, device: JudgedDevice): Plan => self.plan ?? planless(device);

function planless(device: JudgedDevice): Plan {
  return makePlan(device, { layoutId: 0, hash: '', groups: [], sensors: [], paths: [], byPath: new Map() }, 0);
}
