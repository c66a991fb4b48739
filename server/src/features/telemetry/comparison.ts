import { endpoints } from '@tocsin/contract/graphs';
import { DeviceId } from '@tocsin/contract/ids';
import { isOemOrSuper } from '../../access/principal.ts';
import { type Api, route } from '../../access/route.ts';
import type { History } from '../../history/read/history.ts';
import type { Clock } from '../../platform/clock.ts';
import { badField } from '../../platform/errors.ts';
import { columnsVersionOf, sendColumns } from './columns-reply.ts';
import { rangeOf } from './ranges.ts';
import { columnsQuery, type GraphDevice } from './routes.ts';

export interface ComparisonDependencies {
  readonly clock: Clock;
  readonly history: Pick<History, 'together'>;
  readonly deviceOf: (id: DeviceId) => GraphDevice | undefined;
  /** The site of a device; undefined if there is none. */
  readonly placeOf: (id: DeviceId) => { readonly siteId: number; readonly suspended: boolean } | undefined;
}

/** The first segment of a sensor's name is its device, the rest its path. */
const split = (ref: string): { readonly id: DeviceId; readonly path: string } => {
  const dot = ref.indexOf('.');
  return { id: DeviceId.parse(Number(ref.slice(0, dot))), path: ref.slice(dot + 1) };
};

/** Adds the graphs of sensors of several devices of a site. */
export const addComparisonRoutes = (api: Api, dependencies: ComparisonDependencies): void => {
  const { clock, history, deviceOf, placeOf } = dependencies;
  route(api, endpoints.compare, async ({ who, params, query, request, reply }) => {
    const paths = Map.groupBy(query.sensor_id.map(split), ({ id }) => id);
    // A foreign, suspended or unknown device is answered alike, so that nothing is learned about it.
    const devices = [...paths].map(([id, own]) => {
      const place = placeOf(id);
      const device = deviceOf(id);
      if (!place || !device || place.siteId !== params.id || (place.suspended && !isOemOrSuper(who)))
        throw badField('sensor_id', `Device ${id} is not one of this site.`);
      return { id, device, paths: own.map(({ path }) => path) };
    });
    const [first] = devices;
    if (!first) throw badField('sensor_id', 'This field is required.');
    const range = rangeOf(query, first.device.zone, clock.now());
    const version = columnsVersionOf(request) ?? 1;
    const bytes = await history.together(
      devices.map(({ id, device, paths: own }) => columnsQuery(device, { id, range, paths: own })),
      version,
    );
    return sendColumns(reply, bytes, version);
  });
};
