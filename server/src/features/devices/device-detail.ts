import { ClientId, SiteId } from '@tocsin/contract/ids';
import { canEdit, type Principal } from '../../access/principal.ts';
import type { ReadDeviceSummary } from '../../pipeline/catalog.ts';
import type { Db } from '../../platform/db.ts';
import type { Encryption } from '../../platform/encryption.ts';
import { orNotFound } from '../../platform/errors.ts';
import { presentDevice } from './present.ts';
import { codeCipherOf, findDevice } from './store.ts';

/** What reading a device needs. */
export interface Reading {
  readonly db: Db;
  readonly encryption: Encryption;
  readonly deviceSummary: ReadDeviceSummary;
}

/**
 * null when it was encrypted with another TOCSIN_SECRET: the page must still open, so that the unit can be imported
 * again.
 */
export async function codeOf({ db, encryption }: Reading, serialNumber: string): Promise<string | null> {
  const cipher = await codeCipherOf(db, serialNumber);
  if (!cipher) return null;
  try {
    return encryption.open(cipher);
  } catch {
    return null;
  }
}

/** The whole document, with the code for people who can edit. */
export async function presentOne(dependencies: Reading, id: number, who: Principal) {
  const row = orNotFound(await findDevice(dependencies.db, id));
  const site = { siteId: SiteId.parse(row.site_id), clientId: ClientId.parse(row.client_id) };
  const code = canEdit(who, site) ? await codeOf(dependencies, row.serial_number) : null;
  return presentDevice(row, who, dependencies.deviceSummary, code);
}
