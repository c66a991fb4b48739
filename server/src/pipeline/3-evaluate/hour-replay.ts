import { carryOver, fillFrame, indexLayout, type Known, unknown } from '../fill-frame.ts';
import type { HourInput } from '../hour-types.ts';
import { addGap, offlineAfter, reportInterval } from '../report-interval.ts';
import { type AcceptedFrame, type EventRow, HOLDS, type IndexedLayout } from '../types.ts';
import { evaluate } from './evaluate.ts';
import { makePlan, type Plan } from './evaluation-plan.ts';
import { type EvaluationState, freshState, loadState, mapOpen, type Open, saveState } from './evaluation-state.ts';
import { type EventSink, emptyEvaluation } from './event-sink.ts';
import { runCounters } from './warnings.ts';

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
    evaluation: loadState(saved.judged),
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

function withoutIds(state: HourState): HourState {
  mapOpen(state.evaluation, ({ at }) => ({ id: 0, at, receivedAt: 0 }));
  return { ...state, lateOffs: new Map() };
}

function save(state: HourState): Saved {
  const { known } = state;
  return {
    judged: saveState(state.evaluation),
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
  const startOpen = openThreads(state.evaluation);
  let layout: IndexedLayout | null = null;
  const first = input.layouts.get(state.layoutId);
  if (first) layout = indexLayout(first);
  const self: { state: EvaluationState; plan: Plan | null } = { state: state.evaluation, plan: null };
  if (layout) self.plan = makePlan(input.device, layout, input.t0);
  let temporary = 0;
  const out = emptyEvaluation();
  const sink: EventSink = { now: input.now, nextId: () => --temporary, out, late: true };
  const filled: AcceptedFrame[] = [];
  let planTurn = nextTurnOfScales(input, input.t0);

  for (const frame of frames) {
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
      evaluate(self, input.device, input.texts, [{ kind: 'layout', before, after: layout, at: frame.ts }], sink);
    }
    if (frame.ts >= planTurn) {
      self.plan = makePlan(input.device, layout, frame.ts);
      planTurn = nextTurnOfScales(input, frame.ts);
    }
    const full = fill(frame, state.known);
    if (state.lastTs !== null) addGap(state.gaps, frame.ts - state.lastTs);
    state.lastTs = frame.ts;
    const holdMs = frame.given & HOLDS ? Number.POSITIVE_INFINITY : offlineAfter(reportInterval(state.gaps));
    evaluate(self, input.device, input.texts, [{ kind: 'frame', frame: full, holdMs }], sink);
    state.known = full;
    filled.push(full);
  }
  // Counters that elapse between the last frame and the end do so by their deadlines.
  if (self.plan) runCounters(self.state, self.plan, Math.min(input.until - 1, input.now), sink);
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

/** The next moment after which a sensor has different display settings. */
function nextTurnOfScales(input: HourInput, after: number): number {
  let next = Number.POSITIVE_INFINITY;
  for (const scale of input.device.scales) if (scale.since > after && scale.since < next) next = scale.since;
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
