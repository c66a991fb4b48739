import type { WarningRule } from '../../pipeline/catalog.ts';
import type { RehearsalEvaluation, RehearsedRule, RuleRehearsal, RuleSample } from '../../pipeline/rehearsal-types.ts';
import { addGap, minOfflineMs, offlineAfter, reportInterval } from '../../pipeline/report-interval.ts';
import {
  type AcceptedFrame,
  EVALUATED,
  type EvaluatedDevice,
  HOLDS,
  type IndexedLayout,
} from '../../pipeline/types.ts';
import { hourMs, hourOf } from '../codec/hour.ts';
import type { SeriesSegment } from '../read/segments.ts';
import { type Exclusion, type ExclusionReason, KnownState } from './known-state.ts';
import { type FrameReader, ReducedFrames } from './reduced-frames.ts';

/** A time in which the live evaluation of a rule was disturbed; null: of all rules. */
export interface Disturbance extends Exclusion {
  readonly ruleId: number | null;
}

/** Watches one rule frame by frame. */
export interface RuleWatch {
  readonly ruleId: number;
  add(at: number, holdMs: number, sample: RuleSample | null): void;
}

export interface PassInput {
  readonly device: EvaluatedDevice;
  /** The rules in force, whose stored events can be compared; they have positive ids. */
  readonly inForce: readonly WarningRule[];
  /** The edited rules, under other ids. */
  readonly edited: readonly WarningRule[];
  readonly texts: readonly string[];
  /** Known disturbances, ordered by their beginnings. */
  readonly disturbances: readonly Disturbance[];
  /** There are no frames before those that are read. */
  readonly isFromFirst: boolean;
  /** Frames before this time only lead up to the range. */
  readonly from: number;
  readonly now: number;
  readonly watches: readonly RuleWatch[];
}

export interface PassResult {
  readonly rules: ReadonlyMap<number, RehearsedRule>;
  /** By rule in force: when its stored events may differ. */
  readonly excluded: ReadonlyMap<number, readonly Exclusion[]>;
  readonly frames: number;
  /** Time of the first and last frame; null: no data. */
  readonly first: number | null;
  readonly last: number | null;
}

/** A gap that comes close to the offline time may have been treated otherwise by the time of arrival. */
const marginOfGap = 0.8;
/** Up to this median of the report interval the offline time is its minimum. */
const shortMs = minOfflineMs / 3;

/** One pass of rules over the frames of a device, fed with stored segments in order of time. */
export class RehearsalPass implements FrameReader {
  readonly #input: PassInput;
  readonly #rehearsal: RuleRehearsal;
  readonly #frames: ReducedFrames;
  readonly #known: ReadonlyMap<number, KnownState>;
  readonly #lateHours = new Set<number>();
  #nextDisturbance = 0;
  #running: Disturbance[] = [];
  #gaps: number[] = [];
  #longGaps = 0;
  #lastTs: number | null = null;
  #holdMs = 0;
  #wasLate = false;
  #read = 0;
  #first: number | null = null;

  constructor(input: PassInput, evaluation: RehearsalEvaluation) {
    this.#input = input;
    const rules = [...input.inForce, ...input.edited];
    this.#rehearsal = evaluation.start(input.device, rules, input.texts, input.now);
    this.#frames = new ReducedFrames(new Set(rules.flatMap(evaluation.pathsOf)), this);
    this.#known = new Map(input.inForce.map((rule) => [rule.id, new KnownState()]));
    const beginning = Number.NEGATIVE_INFINITY;
    for (const known of this.#known.values()) known.disturb(beginning, beginning, 'start', input.isFromFirst);
  }

  /** The next segments, which begin after those before. */
  read(segments: readonly SeriesSegment[]): void {
    this.#noteLateHours(segments);
    this.#read += this.#frames.read(segments);
  }

  layout(layout: IndexedLayout, at: number): void {
    this.#rehearsal.layout(layout, at);
    if (this.#lastTs !== null) this.#disturb(this.#lastTs, at, 'layout');
  }

  frame(frame: AcceptedFrame): void {
    const { ts } = frame;
    if (this.#first === null && ts >= this.#input.from) this.#first = ts;
    const gap = this.#lastTs === null ? 0 : ts - this.#lastTs;
    this.#findDisturbances(frame, gap);
    this.#addGap(gap);
    const holdMs = (frame.given & HOLDS) !== 0 ? Number.POSITIVE_INFINITY : this.#offlineAfter();
    this.#rehearsal.frame(frame, holdMs);
    const elapsed = Math.min(gap, this.#holdMs);
    for (const [ruleId, known] of this.#known)
      if (!known.isKnown) known.frame(ts, elapsed, this.#rehearsal.sample(ruleId));
      else known.idle();
    for (const watch of this.#input.watches) watch.add(ts, holdMs, this.#rehearsal.sample(watch.ruleId));
    this.#holdMs = holdMs;
    this.#lastTs = ts;
  }

  /** The results, with the counters run to `at`. */
  finish(at: number): PassResult {
    const later = this.#input.disturbances.slice(this.#nextDisturbance).filter((one) => one.from < at);
    for (const one of [...this.#running, ...later]) this.#disturb(one.from, one.to, one.reason, one.ruleId);
    return {
      rules: this.#rehearsal.finish(at),
      excluded: new Map([...this.#known].map(([id, known]) => [id, known.finish(at)])),
      frames: this.#read,
      first: this.#first,
      last: this.#first === null ? null : this.#lastTs,
    };
  }

  #findDisturbances(frame: AcceptedFrame, gap: number): void {
    const { ts } = frame;
    const { disturbances } = this.#input;
    for (let next = disturbances[this.#nextDisturbance]; next && next.from <= ts; ) {
      this.#running.push(next);
      next = disturbances[++this.#nextDisturbance];
    }
    if (this.#running.length > 0) {
      for (const one of this.#running) this.#disturb(one.from, one.to, one.reason, one.ruleId);
      this.#running = this.#running.filter((one) => one.to > ts);
    }
    if (gap > minOfflineMs && gap > marginOfGap * this.#holdMs && this.#lastTs !== null)
      for (const known of this.#known.values()) known.disturb(this.#lastTs, ts, 'gap', gap > this.#holdMs);
    const isLate = (frame.given & EVALUATED) === 0;
    const hour = hourOf(ts);
    if (this.#lateHours.has(hour)) this.#disturb(hour, hour + hourMs, 'late');
    // Late frames are evaluated from the state of the hour before, live ones without those that came late.
    else if (this.#wasLate && !isLate && this.#lastTs !== null) this.#disturb(this.#lastTs, ts, 'late');
    this.#wasLate = isLate;
  }

  #disturb(from: number, to: number, reason: ExclusionReason, ruleId: number | null = null): void {
    if (ruleId !== null) this.#known.get(ruleId)?.disturb(from, to, reason);
    else for (const known of this.#known.values()) known.disturb(from, to, reason);
  }

  /** Hours with both live and late frames: live events were raised without knowing the late frames. */
  #noteLateHours(segments: readonly SeriesSegment[]): void {
    const kinds = new Map<number, number>();
    for (const { ts, given } of segments) {
      let hour = Number.NaN;
      let bits = 0;
      for (let i = 0; i < ts.length; i++) {
        const own = hourOf(ts[i]);
        if (own !== hour) {
          if (bits !== 0) kinds.set(hour, (kinds.get(hour) ?? 0) | bits);
          hour = own;
          bits = 0;
        }
        bits |= (given[i] & EVALUATED) === 0 ? 2 : 1;
      }
      if (bits !== 0) kinds.set(hour, (kinds.get(hour) ?? 0) | bits);
    }
    this.#lateHours.clear();
    for (const [hour, bits] of kinds) if (bits === 3) this.#lateHours.add(hour);
  }

  #addGap(gap: number): void {
    if (this.#lastTs === null) return;
    const oldest = this.#gaps.length === 20 ? (this.#gaps[0] ?? 0) : 0;
    if (oldest > shortMs) this.#longGaps--;
    addGap(this.#gaps, gap);
    if (gap > shortMs) this.#longGaps++;
  }

  /** The same as by the median, which need not be computed while most gaps are short. */
  #offlineAfter(): number {
    const isShort = this.#gaps.length === 20 && this.#longGaps < 10;
    return isShort ? minOfflineMs : offlineAfter(reportInterval(this.#gaps));
  }
}
