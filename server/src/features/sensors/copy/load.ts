import { loadDevice } from '../../../access/store.ts';
import type { DeviceSubject } from '../../../access/subject.ts';
import type { Db, Trx } from '../../../platform/db.ts';
import { type ListedSensor, listed, shownSensors } from '../list.ts';
import { rulesOf, scalesOf, sensorList, unitsOf } from '../store.ts';
import { sensorResponses } from '../store-responses.ts';
import type { CopyDevice, DeviceSettings, ScaleValues } from './settings.ts';
import { rolesOf, titlesOf } from './store-copies.ts';

/** The scale of a sensor as its device sends it. */
export const asSent = (sensor: ListedSensor): ScaleValues => ({
  type: sensor.type === 'BOOL' ? 'BOOL' : 'NUMERIC',
  unit: sensor.unit,
  k: 1,
  c: 0,
});

/** A device with its settings as they are now. */
export async function copyDevice(db: Db | Trx, device: DeviceSubject): Promise<CopyDevice> {
  const id = device.deviceId;
  const titles = (await titlesOf(db, [id])).get(id);
  const list = await sensorList(db, id);
  const scales = await scalesOf(db, id);
  const { degrees } = await unitsOf(db, id);
  const byPath = new Map(scales.map(({ path, type, unit, k, c }) => [path, { type, unit, k, c }]));
  const settings: DeviceSettings = {
    names: Object.fromEntries(list.labels),
    images: Object.fromEntries(list.images),
    types: Object.fromEntries(listed(list).map((sensor) => [sensor.path, byPath.get(sensor.path) ?? asSent(sensor)])),
    responses: Object.fromEntries((await sensorResponses(db, [id])).get(id) ?? []),
    rules: await rulesOf(db, id),
    roles: await rolesOf(db, id),
  };
  return {
    device,
    title: titles?.title ?? '',
    siteTitle: titles?.site ?? '',
    list,
    degrees,
    shown: shownSensors(list, scales, degrees),
    settings,
  };
}

/** The device as a subject; undefined when it is removed or unknown. */
export const subjectOf = (db: Db | Trx, id: number): Promise<DeviceSubject | undefined> => loadDevice(db, id);
