import type { Evidence, SuspicionKind } from '@tocsin/contract/protection';
import { hourMs } from '../codec/hour.ts';
import type { CopyWatch } from './copy-watch.ts';
import { graphHours, ringIndex, type SensorTrack } from './sensor-track.ts';
import type { StartWatch } from './start-watch.ts';
import {
  isMeasured,
  isTemperature,
  measuresSpeed,
  type ScannedSensor,
  type Suspicion,
  sentinelSlots,
  thresholds,
} from './suspicion.ts';

const dayMs = 86_400_000;
/** Hours shown before the suspicious behaviour began. */
const graphLeadHours = 48;
const maxNeighbours = 3;
/** A sensor that sent nothing usable for this long is inactive or offline, which has its own row. */
const silentMs = 24 * hourMs;

interface Found {
  readonly kind: SuspicionKind;
  readonly since: number;
  readonly value: number | null;
  readonly amount: number;
  readonly starts: readonly number[];
  /** Shown beside it; the original of a copy. */
  readonly beside: readonly number[];
}

/** At most one suspicion of each sensor: of several the first of the kinds' order. */
export function suspicionsOf(
  tracks: readonly SensorTrack[],
  copies: CopyWatch,
  starts: StartWatch,
  newest: number,
): Suspicion[] {
  return tracks.flatMap((track, index) => {
    const { usableAt, sensor } = track;
    if (usableAt === null || newest - usableAt > silentMs) return [];
    const found =
      sensor.type === 'BOOL'
        ? contactOf(track)
        : isMeasured(sensor)
          ? (sentinelOf(track) ?? copyOf(copies, index) ?? flatOf(track) ?? startOf(track, starts, index))
          : null;
    return found ? [{ path: sensor.path, since: found.since, evidence: evidenceOf(track, tracks, found, newest) }] : [];
  });
}

function sentinelOf({ flatValue, flatSlots, flatSince, sensor, neighbours }: SensorTrack): Found | null {
  const least = sentinelSlots(flatValue, sensor.unit);
  if (least === null || flatSlots < least) return null;
  return {
    kind: 'sentinel',
    since: flatSince,
    value: flatValue,
    amount: Math.floor(flatSlots / 10),
    starts: [],
    beside: neighbours,
  };
}

function copyOf(copies: CopyWatch, index: number): Found | null {
  const original = copies.originalOf(index, thresholds.copyHours);
  if (!original) return null;
  const { since, hours } = original;
  return { kind: 'copy', since, value: null, amount: hours, starts: [], beside: [original.index] };
}

function flatOf(track: SensorTrack): Found | null {
  const { flatValue, flatSince, flatRunning, longestFlat, running, moved, neighbours, sensor } = track;
  // A speed of 0 is a stopped machine: its neighbours may belong to machines that run.
  if (Number.isNaN(flatValue) || (flatValue === 0 && measuresSpeed(sensor))) return null;
  const past = running - flatRunning;
  const hasPast = past >= thresholds.leastPastHours;
  const isSuspicious = hasPast
    ? flatRunning >= Math.max(thresholds.flatHours, 2 * longestFlat) && moved >= thresholds.movedShare * past
    : isTemperature(sensor.unit) && moved === 0 && flatRunning >= thresholds.neverMovedHours;
  if (!isSuspicious) return null;
  return { kind: 'flat', since: flatSince, value: flatValue, amount: flatRunning, starts: [], beside: neighbours };
}

function startOf({ neighbours }: SensorTrack, watch: StartWatch, index: number): Found | null {
  const silent = watch.unanswered(index);
  if (!silent) return null;
  const { since, starts } = silent;
  return { kind: 'start', since, value: null, amount: starts.length, starts, beside: neighbours };
}

/** Whether it passed a test is for the caller to judge, who knows the tests. */
function contactOf({ firstAt, usableAt, lastChangeAt, usableHours, last }: SensorTrack): Found | null {
  if (firstAt === null || usableAt === null) return null;
  const since = lastChangeAt ?? firstAt;
  const days = Math.floor((usableAt + hourMs - since) / dayMs);
  // A device that was offline for most of the time proves nothing.
  if (days < thresholds.contactDays || usableHours < (thresholds.contactDays * 24) / 2) return null;
  return { kind: 'contact', since, value: Number.isNaN(last) ? null : last, amount: days, starts: [], beside: [] };
}

const shown = ({ k, c }: ScannedSensor, raw: number): number | null =>
  Number.isFinite(raw) ? Math.round((k * raw + c) * 1_000) / 1_000 : null;

function evidenceOf(track: SensorTrack, tracks: readonly SensorTrack[], found: Found, newest: number): Evidence {
  const { sensor } = track;
  const earliest = newest - (graphHours - 1) * hourMs;
  const from = Math.max(earliest, Math.floor(found.since / hourMs) * hourMs - graphLeadHours * hourMs);
  const valuesOf = ({ recent, sensor: of }: SensorTrack): (number | null)[] => {
    const values: (number | null)[] = [];
    for (let at = from; at <= newest; at += hourMs) values.push(shown(of, recent[ringIndex(at)] ?? Number.NaN));
    return values;
  };
  const beside = found.beside
    .flatMap((index) => tracks[index] ?? [])
    .filter((one) => one.usableAt !== null)
    .slice(0, maxNeighbours);
  return {
    kind: found.kind,
    unit: sensor.shownUnit,
    value: found.value === null ? null : shown(sensor, found.value),
    amount: found.amount,
    starts: found.starts.length,
    neighbours: beside.flatMap((one) => {
      const values = valuesOf(one).filter((value) => value !== null);
      const { path, name } = one.sensor;
      return values.length === 0 ? [] : [{ path, name, min: Math.min(...values), max: Math.max(...values) }];
    }),
    graph: {
      from,
      own: valuesOf(track),
      others: beside.map((one) => ({ name: one.sensor.name, values: valuesOf(one) })),
      starts: found.starts.filter((at) => at >= from),
    },
  };
}
