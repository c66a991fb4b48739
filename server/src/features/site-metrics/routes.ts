import type { DeviceId } from '@tocsin/contract/ids';
import type { LiveDevice } from '@tocsin/contract/live';
import { endpoints } from '@tocsin/contract/site-metrics';
import { isOemOrSuper } from '../../access/principal.ts';
import { type Api, route } from '../../access/route.ts';
import type { Catalog } from '../../pipeline/catalog.ts';
import type { Clock } from '../../platform/clock.ts';
import { type ReportedDevice, renderSiteMetrics } from './exposition.ts';

export interface SiteMetricsDependencies {
  readonly clock: Clock;
  readonly catalog: Pick<Catalog, 'all'>;
  /** The live document, from the process that owns the device; undefined when the device has never reported. */
  readonly live: (id: DeviceId) => Promise<LiveDevice | undefined> | LiveDevice | undefined;
}

/** Devices asked for their document at a time: other processes may own them. */
const askedAtOnce = 16;

/** Adds the way for Prometheus to read a site. Suspended devices are included only for those who may open them. */
export const addSiteMetricsRoutes = (api: Api, { clock, catalog, live }: SiteMetricsDependencies): void => {
  route(api, endpoints.read, async ({ who, params, reply }) => {
    const known = [...catalog.all()]
      .filter(({ siteId, suspended }) => siteId === params.id && (!suspended || isOemOrSuper(who)))
      .sort((a, b) => a.id - b.id);
    const devices: ReportedDevice[] = [];
    for (let from = 0; from < known.length; from += askedAtOnce)
      devices.push(
        ...(await Promise.all(
          known.slice(from, from + askedAtOnce).map(async ({ id, title, shownType, suspended }) => ({
            id,
            title,
            type: shownType.code,
            isSuspended: suspended,
            document: (await live(id)) ?? null,
          })),
        )),
      );
    reply.type('text/plain; version=0.0.4; charset=utf-8');
    return await renderSiteMetrics(devices, clock.now());
  });
};
