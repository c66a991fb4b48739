import { hourMs } from '../codec/hour.ts';
import { type HourFacts, newFacts } from './hour-facts.ts';
import type { ScannedSensor } from './suspicion.ts';

/** Hours kept for the graph of the evidence. */
export const graphHours = 14 * 24;

/** The hour in which a sensor that still is inactive stopped sending values; null: it sends them. */
export function inactiveSince({ firstSentAt, sentAt, usableAt }: SensorTrack): number | null {
  if (sentAt === null) return null;
  if (usableAt === null) return firstSentAt;
  return usableAt < sentAt ? usableAt + hourMs : null;
}

/** What the scan remembers of one sensor. */
export interface SensorTrack {
  readonly sensor: ScannedSensor;
  readonly neighbours: readonly number[];
  readonly facts: HourFacts;
  /** Unix ms of the first and last hour with a usable value, and of the first and last hour with any frame. */
  firstAt: number | null;
  usableAt: number | null;
  firstSentAt: number | null;
  sentAt: number | null;
  lastChangeAt: number | null;
  /** The last hour in which it moved by more than a step while its machine ran. */
  movedAt: number | null;
  usableHours: number;
  step: number;
  last: number;
  state: number;
  alarm: number;
  /** The present constant value: since when, for how many slots and running hours. */
  flatValue: number;
  flatSince: number;
  flatSlots: number;
  flatRunning: number;
  /** Running hours, those with movement, and the longest flat time before the present one. */
  running: number;
  moved: number;
  longestFlat: number;
  readonly recent: Float32Array;
}

/** The track of a sensor before its first hour. */
export const newTrack = (sensor: ScannedSensor, neighbours: readonly number[]): SensorTrack => ({
  sensor,
  neighbours,
  facts: newFacts(),
  firstAt: null,
  usableAt: null,
  firstSentAt: null,
  sentAt: null,
  lastChangeAt: null,
  movedAt: null,
  usableHours: 0,
  step: Number.POSITIVE_INFINITY,
  last: Number.NaN,
  state: -1,
  alarm: 0,
  flatValue: Number.NaN,
  flatSince: 0,
  flatSlots: 0,
  flatRunning: 0,
  running: 0,
  moved: 0,
  longestFlat: 0,
  recent: new Float32Array(graphHours).fill(Number.NaN),
});

/** The hour in a ring of hours. */
export const ringIndex = (t0: number): number => Math.floor(t0 / hourMs) % graphHours;
