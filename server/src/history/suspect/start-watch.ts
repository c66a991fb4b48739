import { type SlotSegment, slotMs, slotsPerHour } from '../codec/slot-segment.ts';
import { isMeasured, measuresSpeed, type ScannedSensor, thresholds } from './suspicion.ts';

/** How a sensor answered a start of its machine: the largest distance from its value before. */
interface Response {
  readonly at: number;
  readonly amplitude: number;
}

/** A machine counts as stopped below this share of its highest speed, and as running above the other. */
const stoppedShare = 0.05;
const runningShare = 0.5;
/** A start counts after half an hour of standstill, and is watched for 90 minutes. */
const minStoppedSlots = 5;
const watchedSlots = 15;
/** A run shorter than an hour warms nothing up: its start does not count. */
const minWatchedSlots = 10;
const maxResponses = 60;
/** A usual response below this many steps of the resolution is noise. */
const minSteps = 10;

interface Runner {
  readonly index: number;
  peak: number;
  stopped: number;
  startedAt: number;
  /** Slots since the start; -1: no start is watched. */
  watched: number;
}

/** Finds starts of machines by their speed sensors, and how each sensor answers them. */
export class StartWatch {
  readonly #runners: readonly Runner[];
  /** The runner of each sensor, as an index of `#runners`; -1: none. */
  readonly #runnerOf: Int32Array;
  readonly #before: Float64Array;
  readonly #last: Float64Array;
  readonly #min: Float64Array;
  readonly #max: Float64Array;
  readonly #step: Float64Array;
  readonly #responses: readonly Response[][];

  constructor(sensors: readonly ScannedSensor[]) {
    const n = sensors.length;
    this.#runners = sensors.flatMap((sensor, index) =>
      measuresSpeed(sensor) ? [{ index, peak: 0, stopped: 0, startedAt: 0, watched: -1 }] : [],
    );
    const inGroup = (group: string): number =>
      this.#runners.findIndex(({ index }) => sensors[index]?.groupId === group);
    this.#runnerOf = Int32Array.from(sensors, (sensor) => {
      // Another speed may be that of another machine, which need not start with this one.
      if (!isMeasured(sensor) || measuresSpeed(sensor)) return -1;
      const near = inGroup(sensor.groupId);
      const runner = near >= 0 ? near : this.#runners.length > 0 ? 0 : -1;
      return runner;
    });
    this.#before = new Float64Array(n).fill(Number.NaN);
    this.#last = new Float64Array(n).fill(Number.NaN);
    this.#min = new Float64Array(n);
    this.#max = new Float64Array(n);
    this.#step = new Float64Array(n).fill(Number.POSITIVE_INFINITY);
    this.#responses = sensors.map(() => []);
  }

  addHour(t0: number, segment: SlotSegment, places: Int32Array): void {
    for (let slot = 0; slot < slotsPerHour; slot++) {
      for (const [number, runner] of this.#runners.entries())
        this.#addSlot(runner, number, t0 + slot * slotMs, slot, segment, places);
      this.#remember(slot, segment, places);
    }
  }

  #addSlot(runner: Runner, number: number, at: number, slot: number, segment: SlotSegment, places: Int32Array): void {
    const place = places[runner.index] ?? -1;
    const i = place * slotsPerHour + slot;
    if (place < 0 || segment.count[i] === 0) return;
    runner.peak = Math.max(runner.peak, segment.max[i]);
    const isStopped = segment.max[i] < stoppedShare * runner.peak;
    if (runner.watched < 0 && runner.stopped >= minStoppedSlots && segment.max[i] > runningShare * runner.peak)
      this.#begin(runner, number, at);
    if (runner.watched >= 0) this.#watch(runner, number, slot, segment, places, isStopped);
    runner.stopped = isStopped ? runner.stopped + 1 : 0;
  }

  #begin(runner: Runner, number: number, at: number): void {
    runner.startedAt = at;
    runner.watched = 0;
    this.#runnerOf.forEach((of, index) => {
      if (of !== number) return;
      this.#before[index] = this.#last[index];
      this.#min[index] = this.#last[index];
      this.#max[index] = this.#last[index];
    });
  }

  #watch(runner: Runner, number: number, slot: number, segment: SlotSegment, places: Int32Array, isStopped: boolean) {
    this.#runnerOf.forEach((of, index) => {
      const place = places[index] ?? -1;
      const i = place * slotsPerHour + slot;
      if (of !== number || place < 0 || segment.count[i] === 0) return;
      this.#min[index] = Math.min(this.#min[index], segment.min[i]);
      this.#max[index] = Math.max(this.#max[index], segment.max[i]);
    });
    runner.watched++;
    if (isStopped ? runner.watched >= minWatchedSlots : runner.watched >= watchedSlots) this.#end(runner, number);
    else if (isStopped) runner.watched = -1;
  }

  #end(runner: Runner, number: number): void {
    runner.watched = -1;
    this.#runnerOf.forEach((of, index) => {
      const before = this.#before[index];
      if (of !== number || Number.isNaN(before)) return;
      const responses = this.#responses[index] ?? [];
      const amplitude = Math.max(this.#max[index] - before, before - this.#min[index]);
      responses.push({ at: runner.startedAt, amplitude });
      if (responses.length > maxResponses) responses.shift();
    });
  }

  #remember(slot: number, segment: SlotSegment, places: Int32Array): void {
    places.forEach((place, index) => {
      const i = place * slotsPerHour + slot;
      if (place < 0) return;
      this.#last[index] = segment.count[i] === 0 ? Number.NaN : segment.last[i];
      const range = segment.max[i] - segment.min[i];
      if (range > 0 && range < this.#step[index]) this.#step[index] = range;
    });
  }

  /** The starts that a sensor did not answer, though it used to; null: it answers, or nobody knows. */
  unanswered(index: number): { readonly since: number; readonly starts: readonly number[] } | null {
    const responses = this.#responses[index] ?? [];
    const known = responses.slice(0, responses.length - thresholds.starts);
    if (known.length < thresholds.pastStarts) return null;
    const usual = medianOf(known.map(({ amplitude }) => amplitude));
    const firstSilent = responses.findLastIndex(({ amplitude }) => amplitude >= thresholds.noResponse * usual) + 1;
    const silent = responses.slice(firstSilent);
    const past = responses.slice(0, firstSilent);
    const answered = past.filter(({ amplitude }) => amplitude >= 2 * thresholds.noResponse * usual).length;
    const [first] = silent;
    if (!first || silent.length < thresholds.starts || past.length < thresholds.pastStarts) return null;
    if (answered < thresholds.movedShare * past.length || usual < minSteps * this.#step[index]) return null;
    return { since: first.at, starts: silent.map(({ at }) => at) };
  }
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
