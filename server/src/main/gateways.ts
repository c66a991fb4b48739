import type { Clock } from '../base/clock.ts';
import type { Db } from '../base/db.ts';
import type { Log } from '../base/log.ts';
import { createSeal, type Seal } from '../base/seal.ts';
import { Gateways, gatewayPurpose, loadGateways } from '../rooms/gateways/index.ts';
import type { Stoppers } from './stoppers.ts';

/** Removed sites and other processes' changes are seen after so long at the latest. */
const readAgainMs = 30_000;

/** Reads the sites' gateway credentials into memory and keeps them true. */
export async function startGateways(
  parts: { readonly db: Db; readonly clock: Clock; readonly log: Log; readonly secret: string },
  stoppers: Stoppers,
): Promise<{ readonly gateways: Gateways; readonly gatewaySeal: Seal }> {
  const { db, clock, log } = parts;
  const gatewaySeal = createSeal(parts.secret, gatewayPurpose);
  const gateways = new Gateways(clock, gatewaySeal);
  gateways.restore(await loadGateways(db));
  let cancel = () => {};
  const readAgain = async (): Promise<void> => {
    try {
      gateways.restore(await loadGateways(db));
    } catch (error) {
      log.warn('Gateway credentials could not be read again yet', { error });
    }
    cancel = clock.after(readAgainMs, () => void readAgain());
  };
  cancel = clock.after(readAgainMs, () => void readAgain());
  stoppers.add('gateways', () => cancel());
  return { gateways, gatewaySeal };
}
