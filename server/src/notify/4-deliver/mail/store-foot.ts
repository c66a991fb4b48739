import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db.ts';
import { query } from '../../../platform/query.ts';

export interface MailFoot {
  readonly support_address: string;
  readonly support_phone: string;
  readonly support_email: string;
  readonly alternative_name: string;
  readonly alternative_email: string;
  readonly alternative_phone: string;
}

/** Support contacts of the operator and emergency contacts of the client. */
export const footOf = (db: Db | Trx, clientId: number): Promise<MailFoot | undefined> =>
  query(db).first(sql<MailFoot>`select o.support_address, o.support_phone, o.support_email, c.alternative_name,
      c.alternative_email, c.alternative_phone
    from oem_settings o, client c where c.id = ${clientId}`);
