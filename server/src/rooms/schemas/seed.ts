import type { TabDocument } from '@tocsin/contract/schema-document';
import type { Trx } from '../../base/audit.ts';
import { addTab } from './drawing.ts';
import { insertSchema, lockSchema, publishSchema } from './store.ts';

export interface PublishedSchema {
  readonly siteId: number;
  readonly name: string;
  readonly comment: string;
  readonly tabs: readonly TabDocument[];
}

/** A published schema as a person would have drawn it: the demo's. */
export async function seedSchema(trx: Trx, schema: PublishedSchema, by: { userId: number; at: Date }): Promise<void> {
  const id = await insertSchema(trx, { siteId: schema.siteId, name: schema.name }, by);
  const row = await lockSchema(trx, id);
  if (row === undefined) throw new Error('the schema is gone in its own transaction');
  // Nothing is heard of the devices yet: their sensors are taken at their word.
  for (const document of schema.tabs) await addTab(trx, row, { document }, by, () => undefined);
  await publishSchema(trx, id, schema.comment, by);
}
