import { limits } from '@tocsin/contract/limits';
import type { TabDocument } from '@tocsin/contract/schema-document';
import { endpoints } from '@tocsin/contract/schema-endpoints';
import { mergeDrawing, schemaTexts, Tab, TabDrawing, type TabInput, type TabPatch } from '@tocsin/contract/schemas';
import { refuseOlder } from '../../access/api-versions.ts';
import { permissionsOf } from '../../access/permissions.ts';
import { type Api, route } from '../../access/route.ts';
import { byCall, type Note, recorded } from '../../platform/audit.ts';
import type { Trx } from '../../platform/db.ts';
import { badField, orNotFound, Refusal } from '../../platform/errors.ts';
import { refusalOf } from '../../platform/http/failures.ts';
import { copiedTab, type Editable, editable } from './copies.ts';
import type { SchemaDependencies } from './dependencies.ts';
import { addTab, countSensors, oneTab, readTab, saveTab } from './drawing.ts';
import { documentOf, type SchemaReader } from './present.ts';
import { copyName, unbound } from './rules.ts';
import { findSchema, insertSchema, lockSchema, type Modifier, type SchemaRow, touchSchema } from './store.ts';
import { deleteTab, type TabRow, tabsOf } from './store-tabs.ts';
import { takeForms } from './upload.ts';

const about = (tab: TabRow, schema: SchemaRow, clientId: number) => ({
  subject: 'tab',
  subjectId: tab.id,
  subjectName: `${schema.name}, ${tab.name}`,
  siteId: schema.site_id,
  clientId,
});

const sizes = (tab: TabRow) => {
  const document = documentOf(tab);
  const { machines, connectors, shapes, text_elements } = document;
  return {
    machines: machines.length,
    connectors: connectors.length,
    shapes: shapes.length,
    texts: text_elements.length,
    sensors: countSensors(document),
    version: tab.version,
  };
};

/** Merges the fields of the call into the stored drawing. */
const merged = (before: TabRow, { drawing }: TabPatch): TabDocument => {
  const parsed = TabDrawing.safeParse(mergeDrawing(documentOf(before), drawing));
  if (!parsed.success) throw refusalOf(parsed.error);
  return parsed.data;
};

const noteCopy = (note: Note, { schema, isNew }: Editable, clientId: number): void => {
  if (!isNew) return;
  note({
    subject: 'schema',
    subjectId: schema.id,
    subjectName: schema.name,
    siteId: schema.site_id,
    clientId,
    action: 'create',
    old: null,
    new: { name: schema.name, copy_of: schema.copy_of },
  });
};

export const addTabRoutes = (api: Api, dependencies: SchemaDependencies): void => {
  const { db, clock, live } = dependencies;
  takeForms(api.http, [endpoints.addTab.path, endpoints.saveTab.path]);
  const by = (who: { readonly userId: number }): Modifier => ({ userId: who.userId, at: new Date(clock.now()) });
  const read = async (row: TabRow, { who, subject }: SchemaReader): Promise<Tab> => ({
    ...Tab.parse(await readTab(db, row, subject.siteId, live)),
    permissions: permissionsOf('tab', who, subject),
  });

  route(api, endpoints.tab, async (call) => await read(await oneTab(db, call.params.id), call));

  route(api, endpoints.addTab, async (call) => {
    const { body, who, subject } = call;
    const row = await recorded(db, byCall(call), async (trx, note) => {
      const target = await schemaFor(trx, body, subject.siteId, by(who), live);
      noteCopy(note, target, subject.clientId);
      const tab = await addTab(trx, target.schema, { document: body.document }, by(who), live);
      await touchSchema(trx, target.schema.id, by(who), rename(target, body));
      note({ ...about(tab, target.schema, subject.clientId), action: 'create', old: null, new: sizes(tab) });
      return tab;
    });
    return await read(row, call);
  });

  route(api, endpoints.saveTab, async (call) => {
    const { params, body, who, subject, reply } = call;
    const saved = await recorded(db, byCall(call), async (trx, note) => {
      const requestedTab = await oneTab(trx, params.id);
      const target = await editable(trx, requestedTab.schema_id, by(who), live);
      noteCopy(note, target, subject.clientId);
      const before = target.isCopy
        ? await copiedTab(trx, target.schema, requestedTab.id)
        : await oneTab(trx, params.id);
      await refuseOlder(body.version ?? undefined, before.version, () => readTab(trx, before, subject.siteId, live));
      const document = merged(before, body);
      const row = await saveTab(trx, target.schema, before.id, document, by(who), live);
      await touchSchema(trx, target.schema.id, by(who), rename(target, body));
      const values = { action: 'change', old: sizes(before), new: sizes(row) };
      note({ ...about(row, target.schema, subject.clientId), ...values });
      return { row, isNew: target.isNew };
    });
    const tab = await read(saved.row, call);
    if (saved.isNew) reply.code(201);
    return tab;
  });

  route(api, endpoints.removeTab, async (call) => {
    const { params, who, subject } = call;
    return await recorded(db, byCall(call), async (trx, note) => {
      const requestedTab = await oneTab(trx, params.id);
      const schema = orNotFound(await lockSchema(trx, requestedTab.schema_id));
      if (schema.is_published) throw new Refusal('conflict', schemaTexts.published);
      const tab = await oneTab(trx, params.id);
      await deleteTab(trx, tab.id);
      await touchSchema(trx, schema.id, by(who));
      note({ ...about(tab, schema, subject.clientId), action: 'remove', old: sizes(tab), new: null });
      return undefined;
    });
  });

  route(api, endpoints.cloneTab, async (call) => {
    const { params, body, who, subject } = call;
    const row = await recorded(db, byCall(call), async (trx, note) => {
      const requestedTab = await oneTab(trx, params.id);
      const target = await editable(trx, requestedTab.schema_id, by(who), live);
      noteCopy(note, target, subject.clientId);
      const source = target.isCopy
        ? await copiedTab(trx, target.schema, requestedTab.id)
        : await oneTab(trx, params.id);
      const usedNames = (await tabsOf(trx, target.schema.id)).map((tab) => tab.name);
      const name = body?.name || copyName(source.name, usedNames, limits.nameLength);
      const document = { ...unbound(documentOf(source)), name };
      const tab = await addTab(trx, target.schema, { document }, by(who), live);
      await touchSchema(trx, target.schema.id, by(who));
      const values = { action: 'create', old: null, new: { ...sizes(tab), clone_of: source.id } };
      note({ ...about(tab, target.schema, subject.clientId), ...values });
      return tab;
    });
    return await read(row, call);
  });
};

/** A tab request may rename its schema only when that is unpublished and its own. */
const rename = ({ schema }: Editable, body: Pick<TabInput, 'schema_name'>): string | undefined =>
  body.schema_name && body.schema_name !== schema.name ? body.schema_name : undefined;

/** The schema for a new tab: the requested one or its copy, otherwise a new one. */
async function schemaFor(
  trx: Trx,
  body: TabInput,
  siteId: number,
  by: Modifier,
  live: SchemaDependencies['live'],
): Promise<Editable> {
  if (body.schema) {
    const target = await editable(trx, body.schema, by, live);
    if (target.schema.site_id !== siteId) throw new Refusal('not-found');
    return target;
  }
  if (!body.schema_name) throw badField('schema_name', 'This field is required.');
  const id = await insertSchema(trx, { siteId, name: body.schema_name }, by);
  const schema = await findSchema(trx, id);
  if (!schema) throw new Error('the schema is missing in the transaction that created it');
  return { schema, isNew: true, isCopy: false };
}
