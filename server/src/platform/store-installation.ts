import { sql } from 'kysely';
import type { Db } from './db.ts';

/** The installation's id and the canary that its first start encrypted; null before that. */
export const readInstallation = async (db: Db): Promise<{ readonly id: string; readonly canary: Buffer | null }> => {
  const { rows } = await sql<{ id: string; canary: Buffer | null }>`select id, canary from installation`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the table installation has no row');
  return row;
};

/** Stores the canary if there is none yet; of several first starts, one wins. */
export const putFirstCanary = async (db: Db, canary: Buffer): Promise<void> => {
  await sql`update installation set canary = ${canary} where canary is null`.execute(db);
};

export const replaceCanary = async (db: Db, canary: Buffer): Promise<void> => {
  await sql`update installation set canary = ${canary}`.execute(db);
};

/** Some of the device codes that were encrypted with the secret. */
export const someEncryptedCodes = async (db: Db, atMost: number): Promise<Buffer[]> => {
  const { rows } = await sql<{ code: Buffer }>`select code_cipher as code from device_registry
    order by md5(serial_number) limit ${atMost}`.execute(db);
  return rows.map(({ code }) => code);
};

/** Some of the authenticators' secrets that were encrypted with the secret. */
export const someAuthenticators = async (db: Db, atMost: number): Promise<Buffer[]> => {
  const { rows } = await sql<{
    secret: Buffer;
  }>`select secret from two_factor order by user_id limit ${atMost}`.execute(db);
  return rows.map(({ secret }) => secret);
};

/** Removes every second factor, since none can be verified with another secret. Returns how many people had one. */
export const removeAuthenticators = async (db: Db): Promise<number> => {
  await sql`delete from recovery_code`.execute(db);
  const { numAffectedRows } = await sql`delete from two_factor`.execute(db);
  return Number(numAffectedRows ?? 0);
};

/** Takes over the objects of other installations that are in the archive's catalogue. Returns how many these are. */
export const adoptObjects = async (db: Db): Promise<number> => {
  await sql`update installation set adopted = array(
    select distinct split_part(key, '/', 1)::uuid from archive_object where split_part(key, '/', 1) <> id::text)`.execute(
    db,
  );
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from archive_object, installation
    where split_part(key, '/', 1) <> id::text`.execute(db);
  return rows[0]?.n ?? 0;
};
