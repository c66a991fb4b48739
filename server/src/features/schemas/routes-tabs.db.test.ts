import type { LiveDevice } from '@tocsin/contract/live';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../access/testing.ts';
import { drivenClock } from '../../platform/clock.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { addSchemaRoutes, schemaLoaders } from './index.ts';
import { liveOf, machine, plantSite } from './testing/plant.ts';

const database = testDatabase();
const clock = drivenClock(Date.UTC(2026, 10, 20, 12));
const heard = new Map<number, LiveDevice>();
let api: TestApi;

beforeAll(async () => {
  const dependencies = {
    db: database.db,
    clock,
    live: (id: number) => heard.get(id),
    notifications: async () => [],
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
const at = (point: string, sensor: string) => ({ sensors: [{ sensor_point: point, sensor }] });

describe('a document that makes no sense', () => {
  const cases = [
    ['machines of one id', { machines: [machine('a'), machine('a')] }, 'frontend_id'],
    ['an unknown machine type', { machines: [machine('a', { type_of_machine: 9999 })] }, 'type_of_machine'],
    ['a machine without a name', { machines: [machine('a', { name: '' })] }, 'machine_name'],
    ['an absurd size', { width: 1e12 }, 'width'],
    ['a width that is no number', { width: 'wide' }, 'width'],
    [
      'a shape of no known kind',
      { shapes: [{ x: 0, y: 0, extras: { shape: 'star', width: 9, height: 9 } }] },
      'shapes',
    ],
    [
      'a connector to nowhere',
      {
        machines: [machine('a')],
        connectors: [{ start_m_fe_id: 'a', start_anchor_point: 'outlet', end_m_fe_id: 'x', end_anchor_point: 'inlet' }],
      },
      'connectors',
    ],
    ['a sensor of another site', { machines: [machine('a', at('head-bearing', '999999.4.4000'))] }, 'sensors'],
  ] as const;

  it.each(cases)('is refused: %s', async (_, more, field) => {
    const plant = await site();
    const { id } = await plant.schema();
    const answer = await plant.engineer.post('/api/v2/tabs/', { ...plant.tab('New', more), schema: id });
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json())).toEqual([field]);
  });

  it('is refused: a sensor point that the machine has not, one point twice, a sensor that the device has not', async () => {
    const plant = await site();
    const { id } = await plant.schema();
    const post = (machines: object[]) =>
      plant.engineer.post('/api/v2/tabs/', { ...plant.tab('New', { machines }), schema: id });
    expect((await post([machine('a', at('nose', plant.sensor(2)))])).json()).toEqual({
      sensors: ['Machine a has no such sensor point.'],
    });
    const twice = [...at('speed', plant.sensor(2)).sensors, ...at('speed', plant.sensor(3)).sensors];
    expect((await post([machine('a', { sensors: twice })])).statusCode).toBe(400);
    expect((await post([machine('a', at('speed', `${plant.deviceId}.4.9999`))])).json()).toEqual({
      sensors: ['The device has no such sensor.'],
    });
  });

  // spec: decisions 1 limits: 20 tabs a schema, 500 elements a tab
  it('is refused beyond 500 elements and 20 tabs', async () => {
    const plant = await site();
    const { id } = await plant.schema();
    const post = (more: object) => plant.engineer.post('/api/v2/tabs/', { ...plant.tab('New', more), schema: id });
    const text_elements = Array.from({ length: 501 }, () => ({ x: 0, y: 0, extras: { value: 'x' } }));
    expect((await post({ text_elements })).statusCode).toBe(400);
    for (let n = 2; n <= 20; n++) expect((await post({})).statusCode).toBe(201);
    expect((await post({})).json()).toEqual({ non_field_errors: ['A schema holds at most 20 tabs.'] });
  });
});

describe('a change of a tab', () => {
  const drawn = (document: Record<string, unknown>) => ({ ...document, version: 0, update_dt: 0, modified_by: null });

  it('leaves omitted fields unchanged', async () => {
    const plant = await site();
    const { tab } = await plant.schema();
    const url = `/api/v2/tabs/${tab.id}/`;
    const fullTab = plant.tab('Pit', {
      machines: [machine('a', at('head-bearing', plant.sensor(2))), machine('b')],
      connectors: [{ start_m_fe_id: 'a', start_anchor_point: 'outlet', end_m_fe_id: 'b', end_anchor_point: 'inlet' }],
      shapes: [{ x: 1, y: 2, extras: { shape: 'circle', width: 78, height: 78 } }],
    });
    const saved = (await plant.engineer.patch(url, fullTab)).json();
    expect([saved.machines.length, saved.connectors.length, saved.shapes.length]).toEqual([2, 1, 1]);
    expect(drawn((await plant.engineer.patch(url, { name: 'Leg' })).json())).toEqual(drawn({ ...saved, name: 'Leg' }));
    const text_elements = [{ x: 5, y: 5, extras: { value: 'Gate 4' } }];
    const labelled = (await plant.engineer.patch(url, { location: plant.siteId, text_elements })).json();
    expect(labelled.text_elements).toMatchObject([{ x: 5, extras: { value: 'Gate 4' } }]);
    expect(drawn({ ...labelled, text_elements: [] })).toEqual(drawn({ ...saved, name: 'Leg' }));
    expect((await plant.engineer.patch(url, { connectors: [], machines: [] })).json()).toMatchObject({
      machines: [],
      connectors: [],
      shapes: saved.shapes,
    });
  });

  it('is refused where a list is missing, and changes nothing', async () => {
    const plant = await site();
    const { tab } = await plant.schema();
    const url = `/api/v2/tabs/${tab.id}/`;
    const saved = (await plant.engineer.patch(url, plant.tab('Pit', { machines: [machine('a')] }))).json();
    for (const machines of ['[]', 'none', null, {}, ['Silo']]) {
      const answer = await plant.engineer.patch(url, plant.tab('Pit', { machines }));
      expect([machines, answer.statusCode, Object.keys(answer.json())]).toEqual([machines, 400, ['machines']]);
    }
    expect((await plant.engineer.get(url)).json()).toEqual(saved);
  });
});

describe('a tab', () => {
  it('is changed by nobody without the right, and hidden from other tenants', async () => {
    const plant = await site();
    const { id, tab } = await plant.schema();
    const user = await plant.person({ on: { [plant.siteId]: 'User' } });
    const stranger = await plant.person({});
    const url = `/api/v2/tabs/${tab.id}/`;
    expect((await user.get(url)).statusCode).toBe(200);
    expect((await user.patch(url, plant.tab('x'))).statusCode).toBe(403);
    expect((await user.delete(url)).statusCode).toBe(403);
    expect((await user.post(`${url}clone/`)).statusCode).toBe(403);
    expect((await user.post('/api/v2/tabs/', { ...plant.tab('x'), schema: id })).statusCode).toBe(403);
    for (const answer of [
      await stranger.get(url),
      await stranger.patch(url, plant.tab('x')),
      await stranger.delete(url),
    ])
      expect(answer.statusCode).toBe(404);
    const other = await site();
    const foreign = { ...plant.tab('x'), schema: id, location: other.siteId };
    expect((await other.engineer.post('/api/v2/tabs/', foreign)).statusCode).toBe(404);
  });

  // spec: visual-dashboard 7 POST tabs/ save new tab; GET tabs/{id}/ tab details
  it('is returned as it was saved, machines with ids, sensors with names', async () => {
    const plant = await site();
    const { tab } = await plant.schema();
    const read = (await plant.engineer.get(`/api/v2/tabs/${tab.id}/`)).json();
    expect(read).toEqual(tab);
    expect(read).toMatchObject({ name: 'Receiving', width: 800, format: 3, version: 1, zoom: 1, offset_x: 0 });
    const [a, b] = read.machines;
    expect(a.sensors).toEqual([
      {
        sensor_point: 'head-bearing',
        sensor: {
          id: plant.sensor(1),
          name: 'Bearing 1',
          group_name: 'Temperature',
          device: a.sensors[0].sensor.device,
          device_id: plant.deviceId,
          type: 'NUMERIC',
          unit: 'C',
          is_missing: false,
        },
      },
    ]);
    expect(a.system_state_sensor).toMatchObject({ id: plant.state, name: 'System state' });
    expect(read.connectors[0]).toMatchObject({ start_machine: a.id, end_machine: b.id, start_m_fe_id: 'a' });
  });

  // spec: visual-dashboard 7 POST tabs/ form data
  it('is accepted as form data, in separate fields or in one', async () => {
    const plant = await site();
    const { id } = await plant.schema();
    const document = { ...plant.tab('Form'), schema: id };
    const form = (fields: Readonly<Record<string, unknown>>) => {
      const sections = Object.entries(fields).map(
        ([name, value]) =>
          `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${typeof value === 'string' ? value : JSON.stringify(value)}\r\n`,
      );
      return plant.engineer.post('/api/v2/tabs/', undefined, {
        headers: { 'content-type': 'multipart/form-data; boundary=edge' },
        payload: `${sections.join('')}--edge--\r\n`,
      });
    };
    expect((await form(document)).json()).toMatchObject({ name: 'Form', schema: id });
    expect((await form({ data: document })).json()).toMatchObject({ name: 'Form', schema: id });
  });

  it('creates its schema when there is none yet', async () => {
    const plant = await site();
    const body = { ...plant.tab('First'), schema_name: 'Fresh' };
    const tab = (await plant.engineer.post('/api/v2/tabs/', body)).json();
    expect((await plant.engineer.get(`/api/v2/schemas/${tab.schema}/`)).json()).toMatchObject({ name: 'Fresh' });
    expect((await plant.engineer.post('/api/v2/tabs/', plant.tab('x'))).json()).toEqual({
      schema_name: ['This field is required.'],
    });
  });

  // spec: visual-dashboard 7 PATCH tabs/{id}/ save tab
  it('keeps the ids of its machines over saves, and renames its schema', async () => {
    const plant = await site();
    const { id, tab } = await plant.schema();
    const before = (await plant.engineer.get(`/api/v2/tabs/${tab.id}/`)).json();
    const machines = [machine('b', { type_of_machine: 5, name: 'Silo 9' }), machine('z')];
    const body = { ...plant.tab('Storage', { machines, width: 1376 }), schema_name: 'New name', version: 1 };
    const saved = (await plant.engineer.patch(`/api/v2/tabs/${tab.id}/`, body)).json();
    expect(saved).toMatchObject({ name: 'Storage', width: 1376, version: 2, connectors: [] });
    expect(saved.machines[0]).toMatchObject({ name: 'Silo 9', id: before.machines[1].id });
    expect((await plant.engineer.get(`/api/v2/schemas/${id}/`)).json()).toMatchObject({ name: 'New name' });
  });

  // spec: decisions 8 tabs carry version: a PATCH with an older one answers 409 with the newer document
  it('is never overwritten silently', async () => {
    const plant = await site();
    const { tab } = await plant.schema();
    const url = `/api/v2/tabs/${tab.id}/`;
    await plant.engineer.patch(url, { ...plant.tab('Mine'), version: 1 });
    const late = await plant.engineer.patch(url, { ...plant.tab('Yours'), version: 1 });
    expect(late.statusCode).toBe(409);
    expect(late.json().current).toMatchObject({ name: 'Mine', version: 2 });
    expect((await plant.engineer.patch(url, plant.tab('No version'))).json()).toMatchObject({ version: 3 });
  });

  // spec: visual-dashboard 7 DELETE tabs/{id}/
  it('is deleted while its schema is unpublished; a concurrent editor gets 404', async () => {
    const plant = await site();
    const { id, tab } = await plant.schema();
    const url = `/api/v2/tabs/${tab.id}/`;
    const payload = { nextTabId: null, schemaId: id, siteId: plant.siteId, tabId: tab.id };
    expect((await plant.engineer.delete(url, payload)).statusCode).toBe(204);
    expect((await plant.engineer.patch(url, plant.tab('Late'))).statusCode).toBe(404);
    const other = await plant.schema('Other');
    await plant.engineer.post(`/api/v2/schemas/${other.id}/publish/`, { comment: 'x' });
    expect((await plant.engineer.delete(`/api/v2/tabs/${other.tab.id}/`)).json()).toEqual({
      detail: "It's not allowed to modify published schema!",
    });
  });

  // spec: visual-dashboard 7 POST tabs/{id}/clone/
  it('is cloned without its sensors, since a sensor is used once per schema', async () => {
    const plant = await site();
    const { id, tab } = await plant.schema();
    const clone = await plant.engineer.post(`/api/v2/tabs/${tab.id}/clone/`);
    expect(clone.statusCode).toBe(201);
    expect(clone.json()).toMatchObject({ name: 'Receiving (copy)', schema: id, version: 1 });
    expect(clone.json().machines.map((m: { sensors: object[] }) => m.sensors)).toEqual([[], []]);
    expect((await plant.engineer.post(`/api/v2/tabs/${tab.id}/clone/`)).json().name).toBe('Receiving (copy 2)');
  });

  it('opens with the last known names when a sensor or its device is missing, and can be saved', async () => {
    const plant = await site();
    const { tab } = await plant.schema();
    const url = `/api/v2/tabs/${tab.id}/`;
    heard.set(plant.deviceId, liveOf(plant.deviceId, ['4003']));
    const lost = (await plant.engineer.get(url)).json();
    expect(lost.machines[0].sensors[0].sensor).toMatchObject({ name: 'Bearing 1', is_missing: true });
    await database.db.updateTable('device').set({ removed_at: new Date() }).where('id', '=', plant.deviceId).execute();
    const gone = (await plant.engineer.get(url)).json();
    expect(gone.machines[0].sensors[0].sensor).toMatchObject({
      name: 'Bearing 1',
      group_name: 'Temperature',
      is_missing: true,
    });
    const body = { ...plant.tab('Still', { machines: gone.machines, connectors: gone.connectors }), version: 1 };
    expect((await plant.engineer.patch(url, body)).statusCode).toBe(200);
  });
});

describe('a sensor', () => {
  // spec: visual-dashboard 8 sensor in use: 'Already in use at ...'
  it('is used once per schema, and the refusal names where', async () => {
    const plant = await site();
    const { id, tab } = await plant.schema();
    const post = (sensor: string, schema = id) =>
      plant.engineer.post('/api/v2/tabs/', {
        ...plant.tab('Second', {
          machines: [machine('q', { ...at('speed', sensor), system_state_sensor: plant.state })],
        }),
        schema,
      });
    expect((await post(plant.sensor(1))).json()).toEqual({ sensors: ['Already in use at Receiving, Machine a'] });
    expect((await post(plant.sensor(2))).statusCode).toBe(201);
    const both = [machine('a', at('speed', plant.sensor(3))), machine('b', at('speed', plant.sensor(3)))];
    const same = await plant.engineer.patch(`/api/v2/tabs/${tab.id}/`, plant.tab('Receiving', { machines: both }));
    expect(same.json()).toEqual({ sensors: ['Already in use at Receiving, Machine a'] });
    const other = await plant.schema('Other');
    expect((await post(plant.sensor(2), other.id)).statusCode).toBe(201);
  });
});

describe('a published schema', () => {
  const published = async () => {
    const plant = await site();
    const schema = await plant.schema();
    await plant.engineer.post(`/api/v2/schemas/${schema.id}/publish/`, { comment: 'First' });
    return { plant, ...schema, url: `/api/v2/tabs/${schema.tab.id}/` };
  };

  // spec: visual-dashboard 2 saving the edit of a published schema creates a copy instead of modifying it
  it("stays unchanged: a save goes to the person's own copy, created once", async () => {
    const { plant, id, tab, url } = await published();
    const first = await plant.engineer.patch(url, { ...plant.tab('Changed'), version: 1 });
    expect(first.statusCode).toBe(201);
    const copy = first.json();
    expect(copy).toMatchObject({ name: 'Changed', version: 2 });
    expect(copy.schema).not.toBe(id);
    expect((await plant.engineer.get(url)).json()).toEqual(tab);
    const stale = await plant.engineer.patch(url, { ...plant.tab('Again'), version: 1 });
    expect(stale.statusCode).toBe(409);
    expect(stale.json().current).toMatchObject({ id: copy.id, name: 'Changed' });
    const second = await plant.engineer.patch(url, { ...plant.tab('Again'), version: 2 });
    expect(second.statusCode).toBe(200);
    expect(second.json()).toMatchObject({ id: copy.id, schema: copy.schema, name: 'Again' });
    expect((await plant.engineer.get(`/api/v2/schemas/${copy.schema}/`)).json()).toMatchObject({
      copy_of: id,
      is_published: false,
    });
  });

  it('has a copy for each person, and a new one when the copy is published or deleted', async () => {
    const { plant, url } = await published();
    const save = async (who = plant.engineer) => (await who.patch(url, plant.tab('Changed'))).json().schema;
    const other = await plant.person({ on: { [plant.siteId]: 'Manager' } });
    const mine = await save();
    expect(await save(other)).not.toBe(mine);
    expect(await save()).toBe(mine);
    await plant.engineer.delete(`/api/v2/schemas/${mine}/`);
    const next = await save();
    expect(next).not.toBe(mine);
    await plant.engineer.post(`/api/v2/schemas/${next}/publish/`, { comment: 'Second' });
    expect(await save()).not.toBe(next);
  });

  it('accepts new tabs and clones of tabs in the copy as well', async () => {
    const { plant, id, tab } = await published();
    const added = (await plant.engineer.post('/api/v2/tabs/', { ...plant.tab('Drying'), schema: id })).json();
    const clone = (await plant.engineer.post(`/api/v2/tabs/${tab.id}/clone/`)).json();
    expect(clone.schema).toBe(added.schema);
    const copy = (await plant.engineer.get(`/api/v2/schemas/${added.schema}/`)).json();
    expect(copy.schema_tabs.map((line: { name: string }) => line.name)).toEqual([
      'Receiving',
      'Drying',
      'Receiving (copy)',
    ]);
    expect((await plant.engineer.get(`/api/v2/schemas/${id}/`)).json().schema_tabs).toHaveLength(1);
  });

  it('reports that the tab was deleted from the copy', async () => {
    const { plant, url } = await published();
    const copy = (await plant.engineer.patch(url, plant.tab('Changed'))).json();
    await plant.engineer.delete(`/api/v2/tabs/${copy.id}/`);
    const answer = await plant.engineer.patch(url, plant.tab('Again'));
    expect(answer.statusCode).toBe(404);
    expect(answer.json().detail).toBe('This tab was deleted from your unpublished copy.');
  });
});
