import { sensorPath } from '@tocsin/contract/layout';
import { inactiveStates } from '@tocsin/contract/status';
import { TEXT_NONE } from '../../pipeline/types.ts';
import { hourMs } from '../codec/hour.ts';
import type { DeviceSpan, InactiveSpan, InactiveSpansAnswer } from './calls.ts';
import { indexAll, layoutIdsOf, readStored, type SeriesSegment, seriesSegmentsOf } from './segments.ts';
import { type HistorySource, inOnePicture, readLayouts, readTexts } from './store.ts';

/** Without a value, and without a status that explains it. */
const silentWord = 'No value';

const stepMs = 24 * hourMs;
/** The state before the range determines how it begins. */
const leadMs = 2 * hourMs;
/** Missing values for less than this are lost frames, not an inactive sensor. */
const minSilentMs = 60_000;
/** With more than these of one device, the rest is omitted and the answer is marked as incomplete. */
const maxInactiveSpans = 20_000;

interface Open {
  readonly name: string;
  readonly word: string;
  readonly from: number;
}

/**
 * When sensors of a device were disabled or sent no value, from every stored frame. A state lasts until the next frame.
 * Reads a day at a time, so that graphs are served in between.
 */
export async function readInactiveSpans(
  source: HistorySource,
  { deviceId, from, to }: DeviceSpan,
): Promise<InactiveSpansAnswer> {
  const open = new Map<string, Open>();
  const inactiveSpans: InactiveSpan[] = [];
  let cut = false;
  const close = (path: string, at: number): void => {
    const rest = open.get(path);
    if (!rest) return;
    open.delete(path);
    const begin = Math.max(rest.from, from);
    const end = Math.min(at, to);
    if (end <= begin || (rest.word === silentWord && end - begin < minSilentMs)) return;
    if (inactiveSpans.length >= maxInactiveSpans) cut = true;
    else inactiveSpans.push({ path, name: rest.name, word: rest.word, from: begin, to: end });
  };
  const see = (piece: SeriesSegment, texts: readonly string[]): void => {
    const [first = 0] = piece.ts;
    for (const path of open.keys()) if (!piece.layout.byPath.has(path)) close(path, first);
    piece.layout.sensors.forEach((sensor, index) => {
      const { values, status, state, quiet } = piece.column(index);
      const path = sensorPath(sensor);
      for (let i = 0; i < piece.ts.length; i++) {
        const word = wordOf(texts, status[i] ?? TEXT_NONE, state[i] ?? TEXT_NONE, values[i] ?? Number.NaN);
        const before = open.get(path);
        if (word !== (before?.word ?? null)) {
          const at = piece.ts[i] ?? first;
          close(path, at);
          if (word !== null) open.set(path, { name: sensor.name, word, from: at });
        }
        // A constant column that is not inactive has nothing to report until its end.
        if (quiet && word !== null && word !== silentWord) break;
      }
    });
  };
  for (let day = from - leadMs; day < to; day += stepMs) {
    const end = Math.min(day + stepMs, to);
    await inOnePicture(source, async (picture) => {
      const stored = await readStored(picture, deviceId, day, end);
      const layouts = indexAll(await readLayouts(picture, deviceId, layoutIdsOf(stored)));
      const texts = await readTexts(picture, deviceId);
      for (const piece of seriesSegmentsOf(stored, layouts, day, end)) see(piece, texts);
    });
  }
  for (const path of [...open.keys()]) close(path, to);
  return { inactiveSpans, cut };
}

function wordOf(texts: readonly string[], status: number, state: number, value: number): string | null {
  const word = texts[state] ?? '';
  if (inactiveStates.has(word)) return word;
  const how = texts[status] ?? '';
  if (inactiveStates.has(how)) return how;
  return Number.isNaN(value) && word === '' ? silentWord : null;
}
