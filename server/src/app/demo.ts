import { startDemoDevices } from '../demo/devices.ts';
import type { DemoSeed } from '../demo/seed.ts';
import type { Config } from '../platform/config.ts';
import type { Log } from '../platform/log.ts';
import type { ShutdownHooks } from './shutdown-hooks.ts';

/** Runs the demo's simulated devices against the open adapters until it is stopped. */
export function playDemo(
  seed: DemoSeed,
  ports: { readonly http: number; readonly mqtt: number },
  dependencies: { readonly config: Config; readonly log: Log },
  shutdownHooks: ShutdownHooks,
): void {
  const stop = startDemoDevices({
    mqttUrl: `mqtt://127.0.0.1:${ports.mqtt}`,
    httpUrl: `http://127.0.0.1:${ports.http}`,
    addresses: seed.addresses,
    dataDir: dependencies.config.dataDir,
    log: dependencies.log.with({ part: 'demo' }),
  });
  shutdownHooks.add('demo devices', stop);
}
