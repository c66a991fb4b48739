import type { ActiveShelf } from '../shelf-types.ts';
import type { IndexedLayout } from '../types.ts';
import { loadWalk, type SavedWalk, saveWalk, type WalkState } from '../walk-types.ts';
import type { RuleWindow } from './rule-windows.ts';

/** An event that lasts. */
export interface Open {
  readonly id: number;
  at: number;
  readonly receivedAt: number;
  /** Found in back-fill. */
  readonly late?: true;
  /** A shelf holds it back. */
  shelved?: true;
  /** It began as a test of a walk test. */
  readonly inWalk?: true;
  /**
   * For an alarm during a maintenance test: the sensor's present text and value, for an alarm that outlasts the test.
   */
  readonly reading?: { readonly content: string; readonly value: number | null };
}

/** One warning rule with its up/down counter. */
export interface RuleState {
  readonly ruleId: number;
  readonly path: string;
  readonly sign: '>' | '<' | '=';
  value: number;
  readonly delayMs: number;
  /** Between 0 and the delay. */
  counterMs: number;
  /** Whether the condition was true in the last frame; null without a value, which pauses the counter. */
  holds: boolean | null;
  /** The displayed value of the last frame. */
  shown: number | null;
  open: Open | null;
  /** Its open warning was raised during a maintenance test. */
  test: boolean;
}

/** A rule's `only_while` in the last frame. */
interface GateState {
  /** null: its sensor has no value, which pauses the counters. */
  holds: boolean | null;
  /** How long it has held, up to the time that the rule requires. */
  ms: number;
}

/** A maintenance test in progress. */
export interface TestState {
  readonly testId: number;
  readonly path: string;
  readonly groupId: string;
  readonly groupName: string;
  readonly sensorId: string;
  readonly sensorName: string;
  readonly serialNumber: string;
  readonly userId: number | null;
  readonly userName: string;
  readonly startedAt: number;
  /** False: the test waits for an alarm. True: the alarm came, and the test waits for its end. */
  alarmed: boolean;
}

/** The evaluation state of a device. Open events are stored by path, so that they survive a change of layout. */
export interface EvaluationState {
  /** Per sensor of the layout: ALARM_OPEN, HAD_VALUE, GONE. */
  marks: Uint8Array;
  /** Consecutive frames in which a sensor was null without a state. */
  nulls: Uint8Array;
  readonly alarms: Map<string, Open>;
  /** Open alarms raised during a maintenance test. */
  readonly testAlarms: Map<string, Open>;
  /** Alarms of frames that may be live ones from a wrong clock; published once, marked late. */
  readonly suspects: Map<string, Open>;
  readonly rules: Map<number, RuleState>;
  /** Lost nodes by group id. */
  readonly lost: Map<string, Open>;
  /** Last state text of an SN2's status sensor, by path. */
  readonly sn2: Map<string, string>;
  offline: Open | null;
  test: TestState | null;
  /** The walk test that runs, or the last one while it can be signed. */
  walk: WalkState | null;
  /** Device time up to which the counters have run. */
  countedTo: number | null;
  /** The last frame: its time, arrival, and how long its values are valid. */
  frameTs: number | null;
  frameArrival: number;
  holdMs: number | null;
  degrees: 'F' | 'C' | null;
  /** Active shelves by their ids. */
  readonly shelves: Map<number, ActiveShelf>;
  /** Rules with `only_while`, by id. */
  readonly gates: Map<number, GateState>;
  /** Rules that cannot be evaluated, by id: since when, device time. */
  readonly unevaluated: Map<number, number>;
  /** Past values of rules with a window, by id. They are stored apart from the rest (`saveWindows`). */
  readonly windows: Map<number, RuleWindow>;
  /** The windows changed in a way that frames do not show: they must be stored with the next commit. */
  windowsChanged: boolean;
}
/** Bits of a sensor: it has an open alarm, it had a value before, it has disappeared. */
export const ALARM_OPEN = 1;
export const HAD_VALUE = 2;
export const GONE = 4;

/** The initial state: no open events, no running counters. */
export function freshState(count = 0): EvaluationState {
  return {
    marks: new Uint8Array(count),
    nulls: new Uint8Array(count),
    alarms: new Map(),
    testAlarms: new Map(),
    suspects: new Map(),
    rules: new Map(),
    lost: new Map(),
    sn2: new Map(),
    offline: null,
    test: null,
    walk: null,
    countedTo: null,
    frameTs: null,
    frameArrival: 0,
    holdMs: null,
    degrees: null,
    shelves: new Map(),
    gates: new Map(),
    unevaluated: new Map(),
    windows: new Map(),
    windowsChanged: false,
  };
}

/** Carries the bits over to another layout. */
export function moveMarks(state: EvaluationState, before: IndexedLayout | null, after: IndexedLayout): void {
  const marks = new Uint8Array(after.sensors.length);
  const nulls = new Uint8Array(after.sensors.length);
  after.paths.forEach((path, index) => {
    const from = before?.byPath.get(path);
    if (from !== undefined) {
      marks[index] = state.marks[from] ?? 0;
      nulls[index] = state.nulls[from] ?? 0;
    }
    // The open alarm of a sensor that was absent and has returned.
    if (isOpen(state, path)) marks[index] = (marks[index] ?? 0) | ALARM_OPEN;
  });
  state.marks = marks;
  state.nulls = nulls;
}

/** The walk test that runs now; null: none, or it has ended. */
export const runningWalk = ({ walk }: EvaluationState): WalkState | null =>
  walk !== null && walk.endedAt === null ? walk : null;

/** Whether a sensor is armed in a walk test. */
export const isArmed = (state: EvaluationState, path: string): boolean =>
  runningWalk(state)?.sensors.get(path)?.isArmed === true;

/** Whether a sensor's events are tests now. */
export const isUnderTest = (state: EvaluationState, path: string): boolean =>
  state.test?.path === path || (state.walk !== null && isArmed(state, path));

const isOpen = (state: EvaluationState, path: string): boolean => state.alarms.has(path) || state.testAlarms.has(path);

/** Replaces every open event, for ids that were unknown during evaluation. */
export function mapOpen(state: EvaluationState, to: (open: Open) => Open): void {
  for (const map of [state.alarms, state.testAlarms, state.suspects, state.lost])
    for (const [key, open] of map) map.set(key, to(open));
  for (const rule of state.rules.values()) if (rule.open) rule.open = to(rule.open);
}

const saved = 1;

/** Serializes the state for the stored device state and for the start of an hour. Equal states give equal texts. */
export function saveState(state: EvaluationState): string {
  return JSON.stringify([
    saved,
    Buffer.from(state.marks).toString('base64'),
    sparse(state.nulls),
    sorted(state.alarms),
    sorted(state.testAlarms),
    sorted(state.suspects),
    [...state.rules.values()].sort((a, b) => a.ruleId - b.ruleId),
    sorted(state.lost),
    sorted(state.sn2),
    state.offline,
    state.test,
    state.countedTo,
    state.frameTs,
    state.frameArrival,
    // JSON has no Infinity; -1 stands for unlimited.
    state.holdMs === Number.POSITIVE_INFINITY ? -1 : state.holdMs,
    state.degrees,
    [...state.shelves.values()].sort((a, b) => a.id - b.id),
    numbered(state.gates),
    numbered(state.unevaluated),
    // Absent without one, so that stored ends of hours stay the same text.
    ...(state.walk ? [saveWalk(state.walk)] : []),
  ]);
}

type SavedOpen = readonly (readonly [string, Open])[];
type Saved = readonly [
  typeof saved,
  string,
  readonly (readonly [number, number])[],
  SavedOpen,
  SavedOpen,
  SavedOpen,
  readonly RuleState[],
  SavedOpen,
  readonly (readonly [string, string])[],
  Open | null,
  TestState | null,
  number | null,
  number | null,
  number,
  number | null,
  'F' | 'C' | null,
  /** These are missing in states of 1.0.0. */
  (readonly ActiveShelf[])?,
  (readonly (readonly [number, GateState])[])?,
  (readonly (readonly [number, number])[])?,
  SavedWalk?,
];

/** Parses the text that `saveState` wrote; throws on another version. */
export function loadState(text: string): EvaluationState {
  if (text === '') return freshState();
  const [v, marks, nulls, alarms, testAlarms, suspects, rules, lost, sn2, offline, test, ...rest]: Saved =
    JSON.parse(text);
  if (v !== saved) throw new Error(`a stored evaluation state has version ${v}`);
  const [countedTo, frameTs, frameArrival, holdMs, degrees, shelves = [], gates = [], unevaluated = [], walk] = rest;
  const bytes = Buffer.from(marks, 'base64');
  const state = freshState(bytes.length);
  state.marks.set(bytes);
  for (const [index, count] of nulls) state.nulls[index] = count;
  for (const [path, open] of alarms) state.alarms.set(path, open);
  for (const [path, open] of testAlarms) state.testAlarms.set(path, open);
  for (const [path, open] of suspects) state.suspects.set(path, open);
  for (const rule of rules) state.rules.set(rule.ruleId, rule);
  for (const [groupId, open] of lost) state.lost.set(groupId, open);
  for (const [path, word] of sn2) state.sn2.set(path, word);
  for (const shelf of shelves) state.shelves.set(shelf.id, shelf);
  for (const [ruleId, gate] of gates) state.gates.set(ruleId, gate);
  for (const [ruleId, since] of unevaluated) state.unevaluated.set(ruleId, since);
  return {
    ...state,
    offline,
    test,
    walk: walk ? loadWalk(walk) : null,
    countedTo,
    frameTs,
    frameArrival,
    holdMs: holdMs === -1 ? Number.POSITIVE_INFINITY : holdMs,
    degrees,
  };
}

function sorted<V>(map: ReadonlyMap<string, V>): [string, V][] {
  return [...map].sort((a, b) => (a[0] < b[0] ? -1 : 1));
}

function numbered<V>(map: ReadonlyMap<number, V>): [number, V][] {
  return [...map].sort((a, b) => a[0] - b[0]);
}

function sparse(counts: Uint8Array): [number, number][] {
  const out: [number, number][] = [];
  counts.forEach((count, index) => {
    if (count > 0) out.push([index, count]);
  });
  return out;
}
