import type { WarningRule } from '../catalog.ts';
import { carryOver, fillFrame, indexLayout, type Known, unknown } from '../fill-frame.ts';
import type { HourInput } from '../hour-types.ts';
import { addGap, offlineAfter, reportInterval } from '../report-interval.ts';
import { type AcceptedFrame, type EvaluatedDevice, type EventRow, HOLDS, type IndexedLayout } from '../types.ts';
import { evaluate } from './evaluate.ts';
import { makePlan, type Plan } from './evaluation-plan.ts';
import { type EvaluationState, freshState, loadState, mapOpen, type Open, saveState } from './evaluation-state.ts';
import { type EventSink, emptyEvaluation } from './event-sink.ts';
import { forgetArrivals, loadWindows, saveWindows } from './rule-windows.ts';
import { applyRules, runCounters } from './warnings.ts';

/** The state between two hours: evaluation state, sensor values, and the device's report interval. */
export interface HourState {
  evaluation: EvaluationState;
  layoutId: number;
  known: Known;
  gaps: number[];
  lastTs: number | null;
  /** By thread: the end found in back-fill of an event whose live end may come in a later hour. */
  lateOffs: Map<string, { readonly id: number; readonly at: number }>;
}

interface Saved {
  readonly judged: string;
  /** Windows of rules; absent without any. */
  readonly windows?: string;
  readonly layoutId: number;
  readonly values: string;
  readonly flags: string;
  readonly status: string;
  readonly state: string;
  readonly gaps: readonly number[];
  readonly lastTs: number | null;
  readonly lateOffs: readonly (readonly [string, { readonly id: number; readonly at: number }])[];
}
/** `base`: the result of the live frames alone; null while it is the same. */
interface SavedPair {
  readonly v: 1;
  readonly full: Saved;
  readonly base: Saved | null;
}

/** The two states at the start of an hour. They are loaded for each replay, which modifies its state. */
export function loadHour(text: string | null): { full: HourState; base: HourState; differ: boolean } {
  if (text === null || text === '') return { full: freshHour(), base: freshHour(), differ: false };
  const pair: SavedPair = JSON.parse(text);
  if (pair.v !== 1) throw new Error(`the stored state of an hour has version ${pair.v}`);
  return { full: load(pair.full), base: load(pair.base ?? pair.full), differ: pair.base !== null };
}

const freshHour = (): HourState => ({
  evaluation: freshState(),
  layoutId: 0,
  known: unknown(0),
  gaps: [],
  lastTs: null,
  lateOffs: new Map(),
});

function load(saved: Saved): HourState {
  return {
    evaluation: { ...loadState(saved.judged), windows: loadWindows(saved.windows ?? '') },
    layoutId: saved.layoutId,
    known: {
      values: new Float64Array(unpack(saved.values)),
      flags: new Uint8Array(unpack(saved.flags)),
      status: new Uint16Array(unpack(saved.status)),
      state: new Uint16Array(unpack(saved.state)),
    },
    gaps: [...saved.gaps],
    lastTs: saved.lastTs,
    lateOffs: new Map(saved.lateOffs),
  };
}

/** Equal states give equal texts, because a changed end makes the next hour pending. Ids of `base` have no meaning. */
export function saveHour(full: HourState, base: HourState | null): string {
  const saved = save(full);
  if (!base) return JSON.stringify({ v: 1, full: saved, base: null } satisfies SavedPair);
  const unnamed = save(withoutIds(base));
  const same = JSON.stringify(save(withoutIds(load(saved)))) === JSON.stringify(unnamed);
  return JSON.stringify({ v: 1, full: saved, base: same ? null : unnamed } satisfies SavedPair);
}

/**
 * Whether two ends differ in nothing but when frames arrived, which no later hour asks for. Versions before 3.0.0 stored
 * that to the millisecond: without this a late frame would have every later hour of its device written again.
 */
export const isSameEnd = (end: string, stored: string): boolean =>
  end === stored || withoutArrivals(end) === withoutArrivals(stored);

function withoutArrivals(end: string): string {
  const { full, base, differ } = loadHour(end);
  for (const { evaluation } of [full, base]) {
    evaluation.frameArrival = 0;
    for (const window of evaluation.windows.values()) forgetArrivals(window);
  }
  return saveHour(full, differ ? base : null);
}

function withoutIds(state: HourState): HourState {
  mapOpen(state.evaluation, ({ at }) => ({ id: 0, at, receivedAt: 0 }));
  return { ...state, lateOffs: new Map() };
}

function save(state: HourState): Saved {
  const { known } = state;
  const windows = saveWindows(state.evaluation.windows);
  return {
    judged: saveState(state.evaluation),
    ...(windows === '' ? {} : { windows }),
    layoutId: state.layoutId,
    values: pack(known.values),
    flags: pack(known.flags),
    status: pack(known.status),
    state: pack(known.state),
    gaps: state.gaps,
    lastTs: state.lastTs,
    lateOffs: [...state.lateOffs].sort((a, b) => (a[0] < b[0] ? -1 : 1)),
  };
}

/** The result of evaluating an hour again. */
export interface Replay {
  readonly state: HourState;
  /** Frames with the device's full state. */
  readonly frames: readonly AcceptedFrame[];
  /** Alarms and warnings in order of time, with ids below zero. */
  readonly events: readonly EventRow[];
  /** The events active at the start, by thread. */
  readonly startOpen: ReadonlyMap<string, Open>;
}

/** Identifies an event and its end. */
export const threadOf = (event: Pick<EventRow, 'type' | 'groupId' | 'sensorId' | 'ruleId'>): string =>
  `${event.type.replace(/_o(n|ff)$/, '')} ${event.groupId}.${event.sensorId ?? ''} ${event.ruleId ?? ''}`;

function openThreads(state: EvaluationState): Map<string, Open> {
  const out = new Map<string, Open>();
  for (const [path, open] of state.alarms) out.set(`alarm ${path} `, open);
  for (const [groupId, open] of state.lost) out.set(`warning ${groupId}. `, open);
  for (const rule of state.rules.values()) if (rule.open) out.set(`warning ${rule.path} ${rule.ruleId}`, rule.open);
  return out;
}

/** Reads frames in order and evaluates them with the functions of live evaluation. */
export function replay(input: HourInput, state: HourState, frames: readonly AcceptedFrame[]): Replay {
  // Past maintenance tests are ignored; their alarms are matched by time.
  state.evaluation.test = null;
  state.evaluation.walk = null;
  const startOpen = openThreads(state.evaluation);
  const first = input.layouts.get(state.layoutId);
  let layout: IndexedLayout | null = first ? indexLayout(first) : null;
  const self: { state: EvaluationState; plan: Plan | null } = { state: state.evaluation, plan: null };
  let temporary = 0;
  const out = emptyEvaluation();
  const sink: EventSink = { now: input.now, nextId: () => --temporary, out, late: true };
  const filled: AcceptedFrame[] = [];
  let device = deviceAt(input, input.t0);
  let turn = nextTurnOfSettings(input, input.t0);
  const applySettings = (at: number): void => {
    device = deviceAt(input, at);
    if (!layout) return;
    self.plan = makePlan(device, layout, at);
    applyRules(self.state, self.plan, at, sink);
  };
  /** Applies the settings that came into force until then. */
  const passTo = (at: number): void => {
    for (; turn <= at; turn = nextTurnOfSettings(input, turn)) {
      if (self.plan) runCounters(self.state, self.plan, turn, sink);
      applySettings(turn);
    }
  };
  applySettings(input.t0);

  for (const frame of frames) {
    passTo(frame.ts);
    if (!layout || layout.layoutId !== frame.layoutId) {
      const stored = input.layouts.get(frame.layoutId);
      if (!stored) {
        filled.push(frame);
        continue;
      }
      const before: IndexedLayout | null = layout;
      layout = indexLayout(stored);
      state.known = carryOver(state.known, before, layout);
      state.layoutId = layout.layoutId;
      evaluate(self, device, input.texts, [{ kind: 'layout', before, after: layout, at: frame.ts }], sink);
    }
    const full = fill(frame, state.known);
    if (state.lastTs !== null) addGap(state.gaps, frame.ts - state.lastTs);
    state.lastTs = frame.ts;
    const holdMs = frame.given & HOLDS ? Number.POSITIVE_INFINITY : offlineAfter(reportInterval(state.gaps));
    evaluate(self, device, input.texts, [{ kind: 'frame', frame: full, holdMs }], sink);
    state.known = full;
    filled.push(full);
  }
  // Counters that elapse between the last frame and the end do so by their deadlines.
  const end = Math.min(input.until - 1, input.now);
  passTo(end);
  if (self.plan) runCounters(self.state, self.plan, end, sink);
  state.evaluation = self.state;
  const events = out.events.filter((event) => event.type.startsWith('alarm_') || event.type.startsWith('warning_'));
  return { state, frames: filled, events, startOpen };
}

function fill(frame: AcceptedFrame, known: Known): AcceptedFrame {
  const full: AcceptedFrame = {
    ...frame,
    values: frame.values.slice(),
    flags: frame.flags.slice(),
    status: frame.status.slice(),
    state: frame.state.slice(),
  };
  fillFrame(full, known);
  return full;
}

/** The device with the rules that were in force at a moment. */
function deviceAt({ device }: HourInput, at: number): EvaluatedDevice {
  const former = device.formerRules ?? [];
  const isInForce = (rule: WarningRule): boolean => (rule.since ?? 0) <= at && at < (rule.until ?? at + 1);
  if (former.length === 0 && device.warningRules.every(isInForce)) return device;
  const rules = new Map([...former, ...device.warningRules].filter(isInForce).map((rule) => [rule.id, rule]));
  return { ...device, warningRules: [...rules.values()] };
}

/** The next moment after which a sensor has different display settings, or the device other rules. */
function nextTurnOfSettings({ device }: HourInput, after: number): number {
  let next = Number.POSITIVE_INFINITY;
  const turn = (at: number | undefined): void => {
    if (at !== undefined && at > after && at < next) next = at;
  };
  for (const scale of device.scales) turn(scale.since);
  for (const rule of device.warningRules) turn(rule.since);
  for (const rule of device.formerRules ?? []) {
    turn(rule.since);
    turn(rule.until);
  }
  return next;
}

function pack(array: Float64Array | Uint8Array | Uint16Array): string {
  return Buffer.from(array.buffer, array.byteOffset, array.byteLength).toString('base64');
}

/** Copies the bytes, because Buffer's pool is not aligned for doubles. */
function unpack(text: string): ArrayBuffer {
  const bytes = Buffer.from(text, 'base64');
  const own = new ArrayBuffer(bytes.byteLength);
  new Uint8Array(own).set(bytes);
  return own;
}
