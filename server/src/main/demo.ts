import type { Config } from '../base/config.ts';
import type { Db } from '../base/db.ts';
import type { Log } from '../base/log.ts';
import type { Seal } from '../base/seal.ts';
import { startDemoDevices } from '../demo/devices.ts';
import { type DemoSeed, seedDemo } from '../demo/seed.ts';
import { hashPassword } from '../rooms/accounts/index.ts';
import { sealCode } from '../rooms/devices/index.ts';
import type { Stoppers } from './stoppers.ts';

/** Makes the demo's plant and people in an empty database; before the catalog is read. */
export function prepareDemo(parts: {
  readonly db: Db;
  readonly config: Config;
  readonly seal: Seal;
}): Promise<DemoSeed> {
  return seedDemo({
    db: parts.db,
    dataDir: parts.config.dataDir,
    hashPassword,
    sealCode: (serialNumber, code) => sealCode(parts.seal, serialNumber, code),
  });
}

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

/** Who can sign in, as the terminal shows it. */
export function signInHelp(seed: DemoSeed): string {
  const width = Math.max(...seed.people.map(({ email }) => email.length));
  const rows = seed.people.map(({ email, role }) => `  ${email.padEnd(width)}  ${role}`);
  return ['Sign in as one of these, all with the password', `  ${seed.password}`, ...rows].join('\n');
}
