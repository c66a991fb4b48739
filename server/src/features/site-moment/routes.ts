import { DeviceId } from '@tocsin/contract/ids';
import type { LiveDevice, Notification } from '@tocsin/contract/live';
import { type DeviceAtMoment, endpoints, maxAroundMoment } from '@tocsin/contract/site-moment';
import { isOemOrSuper } from '../../access/principal.ts';
import { type Api, route } from '../../access/route.ts';
import type { Moment } from '../../history/read/calls.ts';
import type { History } from '../../history/read/history.ts';
import type { Db, DbAndClock } from '../../platform/db.ts';
import { badField, orNotFound } from '../../platform/errors.ts';
import { countDevices, type DeviceRow, devicesAt, eventsAround, findSite, type Place } from './store.ts';

export interface SiteMomentDependencies extends DbAndClock {
  readonly history: Pick<History, 'moments'>;
  /** The live document as it was then; undefined when the device is unknown. */
  readonly documentAt: (id: DeviceId, moment: Moment) => LiveDevice | undefined;
  readonly notificationsById: (db: Db, ids: readonly number[]) => Promise<Notification[]>;
}

const firstMoment = Date.UTC(2000, 0, 1);

function momentOf(at: string | undefined, now: number): number {
  const moment = at === undefined ? now : Date.parse(at);
  if (moment < firstMoment || moment > now) throw badField('at', 'Choose a time between the year 2000 and now.');
  return moment;
}

/** Adds the view of all devices of a site at one moment. */
export const addSiteMomentRoutes = (api: Api, dependencies: SiteMomentDependencies): void => {
  const { db, clock, history, documentAt, notificationsById } = dependencies;

  const present = (row: DeviceRow, moment: Moment | null | undefined): DeviceAtMoment => {
    const document = (moment && documentAt(DeviceId.parse(row.id), moment)) ?? null;
    const isOnline = row.offline_since === null;
    return {
      ...row,
      offline_since: row.offline_since === null ? null : new Date(row.offline_since).toISOString(),
      document: document && { ...document, device: { ...document.device, is_online: isOnline } },
    };
  };

  const eventsOf = async (place: Place, at: number) => {
    const ids = await eventsAround(db, place, at);
    const events = await notificationsById(db, ids.slice(0, maxAroundMoment));
    events.sort((a, b) => Date.parse(a.notification_time) - Date.parse(b.notification_time) || a.id - b.id);
    return { events, are_events_cut: ids.length > maxAroundMoment };
  };

  route(api, endpoints.read, async ({ who, params, query }) => {
    const at = momentOf(query.at, clock.now());
    const site = orNotFound(await findSite(db, params.id));
    const place = { siteId: site.id, seesSuspended: isOemOrSuper(who) };
    const rows = await devicesAt(db, place, { at, limit: query.limit, offset: query.offset });
    const moments = await history.moments({ deviceIds: rows.map(({ id }) => DeviceId.parse(id)), at });
    return {
      site,
      at: new Date(at).toISOString(),
      count: await countDevices(db, place),
      results: rows.map((row, index) => present(row, moments[index])),
      ...(await eventsOf(place, at)),
    };
  });
};
