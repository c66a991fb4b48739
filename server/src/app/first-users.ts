import { changeStaffSecondFactor } from '../access/staff-second-factor.ts';
import { type DemoSeed, seedDemo } from '../demo/seed.ts';
import { createFirstUser, hashPassword } from '../features/accounts/index.ts';
import { encryptCode } from '../features/devices/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { Db } from '../platform/db.ts';
import type { Encryption } from '../platform/encryption.ts';
import { writeFirstPassword } from './first-password.ts';

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
  /** A person reads the output; otherwise it goes to a journal, which must not hold a password. */
  readonly isTerminal: boolean;
}): Promise<FirstPeople> {
  const { config, db, clock, encryption, isTerminal } = dependencies;
  if (config.demo) {
    const demo = await seedDemo({
      db,
      hashPassword,
      dataDir: config.dataDir,
      encryptCode: (serialNumber, code) => encryptCode(encryption, serialNumber, code),
    });
    await settleStaffSecondFactor(db, config, false);
    const width = Math.max(...demo.people.map((person) => person.email.length));
    const people = demo.people.map((person) => `  ${person.email.padEnd(width)}  ${person.role}`);
    return { demo, lines: [`Sign in with the password ${demo.password} as`, ...people] };
  }
  const lines: string[] = [];
  const wanted = { email: config.adminEmail, password: config.adminPassword };
  const isFirst = await createFirstUser(db, wanted, new Date(clock.now()), ({ email, password }) => {
    const file = isTerminal ? null : writeFirstPassword(config.dataDir, { email, password });
    const where =
      file === null ? `password ${password} (shown only this once)` : `password in ${file} until it is changed`;
    lines.push(`First super user: ${email}, ${where}`);
  });
  await settleStaffSecondFactor(db, config, isFirst);
  return { demo: null, lines };
}

/**
 * Stores what decides whether operator staff need a second factor: the setting, otherwise 'required' for the first
 * people of an empty production database. In any other case the stored value stays.
 */
export async function settleStaffSecondFactor(
  db: Db,
  { demo, staffSecondFactor }: Pick<Config, 'demo' | 'staffSecondFactor'>,
  areFirst: boolean,
): Promise<void> {
  const wanted = staffSecondFactor ?? (areFirst && !demo ? 'required' : null);
  if (wanted === null) return;
  const name = staffSecondFactor === null ? 'First start' : 'TOCSIN_STAFF_SECOND_FACTOR';
  await changeStaffSecondFactor(db, { userId: null, name, address: '' }, wanted === 'required');
}
