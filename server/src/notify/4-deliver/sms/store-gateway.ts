import type { TemplateType } from '@tocsin/contract/webhooks';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db.ts';
import { query } from '../../../platform/query.ts';

export interface SmsGatewayRow {
  readonly url: string;
  readonly method: 'POST' | 'PUT' | 'GET';
  /** Encrypted JSON. */
  readonly headers: Buffer;
  readonly body: string;
  readonly content_type: TemplateType;
  readonly id_field: string;
  readonly from_field: string;
  readonly text_field: string;
  readonly report_id_field: string;
  readonly report_state_field: string;
  readonly delivered_states: readonly string[];
  readonly failed_states: readonly string[];
  readonly secret: Buffer;
  readonly version: number;
}

export const readGateway = (db: Db): Promise<SmsGatewayRow | undefined> =>
  query(db).first(sql<SmsGatewayRow>`select * from sms_gateway`);
