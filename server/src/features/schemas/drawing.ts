import { limits } from '@tocsin/contract/limits';
import type { TabDocument } from '@tocsin/contract/schema-document';
import type { Tab } from '@tocsin/contract/schemas';
import type { Db, Trx } from '../../platform/db.ts';
import { badField, orNotFound } from '../../platform/errors.ts';
import { documentOf, presentTab } from './present.ts';
import { documentFault, sensorPaths, storedForm } from './rules.ts';
import { heardOf, type LiveOf, partsOf, pathOf, sensorBook, sensorsOfDevice } from './sensors.ts';
import { listDevices, type Modifier, type SchemaRow } from './store.ts';
import * as store from './store-tabs.ts';

/** Reads and stores the drawing of a tab: the document, and its machines and sensors as rows. */

export async function readTab(db: Db, row: store.TabRow, siteId: number, live: LiveOf): Promise<Tab> {
  const [machines, sensors, devices] = [
    await store.machinesOf(db, row.id),
    await store.sensorsOfTab(db, row.id),
    await listDevices(db, siteId),
  ];
  const ids = new Map(machines.map((machine) => [machine.frontend_id, machine.id]));
  return presentTab(row, ids, await sensorBook(devices, sensors, live));
}

/** Throws the first problem that prevents the document from being stored. */
async function refuseFaults(trx: Trx, schema: SchemaRow, tabId: number | null, document: TabDocument, live: LiveOf) {
  const devices = await listDevices(trx, schema.site_id);
  const before = tabId === null ? [] : await store.sensorsOfTab(trx, tabId);
  const uses = await store.usesOf(trx, { schemaId: schema.id });
  const liveDocuments = await heardOf(
    devices.map((device) => device.id),
    live,
  );
  const known = new Map<number, ReadonlySet<string>>();
  const heard = (deviceId: number): ReadonlySet<string> | undefined => {
    const document = liveDocuments.get(deviceId);
    if (document === undefined) return undefined;
    const paths = known.get(deviceId) ?? new Set(sensorsOfDevice(deviceId, '', document).map((sensor) => sensor.id));
    known.set(deviceId, paths);
    return paths;
  };
  const fault = documentFault(document, {
    devices: new Set(devices.map((device) => device.id)),
    before: new Set(before.map(pathOf)),
    remote: new Map(
      uses
        .filter((use) => use.tab_id !== tabId)
        .map((use) => [pathOf(use), { tabName: use.tab_name, machineName: use.machine_name }]),
    ),
    mayExist: (path) => heard(partsOf(path).deviceId)?.has(path) ?? true,
  });
  if (fault !== null) throw badField(fault.field, fault.text);
  return { devices, before };
}

async function storeRows(
  trx: Trx,
  schemaId: number,
  tabId: number,
  document: TabDocument,
  name: Awaited<ReturnType<typeof sensorBook>>,
): Promise<void> {
  const ids = await store.storeMachines(trx, tabId, document.machines);
  const row = (frontendId: string, point: string | null, path: string): store.SensorRow[] => {
    const machineId = ids.get(frontendId);
    if (machineId === undefined) return [];
    const { deviceId, groupId, sensorId } = partsOf(path);
    const sensor = name(path);
    return [
      {
        schema_id: schemaId,
        tab_id: tabId,
        machine_id: machineId,
        point,
        device_id: deviceId,
        group_id: groupId,
        sensor_id: sensorId,
        device_name: sensor.device,
        group_name: sensor.group_name,
        sensor_name: sensor.name,
        type: sensor.type,
        unit: sensor.unit,
      },
    ];
  };
  await store.storeSensors(
    trx,
    tabId,
    document.machines.flatMap((machine) => [
      ...machine.sensors.flatMap((one) => row(machine.frontend_id, one.sensor_point, one.sensor)),
      ...(machine.system_state_sensor === null ? [] : row(machine.frontend_id, null, machine.system_state_sensor)),
    ]),
  );
}

/** Adds a tab. The schema must be locked. */
export async function addTab(
  trx: Trx,
  schema: SchemaRow,
  tab: Omit<store.NewTab, 'schemaId' | 'position'>,
  by: Modifier,
  live: LiveOf,
): Promise<store.TabRow> {
  const tabs = await store.tabsOf(trx, schema.id);
  if (tabs.length >= limits.tabsPerSchema)
    throw badField('non_field_errors', `A schema holds at most ${limits.tabsPerSchema} tabs.`);
  const { devices, before } = await refuseFaults(trx, schema, null, tab.document, live);
  const position = (tabs.at(-1)?.position ?? -1) + 1;
  const id = await store.insertTab(
    trx,
    { ...tab, document: storedForm(tab.document), schemaId: schema.id, position },
    by,
  );
  await storeRows(trx, schema.id, id, tab.document, await sensorBook(devices, before, live));
  return await oneTab(trx, id);
}

/** Saves a tab. The schema must be locked. */
export async function saveTab(
  trx: Trx,
  schema: SchemaRow,
  tabId: number,
  document: TabDocument,
  by: Modifier,
  live: LiveOf,
): Promise<store.TabRow> {
  const { devices, before } = await refuseFaults(trx, schema, tabId, document, live);
  await store.updateTab(trx, tabId, storedForm(document), by);
  await storeRows(trx, schema.id, tabId, document, await sensorBook(devices, before, live));
  return await oneTab(trx, tabId);
}

/** Copies all tabs of a schema into another one with their sensors; a sensor is unique within one schema only. */
export async function copyTabs(trx: Trx, from: SchemaRow, to: SchemaRow, by: Modifier, live: LiveOf): Promise<void> {
  const devices = await listDevices(trx, from.site_id);
  for (const [position, tab] of (await store.tabsOf(trx, from.id)).entries()) {
    const document = documentOf(tab);
    const copy = { schemaId: to.id, position, document, sourceTab: tab.id, version: tab.version };
    const id = await store.insertTab(trx, copy, by);
    await storeRows(trx, to.id, id, document, await sensorBook(devices, await store.sensorsOfTab(trx, tab.id), live));
  }
}

export async function oneTab(db: Db, id: number): Promise<store.TabRow> {
  const row = orNotFound(await store.findTab(db, id));
  return row;
}

export const countSensors = (document: TabDocument): number => new Set(sensorPaths(document.machines)).size;
