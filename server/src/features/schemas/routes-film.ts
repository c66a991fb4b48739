import { endpoints, longestFilmEventsMs, maxFilmStates } from '@tocsin/contract/film';
import { DeviceId } from '@tocsin/contract/ids';
import { sensorPathOf } from '@tocsin/contract/layout';
import type { LiveDevice } from '@tocsin/contract/live';
import { isOemOrSuper, type Principal } from '../../access/principal.ts';
import { type Api, route } from '../../access/route.ts';
import type { Moment } from '../../history/read/calls.ts';
import type { History } from '../../history/read/history.ts';
import type { DbAndClock } from '../../platform/db.ts';
import { badField, orNotFound } from '../../platform/errors.ts';
import { eventsBetween, type OfflineSpan, offlineSpans, schemaAt } from './store-film.ts';
import { openDevices } from './store-open.ts';
import { sensorsOfTab, tabsOf } from './store-tabs.ts';

interface FilmDependencies extends DbAndClock {
  readonly history: Pick<History, 'film'>;
  /** The live document as it was then; undefined when the device is unknown. */
  readonly documentAt: (id: DeviceId, moment: Moment) => LiveDevice | undefined;
}

/** Whether a device was offline at a moment. */
const wasOffline = (spans: readonly OfflineSpan[], deviceId: number, at: number): boolean =>
  spans.some((span) => span.device_id === deviceId && span.at <= at && (span.ended_at === null || span.ended_at > at));

/** The document with these sensors only. */
const onlySensors = (document: LiveDevice, paths: ReadonlySet<string>, isOnline: boolean): LiveDevice => ({
  ...document,
  device: { ...document.device, is_online: isOnline },
  groups: document.groups
    .map((group) => ({ ...group, sensors: group.sensors.filter(({ Id }) => paths.has(sensorPathOf(group.Id, Id))) }))
    .filter(({ sensors }) => sensors.length > 0),
});

/** Adds the plant drawing at past moments, and as a film. */
export const addFilmRoutes = (api: Api, { db, clock, history, documentAt }: FilmDependencies): void => {
  /** The sensors that a tab shows, by the devices that the reader may open. */
  const sensorsShown = async (
    who: Principal,
    siteId: number,
    tabId: number,
  ): Promise<ReadonlyMap<DeviceId, ReadonlySet<string>>> => {
    const rows = await sensorsOfTab(db, tabId);
    const ids = [...new Set(rows.map((row) => row.device_id))].sort((a, b) => a - b);
    const open = await openDevices(db, siteId, ids, isOemOrSuper(who));
    return new Map(
      ids
        .filter((id) => open.has(id))
        .map((id) => {
          const own = rows.filter((row) => row.device_id === id);
          return [DeviceId.parse(id), new Set(own.map((row) => sensorPathOf(row.group_id, row.sensor_id)))];
        }),
    );
  };

  route(api, endpoints.drawing, async ({ params, query }) => {
    const schema = orNotFound(await schemaAt(db, params.id, query.at));
    return {
      schema: schema.id,
      name: schema.name,
      published_at: schema.published_at.toISOString(),
      is_later: schema.published_at.getTime() > query.at,
      tabs: (await tabsOf(db, schema.id)).map(({ id, name }) => ({ id, name })),
    };
  });

  route(api, endpoints.film, async ({ who, params, query, subject }) => {
    const { from, step: stepMs } = query;
    const now = clock.now();
    if (from > now) throw badField('from', 'This time is in the future.');
    const sensors = await sensorsShown(who, subject.siteId, params.id);
    const deviceIds = [...sensors.keys()];
    const most = Math.max(1, Math.floor(maxFilmStates / Math.max(1, deviceIds.length)));
    const count = Math.min(query.count, most, Math.floor((now - from) / stepMs) + 1);
    const films = await history.film({ deviceIds, from, stepMs, count });
    const to = from + (count - 1) * stepMs;
    const offline = await offlineSpans(db, deviceIds, from, to);
    const moments = Array.from({ length: count }, (_, step) => ({
      at: from + step * stepMs,
      documents: [] as LiveDevice[],
    }));
    for (const [index, deviceId] of deviceIds.entries()) {
      const paths = sensors.get(deviceId) ?? new Set<string>();
      const changes = films[index] ?? [];
      let shown: LiveDevice | undefined;
      let wasOnline: boolean | null = null;
      for (const { at, documents } of moments) {
        const change = changes.find((each) => from + each.step * stepMs === at);
        if (change) shown = documentAt(deviceId, change.moment);
        const isOnline = !wasOffline(offline, deviceId, at);
        if (shown && (change || isOnline !== wasOnline)) documents.push(onlySensors(shown, paths, isOnline));
        wasOnline = isOnline;
      }
    }
    return { moments };
  });

  route(api, endpoints.events, async ({ who, query, subject }) => {
    const { from, to } = query;
    if (to <= from) throw badField('to', 'The end must be after the beginning.');
    if (to - from > longestFilmEventsMs) throw badField('to', 'The range is at most a day.');
    const results = await eventsBetween(db, subject.siteId, isOemOrSuper(who), query);
    return { count: results.length, results };
  });
};
