import type { Trx } from '../../platform/db.ts';
import { orNotFound, Refusal } from '../../platform/errors.ts';
import { copyTabs } from './drawing.ts';
import type { LiveOf } from './sensors.ts';
import { findCopy, findSchema, insertSchema, lockSchema, type Modifier, type SchemaRow } from './store.ts';
import { findCopiedTab, type TabRow } from './store-tabs.ts';

/**
 * A published schema is never changed: a person's changes go to their own unpublished copy, which is created on the
 * first change.
 */
export interface Editable {
  readonly schema: SchemaRow;
  /** True: it was just created. */
  readonly isNew: boolean;
  readonly isCopy: boolean;
}

/** The schema that receives a person's changes, locked. */
export async function editable(trx: Trx, schemaId: number, by: Modifier, live: LiveOf): Promise<Editable> {
  const schema = orNotFound(await lockSchema(trx, schemaId));
  if (!schema.is_published) return { schema, isNew: false, isCopy: false };
  const known = await findCopy(trx, schemaId, by.userId);
  const locked = known && (await lockSchema(trx, known.id));
  if (locked && !locked.is_published) return { schema: locked, isNew: false, isCopy: true };
  const id = await insertSchema(
    trx,
    { siteId: schema.site_id, name: schema.name, copyOf: schema.id, copyBy: by.userId },
    by,
  );
  const copy = await findSchema(trx, id);
  if (copy === undefined) throw new Error('the copy is missing in the transaction that created it');
  await copyTabs(trx, schema, copy, by, live);
  return { schema: copy, isNew: true, isCopy: true };
}

/** The tab in the copy that corresponds to the published one. */
export async function copiedTab(trx: Trx, copy: SchemaRow, sourceTab: number): Promise<TabRow> {
  const row = await findCopiedTab(trx, copy.id, sourceTab);
  if (row === undefined) throw new Refusal('not-found', 'This tab was deleted from your unpublished copy.');
  return row;
}
