import { NewerVersion } from '@tocsin/contract/health';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { fetchOutbound, type OutboundOptions } from '../../platform/outbound-http.ts';

const everyMs = 6 * 3_600_000;
const againMs = 10 * 60_000;

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

/** Reads which version is the newest one at an address; null: none that is newer. Rejects for any other answer. */
export const readNewerVersion = async (
  { version, isAllowed }: Pick<Dependencies, 'version' | 'isAllowed'>,
  address: string,
): Promise<NewerVersion | null> => {
  const limits = { timeoutMs: 5_000, maxBytes: 10_000, accept: 'application/json' };
  const { bytes } = await fetchOutbound(address, isAllowed ? { ...limits, isAllowed } : limits);
  const found = NewerVersion.parse(JSON.parse(bytes.toString('utf8')));
  return found.version.localeCompare(version, 'en', { numeric: true }) > 0 ? found : null;
};

/**
 * Answers with the newer version that is known, null: none yet, and asks anew every six hours, after a failure in ten
 * minutes. Nobody waits for the address.
 */
export const createNewerVersion = (dependencies: Dependencies): (() => NewerVersion | null) => {
  const { url, clock, log } = dependencies;
  let nextAt = Number.NEGATIVE_INFINITY;
  let newest: NewerVersion | null = null;
  const read = async (address: string): Promise<void> => {
    try {
      newest = await readNewerVersion(dependencies, address);
    } catch (error) {
      nextAt = clock.now() + againMs;
      log.warn('Could not read the newest version', { url, error });
    }
  };
  return () => {
    if (url !== null && clock.now() >= nextAt) {
      nextAt = clock.now() + everyMs;
      void read(url);
    }
    return newest;
  };
};
