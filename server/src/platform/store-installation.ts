import { sql } from 'kysely';
import type { Db } from './db.ts';
import { query } from './query.ts';

/** The installation's id and the canary that its first start encrypted; null before that. */
export const readInstallation = (db: Db): Promise<{ readonly id: string; readonly canary: Buffer | null }> =>
  query(db).one(sql<{ id: string; canary: Buffer | null }>`select id, canary from installation`);

/** Stores the canary if there is none yet; of several first starts, one wins. */
export const putFirstCanary = (db: Db, canary: Buffer): Promise<void> =>
  query(db).run(sql`update installation set canary = ${canary} where canary is null`);

export const replaceCanary = (db: Db, canary: Buffer): Promise<void> =>
  query(db).run(sql`update installation set canary = ${canary}`);

/** Some of the device codes that were encrypted with the secret. */
export const someEncryptedCodes = (db: Db, atMost: number): Promise<Buffer[]> =>
  query(db).column(
    sql<{ code: Buffer }>`select code_cipher as code from device_registry
    order by md5(serial_number) limit ${atMost}`,
    'code',
  );

/** Some of the authenticators' secrets that were encrypted with the secret. */
export const someAuthenticators = (db: Db, atMost: number): Promise<Buffer[]> =>
  query(db).column(
    sql<{
      secret: Buffer;
    }>`select secret from two_factor order by user_id limit ${atMost}`,
    'secret',
  );

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
