import { accountPurpose } from '../features/accounts/index.ts';
import { codePurpose } from '../features/devices/index.ts';
import { SettingError } from '../platform/config.ts';
import type { Db } from '../platform/db.ts';
import { createEncryption, type Encryption } from '../platform/encryption.ts';
import * as store from '../platform/store-installation.ts';

const canaryPurpose = 'installation';
const canaryText = 'tocsin';
/** Encrypted values checked per kind when an earlier version left no canary. */
const samples = 25;

const refusal =
  "TOCSIN_SECRET is not the secret that this database's codes are encrypted with: set it to that one, or put the file " +
  "'secret' back into the data folder; if it is lost for good, run `npm run tocsin -- accept-secret` (docs/operations.md)";

/**
 * Throws a SettingError when the database was encrypted with another secret. A database without a canary gets one if
 * its values can be decrypted.
 */
export async function checkSecret(db: Db, secret: string): Promise<void> {
  const encryption = createEncryption(secret, canaryPurpose);
  if ((await store.readInstallation(db)).canary === null) {
    const codes = await store.someEncryptedCodes(db, samples);
    const authenticators = await store.someAuthenticators(db, samples);
    const opened =
      countOpened(createEncryption(secret, codePurpose), codes) +
      countOpened(createEncryption(secret, accountPurpose), authenticators);
    // Some values may come from a start with a wrong secret, which earlier versions did not detect.
    if (2 * opened < codes.length + authenticators.length) throw new SettingError(refusal);
    await store.putFirstCanary(db, encryption.close(canaryText));
  }
  const { canary } = await store.readInstallation(db);
  if (canary === null || countOpened(encryption, [canary]) === 0) throw new SettingError(refusal);
}

/**
 * Adopts this secret for the database. Values encrypted with the former one are lost: every second factor is removed,
 * and device codes and gateway passwords must be set again. Returns how many people had a second factor.
 */
export async function acceptSecret(db: Db, secret: string): Promise<number> {
  return await db.transaction().execute(async (trx) => {
    await store.replaceCanary(trx, createEncryption(secret, canaryPurpose).close(canaryText));
    return await store.removeAuthenticators(trx);
  });
}

function countOpened(encryption: Encryption, values: readonly Buffer[]): number {
  return values.filter((piece) => {
    try {
      encryption.open(piece);
      return true;
    } catch {
      return false;
    }
  }).length;
}

/** A unique id of the installation, constant for the life of its database. */
export const installationId = async (db: Db): Promise<string> => (await store.readInstallation(db)).id;
