import { ClientId, SiteId } from '@tocsin/contract/ids';
import type { Db } from '../../base/db.ts';
import { Refusal } from '../../base/errors.ts';
import type { Seal } from '../../base/seal.ts';
import type { Glance } from '../../flow/catalog.ts';
import { canEdit, type Who } from '../../policy/who.ts';
import { presentDevice } from './present.ts';
import { codeCipherOf, findDevice } from './store.ts';

interface Reading {
  readonly db: Db;
  readonly seal: Seal;
  readonly glance: Glance;
}

/** null where it was sealed with another TOCSIN_SECRET: the page must still open, so that the unit can be imported anew. */
export async function codeOf({ db, seal }: Reading, serialNumber: string): Promise<string | null> {
  const cipher = await codeCipherOf(db, serialNumber);
  if (!cipher) return null;
  try {
    return seal.open(cipher);
  } catch {
    return null;
  }
}

/** The whole document, with its code for who can edit. */
export async function presentOne(parts: Reading, id: number, who: Who) {
  const row = await findDevice(parts.db, id);
  if (!row) throw new Refusal('not-found');
  const site = { siteId: SiteId.parse(row.site_id), clientId: ClientId.parse(row.client_id) };
  const code = canEdit(who, site) ? await codeOf(parts, row.serial_number) : null;
  return presentDevice(row, who, parts.glance, code);
}

/** What the audit says a note is about. */
export const about = (device: { deviceId: number; siteId: number; clientId: number }, subjectName: string) => ({
  subject: 'device',
  subjectId: device.deviceId,
  subjectName,
  clientId: device.clientId,
  siteId: device.siteId,
  deviceId: device.deviceId,
});
