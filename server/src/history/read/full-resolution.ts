import { ALARM, HOLDS } from '../../pipeline/types.ts';
import type { Series } from './calls.ts';
import type { ConversionHistory } from './convert-units.ts';
import { Points, wasOffline } from './points.ts';
import { type Placed, placeIn, type Wanted } from './requested-series.ts';
import { type SeriesSegment, sliceOf } from './segments.ts';
import type { Span } from './store.ts';

/** Every frame of the range as points, with gaps where the device was silent. */
export function fullSeries(
  segments: readonly SeriesSegment[],
  wanted: readonly Wanted[],
  course: ConversionHistory,
  gaps: { readonly text: Uint8Array; readonly offline: readonly Span[]; readonly afterMs: number },
): Series[] {
  const rows = wanted.map((one) => ({ wanted: one, points: new Points(false), foreign: false, holds: false }));
  for (const piece of inTurns(segments)) {
    for (const { begin, end } of periods(piece, course)) {
      for (const place of placeIn(piece.layout, wanted, course, piece.ts[begin])) {
        const row = rows[place.wanted.index];
        const { points } = row;
        if (points.n > 0 && row.foreign !== place.foreign) {
          points.breaks.push(piece.ts[begin]);
          points.gap(piece.ts[begin] - 1);
        }
        row.foreign = place.foreign;
        points.inUnit(piece.ts[begin], place.unit);
        addPoints(row, piece, place, begin, end, gaps);
      }
    }
  }
  return rows.map(({ points, wanted: one }) => points.series(one));
}

function addPoints(
  row: { readonly points: Points; readonly wanted: Wanted; holds: boolean },
  piece: SeriesSegment,
  { sensor, k, c }: Placed,
  begin: number,
  end: number,
  gaps: { readonly text: Uint8Array; readonly offline: readonly Span[]; readonly afterMs: number },
): void {
  const { points } = row;
  const { ts, given } = piece;
  const { values, flags, state } = piece.column(sensor);
  const isNumber = row.wanted.shown.type === 'NUMERIC';
  const plain = k === 1 && c === 0;
  if (!plain) points.isConverted = true;
  for (let i = begin; i < end; i++) {
    if (points.n > 0) {
      const last = points.ts[points.n - 1];
      if (ts[i] - last > gaps.afterMs && (!row.holds || wasOffline(gaps.offline, last, ts[i]))) points.gap(last + 1);
    }
    row.holds = (given[i] & HOLDS) !== 0;
    const alarm = flags[i] & ALARM ? 1 : 0;
    let value = values[i];
    if (Number.isNaN(value) || gaps.text[state[i]]) value = Number.NaN;
    else if (!isNumber) value = alarm ? 1 : -1;
    else if (!plain) value = k * value + c;
    points.add(ts[i], value, value, value, alarm, state[i]);
  }
}

/** Intervals of a segment within which no setting changes. */
function periods({ ts }: SeriesSegment, { changes }: ConversionHistory): { begin: number; end: number }[] {
  const spans: { begin: number; end: number }[] = [];
  let begin = 0;
  for (const change of changes) {
    let end = begin;
    while (end < ts.length && ts[end] < change) end++;
    if (end > begin) spans.push({ begin, end });
    begin = end;
  }
  if (begin < ts.length) spans.push({ begin, end: ts.length });
  return spans;
}

/** Layouts that alternated within an hour are one segment each; splits a segment where another one lies between. */
function inTurns(segments: readonly SeriesSegment[]): SeriesSegment[] {
  const cut = segments.flatMap((piece) => turns(piece, segments));
  return cut.sort((a, b) => a.ts[0] - b.ts[0]);
}

function turns(piece: SeriesSegment, pieces: readonly SeriesSegment[]): SeriesSegment[] {
  const { ts } = piece;
  const first = ts[0];
  const last = ts[ts.length - 1];
  const others = pieces.filter(
    (other) => other !== piece && other.ts[0] <= last && other.ts[other.ts.length - 1] >= first,
  );
  if (others.length === 0) return [piece];
  const marks = others.flatMap((other) => Array.from(other.ts)).sort((a, b) => a - b);
  const segments: SeriesSegment[] = [];
  let begin = 0;
  let mark = 0;
  for (let i = 1; i <= ts.length; i++) {
    while (mark < marks.length && marks[mark] <= ts[i - 1]) mark++;
    if (i < ts.length && !(mark < marks.length && marks[mark] < ts[i])) continue;
    segments.push(sliceOf(piece, begin, i));
    begin = i;
  }
  return segments;
}
