import { type Layout, runningShare, sensorPath } from '@tocsin/contract/layout';
import { inactiveStates, stateTexts, unscannedStates } from '@tocsin/contract/status';
import { offlineAfter, reportInterval } from '../../pipeline/report-interval.ts';
import { type AcceptedFrame, EVALUATED, HOLDS, SENT, TEXT_BAD_VALUE } from '../../pipeline/types.ts';
import { hourMs } from '../codec/hour.ts';
import { hasAny, type Mask, mark, noMinute } from './mask.ts';

/** What a sensor lacked, by the minutes of an hour. */
export interface Missing {
  /** No fresh good value. */
  readonly value: Mask;
  readonly disabled: Mask;
  readonly scan: Mask;
}

/** What the frames of an hour say of a device, minute by minute. */
export interface HourSignal {
  /** The machine ran at some time of the minute. Without a running sensor: every minute. */
  readonly running: Mask;
  /** It is not known whether it ran. */
  readonly unknown: Mask;
  /** Not heard within the offline time, or its session had ended. */
  readonly offline: Mask;
  /** Sensors that lacked something, by path. */
  readonly missing: ReadonlyMap<string, Missing>;
}

/** What an hour leaves to the next one. Times are unix ms; null: until something else is said. */
export interface Tail {
  readonly layout: number | null;
  /** Until when values are fresh; those of `stale` differ. */
  readonly fresh: number | null;
  readonly stale: Readonly<Record<string, number | null>>;
  readonly states: Readonly<Record<string, 'disabled' | 'scan'>>;
  readonly heard: number | null;
  readonly offline: boolean;
  /** Whether the machine runs, and until when that is known. */
  readonly run: { readonly on: boolean; readonly until: number | null } | null;
}

export interface Runner {
  readonly path: string;
  /** In the displayed unit; null: a share of the highest speed. */
  readonly above: number | null;
  /** Highest half-hour mean of the last four weeks; null: none is known. */
  readonly peak: number | null;
  /** The displayed value of a raw one in a layout. */
  readonly shown: (layoutId: number, raw: number) => number;
}

export interface SignalInput {
  readonly t0: number;
  readonly texts: readonly string[];
  readonly layouts: ReadonlyMap<number, Layout>;
  readonly tail: Tail | null;
  /** Offline time of the hour before; of a new device the stated one. */
  readonly offlineMs: number;
  /** A stored hour keeps its offline time. */
  readonly keepsOfflineMs: boolean;
  readonly events: readonly { readonly at: number; readonly online: boolean }[];
  readonly runner: Runner | null;
  /** Frames of the demo's past, which is made and not received. */
  readonly isMade: (frame: AcceptedFrame) => boolean;
}

export interface SignalResult {
  readonly signal: HourSignal;
  readonly tail: Tail;
  readonly offlineMs: number;
  readonly peak: number | null;
  readonly above: number | null;
  /** Frames that count for freshness, and the first of them. */
  readonly frames: number;
  readonly firstAt: number | null;
  /** Every sensor of a layout of the hour. */
  readonly listed: ReadonlySet<string>;
  /** Sensors that were enabled in one of them. */
  readonly enabled: ReadonlySet<string>;
  readonly paths: readonly string[];
}

const ordinary = 0;
const text = 1;
const disabled = 2;
const unscanned = 3;
const bad = 4;
const classOf = (word: string, index: number): number => {
  if (index === TEXT_BAD_VALUE) return bad;
  if (inactiveStates.has(word) || word === stateTexts.disabled) return disabled;
  if (unscannedStates.has(word)) return unscanned;
  return word === '' ? ordinary : text;
};

/** Whether a frame holds only what was sent. One from a chunk has lost the marks of that: it counts as a whole. */
function isPart(flags: Uint8Array): boolean {
  let sent = 0;
  for (let i = 0; i < flags.length; i++) sent += flags[i] & SENT;
  return sent > 0 && sent < flags.length * SENT;
}

/** Of the offline time only a median of enough gaps is better than what was known before. */
const minGaps = 5;
const halfHours = 2;

const ofJson = (at: number | null | undefined): number => at ?? Number.POSITIVE_INFINITY;
const toJson = (at: number): number | null => (at === Number.POSITIVE_INFINITY ? null : at);

/** Collects the frames of an hour, part by part and in order, and says what they mean for protection. Pure. */
export class SignalBuilder {
  readonly #input: SignalInput;
  readonly #classes: Uint8Array;
  readonly #slots = new Map<string, number>();
  readonly #paths: string[] = [];
  #freshUntil: number[] = [];
  #stateOf: number[] = [];
  #stateSince: number[] = [];
  readonly #enabled: boolean[] = [];
  readonly #missing: (Missing | undefined)[] = [];
  readonly #offline = noMinute();
  readonly #places = new Map<number, Int32Array>();
  #layout: number | null;
  readonly #heard: { readonly since: number; until: number }[] = [];
  readonly #heardAts: number[] = [];
  #offlineMs: number;
  #frames = 0;
  #firstAt: number | null = null;
  #isBegun = false;
  /** Time and displayed value of the running sensor, and until when it holds. */
  readonly #runs: { readonly at: number; readonly value: number; readonly until: number }[] = [];

  constructor(input: SignalInput) {
    this.#input = input;
    this.#classes = Uint8Array.from(input.texts, classOf);
    const { tail } = input;
    this.#layout = tail?.layout ?? null;
    this.#offlineMs = input.offlineMs;
    if (tail && this.#layout !== null) this.#placesOf(this.#layout);
  }

  /** Frames with the full state, ordered; late ones tell of running and states only. */
  add(frames: readonly AcceptedFrame[]): void {
    if (!this.#isBegun && !this.#input.keepsOfflineMs) this.#measure(frames);
    this.#isBegun = true;
    for (const frame of frames) this.#take(frame);
  }

  #measure(frames: readonly AcceptedFrame[]): void {
    const times = frames.filter((frame) => this.#isHeard(frame)).map((frame) => this.#heardAt(frame));
    const gaps = times.slice(1).map((at, index) => Math.max(0, at - (times[index] ?? at)));
    if (gaps.length >= minGaps) this.#offlineMs = Math.floor(offlineAfter(reportInterval(gaps)));
  }

  #isHeard(frame: AcceptedFrame): boolean {
    return (frame.given & EVALUATED) !== 0 || this.#input.isMade(frame);
  }
  #heardAt(frame: AcceptedFrame): number {
    return this.#input.isMade(frame) ? frame.ts : frame.receivedAt;
  }

  #take(frame: AcceptedFrame): void {
    const { ts } = frame;
    const holds = (frame.given & HOLDS) !== 0;
    const places = this.#placesOf(frame.layoutId);
    if (this.#layout !== frame.layoutId) this.#leaveLayout(frame.layoutId, ts);
    const isHeard = this.#isHeard(frame);
    const at = this.#heardAt(frame);
    const counts = isHeard && at - ts <= this.#offlineMs;
    if (isHeard) this.#hear(at, counts ? Math.min(at, ts) : at, holds);
    if (counts) {
      this.#frames++;
      this.#firstAt ??= ts;
    }
    this.#takeStates(frame, places, { counts, until: holds ? Number.POSITIVE_INFINITY : ts + this.#offlineMs });
    this.#takeRun(frame, holds);
  }

  #takeStates(
    { ts, values, flags, status, state, given }: AcceptedFrame,
    places: Int32Array,
    { counts, until }: { readonly counts: boolean; readonly until: number },
  ): void {
    const [classes, fresh] = [this.#classes, this.#freshUntil];
    const isPartial = (given & HOLDS) === 0 && isPart(flags);
    for (let i = 0; i < places.length; i++) {
      const slot = places[i];
      const ofState = classes[state[i]];
      const ofStatus = classes[status[i]];
      const isOff = ofState === disabled || ofState === unscanned ? ofState : ofStatus;
      const now = isOff === disabled || isOff === unscanned ? isOff : ordinary;
      if (now !== this.#stateOf[slot]) this.#changeState(slot, now, ts);
      if (!counts) continue;
      if (now !== disabled) this.#enabled[slot] = true;
      // A part of the state that was not sent keeps its age.
      if (isPartial && (flags[i] & SENT) === 0) continue;
      if (ts > fresh[slot]) mark(this.#missingOf(slot).value, this.#input.t0, fresh[slot], ts);
      const isGood = ofState !== bad && (now !== ordinary || ofState === text || !Number.isNaN(values[i]));
      fresh[slot] = isGood ? until : ts;
    }
  }

  #changeState(slot: number, now: number, at: number): void {
    this.#markState(slot, at);
    this.#stateOf[slot] = now;
    this.#stateSince[slot] = at;
  }

  #markState(slot: number, to: number): void {
    const was = this.#stateOf[slot];
    if (was === ordinary) return;
    const missing = this.#missingOf(slot);
    mark(was === disabled ? missing.disabled : missing.scan, this.#input.t0, this.#stateSince[slot], to);
  }

  #takeRun(frame: AcceptedFrame, holds: boolean): void {
    const { runner } = this.#input;
    const slot = runner && this.#slots.get(runner.path);
    const index = slot === undefined || slot === null ? -1 : (this.#places.get(frame.layoutId)?.indexOf(slot) ?? -1);
    if (!runner || index < 0) return;
    if (!holds && (frame.flags[index] & SENT) === 0 && isPart(frame.flags)) return;
    const value = runner.shown(frame.layoutId, frame.values[index]);
    const until = holds ? Number.POSITIVE_INFINITY : frame.ts + this.#offlineMs;
    this.#runs.push({ at: frame.ts, value, until: Number.isNaN(value) ? frame.ts : until });
  }

  /** The device was heard; a frame in time says that it was there when the frame was made. */
  #hear(at: number, since: number, holds: boolean): void {
    const until = holds ? Number.POSITIVE_INFINITY : at + this.#offlineMs;
    const last = this.#heard.at(-1);
    if (last && since >= last.since && since <= last.until) last.until = Math.max(last.until, until);
    else this.#heard.push({ since, until });
    const { events, tail } = this.#input;
    if (events.length > 0 || tail?.offline) this.#heardAts.push(at);
  }

  /** Marks when the device was not heard, or its session had ended; returns what the next hour begins with. */
  #markOffline(end: number): Pick<Tail, 'heard' | 'offline'> {
    const { t0, tail, events } = this.#input;
    let until = tail ? ofJson(tail.heard) : t0;
    for (const one of this.#heard.toSorted((a, b) => a.since - b.since)) {
      mark(this.#offline, t0, until, one.since);
      until = Math.max(until, one.until);
    }
    mark(this.#offline, t0, until, end);
    const ends = [...this.#heardAts, ...events.flatMap(({ at, online }) => (online ? [at] : []))].sort((a, b) => a - b);
    const begins = [...(tail?.offline ? [t0] : []), ...events.flatMap(({ at, online }) => (online ? [] : [at]))];
    for (const at of begins) mark(this.#offline, t0, at, ends.find((one) => one >= at) ?? end);
    const last = begins.at(-1);
    return { heard: toJson(until), offline: last !== undefined && !ends.some((one) => one >= last) };
  }

  /** Where the sensors of a layout are. Those of the hour before begin where it left them, others without a value. */
  #placesOf(layoutId: number): Int32Array {
    const known = this.#places.get(layoutId);
    if (known) return known;
    const { tail, t0, layouts } = this.#input;
    const before = new Set((layouts.get(tail?.layout ?? -1)?.sensors ?? []).map(sensorPath));
    const places = Int32Array.from(layouts.get(layoutId)?.sensors ?? [], (sensor) => {
      const path = sensorPath(sensor);
      const slot = this.#slots.get(path);
      if (slot !== undefined) return slot;
      const fresh = before.has(path) ? ofJson(path in (tail?.stale ?? {}) ? tail?.stale[path] : tail?.fresh) : t0;
      const state = tail?.states[path];
      this.#freshUntil.push(fresh);
      this.#stateOf.push(state === 'disabled' ? disabled : state === 'scan' ? unscanned : ordinary);
      this.#stateSince.push(t0);
      this.#enabled.push(false);
      this.#slots.set(path, this.#paths.length);
      return this.#paths.push(path) - 1;
    });
    this.#places.set(layoutId, places);
    return places;
  }

  /** What another layout no longer lists has no value from then on. */
  #leaveLayout(layoutId: number, at: number): void {
    this.#layout = layoutId;
    const listed = new Set(this.#places.get(layoutId));
    for (let slot = 0; slot < this.#paths.length; slot++)
      if (!listed.has(slot)) {
        this.#freshUntil[slot] = Math.min(this.#freshUntil[slot], at);
        if (this.#stateOf[slot] !== ordinary) this.#changeState(slot, ordinary, at);
      }
  }

  #missingOf(slot: number): Missing {
    const known = this.#missing[slot];
    if (known) return known;
    const made: Missing = { value: noMinute(), disabled: noMinute(), scan: noMinute() };
    this.#missing[slot] = made;
    return made;
  }

  finish(): SignalResult {
    const { t0, runner } = this.#input;
    const end = t0 + hourMs;
    const heard = this.#markOffline(end);
    for (let slot = 0; slot < this.#paths.length; slot++) {
      if (this.#freshUntil[slot] < end) mark(this.#missingOf(slot).value, t0, this.#freshUntil[slot], end);
      this.#markState(slot, end);
    }
    const run = runner ? this.#running(runner) : always();
    const missing = new Map<string, Missing>();
    this.#missing.forEach((one, slot) => {
      if (one && (hasAny(one.value) || hasAny(one.disabled) || hasAny(one.scan)))
        missing.set(this.#paths[slot] ?? '', one);
    });
    return {
      signal: { running: run.running, unknown: run.unknown, offline: this.#offline, missing },
      tail: this.#tail(run.last, heard),
      offlineMs: this.#offlineMs,
      peak: run.peak,
      above: run.above,
      frames: this.#frames,
      firstAt: this.#firstAt,
      enabled: new Set(this.#paths.filter((_, slot) => this.#enabled[slot])),
      listed: new Set(this.#paths),
      paths: this.#layoutPaths(),
    };
  }

  #layoutPaths(): string[] {
    return (this.#input.layouts.get(this.#layout ?? -1)?.sensors ?? []).map(sensorPath);
  }

  #running(runner: Runner) {
    const { t0, tail } = this.#input;
    const end = t0 + hourMs;
    const sums = Array.from({ length: halfHours }, () => ({ n: 0, sum: 0 }));
    for (const { at, value } of this.#runs) {
      const half = sums[Math.min(halfHours - 1, Math.max(0, Math.floor((at - t0) / (hourMs / halfHours))))];
      if (!half || Number.isNaN(value)) continue;
      half.n++;
      half.sum += value;
    }
    const means = sums.filter(({ n }) => n > 0).map(({ n, sum }) => sum / n);
    const peak = means.length === 0 ? null : Math.max(...means);
    const highest = Math.max(peak ?? 0, runner.peak ?? 0);
    const above = runner.above ?? (highest > 0 ? runningShare * highest : null);
    const [running, unknown] = [noMinute(), noMinute()];
    let on = tail?.run?.on ?? false;
    let until = tail?.run ? ofJson(tail.run.until) : t0;
    let from = t0;
    const pass = (to: number): void => {
      if (on) mark(running, t0, from, Math.min(until, to));
      if (until < to) mark(unknown, t0, Math.max(from, until), to);
      from = to;
    };
    for (const one of this.#runs) {
      pass(one.at);
      on = above !== null && one.value > above;
      until = one.until;
    }
    pass(end);
    // A minute of which a part is known to run needs no guess.
    for (let minute = 0; minute < unknown.length; minute++) if (running[minute] === 1) unknown[minute] = 0;
    return { running, unknown, peak, above, last: { on, until: toJson(until) } };
  }

  #tail(run: Tail['run'], heard: Pick<Tail, 'heard' | 'offline'>): Tail {
    const stale: Record<string, number | null> = {};
    const states: Record<string, 'disabled' | 'scan'> = {};
    const common = this.#freshUntil.reduce((most, until) => Math.max(most, until), 0);
    this.#paths.forEach((path, slot) => {
      if (this.#freshUntil[slot] !== common) stale[path] = toJson(this.#freshUntil[slot] ?? 0);
      const state = this.#stateOf[slot];
      if (state !== ordinary) states[path] = state === disabled ? 'disabled' : 'scan';
    });
    return {
      layout: this.#layout,
      fresh: toJson(common),
      stale,
      states,
      ...heard,
      run,
    };
  }
}

const always = () => ({ running: noMinute().fill(1), unknown: noMinute(), peak: null, above: null, last: null });
