import type { LiveDevice } from '@tocsin/contract/live';
import { SchemaFile } from '@tocsin/contract/schemas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../access/testing.ts';
import { drivenClock } from '../../platform/clock.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import type { SignedIn } from '../../platform/testing/factories.ts';
import { addSchemaRoutes, schemaLoaders, schemasUsing } from './index.ts';
import { machine, makeEvent, notification, plantSite } from './testing/plant.ts';

const database = testDatabase();
const clock = drivenClock(Date.UTC(2026, 10, 20, 12));
const heard = new Map<number, LiveDevice>();
let api: TestApi;

beforeAll(async () => {
  const dependencies = {
    db: database.db,
    clock,
    live: (id: number) => heard.get(id),
    notifications: async (ids: readonly number[]) => ids.map((id) => ({ ...notification, id, pk: id })),
    machineGraphs: async () => [],
  };
  api = await testApi(database.db, (a) => addSchemaRoutes(a, dependencies), {
    clock,
    loaders: schemaLoaders(database.db),
  });
});
afterAll(async () => {
  await api.http.close();
});

const site = () => plantSite(api, database, heard);
const names = (answer: { json(): { results: { name: string }[] } }) => answer.json().results.map((row) => row.name);

describe('the schema list', () => {
  // spec: visual-dashboard 8 no location selected: 'please select a location first'
  it('requires a location first', async () => {
    const { engineer } = await site();
    const answer = await engineer.get('/api/v2/schemas/');
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({ location: ['please select a location first'] });
  });

  // spec: decisions 3 schemas: viewing needs visual_dashboard_enabled and access to the site
  it('is closed to people without the visual dashboard and hidden from another tenant', async () => {
    const plant = await site();
    const blind = await plant.person({ on: { [plant.siteId]: 'Manager' }, visualDashboard: false });
    expect((await blind.get(`/api/v2/schemas/?location=${plant.siteId}`)).statusCode).toBe(403);
    const stranger = await plant.person({});
    expect((await stranger.get(`/api/v2/schemas/?location=${plant.siteId}`)).statusCode).toBe(404);
  });

  it('says who may change a schema and who may only open it', async () => {
    const plant = await site();
    await plant.schema('Leg 1');
    const user = await plant.person({ on: { [plant.siteId]: 'User' } });
    const permissionsOf = async (who: SignedIn) => {
      const answer = await who.get(`/api/v2/schemas/?location=${plant.siteId}`);
      return answer.json().results.map((row: { permissions: string[] }) => row.permissions);
    };
    expect(await permissionsOf(user)).toEqual([['schema.see']]);
    expect(await permissionsOf(plant.engineer)).toEqual([['schema.see', 'schema.change']]);
  });

  // spec: visual-dashboard 7 GET schemas/ by location, order_by
  it('lists drafts and published versions of the site in the requested order', async () => {
    const plant = await site();
    const first = await plant.schema('B plant');
    clock.advanceTo(clock.now() + 60_000);
    await plant.schema('A plant');
    const user = await plant.person({ on: { [plant.siteId]: 'User' } });
    const url = `/api/v2/schemas/?location=${plant.siteId}`;
    expect(names(await user.get(`${url}&order_by=name`))).toEqual(['A plant', 'B plant']);
    expect(names(await user.get(`${url}&order_by=-name`))).toEqual(['B plant', 'A plant']);
    expect(names(await user.get(`${url}&order_by=update_dt`))).toEqual(['B plant', 'A plant']);
    expect((await user.get(`${url}&order_by=color`)).statusCode).toBe(400);
    const row = (await user.get(url)).json().results.find((schema: { id: number }) => schema.id === first.id);
    expect(row).toMatchObject({
      is_published: false,
      comment: '',
      modified_by: { first_name: 'Ann', last_name: 'Vole' },
      device_ids: [plant.deviceId],
      schema_tabs: [{ id: first.tab.id, name: 'Receiving', sensors_ids: [plant.state, plant.sensor(1)] }],
    });
    expect(row.update_dt).toBe(Math.floor((clock.now() - 60_000) / 1000));
  });
});

describe('a schema', () => {
  it('is not made without a name, by a User, or on a site that is not seen', async () => {
    const plant = await site();
    const user = await plant.person({ on: { [plant.siteId]: 'User' } });
    const body = { name: 'Main', location: plant.siteId };
    expect((await user.post('/api/v2/schemas/', body)).statusCode).toBe(403);
    expect((await (await plant.person({})).post('/api/v2/schemas/', body)).statusCode).toBe(404);
    const answer = await plant.engineer.post('/api/v2/schemas/', { ...body, name: ' ' });
    expect(answer.json()).toEqual({ name: ['This field may not be blank.'] });
  });

  // spec: visual-dashboard 7 POST schemas/ create, GET schemas/{id}/ details
  it('is made empty and unpublished', async () => {
    const plant = await site();
    const schema = await plant.engineer.post('/api/v2/schemas/', { name: 'Main', location: plant.siteId });
    expect(schema.statusCode).toBe(201);
    expect(schema.json()).toMatchObject({ name: 'Main', location: plant.siteId, is_published: false, schema_tabs: [] });
    const read = await plant.engineer.get(`/api/v2/schemas/${schema.json().id}/`);
    expect(read.json()).toEqual(schema.json());
  });

  // spec: visual-dashboard 5 publishing requires a comment
  it('is not published without a comment, without tabs, or twice', async () => {
    const plant = await site();
    const { id } = await plant.schema();
    const publish = (body: object) => plant.engineer.post(`/api/v2/schemas/${id}/publish/`, body);
    expect((await publish({})).json()).toEqual({ comment: ['This field is required.'] });
    expect((await publish({ comment: '  ' })).statusCode).toBe(400);
    expect((await publish({ comment: 'First' })).statusCode).toBe(200);
    const again = await publish({ comment: 'Again' });
    expect(again.statusCode).toBe(409);
    expect(again.json()).toEqual({ detail: "It's not allowed to modify published schema!" });
    const empty = (await plant.engineer.post('/api/v2/schemas/', { name: 'Empty', location: plant.siteId })).json();
    const refused = await plant.engineer.post(`/api/v2/schemas/${empty.id}/publish/`, { comment: 'x' });
    expect(refused.json()).toEqual({ non_field_errors: ["A schema without tabs can't be published."] });
  });

  // spec: visual-dashboard 7 POST schemas/{id}/publish/ comment; GET schemas/current/
  it('becomes the current one of the site when it is published, until the next is', async () => {
    const plant = await site();
    const at = { headers: { 'x-tocsin-selection': `${plant.clientId},${plant.siteId},` } };
    expect((await plant.engineer.get('/api/v2/schemas/current/', at)).statusCode).toBe(404);
    const [one, two] = [await plant.schema('One'), await plant.schema('Two')];
    await plant.engineer.post(`/api/v2/schemas/${two.id}/publish/`, { comment: 'Second leg' });
    expect((await plant.engineer.get('/api/v2/schemas/current/', at)).json()).toMatchObject({
      name: 'Two',
      is_published: true,
      comment: 'Second leg',
    });
    clock.advanceTo(clock.now() + 1000);
    await plant.engineer.post(`/api/v2/schemas/${one.id}/publish/`, { comment: 'Back' });
    expect((await plant.engineer.get('/api/v2/schemas/current/', at)).json().name).toBe('One');
    expect((await plant.engineer.get('/api/v2/schemas/current/')).statusCode).toBe(400);
  });

  // spec: visual-dashboard 7 POST schemas/{id}/clone/ name
  it('is cloned under a new name, published or not, with all its tabs and sensors', async () => {
    const plant = await site();
    const { id, tab } = await plant.schema();
    await plant.engineer.post(`/api/v2/schemas/${id}/publish/`, { comment: 'First' });
    const clone = (body: object) => plant.engineer.post(`/api/v2/schemas/${id}/clone/`, body);
    expect((await clone({})).json()).toEqual({ name: ['This field may not be blank.'] });
    const schema = await clone({ name: 'Winter', schemaId: id, siteId: plant.siteId });
    expect(schema.statusCode).toBe(201);
    expect(schema.json()).toMatchObject({ name: 'Winter', is_published: false, comment: '' });
    const copy = (await plant.engineer.get(`/api/v2/tabs/${schema.json().schema_tabs[0].id}/`)).json();
    expect(copy.machines[0].sensors[0].sensor.id).toBe(plant.sensor(1));
    expect(copy.machines[0].id).not.toBe((await plant.engineer.get(`/api/v2/tabs/${tab.id}/`)).json().machines[0].id);
  });

  // spec: visual-dashboard 7 DELETE schemas/{id}/
  it('is deleted while unpublished and never after', async () => {
    const plant = await site();
    const [draft, published] = [await plant.schema('Draft'), await plant.schema('Published')];
    await plant.engineer.post(`/api/v2/schemas/${published.id}/publish/`, { comment: 'First' });
    const user = await plant.person({ on: { [plant.siteId]: 'User' } });
    expect((await user.delete(`/api/v2/schemas/${draft.id}/`)).statusCode).toBe(403);
    expect((await plant.engineer.delete(`/api/v2/schemas/${published.id}/`)).statusCode).toBe(409);
    const answer = await plant.engineer.delete(`/api/v2/schemas/${draft.id}/`, { siteId: plant.siteId });
    expect(answer.statusCode).toBe(204);
    expect((await plant.engineer.get(`/api/v2/schemas/${draft.id}/`)).statusCode).toBe(404);
    expect((await plant.engineer.get(`/api/v2/tabs/${draft.tab.id}/`)).statusCode).toBe(404);
  });

  it('leaves a line in the audit for each change', async () => {
    const plant = await site();
    const { id } = await plant.schema();
    await plant.engineer.post(`/api/v2/schemas/${id}/publish/`, { comment: 'First' });
    const lines = await database.db
      .selectFrom('audit')
      .select(['action', 'subject', 'user_name'])
      .where('site_id', '=', plant.siteId)
      .orderBy('id')
      .execute();
    expect(lines.map((line) => `${line.action} ${line.subject} ${line.user_name}`)).toEqual([
      'create schema Ann Vole',
      'create tab Ann Vole',
      'publish schema Ann Vole',
    ]);
  });

  // spec: visual-dashboard 7 GET schemas/{id}/notifications/
  it('returns the active events of its sensors and devices, and hides it from other tenants', async () => {
    const plant = await site();
    const { id } = await plant.schema();
    const on = (more: object) => makeEvent(database, { device_id: plant.deviceId, site_id: plant.siteId, ...more });
    await on({ id: 1, group_id: '4', sensor_id: '4000', at: 10 });
    await on({ id: 2, type: 'device_offline', at: 20 });
    await on({ id: 3, group_id: '4', sensor_id: '4003', at: 30 });
    await on({ id: 4, group_id: '4', sensor_id: '4000', at: 40, is_active: false });
    const url = `/api/v2/schemas/${id}/notifications/`;
    const ids = async (who = plant.engineer) =>
      (await who.get(url)).json().results.map((row: { id: number }) => row.id);
    expect(await ids()).toEqual([2, 1]);
    expect((await (await plant.person({})).get(url)).statusCode).toBe(404);
    await database.db.updateTable('device').set({ is_suspended: true }).where('id', '=', plant.deviceId).execute();
    expect(await ids()).toEqual([]);
    expect(await ids(await plant.person({ is_superuser: true }))).toEqual([2, 1]);
  });

  // spec: decisions 8 removing a device that schemas use answers 409 with what is there
  it('is found by the devices that it uses', async () => {
    const plant = await site();
    const { id } = await plant.schema();
    expect(await schemasUsing(database.db, [plant.deviceId])).toEqual([{ id, name: 'Main plant' }]);
    expect(await schemasUsing(database.db, [])).toEqual([]);
  });
});

describe('the order of tabs', () => {
  // spec: visual-dashboard 7 POST update-tabs-order/ list of id and order
  it('is saved for the tabs of one unpublished schema', async () => {
    const plant = await site();
    const { id, tab } = await plant.schema();
    const second = (await plant.engineer.post('/api/v2/tabs/', { ...plant.tab('Drying'), schema: id })).json();
    const order = (list: object[], who = plant.engineer) => who.post('/api/v2/update-tabs-order/', list);
    const answer = await order([
      { id: tab.id, order: 1 },
      { id: second.id, order: 0 },
    ]);
    expect(answer.json().map((line: { name: string }) => line.name)).toEqual(['Drying', 'Receiving']);
    const other = await plant.schema('Other');
    expect(
      (
        await order([
          { id: tab.id, order: 0 },
          { id: other.tab.id, order: 1 },
        ])
      ).statusCode,
    ).toBe(400);
    expect((await order([])).statusCode).toBe(400);
    const user = await plant.person({ on: { [plant.siteId]: 'User' } });
    expect((await order([{ id: tab.id, order: 0 }], user)).statusCode).toBe(403);
    await plant.engineer.post(`/api/v2/schemas/${id}/publish/`, { comment: 'x' });
    expect((await order([{ id: tab.id, order: 0 }])).statusCode).toBe(409);
  });
});

describe('a schema as a file', () => {
  // meets: owasp-asvs-5 V5.4.2
  it.each(['a"; filename="evil.exe', 'Größe/../../etc', '..', '\u202egpj.exe', '%22%0a'])(
    'of the name %s is offered under letters and digits alone',
    async (name) => {
      const plant = await site();
      const { id } = await plant.schema();
      await database.db.updateTable('schema').set({ name }).where('id', '=', id).execute();
      const file = await plant.engineer.get(`/api/v2/schemas/${id}/export/`);
      expect(file.headers['content-disposition']).toMatch(/^attachment; filename="[A-Za-z0-9-]+\.tocsin\.json"$/);
    },
  );

  // meets: owasp-asvs-5 V5.4.1
  it('is imported on another site with its sensors at the matching device, and reports what it could not bind', async () => {
    const [from, to] = [await site(), await site()];
    const { id, tab } = await from.schema();
    const machines = [
      machine('a', { sensors: [{ sensor_point: 'head-bearing', sensor: from.sensor(1) }] }),
      machine('c', { sensors: [{ sensor_point: 'boot-bearing', sensor: from.sensor(4) }] }),
    ];
    await from.engineer.patch(`/api/v2/tabs/${tab.id}/`, from.tab('Receiving', { machines }));
    const file = await from.engineer.get(`/api/v2/schemas/${id}/export/`);
    expect(file.headers['content-disposition']).toBe('attachment; filename="Main-plant.tocsin.json"');
    const content = file.json();
    const title = async (device: number) =>
      (await database.db.selectFrom('device').select('title').where('id', '=', device).executeTakeFirst())?.title ?? '';
    const there = { id: from.deviceId, title: await title(to.deviceId), udf_id: null };
    const { liveOf } = await import('./testing/plant.ts');
    heard.set(to.deviceId, liveOf(to.deviceId, ['4000']));
    const answer = await to.engineer.post(`/api/v2/schemas/import/?location=${to.siteId}`, {
      ...content,
      devices: [there],
    });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({ name: 'Main plant', location: to.siteId, unbound: [from.sensor(4)] });
    const copy = (await to.engineer.get(`/api/v2/tabs/${answer.json().schema_tabs[0].id}/`)).json();
    expect(copy.machines.map((m: { sensors: object[] }) => m.sensors.length)).toEqual([1, 0]);
    expect(copy.machines[0].sensors[0].sensor.id).toBe(to.sensor(1));
  });

  it('is exported and imported without tabs', async () => {
    const plant = await site();
    const { id } = (await plant.engineer.post('/api/v2/schemas/', { location: plant.siteId, name: 'Bare' })).json();
    const file = (await plant.engineer.get(`/api/v2/schemas/${id}/export/`)).json();
    expect(SchemaFile.parse(file).tabs).toEqual([]);
    const answer = await plant.engineer.post(`/api/v2/schemas/import/?location=${plant.siteId}`, file);
    expect([answer.statusCode, answer.json().schema_tabs]).toEqual([201, []]);
  });

  it('is also accepted as a form with a file', async () => {
    const plant = await site();
    const { id } = await plant.schema();
    const content = (await plant.engineer.get(`/api/v2/schemas/${id}/export/`)).body;
    const edge = 'tocsin-edge';
    const payload = `--${edge}\r\nContent-Disposition: form-data; name="file"; filename="a.json"\r\nContent-Type: application/json\r\n\r\n${content}\r\n--${edge}--\r\n`;
    const answer = await plant.engineer.post(`/api/v2/schemas/import/?location=${plant.siteId}`, undefined, {
      headers: { 'content-type': `multipart/form-data; boundary=${edge}` },
      payload,
    });
    expect(answer.statusCode).toBe(201);
    expect(answer.json().unbound).toEqual([]);
  });

  it('is refused when it is invalid, of an unknown format, or damaged inside', async () => {
    const plant = await site();
    const send = (body: object, who = plant.engineer) =>
      who.post(`/api/v2/schemas/import/?location=${plant.siteId}`, body);
    expect((await send([1, 2])).json()).toEqual({ file: ['Not a schema file.'] });
    expect((await send({ tocsin_schema: 9, name: 'x', tabs: [{}], devices: [] })).json()).toEqual({
      file: ['Not a schema file that this version knows.'],
    });
    const broken = { tocsin_schema: 1, name: 'x', devices: [], tabs: [{ ...plant.tab('x'), width: 1e9 }] };
    expect((await send(broken)).json()).toHaveProperty('width');
    const user = await plant.person({ on: { [plant.siteId]: 'User' } });
    expect((await send(broken, user)).statusCode).toBe(403);
  });
});
