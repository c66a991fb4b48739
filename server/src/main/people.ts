import type { Clock } from '../base/clock.ts';
import type { Config } from '../base/config.ts';
import type { Db } from '../base/db.ts';
import type { Seal } from '../base/seal.ts';
import { type DemoSeed, seedDemo } from '../demo/seed.ts';
import { createFirstUser, hashPassword } from '../rooms/accounts/index.ts';
import { sealCode } from '../rooms/devices/index.ts';

/** Whoever can sign in after this start, as lines to print; and the demo's devices, when there is a demo. */
export interface FirstPeople {
  readonly lines: readonly string[];
  readonly demo: DemoSeed | null;
}

/** An empty database gets its demo, or its first super user. */
export async function makeFirstPeople(parts: {
  readonly config: Config;
  readonly db: Db;
  readonly clock: Clock;
  readonly seal: Seal;
}): Promise<FirstPeople> {
  const { config, db, clock, seal } = parts;
  if (config.demo) {
    const demo = await seedDemo({
      db,
      hashPassword,
      dataDir: config.dataDir,
      sealCode: (serialNumber, code) => sealCode(seal, serialNumber, code),
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
