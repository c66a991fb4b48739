import type { HourInput } from '../hour-passing.ts';
import { type EventRow, HOLDS, type IndexedLayout, type KeptFrame } from '../passing.ts';
import { addGap, offlineAfter, usualInterval } from '../usual.ts';
import { carryOver, indexLayout, type Known, makeWhole, unknown } from '../whole.ts';
import { type Desk, freshJudged } from './desk.ts';
import { judge } from './judge.ts';
import { makePlan, type Plan } from './plan.ts';
import { freshState, type JudgeState, loadState, mapOpen, type Open, saveState } from './state.ts';
import { runCounters } from './warnings.ts';

/** The state between two hours: what stage 3 keeps, what is known of the sensors, how often the device spoke. */
export interface HourState {
  judged: JudgeState;
  layoutId: number;
  known: Known;
  gaps: number[];
  lastTs: number | null;
  /** By thread: the end, found in back-fill, of an event whose live end may come in a later hour. */
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
/** `base`: what live frames alone came to; null while that is the same. */
interface SavedPair {
  readonly v: 1;
  readonly full: Saved;
  readonly base: Saved | null;
}

/** The two states at an hour's beginning. They are loaded anew for each, since a replay writes into its state. */
export function loadHour(text: string | null): { full: HourState; base: HourState; differ: boolean } {
  if (text === null || text === '') return { full: freshHour(), base: freshHour(), differ: false };
  const pair = JSON.parse(text) as SavedPair;
  if (pair.v !== 1) throw new Error(`the state of an hour is of version ${pair.v}`);
  return { full: load(pair.full), base: load(pair.base ?? pair.full), differ: pair.base !== null };
}

const freshHour = (): HourState => ({
  judged: freshState(),
  layoutId: 0,
  known: unknown(0),
  gaps: [],
  lastTs: null,
  lateOffs: new Map(),
});

function load(saved: Saved): HourState {
  return {
    judged: loadState(saved.judged),
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

/** The same state gives the same text, since a changed end makes the next hour owed. Ids of `base` mean nothing. */
export function saveHour(full: HourState, base: HourState | null): string {
  const saved = save(full);
  if (!base) return JSON.stringify({ v: 1, full: saved, base: null } satisfies SavedPair);
  const unnamed = save(withoutIds(base));
  const same = JSON.stringify(save(withoutIds(load(saved)))) === JSON.stringify(unnamed);
  return JSON.stringify({ v: 1, full: saved, base: same ? null : unnamed } satisfies SavedPair);
}

function withoutIds(state: HourState): HourState {
  mapOpen(state.judged, ({ at }) => ({ id: 0, at, receivedAt: 0 }));
  return { ...state, lateOffs: new Map() };
}

function save(state: HourState): Saved {
  const { known } = state;
  return {
    judged: saveState(state.judged),
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

/** What an hour comes to when it is judged once more. */
export interface Replay {
  readonly state: HourState;
  /** Whole frames. */
  readonly frames: readonly KeptFrame[];
  /** Alarms and warnings in the order of happening, with ids below zero. */
  readonly events: readonly EventRow[];
  /** What stood at the beginning, by thread. */
  readonly startOpen: ReadonlyMap<string, Open>;
}

/** What an on and its off have in common. */
export const threadOf = (event: Pick<EventRow, 'type' | 'groupId' | 'sensorId' | 'ruleId'>): string =>
  `${event.type.replace(/_o(n|ff)$/, '')} ${event.groupId}.${event.sensorId ?? ''} ${event.ruleId ?? ''}`;

function openThreads(state: JudgeState): Map<string, Open> {
  const out = new Map<string, Open>();
  for (const [path, open] of state.alarms) out.set(`alarm ${path} `, open);
  for (const [groupId, open] of state.lost) out.set(`warning ${groupId}. `, open);
  for (const rule of state.rules.values()) if (rule.open) out.set(`warning ${rule.path} ${rule.ruleId}`, rule.open);
  return out;
}

/** Reads frames in order and judges them with the functions of the present. */
export function replay(input: HourInput, state: HourState, frames: readonly KeptFrame[]): Replay {
  // Judging what was needs no maintenance: its alarms are found by their time.
  state.judged.test = null;
  const startOpen = openThreads(state.judged);
  let layout: IndexedLayout | null = null;
  const first = input.layouts.get(state.layoutId);
  if (first) layout = indexLayout(first);
  const self: { state: JudgeState; plan: Plan | null } = { state: state.judged, plan: null };
  if (layout) self.plan = makePlan(input.device, layout, input.t0);
  let temporary = 0;
  const out = freshJudged();
  const desk: Desk = { now: input.now, nextId: () => --temporary, out, late: true };
  const whole: KeptFrame[] = [];
  let planTurn = nextTurnOfScales(input, input.t0);

  for (const frame of frames) {
    if (!layout || layout.layoutId !== frame.layoutId) {
      const stored = input.layouts.get(frame.layoutId);
      if (!stored) {
        whole.push(frame);
        continue;
      }
      const before: IndexedLayout | null = layout;
      layout = indexLayout(stored);
      state.known = carryOver(state.known, before, layout);
      state.layoutId = layout.layoutId;
      judge(self, input.device, input.texts, [{ kind: 'layout', before, after: layout, at: frame.ts }], desk);
    }
    if (frame.ts >= planTurn) {
      self.plan = makePlan(input.device, layout, frame.ts);
      planTurn = nextTurnOfScales(input, frame.ts);
    }
    const full = fill(frame, state.known);
    if (state.lastTs !== null) addGap(state.gaps, frame.ts - state.lastTs);
    state.lastTs = frame.ts;
    const holdMs = frame.given & HOLDS ? Number.POSITIVE_INFINITY : offlineAfter(usualInterval(state.gaps));
    judge(self, input.device, input.texts, [{ kind: 'frame', frame: full, holdMs }], desk);
    state.known = full;
    whole.push(full);
  }
  // Counters that turn between the last frame and the end of the time do so by a deadline.
  if (self.plan) runCounters(self.state, self.plan, Math.min(input.until - 1, input.now), desk);
  state.judged = self.state;
  const events = out.events.filter((event) => event.type.startsWith('alarm_') || event.type.startsWith('warning_'));
  return { state, frames: whole, events, startOpen };
}

function fill(frame: KeptFrame, known: Known): KeptFrame {
  const full: KeptFrame = {
    ...frame,
    values: frame.values.slice(),
    flags: frame.flags.slice(),
    status: frame.status.slice(),
    state: frame.state.slice(),
  };
  makeWhole(full, known);
  return full;
}

/** The next moment after which a sensor is shown by other numbers. */
function nextTurnOfScales(input: HourInput, after: number): number {
  let next = Number.POSITIVE_INFINITY;
  for (const scale of input.device.scales) if (scale.since > after && scale.since < next) next = scale.since;
  return next;
}

function pack(array: Float64Array | Uint8Array | Uint16Array): string {
  return Buffer.from(array.buffer, array.byteOffset, array.byteLength).toString('base64');
}

/** A copy of its own, since Buffer's pool is not aligned for doubles. */
function unpack(text: string): ArrayBuffer {
  const bytes = Buffer.from(text, 'base64');
  const own = new ArrayBuffer(bytes.byteLength);
  new Uint8Array(own).set(bytes);
  return own;
}
