import { type DemoSeed, seedDemo } from '../demo/seed.ts';
import { createFirstUser, hashPassword } from '../features/accounts/index.ts';
import { encryptCode } from '../features/devices/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { Db } from '../platform/db.ts';
import type { Encryption } from '../platform/encryption.ts';

/** Sign-ins to print at this start, and the devices of the demo, if any. */
export interface FirstPeople {
  readonly lines: readonly string[];
  readonly demo: DemoSeed | null;
}

/** Seeds an empty database with the demo or its first super user. */
export async function makeFirstPeople(dependencies: {
  readonly config: Config;
  readonly db: Db;
  readonly clock: Clock;
  readonly encryption: Encryption;
}): Promise<FirstPeople> {
  const { config, db, clock, encryption } = dependencies;
  if (config.demo) {
    const demo = await seedDemo({
      db,
      hashPassword,
      dataDir: config.dataDir,
      encryptCode: (serialNumber, code) => encryptCode(encryption, serialNumber, code),
    });
    const width = Math.max(...demo.people.map((person) => person.email.length));
    const people = demo.people.map((person) => `  ${person.email.padEnd(width)}  ${person.role}`);
    return { demo, lines: [`Sign in with the password ${demo.password} as`, ...people] };
  }
  const wanted = { email: config.adminEmail, password: config.adminPassword };
  const first = await createFirstUser(db, wanted, new Date(clock.now()));
  if (!first?.generatedPassword) return { demo: null, lines: [] };
  return {
    demo: null,
    lines: [`First super user: ${first.email}, password ${first.generatedPassword} (shown only this once)`],
  };
}
