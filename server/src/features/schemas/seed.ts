import type { TabDocument } from '@tocsin/contract/schema-document';
import type { Trx } from '../../platform/db.ts';
import { addTab } from './drawing.ts';
import { insertSchema, lockSchema, publishSchema } from './store.ts';

export interface PublishedSchema {
  readonly siteId: number;
  readonly name: string;
  readonly comment: string;
  readonly tabs: readonly TabDocument[];
}

/** Creates a published schema for the demo. */
export async function seedSchema(trx: Trx, schema: PublishedSchema, by: { userId: number; at: Date }): Promise<void> {
  const id = await insertSchema(trx, { siteId: schema.siteId, name: schema.name }, by);
  const row = await lockSchema(trx, id);
  if (row === undefined) throw new Error('the schema is missing in the transaction that created it');
  // The devices have not reported yet, so their sensors are not checked.
  for (const document of schema.tabs) await addTab(trx, row, { document }, by, () => undefined);
  await publishSchema(trx, id, schema.comment, by);
}
