import { type DeviceAtMoment, endpoints } from '@tocsin/contract/site-moment';
import { severityRank } from '@tocsin/contract/status';
import { callQuery } from '../api/call.ts';
import { DeviceStore, type Reading } from '../live/device-store.ts';
import { keySensorOf } from './key-sensor.ts';
import { sensorStatus } from './sensor-status.ts';

const refetchMs = 30_000;

/** The worst devices of a site as they stand now. */
export const devicesNowQuery = (site: number, limit: number) =>
  callQuery(['moment', site, limit], endpoints.read, {
    params: { id: site },
    query: { limit },
    refetchInterval: refetchMs,
  });

/** The sensor in alarm, else in warning or lost, else the one that says most of the device. */
export const readingNow = ({ document }: DeviceAtMoment): Reading | undefined => {
  if (document === null) return undefined;
  const store = new DeviceStore(() => undefined);
  store.take(document);
  const rank = (one: Reading): number => severityRank(sensorStatus(one, { online: true, stale: false }));
  const [worst] = [...store.all().values()].sort((a, b) => rank(a) - rank(b));
  if (worst && rank(worst) < severityRank('offline')) return worst;
  return store.reading(keySensorOf(store, null, null) ?? '');
};
