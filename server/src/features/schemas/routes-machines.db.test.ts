import type { LiveDevice } from '@tocsin/contract/live';
import { machineTypes } from '@tocsin/machines/library';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../access/testing.ts';
import { drivenClock } from '../../platform/clock.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import type { DayGraph, SensorOf } from './dependencies.ts';
import { addSchemaRoutes, schemaLoaders } from './index.ts';
import { makeEvent, makeMaintenanceStep, notification, plantSite } from './testing/plant.ts';

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
    machineGraphs: async (sensors: readonly SensorOf[]) => sensors.map((sensor) => ({ ...sensor, points: [point] })),
  };
  api = await testApi(database.db, (a) => addSchemaRoutes(a, dependencies), {
    clock,
    loaders: schemaLoaders(database.db),
  });
});
afterAll(async () => {
  await api.http.close();
});

const point: DayGraph['points'][number] = [1, 41.5, false, 'OK', 41, 42];
const site = () => plantSite(api, database, heard);

describe('the machine library', () => {
  // spec: visual-dashboard 7 GET type-of-machine/
  it('has images of both sides in four states, thumbs, anchors and sensor points', async () => {
    const { engineer } = await site();
    const { count, results } = (await engineer.get('/api/v2/type-of-machine/')).json();
    expect(count).toBe(machineTypes.length);
    for (const type of results) {
      expect(Object.keys(type.images.left)).toEqual(['ok', 'alarm', 'warning', 'no_info']);
      expect(type.left_side_img_thumbs).toMatchObject({
        large_height: expect.any(Number),
        large_width: expect.any(Number),
      });
      expect(type.anchor_points.length).toBeGreaterThan(0);
      expect(type.sensor_points_left.length).toBe(type.sensor_points_right.length);
    }
    const picture = await api.http.inject({ url: results[0].images.right.alarm });
    expect(picture.headers['content-type']).toBe('image/svg+xml');
    expect(picture.body).toContain('<svg');
    expect((await api.http.inject({ url: results[0].left_side_img_thumbs.small })).statusCode).toBe(200);
  });

  it('refuses pictures that do not exist', async () => {
    expect((await api.http.inject({ url: '/api/v2/type-of-machine/999/pictures/left-ok.svg' })).statusCode).toBe(404);
    expect((await api.http.inject({ url: '/api/v2/type-of-machine/1/pictures/up-ok.svg' })).statusCode).toBe(404);
    expect(
      (await api.http.inject({ url: '/api/v2/type-of-machine/1/pictures/left-ok.svg?scale=1e9' })).statusCode,
    ).toBe(400);
  });
});

describe('the search for sensors', () => {
  it('is for people who may draw on the site', async () => {
    const plant = await site();
    const url = `/api/v2/search-sensor/?location=${plant.siteId}`;
    expect((await (await plant.person({ on: { [plant.siteId]: 'User' } })).get(url)).statusCode).toBe(403);
    expect((await (await plant.person({})).get(url)).statusCode).toBe(404);
    expect((await plant.engineer.get('/api/v2/search-sensor/')).statusCode).toBe(400);
  });

  // spec: visual-dashboard 7 GET search-sensor/ location, exclude_devices, exclude_group_name, q
  it('finds by words and leaves out devices and groups', async () => {
    const plant = await site();
    const search = async (query: string) =>
      (await plant.engineer.get(`/api/v2/search-sensor/?location=${plant.siteId}&${query}`)).json();
    expect((await search('')).count).toBe(5);
    expect((await search('q=BEAR 2')).results[0]).toMatchObject({
      id: plant.sensor(2),
      name: 'Bearing 2',
      value: 41,
      tabs: [],
    });
    expect((await search('q=4002')).results).toMatchObject([{ name: 'Bearing 3' }]);
    expect((await search('q=motor')).count).toBe(0);
    expect((await search('exclude_group_name=Temperature')).results).toMatchObject([
      { name: 'System state', state: 'Running' },
    ]);
    expect((await search('exclude_group_name=System,Temperature')).count).toBe(0);
    expect((await search('group_name=System')).results).toMatchObject([{ name: 'System state' }]);
    expect((await search(`exclude_devices=${plant.deviceId}`)).count).toBe(0);
    expect((await search('limit=2&offset=4')).results).toHaveLength(1);
  });

  it('returns where the schema already uses a sensor', async () => {
    const plant = await site();
    const { id, tab } = await plant.schema();
    const url = `/api/v2/search-sensor/?location=${plant.siteId}&schema=${id}&q=Bearing`;
    const [used, free] = (await plant.engineer.get(url)).json().results;
    const other = await site();
    await other.schema();
    const named = { id: tab.id, name: 'Receiving', schema: id, machine: { name: 'Machine a', frontend_id: 'a' } };
    const bySite = (await plant.engineer.get(url.replace(`&schema=${id}`, ''))).json().results;
    expect(bySite[0].tabs).toMatchObject([named]);
    const { id: second } = await plant.schema();
    const both = (await plant.engineer.get(url.replace(`&schema=${id}`, ''))).json().results;
    expect(both[0].tabs.map((use: { schema: number }) => use.schema).sort()).toEqual([id, second].sort());
    expect(used.tabs).toMatchObject([
      { id: tab.id, name: 'Receiving', machine: { name: 'Machine a', frontend_id: 'a' } },
    ]);
    expect(free.tabs).toEqual([]);
    expect((await other.engineer.get(url.replace(String(plant.siteId), String(other.siteId)))).statusCode).toBe(404);
  });
});

describe('the details of a machine', () => {
  const drawn = async () => {
    const plant = await site();
    const { id, tab } = await plant.schema();
    const read = (await plant.engineer.get(`/api/v2/tabs/${tab.id}/`)).json();
    const viewer = await plant.person({ on: { [plant.siteId]: 'User' } });
    return { plant, schema: id, tab, machine: read.machines[0].id, viewer };
  };

  it('are hidden from other tenants and closed without the visual dashboard, in every call', async () => {
    const { plant, machine } = await drawn();
    const stranger = await plant.person({});
    const blind = await plant.person({ on: { [plant.siteId]: 'User' }, visualDashboard: false });
    for (const path of [
      `machines/${machine}/`,
      `machines/${machine}/notifications/`,
      `machines/${machine}/notifications/last-time-in-alarm/`,
      `machines/${machine}/maintenance/`,
      `graphs/machine/${machine}/`,
    ]) {
      expect((await stranger.get(`/api/v2/${path}`)).statusCode).toBe(404);
      expect((await blind.get(`/api/v2/${path}`)).statusCode).toBe(403);
    }
  });

  // spec: visual-dashboard 7 GET machines/{id}/ machine details
  it('name its sensors, tab, schema and site', async () => {
    const { plant, schema, tab, machine, viewer } = await drawn();
    expect((await viewer.get(`/api/v2/machines/${machine}/`)).json()).toMatchObject({
      id: machine,
      name: 'Machine a',
      sensors: [{ sensor_point: 'head-bearing', sensor: { id: plant.sensor(1) } }],
      schema: { id: schema, name: 'Main plant', is_published: false, location: { id: plant.siteId } },
      schema_tab: { id: tab.id, name: 'Receiving' },
    });
  });

  // spec: visual-dashboard 7 GET machines/{id}/notifications/ alarms; GET machines/{id}/notifications/last-time-in-alarm/
  it('return its alarms in unix seconds, and when it was last in alarm', async () => {
    const { plant, machine, viewer } = await drawn();
    const url = `/api/v2/machines/${machine}/notifications/`;
    expect((await viewer.get(`${url}last-time-in-alarm/`)).json()).toEqual({
      last_time_in_alarm: null,
      is_active: false,
    });
    const on = (more: object) => makeEvent(database, { device_id: plant.deviceId, site_id: plant.siteId, ...more });
    await on({ id: 11, group_id: '4', sensor_id: '4000', at: 1_700_000_000_500 });
    await on({ id: 12, group_id: '4', sensor_id: '4002', at: 1_700_000_900_000 });
    await on({ id: 13, group_id: '4', sensor_id: '4000', at: 1_700_000_900_000, is_test: true, is_active: false });
    expect((await viewer.get(url)).json()).toMatchObject({
      count: 1,
      results: [
        { id: 11, event_type: 'alarm_on', date_created: 1_700_000_000, content: 'Absolute', device_name: 'Leg 1' },
      ],
    });
    const last = await viewer.get(`${url}last-time-in-alarm/`);
    expect(last.json()).toEqual({ last_time_in_alarm: 1_700_000_000, is_active: true });
  });

  it('return the alarm of its state sensor as its own: the live view shows the machine in alarm for it', async () => {
    const { plant, machine, viewer } = await drawn();
    const url = `/api/v2/machines/${machine}/notifications/`;
    const fault = { id: 31, group_id: '18', sensor_id: '18000', at: 1_700_000_000_000 };
    await makeEvent(database, { device_id: plant.deviceId, site_id: plant.siteId, ...fault });
    expect((await viewer.get(url)).json()).toMatchObject({ count: 1, results: [{ id: 31 }] });
    const last = await viewer.get(`${url}last-time-in-alarm/`);
    expect(last.json()).toEqual({ last_time_in_alarm: 1_700_000_000, is_active: true });
    expect((await viewer.get(`/api/v2/graphs/machine/${machine}/`)).json()).toHaveLength(1);
  });

  // spec: visual-dashboard 7 GET machines/{id}/maintenance/ maintenance entries
  it('return its maintenance tests, newest first, with the people who did them', async () => {
    const { plant, machine, viewer } = await drawn();
    const step = (more: object) =>
      makeMaintenanceStep(database, { device_id: plant.deviceId, site_id: plant.siteId, ...more });
    await step({ id: 21, sensor_id: '4000', at: 1_700_000_000_000, step: 'maintenance_expect_alarm_on', comment: '' });
    await step({ id: 22, sensor_id: '4000', at: 1_700_000_060_000, comment: 'Heat gun' });
    await step({ id: 23, sensor_id: '4001', at: 1_700_000_070_000 });
    const { count, results } = (await viewer.get(`/api/v2/machines/${machine}/maintenance/`)).json();
    expect(count).toBe(2);
    expect(results[0]).toEqual({
      id: 22,
      date_created: 1_700_000_060,
      content: 'maintanance_succeeded: Heat gun (Ann Vole)',
      sensor_name: 'Bearing 1',
      device_name: 'Leg 1',
    });
  });

  // spec: visual-dashboard 7 GET graphs/machine/{id}/ 24-hour graphs
  it('draw 24 hours of each of its sensors', async () => {
    const { plant, machine, viewer } = await drawn();
    expect((await viewer.get(`/api/v2/graphs/machine/${machine}/`)).json()).toMatchObject([
      {
        name: 'Temperature:Bearing 1',
        sensor: plant.sensor(1),
        sensor_type: 'NUMERIC',
        value_label: 'C',
        data: [[1, 41.5, false, 'OK', 41, 42]],
      },
    ]);
  });

  it.each(['suspended', 'moved'] as const)(
    'return nothing of a device that was %s to people who may not open it',
    async (how) => {
      const { plant, schema, machine, viewer } = await drawn();
      const other = await site();
      const at = 1_700_000_000_000;
      const about = { device_id: plant.deviceId, site_id: plant.siteId, group_id: '4', sensor_id: '4000', at };
      const [event, test] = how === 'suspended' ? [41, 42] : [43, 44];
      await makeEvent(database, { id: event, ...about });
      await makeMaintenanceStep(database, { id: test, ...about });
      const maintenanceOf = async (who: typeof viewer) => {
        const read = async (path: string) => (await who.get(`/api/v2/${path}`)).json();
        return {
          alarms: (await read(`machines/${machine}/notifications/`)).count,
          schema: (await read(`schemas/${schema}/notifications/`)).count,
          last: (await read(`machines/${machine}/notifications/last-time-in-alarm/`)).is_active,
          tests: (await read(`machines/${machine}/maintenance/`)).count,
          points: (await read(`graphs/machine/${machine}/`))[0].data.length,
        };
      };
      const all = { alarms: 1, schema: 1, last: true, tests: 1, points: 1 };
      const nothing = { alarms: 0, schema: 0, last: false, tests: 0, points: 0 };
      expect(await maintenanceOf(viewer)).toEqual(all);
      const change = how === 'suspended' ? { is_suspended: true } : { site_id: other.siteId };
      await database.db.updateTable('device').set(change).where('id', '=', plant.deviceId).execute();
      expect(await maintenanceOf(viewer)).toEqual(nothing);
      const oem = await plant.person({ is_oem: true });
      expect(await maintenanceOf(oem)).toEqual(how === 'suspended' ? all : nothing);
      const matches = (await plant.engineer.get(`/api/v2/search-sensor/?location=${plant.siteId}&q=4000`)).json()
        .results;
      expect(matches).toMatchObject(how === 'suspended' ? [{ name: 'Bearing 1', value: null, state: '' }] : []);
    },
  );
});
