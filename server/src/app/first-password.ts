import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { opensAccount } from '../features/accounts/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import type { ShutdownHooks } from './shutdown-hooks.ts';

const checkEveryMs = 10 * 60_000;

interface FirstPassword {
  readonly email: string;
  readonly password: string;
}

const fileIn = (dataDir: string): string => join(dataDir, 'first-password');

/** Writes the generated password to a file that only the server's user can read, and returns its path. */
export function writeFirstPassword(dataDir: string, { email, password }: FirstPassword): string {
  const file = fileIn(dataDir);
  // A file of an earlier database keeps its mode when it is overwritten.
  rmSync(file, { force: true });
  writeFileSync(file, `${email}\n${password}\n`, { mode: 0o600, flag: 'wx' });
  return file;
}

/** Removes the file when its password opens its account no longer. Returns whether there is still one. */
export async function removeUsedFirstPassword(db: Db, dataDir: string): Promise<boolean> {
  const file = fileIn(dataDir);
  if (!existsSync(file)) return false;
  const [email = '', password = ''] = readFileSync(file, 'utf8').split('\n');
  if (await opensAccount(db, email, password)) return true;
  rmSync(file, { force: true });
  return false;
}

/**
 * Checks the file now and every ten minutes while there is one, since another process may have changed the password.
 * `check` runs at once, for changes made by this process.
 */
export function watchFirstPassword(
  dependencies: { readonly db: Db; readonly dataDir: string; readonly clock: Clock; readonly log: Log },
  shutdownHooks: ShutdownHooks,
): { readonly check: () => Promise<void> } {
  const { db, dataDir, clock, log } = dependencies;
  let cancel = () => {};
  let isStopped = false;
  const checkOnce = async (): Promise<void> => {
    cancel();
    const isThere = await removeUsedFirstPassword(db, dataDir).catch((error: unknown) => {
      log.warn('Could not check whether the first password was changed', { error });
      return true;
    });
    if (isThere && !isStopped) cancel = clock.after(checkEveryMs, () => void check());
  };
  let last = Promise.resolve();
  const check = (): Promise<void> => {
    last = last.then(checkOnce);
    return last;
  };
  void check();
  shutdownHooks.add('first password', async () => {
    isStopped = true;
    cancel();
    await last;
  });
  return { check };
}
