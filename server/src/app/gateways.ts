import { Gateways, gatewayPurpose, loadGateways } from '../features/gateways/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import { createEncryption, type Encryption } from '../platform/encryption.ts';
import type { Log } from '../platform/log.ts';
import type { ShutdownHooks } from './shutdown-hooks.ts';

/** Maximum delay until changes by other processes and removed sites are noticed. */
const readAgainMs = 30_000;

/** Loads the sites' gateway credentials into memory and refreshes them. */
export async function startGateways(
  dependencies: { readonly db: Db; readonly clock: Clock; readonly log: Log; readonly secret: string },
  shutdownHooks: ShutdownHooks,
): Promise<{ readonly gateways: Gateways; readonly gatewayEncryption: Encryption }> {
  const { db, clock, log } = dependencies;
  const gatewayEncryption = createEncryption(dependencies.secret, gatewayPurpose);
  const gateways = new Gateways(clock, gatewayEncryption);
  gateways.restore(await loadGateways(db));
  let cancel = () => {};
  const readAgain = async (): Promise<void> => {
    try {
      gateways.restore(await loadGateways(db));
    } catch (error) {
      log.warn('Could not reload gateway credentials; retrying', { error });
    }
    cancel = clock.after(readAgainMs, () => void readAgain());
  };
  cancel = clock.after(readAgainMs, () => void readAgain());
  shutdownHooks.add('gateways', () => cancel());
  return { gateways, gatewayEncryption };
}
