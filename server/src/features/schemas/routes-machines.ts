import { SiteId } from '@tocsin/contract/ids';
import { sensorPathOf } from '@tocsin/contract/layout';
import { endpoints } from '@tocsin/contract/schema-endpoints';
import type { MachineDetails, SchemaMachine } from '@tocsin/contract/schemas';
import { machineType } from '@tocsin/machines/library';
import { type MachineState, machineStates } from '@tocsin/machines/palette';
import { pictureOf } from '@tocsin/machines/picture';
import { isOemOrSuper, type Principal } from '../../access/principal.ts';
import { type Api, route } from '../../access/route.ts';
import { orNotFound, Refusal } from '../../platform/errors.ts';
import type { SchemaDependencies, SensorOf } from './dependencies.ts';
import { presentedTypes } from './library.ts';
import { documentOf, presentMachine } from './present.ts';
import { alarmOf, maintenanceOf } from './present-events.ts';
import { searchSensors, withUses } from './search.ts';
import { heardOf, partsOf, sensorBook, sensorsOfDevice } from './sensors.ts';
import { findSchema, listDevices } from './store.ts';
import { activeEvents, lastAlarm, maintenanceSteps } from './store-events.ts';
import { openDevices } from './store-open.ts';
import { findMachine, findTab, sensorsOfMachine, usesOf } from './store-tabs.ts';

/** Routes of the machine library, the sensor search and the details of one machine. */
export const addMachineRoutes = (api: Api, dependencies: SchemaDependencies): void => {
  const { db, clock, live } = dependencies;

  /** The machine's sensors on devices that the viewer may open on this site. */
  const openRows = async (machineId: number, siteId: number, who: Principal) => {
    const rows = await sensorsOfMachine(db, machineId);
    const ids = [...new Set(rows.map((row) => row.device_id))];
    const open = await openDevices(db, siteId, ids, isOemOrSuper(who));
    return rows.filter((row) => open.has(row.device_id));
  };

  const pathsOf = (rows: Awaited<ReturnType<typeof openRows>>): SensorOf[] =>
    rows.map((row) => ({ deviceId: row.device_id, path: sensorPathOf(row.group_id, row.sensor_id) }));

  /** All sensors that can put the machine in alarm, as in the live view: those at its points and its state sensor. */
  const sensorsOf = async (machineId: number, siteId: number, who: Principal): Promise<SensorOf[]> =>
    pathsOf(await openRows(machineId, siteId, who));

  /** The sensors at its points, whose day is drawn as graphs. */
  const pointsOf = async (machineId: number, siteId: number, who: Principal): Promise<SensorOf[]> =>
    pathsOf((await openRows(machineId, siteId, who)).filter((row) => row.point !== null));

  const detailsOf = async (id: number): Promise<MachineDetails> => {
    const row = orNotFound(await findMachine(db, id));
    const tab = orNotFound(await findTab(db, row.tab_id));
    const drawn = orNotFound(documentOf(tab).machines.find((machine) => machine.frontend_id === row.frontend_id));
    const book = await sensorBook(await listDevices(db, row.site_id), await sensorsOfMachine(db, id), live);
    const machine: SchemaMachine = presentMachine(drawn, id, book);
    const location = { id: SiteId.parse(row.site_id), title: row.site_title, timezone: row.timezone };
    return {
      ...machine,
      schema: { id: row.schema_id, name: row.schema_name, is_published: row.is_published, location },
      schema_tab: { id: row.tab_id, name: row.tab_name },
    };
  };

  route(api, endpoints.machineTypes, ({ query }) => ({
    count: presentedTypes.length,
    results: presentedTypes.slice(query.offset, query.offset + query.limit),
  }));

  route(api, endpoints.machinePicture, ({ params, query, reply }) => {
    const type = machineType(params.id);
    const [side, named] = params.picture.replace('.svg', '').split('-');
    const state = machineStates.find((one): one is MachineState => one === named);
    if (!type || !state) throw new Refusal('not-found');
    reply.header('cache-control', 'public, max-age=86400');
    return pictureOf(type, { ...query, side: side === 'right' ? 'right' : 'left', state });
  });

  route(api, endpoints.searchSensor, async ({ query, subject, who }) => {
    const schema = query.schema === undefined ? undefined : await findSchema(db, query.schema);
    if (query.schema !== undefined && schema?.site_id !== subject.siteId) throw new Refusal('not-found');
    const devices = await listDevices(db, subject.siteId);
    const heard = await heardOf(
      devices.map((device) => device.id),
      live,
    );
    const all = devices.flatMap((device) => sensorsOfDevice(device.id, device.title, heard.get(device.id)));
    const ids = devices.map((device) => device.id);
    const open = await openDevices(db, subject.siteId, ids, isOemOrSuper(who));
    const matches = searchSensors(all, {
      q: query.q,
      excludeDevices: query.exclude_devices ?? [],
      excludeGroups: query.exclude_group_name ?? [],
      onlyGroups: query.group_name ?? [],
    });
    const page = matches
      .slice(query.offset, query.offset + query.limit)
      .map((sensor) => (open.has(sensor.device_id) ? sensor : { ...sensor, value: null, state: '' }));
    const uses = await usesOf(db, schema ? { schemaId: schema.id } : { siteId: subject.siteId });
    return { count: matches.length, results: withUses(page, uses) };
  });

  route(api, endpoints.machine, ({ params }) => detailsOf(params.id));

  route(api, endpoints.machineNotifications, async ({ params, query, who, subject }) => {
    const sensors = await sensorsOf(params.id, subject.siteId, who);
    const { count, ids } = await activeEvents(db, sensors, isOemOrSuper(who), query);
    return { count, results: (await dependencies.notifications(ids)).map(alarmOf) };
  });

  route(api, endpoints.lastTimeInAlarm, async ({ params, who, subject }) => {
    const { at, isActive } = await lastAlarm(db, await sensorsOf(params.id, subject.siteId, who));
    return { last_time_in_alarm: at === null ? null : Math.floor(at / 1000), is_active: isActive };
  });

  route(api, endpoints.machineMaintenance, async ({ params, query, who, subject }) => {
    const { count, rows } = await maintenanceSteps(db, await sensorsOf(params.id, subject.siteId, who), query);
    return { count, results: rows.map(maintenanceOf) };
  });

  route(api, endpoints.machineGraphs, async ({ params, who, subject }) => {
    const machine = await detailsOf(params.id);
    const graphs = await dependencies.machineGraphs(await pointsOf(params.id, subject.siteId, who), clock.now());
    return machine.sensors.flatMap(({ sensor }) => {
      const { deviceId, groupId, sensorId } = partsOf(sensor.id);
      const graph = graphs.find((one) => one.deviceId === deviceId && one.path === sensorPathOf(groupId, sensorId));
      const name = `${sensor.group_name}:${sensor.name}`;
      const about = { device_name: sensor.device, name, sensor: sensor.id, sensor_type: sensor.type };
      return [{ ...about, value_label: sensor.unit, data: graph ? [...graph.points] : [] }];
    });
  });
};
