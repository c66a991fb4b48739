import { NewerVersion } from '@tocsin/contract/health';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { fetchOutbound, type OutboundOptions } from '../../platform/outbound-http.ts';

const everyMs = 6 * 3_600_000;

interface Dependencies {
  /** UPDATES_URL; null: nothing is asked. */
  readonly url: string | null;
  /** The running version. */
  readonly version: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Tests serve from loopback. */
  readonly isAllowed?: OutboundOptions['isAllowed'];
}

/** Reads the newest version at most every six hours, when it is asked for; null: none that is newer, or unknown. */
export const createNewerVersion = (dependencies: Dependencies): (() => Promise<NewerVersion | null>) => {
  const { url, version, clock, log, ...options } = dependencies;
  let askedAt = Number.NEGATIVE_INFINITY;
  let newest: Promise<NewerVersion | null> = Promise.resolve(null);
  const read = async (address: string): Promise<NewerVersion | null> => {
    const limits = { timeoutMs: 5_000, maxBytes: 10_000, accept: 'application/json' };
    const { bytes } = await fetchOutbound(address, { ...limits, ...options });
    const found = NewerVersion.parse(JSON.parse(bytes.toString('utf8')));
    return found.version.localeCompare(version, 'en', { numeric: true }) > 0 ? found : null;
  };
  return async () => {
    if (url !== null && clock.now() - askedAt >= everyMs) {
      askedAt = clock.now();
      newest = read(url).catch((error: unknown) => {
        log.warn('Could not read the newest version', { url, error });
        return null;
      });
    }
    return await newest;
  };
};
