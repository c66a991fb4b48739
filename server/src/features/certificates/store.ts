import { type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../../platform/db.ts';
import { query } from '../../platform/query.ts';
import type { CertificateTable } from '../../platform/tables.ts';

export type CertificateRow = Omit<Selectable<CertificateTable>, 'site_id' | 'document' | 'page' | 'annex'>;
const columns = sql.raw('number, month, version, issued_at, issued_by, share, figures, is_time_stamped');

export const certificatesOf = (db: Db | Trx, siteId: number): Promise<CertificateRow[]> =>
  query(db).all(sql<CertificateRow>`select ${columns} from certificate where site_id = ${siteId}
    order by month desc, version desc`);

export type CertificateParts = Pick<Selectable<CertificateTable>, 'document' | 'page' | 'annex'>;
export const findParts = (db: Db, siteId: number, number: string): Promise<CertificateParts | undefined> =>
  query(db).first(sql<CertificateParts>`select document, page, annex from certificate
    where site_id = ${siteId} and number = ${number}`);

export const insertCertificate = (trx: Trx, siteId: number, row: CertificateRow & CertificateParts): Promise<void> =>
  query(trx).run(sql`insert into certificate (number, site_id, month, version, issued_at, issued_by, share, figures,
      is_time_stamped,
      document, page, annex)
    values (${row.number}, ${siteId}, ${row.month}, ${row.version}, ${row.issued_at}, ${row.issued_by}, ${row.share},
      ${row.figures}, ${row.is_time_stamped}, ${row.document}, ${row.page}, ${row.annex})`);

/** Two people who issue at once make two versions one after the other. */
export const lockSite = (trx: Trx, siteId: number): Promise<void> =>
  query(trx).run(sql`select 1 from site where id = ${siteId} for update`);

export const keepKey = (db: Db | Trx, publicKey: string, at: Date): Promise<void> =>
  query(db).run(sql`insert into certificate_key (public_key, since) values (${publicKey}, ${at}) on conflict do
      nothing`);
export const keysOf = (db: Db): Promise<{ public_key: string; since: Date }[]> =>
  query(db).all(sql<{ public_key: string; since: Date }>`select public_key, since from certificate_key
    order by since desc`);
