import { sensorPathOf } from '@tocsin/contract/layout';
import { endpoints } from '@tocsin/contract/schema-endpoints';
import { type Schema, schemaTexts } from '@tocsin/contract/schemas';
import { isOemOrSuper } from '../../access/principal.ts';
import { type Api, route } from '../../access/route.ts';
import type { SiteSubject } from '../../access/subject.ts';
import { byCall, recorded } from '../../platform/audit.ts';
import type { Db, Trx } from '../../platform/db.ts';
import { badField, orNotFound, Refusal } from '../../platform/errors.ts';
import type { SchemaDependencies } from './dependencies.ts';
import { addTab, copyTabs } from './drawing.ts';
import { presentSchema, type SchemaReader } from './present.ts';
import * as store from './store.ts';
import { activeEvents } from './store-events.ts';
import { openDevices } from './store-open.ts';
import { findTab, sensorsOfSchema, tabsOf } from './store-tabs.ts';
import { fileOf, takeIn } from './transfer.ts';
import { schemaFileOf } from './upload.ts';

const note = (schema: { id: number; name: string; site_id: number }, clientId: number) => ({
  subject: 'schema',
  subjectId: schema.id,
  subjectName: schema.name,
  siteId: schema.site_id,
  clientId,
});

const presented = async (db: Db, reader: SchemaReader, rows: readonly store.SchemaRow[]): Promise<Schema[]> => {
  const tabs = await store.listTabs(
    db,
    rows.map((row) => row.id),
  );
  return rows.map((row) => presentSchema(row, tabs, reader));
};

const presentedOne = async (db: Db, reader: SchemaReader, id: number): Promise<Schema> => {
  const row = await store.findSchema(db, id);
  const [schema] = row ? await presented(db, reader, [row]) : [];
  if (!schema) throw new Refusal('not-found');
  return schema;
};

/** Locks the schema for a change; refuses a published one. */
const lockOpen = async (trx: Trx, id: number): Promise<store.SchemaRow> => {
  const schema = orNotFound(await store.lockSchema(trx, id));
  if (schema.is_published) throw new Refusal('conflict', schemaTexts.published);
  return schema;
};

export const addSchemaListRoutes = (api: Api, dependencies: SchemaDependencies): void => {
  const { db, clock } = dependencies;
  const by = (who: { readonly userId: number }) => ({ userId: who.userId, at: new Date(clock.now()) });

  route(api, endpoints.list, async (call) => {
    const { count, rows } = await store.listSchemas(db, call.subject.siteId, call.query);
    return { count, results: await presented(db, call, rows) };
  });

  route(api, endpoints.current, async (call) => {
    const row = orNotFound(await store.findCurrent(db, call.subject.siteId));
    return await presentedOne(db, call, row.id);
  });

  route(api, endpoints.one, (call) => presentedOne(db, call, call.params.id));

  route(api, endpoints.create, async (call) => {
    const { body, subject, who } = call;
    const id = await recorded(db, byCall(call), async (trx, record) => {
      const createdSchema = await store.insertSchema(trx, { siteId: subject.siteId, name: body.name }, by(who));
      const about = note({ id: createdSchema, name: body.name, site_id: subject.siteId }, subject.clientId);
      record({ ...about, action: 'create', old: null, new: { name: body.name } });
      return createdSchema;
    });
    return await presentedOne(db, call, id);
  });

  route(api, endpoints.remove, async (call) => {
    return await recorded(db, byCall(call), async (trx, record) => {
      const schema = await lockOpen(trx, call.params.id);
      await store.deleteSchema(trx, schema.id);
      record({ ...note(schema, call.subject.clientId), action: 'remove', old: { name: schema.name }, new: null });
      return undefined;
    });
  });

  route(api, endpoints.publish, async (call) => {
    const { params, body, who, subject } = call;
    await recorded(db, byCall(call), async (trx, record) => {
      const schema = await lockOpen(trx, params.id);
      if ((await tabsOf(trx, schema.id)).length === 0)
        throw badField('non_field_errors', "A schema without tabs can't be published.");
      await store.publishSchema(trx, schema.id, body.comment, by(who));
      const values = { old: { is_published: false }, new: { is_published: true, comment: body.comment } };
      record({ ...note(schema, subject.clientId), action: 'publish', ...values });
    });
    return await presentedOne(db, call, params.id);
  });

  route(api, endpoints.clone, async (call) => {
    const { params, body, who, subject } = call;
    const id = await recorded(db, byCall(call), async (trx, record) => {
      const schema = orNotFound(await store.lockSchema(trx, params.id));
      const createdSchema = await store.insertSchema(trx, { siteId: schema.site_id, name: body.name }, by(who));
      const copy = { ...schema, id: createdSchema, name: body.name };
      await copyTabs(trx, schema, copy, by(who), dependencies.live);
      const values = { old: null, new: { name: body.name, clone_of: schema.id } };
      record({ ...note(copy, subject.clientId), action: 'create', ...values });
      return createdSchema;
    });
    return await presentedOne(db, call, id);
  });

  route(api, endpoints.orderTabs, async (call) => {
    const { body, who } = call;
    const sites: SiteSubject[] = [];
    for (const { id } of body) sites.push(await api.authorizer.check(who, 'tab.change', id));
    const owners = new Set<number | undefined>();
    for (const { id } of body) owners.add((await findTab(db, id))?.schema_id);
    const [schemaId, ...others] = owners;
    const [subject] = sites;
    if (schemaId === undefined || subject === undefined || others.length > 0)
      throw badField('non_field_errors', 'The tabs belong to different schemas.');
    await recorded(db, byCall(call), async (trx, record) => {
      const schema = await lockOpen(trx, schemaId);
      await store.orderTabs(trx, body);
      await store.touchSchema(trx, schemaId, by(who));
      const about = note(schema, subject.clientId);
      record({ ...about, action: 'change', old: {}, new: { order: body.map((tab) => tab.id) } });
    });
    return (await presentedOne(db, { who, subject }, schemaId)).schema_tabs;
  });

  route(api, endpoints.notifications, async ({ params, query, who, subject }) => {
    const rows = await sensorsOfSchema(db, params.id);
    const ids = [...new Set(rows.map((row) => row.device_id))];
    const open = await openDevices(db, subject.siteId, ids, isOemOrSuper(who));
    const shown = rows.filter((row) => open.has(row.device_id));
    const sensors = shown.map((row) => ({ deviceId: row.device_id, path: sensorPathOf(row.group_id, row.sensor_id) }));
    const events = await activeEvents(db, sensors, isOemOrSuper(who), query);
    return { count: events.count, results: [...(await dependencies.notifications(events.ids))] };
  });

  route(api, endpoints.exportFile, async ({ params, reply }) => {
    const schema = orNotFound(await store.findSchema(db, params.id));
    const file = fileOf(schema, await tabsOf(db, schema.id), await store.listDevices(db, schema.site_id));
    const name = schema.name.replaceAll(/[^A-Za-z0-9]+/g, '-').replaceAll(/^-|-$/g, '') || 'schema';
    reply.header('content-disposition', `attachment; filename="${name}.tocsin.json"`);
    return JSON.stringify(file, null, 1);
  });

  route(api, endpoints.importFile, async (call) => {
    const { subject, who, request } = call;
    const file = await schemaFileOf(request);
    const devices = await store.listDevices(db, subject.siteId);
    const { documents, unbound } = await takeIn(file, devices, dependencies.live);
    const id = await recorded(db, byCall(call), async (trx, record) => {
      const createdSchema = await store.insertSchema(trx, { siteId: subject.siteId, name: file.name }, by(who));
      const schema = await lockOpen(trx, createdSchema);
      for (const document of documents) await addTab(trx, schema, { document }, by(who), dependencies.live);
      const values = { old: null, new: { name: file.name, tabs: documents.length } };
      record({ ...note(schema, subject.clientId), action: 'import', ...values });
      return createdSchema;
    });
    return { ...(await presentedOne(db, call, id)), unbound: [...unbound] };
  });
};
