import { refuseOlder } from '../../access/api-versions.ts';
import { aboutDevice } from '../../platform/audit.ts';
import { badField } from '../../platform/errors.ts';
import { byPath, listed, type SensorList } from './list.ts';
import { isUdf } from './present.ts';
import type { Save } from './save.ts';
import * as store from './store.ts';
import { writeConverted } from './store-conditions.ts';
import { inUnits } from './warnings.ts';

export interface NamesBody {
  readonly sensor_names: Readonly<Record<string, string>>;
  readonly degrees?: 'F' | 'C' | null | undefined;
  readonly networks?: readonly string[] | null | undefined;
  readonly version?: number | undefined;
}

/** Stores the units of a device. */
export type SetUnits = (trx: Save['trx'], deviceId: number, units: store.DeviceUnits) => Promise<void>;

/** Stores sensor names; for an F500-UDF also degrees (required once none are set) and networks 1 to 4. */
export async function saveNames({ trx, note, device }: Save, body: NamesBody, setUnits: SetUnits): Promise<void> {
  const id = device.deviceId;
  const { names_version } = await store.lockVersions(trx, id);
  await refuseOlder(body.version, names_version, async () => ({ version: names_version }));
  const before = await store.sensorList(trx, id);
  const labels = byPath(before, body.sensor_names, 'sensor_names');
  const was = await store.unitsOf(trx, id);
  const units = settledUnits(body, was, isUdf(device.shownType));
  await store.writeLabels(trx, id, labels);
  if (units !== was) {
    await setUnits(trx, id, units);
    if (units.degrees !== null && units.degrees !== was.degrees)
      await convertRules({ trx, id }, before, units.degrees, was);
  }
  await store.countNamesSave(trx, id);
  const old: Record<string, unknown> = {};
  const fresh: Record<string, unknown> = {};
  for (const [path, label] of labels) {
    if ((before.labels.get(path) ?? '') === label) continue;
    old[path] = before.labels.get(path) ?? '';
    fresh[path] = label;
  }
  if (units !== was) {
    Object.assign(old, was);
    Object.assign(fresh, units);
  }
  note({ ...aboutDevice(device), action: 'change sensor names', old, new: fresh });
}

function settledUnits(body: NamesBody, was: store.DeviceUnits, isUdfDevice: boolean): store.DeviceUnits {
  if (!isUdfDevice) {
    if (body.degrees || body.networks) throw badField('degrees', 'Only an F500 UDF has degrees and networks.');
    return was;
  }
  const degrees = body.degrees === undefined ? was.degrees : body.degrees;
  if (degrees === null && body.degrees !== undefined) throw badField('degrees', 'Please select degrees');
  const networks = body.networks === undefined ? was.networks : body.networks && [...body.networks];
  const same = degrees === was.degrees && JSON.stringify(networks) === JSON.stringify(was.networks);
  return same ? was : { degrees, networks };
}

/** Temperatures of rules follow the displayed degrees. */
async function convertRules(
  { trx, id }: { readonly trx: Save['trx']; readonly id: number },
  list: SensorList,
  to: 'F' | 'C',
  was: store.DeviceUnits,
): Promise<void> {
  const units = new Map(listed(list).map((sensor) => [sensor.path, sensor.unit]));
  const isTemperature = (path: string): boolean => units.get(path) === 'C' || units.get(path) === 'F';
  const from = (path: string): string | undefined =>
    isTemperature(path) ? (was.degrees ?? units.get(path)) : units.get(path);
  const rules = [...(await store.rulesOf(trx, id)), ...(await store.formerRulesOf(trx, id))];
  const converted = rules.map((rule) => inUnits(rule, from, (path) => (isTemperature(path) ? to : undefined)));
  await writeConverted(
    trx,
    converted.filter((rule, index) => JSON.stringify(rule) !== JSON.stringify(rules[index])),
  );
}
