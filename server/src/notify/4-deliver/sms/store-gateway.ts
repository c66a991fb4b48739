import type { TemplateType } from '@tocsin/contract/webhooks';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../platform/db.ts';
import { query } from '../../../platform/query.ts';
import type { SmsGatewayTable } from '../../../platform/tables.ts';

/** `headers` is encrypted JSON. */
export interface SmsGatewayRow extends Omit<Selectable<SmsGatewayTable>, 'id' | 'content_type'> {
  readonly content_type: TemplateType;
}

export const readGateway = (db: Db): Promise<SmsGatewayRow | undefined> =>
  query(db).first(sql<SmsGatewayRow>`select * from sms_gateway`);
