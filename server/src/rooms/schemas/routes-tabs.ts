import { limits } from '@tocsin/contract/limits';
import { endpoints } from '@tocsin/contract/schema-endpoints';
import { schemaTexts, Tab, type TabInput } from '@tocsin/contract/schemas';
import { byCall, type Note, recorded, type Trx } from '../../base/audit.ts';
import { badField, Refusal } from '../../base/errors.ts';
import { type Api, route } from '../../policy/route.ts';
import { refuseOlder } from '../../policy/versions.ts';
import { copiedTab, type Editable, editable } from './copies.ts';
import { addTab, countSensors, oneTab, readTab, saveTab } from './drawing.ts';
import type { SchemaParts } from './parts.ts';
import { documentOf } from './present.ts';
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

const tellCopy = (note: Note, { schema, isNew }: Editable, clientId: number): void => {
  if (!isNew) return;
  note({
    ...{ subject: 'schema', subjectId: schema.id, subjectName: schema.name, siteId: schema.site_id, clientId },
    ...{ action: 'create', old: null, new: { name: schema.name, copy_of: schema.copy_of } },
  });
};

export const addTabRoutes = (api: Api, parts: SchemaParts): void => {
  const { db, clock, live } = parts;
  takeForms(api.http, [endpoints.addTab.path, endpoints.saveTab.path]);
  const by = (who: { readonly userId: number }): Modifier => ({ userId: who.userId, at: new Date(clock.now()) });
  const read = async (row: TabRow, siteId: number): Promise<Tab> => Tab.parse(await readTab(db, row, siteId, live));

  route(api, endpoints.tab, async ({ params, subject }) => await read(await oneTab(db, params.id), subject.siteId));

  route(api, endpoints.addTab, async (call) => {
    const { body, who, subject } = call;
    const row = await recorded(db, byCall(call), async (trx, note) => {
      const target = await schemaFor(trx, body, subject.siteId, by(who), live);
      tellCopy(note, target, subject.clientId);
      const made = await addTab(trx, target.schema, { document: body.document }, by(who), live);
      await touchSchema(trx, target.schema.id, by(who), rename(target, body));
      note({ ...about(made, target.schema, subject.clientId), action: 'create', old: null, new: sizes(made) });
      return made;
    });
    return await read(row, subject.siteId);
  });

  route(api, endpoints.saveTab, async (call) => {
    const { params, body, who, subject, reply } = call;
    const saved = await recorded(db, byCall(call), async (trx, note) => {
      const asked = await oneTab(trx, params.id);
      const target = await editable(trx, asked.schema_id, by(who), live);
      tellCopy(note, target, subject.clientId);
      const before = target.isCopy ? await copiedTab(trx, target.schema, asked.id) : await oneTab(trx, params.id);
      await refuseOlder(body.version ?? undefined, before.version, () => readTab(trx, before, subject.siteId, live));
      const row = await saveTab(trx, target.schema, before.id, body.document, by(who), live);
      await touchSchema(trx, target.schema.id, by(who), rename(target, body));
      const values = { action: 'change', old: sizes(before), new: sizes(row) };
      note({ ...about(row, target.schema, subject.clientId), ...values });
      return { row, isNew: target.isNew };
    });
    const tab = await read(saved.row, subject.siteId);
    return saved.isNew ? reply.code(201).send(tab) : tab;
  });

  route(api, endpoints.removeTab, async (call) => {
    const { params, who, subject } = call;
    return await recorded(db, byCall(call), async (trx, note) => {
      const asked = await oneTab(trx, params.id);
      const schema = await lockSchema(trx, asked.schema_id);
      if (!schema) throw new Refusal('not-found');
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
      const asked = await oneTab(trx, params.id);
      const target = await editable(trx, asked.schema_id, by(who), live);
      tellCopy(note, target, subject.clientId);
      const source = target.isCopy ? await copiedTab(trx, target.schema, asked.id) : await oneTab(trx, params.id);
      const taken = (await tabsOf(trx, target.schema.id)).map((tab) => tab.name);
      const name = body?.name || copyName(source.name, taken, limits.nameLength);
      const document = { ...unbound(documentOf(source)), name };
      const made = await addTab(trx, target.schema, { document }, by(who), live);
      await touchSchema(trx, target.schema.id, by(who));
      const values = { action: 'create', old: null, new: { ...sizes(made), clone_of: source.id } };
      note({ ...about(made, target.schema, subject.clientId), ...values });
      return made;
    });
    return await read(row, subject.siteId);
  });
};

/** Only an unpublished schema of its own takes a new name along with a tab. */
const rename = ({ schema }: Editable, body: TabInput): string | undefined =>
  body.schema_name && body.schema_name !== schema.name ? body.schema_name : undefined;

/** The schema that a new tab goes to: the one asked for or its copy, else a new one. */
async function schemaFor(
  trx: Trx,
  body: TabInput,
  siteId: number,
  by: Modifier,
  live: SchemaParts['live'],
): Promise<Editable> {
  if (body.schema) {
    const target = await editable(trx, body.schema, by, live);
    if (target.schema.site_id !== siteId) throw new Refusal('not-found');
    return target;
  }
  if (!body.schema_name) throw badField('schema_name', 'This field is required.');
  const id = await insertSchema(trx, { siteId, name: body.schema_name }, by);
  const schema = await findSchema(trx, id);
  if (!schema) throw new Error('the schema is gone in its own transaction');
  return { schema, isNew: true, isCopy: false };
}
