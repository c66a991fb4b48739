import type { DeviceId } from '@tocsin/contract/ids';
import { sensorPath } from '@tocsin/contract/layout';
import { type AcceptedFrame, SENT } from '../../pipeline/types.ts';
import type { FilmQuery, FilmStep } from './calls.ts';
import { framesOf, readLast } from './records.ts';
import { layoutIdsOf, readStored } from './segments.ts';
import * as store from './store.ts';

/** For each device the steps of a film at which it changed: each hour is unpacked once. */
export async function readFilm(source: store.HistorySource, query: FilmQuery): Promise<FilmStep[][]> {
  return store.inOnePicture(source, async (picture) => {
    const films: FilmStep[][] = [];
    for (const deviceId of query.deviceIds) films.push(await readDevice(picture, deviceId, query));
    return films;
  });
}

const pathOf = ({ group_id, sensor_id }: store.SpannedEvent): string =>
  [group_id, sensor_id].filter((part) => part !== null).join('.');

const activeAt = (events: readonly store.SpannedEvent[], at: number): store.SpannedEvent[] =>
  events.filter((event) => event.at <= at && (event.ended_at === null || event.ended_at > at));

async function readDevice(
  picture: store.Picture,
  deviceId: DeviceId,
  { from, stepMs, count }: Omit<FilmQuery, 'deviceIds'>,
): Promise<FilmStep[]> {
  const to = from + stepMs * (count - 1);
  const first = await readLast(picture, deviceId, from);
  const stored = count > 1 ? await readStored(picture, deviceId, from, to + 1) : { chunks: [], hot: [] };
  const frames = framesOf(stored).filter((frame) => frame.ts > from && frame.ts <= to);
  const layouts = await store.readLayouts(picture, deviceId, layoutIdsOf(stored));
  const texts = await store.readTexts(picture, deviceId);
  const events = await store.readEventsWithin(picture, { deviceId, from, to });
  const steps: FilmStep[] = [];
  let frame: AcceptedFrame | undefined = first?.frame;
  let next = 0;
  let shown = '';
  for (let step = 0; step < count; step++) {
    const at = from + step * stepMs;
    for (; next < frames.length && (frames[next]?.ts ?? 0) <= at; next++) frame = frames[next];
    if (!frame) continue;
    const active = activeAt(events, at);
    const key = `${frame.ts} ${frame.boot} ${frame.seq} ${active.map((event) => `${event.type} ${event.at} ${pathOf(event)}`).join()}`;
    if (key === shown) continue;
    shown = key;
    const isFirst = frame === first?.frame;
    const layout = isFirst ? first?.layout : layouts.get(frame.layoutId);
    if (!layout) continue;
    const reportedAt = isFirst && first ? first.reportedAt : sentAt(frame, layout.sensors.map(sensorPath).length);
    steps.push({
      step,
      moment: {
        frame,
        layout,
        texts,
        reportedAt,
        usualMs: first?.usualMs ?? 1_000,
        activeEvents: active.map((event) => ({
          type: event.type,
          at: event.at,
          path: pathOf(event),
          content: event.content,
        })),
      },
    });
  }
  return steps;
}

/** The values that a frame itself brought; those of earlier frames have no age in a film. */
const sentAt = ({ ts, flags }: AcceptedFrame, sensors: number): Float64Array =>
  Float64Array.from({ length: sensors }, (_, at) => ((flags[at] ?? 0) & SENT ? ts : Number.NaN));
