import { sql } from 'kysely';
import type { Trx } from '../../../platform/audit.ts';
import type { Db } from '../../../platform/db.ts';

export interface MailFoot {
  readonly support_address: string;
  readonly support_phone: string;
  readonly support_email: string;
  readonly alternative_name: string;
  readonly alternative_email: string;
  readonly alternative_phone: string;
}

/** Support contacts of the operator and emergency contacts of the client. */
export async function footOf(db: Db | Trx, clientId: number): Promise<MailFoot | undefined> {
  const { rows } = await sql<MailFoot>`select o.support_address, o.support_phone, o.support_email, c.alternative_name,
      c.alternative_email, c.alternative_phone
    from oem_settings o, client c where c.id = ${clientId}`.execute(db);
  return rows[0];
}
