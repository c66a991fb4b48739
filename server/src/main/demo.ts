import type { Config } from '../base/config.ts';
import type { Log } from '../base/log.ts';
import { startDemoDevices } from '../demo/devices.ts';
import type { DemoSeed } from '../demo/seed.ts';
import type { Stoppers } from './stoppers.ts';

/** Plays the demo's devices against the open doors until it is stopped. */
export function playDemo(
  seed: DemoSeed,
  ports: { readonly http: number; readonly mqtt: number },
  parts: { readonly config: Config; readonly log: Log },
  stoppers: Stoppers,
): void {
  const stop = startDemoDevices({
    mqttUrl: `mqtt://127.0.0.1:${ports.mqtt}`,
    httpUrl: `http://127.0.0.1:${ports.http}`,
    addresses: seed.addresses,
    dataDir: parts.config.dataDir,
    log: parts.log.with({ part: 'demo' }),
  });
  stoppers.add('demo devices', stop);
}
