import { hourMs } from '../codec/hour.ts';
import { type SlotSegment, slotMs, slotsPerHour } from '../codec/slot-segment.ts';
import { CopyWatch } from './copy-watch.ts';
import { hashHour, readHour } from './hour-facts.ts';
import { graphHours, inactiveSince, newTrack, ringIndex, type SensorTrack } from './sensor-track.ts';
import { StartWatch } from './start-watch.ts';
import { isMeasured, neighboursOf, type ScannedSensor, type ScanResult, type Suspicion } from './suspicion.ts';
import { suspicionsOf } from './verdict.ts';

/**
 * Scans the hours of one device for sensors that are probably dead. Hours are added in order of time, each with its
 * stored slots; memory grows with the number of sensors only. Pure: it reads no clock and no database.
 */
export class DeviceScan {
  readonly #tracks: readonly SensorTrack[];
  readonly #isUsable: (status: number, state: number) => boolean;
  readonly #copies: CopyWatch;
  readonly #starts: StartWatch;
  #ringEnd = 0;

  constructor(sensors: readonly ScannedSensor[], isUsable: (status: number, state: number) => boolean) {
    const neighbours = neighboursOf(sensors);
    this.#tracks = sensors.map((sensor, index) => newTrack(sensor, neighbours[index] ?? []));
    this.#isUsable = isUsable;
    this.#copies = new CopyWatch(sensors);
    this.#starts = new StartWatch(sensors);
  }

  /** Adds one hour. `places`: the index of each sensor in the segment; -1: not in its layout. */
  addHour(t0: number, segment: SlotSegment, places: Int32Array): void {
    this.#turnRing(t0);
    this.#tracks.forEach((track, index) => {
      const place = places[index] ?? -1;
      if (place < 0) {
        track.facts.slots = 0;
        return;
      }
      track.firstSentAt ??= t0;
      track.sentAt = t0;
      readHour(segment, place, this.#isUsable, track.facts);
    });
    for (const track of this.#tracks) this.#addFacts(track, t0);
    this.#addCopies(t0, segment, places);
    this.#starts.addHour(t0, segment, places);
  }

  #addFacts(track: SensorTrack, t0: number): void {
    const { facts } = track;
    if (facts.slots === 0) return;
    track.firstAt ??= t0;
    track.usableAt = t0;
    track.usableHours++;
    track.step = Math.min(track.step, facts.step);
    track.recent[ringIndex(t0)] = facts.last;
    const isFirst = track.usableHours === 1;
    const changed =
      facts.changed ||
      (!isFirst && (facts.last !== track.last || facts.state !== track.state || facts.alarm !== track.alarm));
    if (changed && !isFirst) track.lastChangeAt = t0;
    const isRunning = this.#isRunning(track);
    if (isRunning) {
      track.running++;
      if (changed) track.moved++;
    }
    if (this.#hasMoved(track) && (isRunning || track.neighbours.length === 0)) track.movedAt = t0;
    this.#addFlat(track, t0, isRunning);
    track.last = facts.last;
    track.state = facts.state;
    track.alarm = facts.alarm;
  }

  /** At least half of the neighbours with values moved by more than one step. */
  #isRunning({ neighbours }: SensorTrack): boolean {
    let heard = 0;
    let moved = 0;
    for (const index of neighbours) {
      const other = this.#tracks[index];
      if (!other || other.facts.slots === 0) continue;
      heard++;
      if (this.#hasMoved(other)) moved++;
    }
    return moved > 0 && 2 * moved >= heard;
  }

  #hasMoved({ facts, step, sensor, last, state, alarm, usableHours }: SensorTrack): boolean {
    if (!isMeasured(sensor))
      return (
        facts.changed || (usableHours > 0 && (facts.last !== last || facts.state !== state || facts.alarm !== alarm))
      );
    return facts.max - facts.min > 1.5 * Math.min(step, facts.step);
  }

  #addFlat(track: SensorTrack, t0: number, isRunning: boolean): void {
    const { facts } = track;
    const isWholeFlat = facts.constantSlots === facts.slots && facts.slots > 0;
    if (isWholeFlat && facts.last === track.flatValue) {
      track.flatSlots += facts.slots;
      if (isRunning) track.flatRunning++;
      return;
    }
    if (!Number.isNaN(track.flatValue)) track.longestFlat = Math.max(track.longestFlat, track.flatRunning);
    track.flatValue = facts.constantSlots > 0 ? facts.last : Number.NaN;
    track.flatSlots = facts.constantSlots;
    track.flatSince = t0 + (slotsPerHour - Math.max(1, facts.constantSlots)) * slotMs;
    track.flatRunning = isWholeFlat && isRunning ? 1 : 0;
  }

  #addCopies(t0: number, segment: SlotSegment, places: Int32Array): void {
    const moving: { index: number; hash: number; first: number; before: number; place: number }[] = [];
    this.#tracks.forEach((track, index) => {
      const place = places[index] ?? -1;
      const { facts, sensor } = track;
      if (place < 0 || facts.slots < slotsPerHour / 2 || !isMeasured(sensor) || !this.#hasMoved(track)) return;
      const before = track.recent[ringIndex(t0 - hourMs)] ?? Number.NaN;
      moving.push({ index, hash: hashHour(segment, place), first: facts.first, before, place });
    });
    this.#copies.addHour(t0, segment, moving);
  }

  /** Empties the ring's hours between the last hour and this one. */
  #turnRing(t0: number): void {
    const first = Math.max(this.#ringEnd, t0 - (graphHours - 1) * hourMs);
    for (let at = first; at <= t0; at += hourMs)
      for (const track of this.#tracks) track.recent[ringIndex(at)] = Number.NaN;
    this.#ringEnd = t0 + hourMs;
  }

  /** The suspicions at the end of the last hour, at most one of each sensor. */
  finish(): ScanResult {
    const newest = this.#tracks.reduce((at, { usableAt }) => Math.max(at, usableAt ?? 0), 0);
    const suspicions: Suspicion[] = suspicionsOf(this.#tracks, this.#copies, this.#starts, newest);
    return {
      suspicions,
      lives: this.#tracks.map((track) => ({
        path: track.sensor.path,
        movedAt: track.movedAt,
        inactiveSince: inactiveSince(track),
      })),
    };
  }
}
