import { runnerOf, sensorPath } from '@tocsin/contract/layout';
import { endpoints, type ProtectionSetting } from '@tocsin/contract/protection-hours';
import { type Api, route } from '../../access/route.ts';
import { aboutDevice, byCall, recorded } from '../../platform/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { badField, orNotFound } from '../../platform/errors.ts';
import { hoursCsv } from './csv.ts';
import { hoursOf, trendOf } from './look-hours.ts';
import { namesOf } from './rules.ts';
import { devicesOf } from './store.ts';
import { findSetting, insertSetting, lastRequired, unitsOf } from './store-setting.ts';

const allDevices = 10_000;

/** Routes of protected hours, and of what they are counted by. */
export const addHoursRoutes = (api: Api, { db, clock }: { readonly db: Db; readonly clock: Clock }): void => {
  route(api, endpoints.hours, ({ query, subject }) => hoursOf(db, subject.siteId, query));

  route(api, endpoints.months, async ({ subject }) => {
    const results = await trendOf(db, subject.siteId, clock.now());
    return { count: results.length, results };
  });

  route(api, endpoints.hoursExport, async ({ query, subject, reply }) => {
    const hours = await hoursOf(db, subject.siteId, { ...query, limit: allDevices, offset: 0 });
    reply.header('content-disposition', 'attachment; filename="protected_hours.csv"');
    return hoursCsv(hours);
  });

  route(api, endpoints.setting, ({ subject }) => settingOf(db, subject));

  route(api, endpoints.changeSetting, async (call) => {
    const { who, body, subject } = call;
    const before = await settingOf(db, subject);
    const known = new Set(before.sensors.map(({ sensor_id }) => sensor_id));
    const isKnown = (path: string | null): boolean => path === null || path === '' || known.has(path);
    if (!isKnown(body.running_sensor)) throw badField('running_sensor', 'The device has no such sensor.');
    if (!Object.keys(body.sensors).every(isKnown)) throw badField('sensors', 'The device has no such sensor.');
    const setting = { running_path: body.running_sensor, running_above: body.running_above, sensors: body.sensors };
    await recorded(db, byCall(call), async (trx, note) => {
      const by = byCall(call);
      const at = { since: new Date(clock.now()), userId: by.userId, user_name: who.name, reason: body.reason };
      await insertSetting(trx, subject.deviceId, { ...setting, ...at });
      note({
        ...aboutDevice(subject),
        action: 'change protection setting',
        old: {
          running_sensor: before.running_sensor,
          running_above: before.running_above,
          sensors: Object.fromEntries(
            before.sensors.flatMap(({ sensor_id, is_required }) =>
              is_required === null ? [] : [[sensor_id, is_required]],
            ),
          ),
        },
        new: { ...body },
      });
    });
    return await settingOf(db, subject);
  });
};

async function settingOf(
  db: Db,
  { deviceId, siteId }: { readonly deviceId: number; readonly siteId: number },
): Promise<ProtectionSetting> {
  const device = orNotFound((await devicesOf(db, [siteId])).find(({ id }) => id === deviceId));
  const [setting, required, units] = await Promise.all([
    findSetting(db, deviceId),
    lastRequired(db, deviceId),
    unitsOf(db, deviceId),
  ]);
  const names = namesOf(device);
  const listed = device.sensors.map((sensor) => {
    const path = sensorPath(sensor);
    return { path, unit: units.get(path) ?? sensor.unit, isNumeric: (device.types[path] ?? sensor.type) === 'NUMERIC' };
  });
  // What is required and no longer listed can only be released here.
  const gone = [...required].filter((path) => !names.has(path)).map((path) => ({ path, unit: '', isNumeric: false }));
  return {
    running_sensor: setting?.running_path ?? null,
    running_above: setting?.running_above ?? null,
    usual_running: runnerOf(listed)?.path ?? null,
    sensors: [...listed, ...gone].map(({ path, unit, isNumeric }) => ({
      sensor_id: path,
      sensor: names.get(path) ?? path,
      unit,
      is_numeric: isNumeric,
      is_required: setting?.sensors[path] ?? null,
      was_required: required.has(path),
    })),
    changed: setting ? { at: setting.since.toISOString(), by: setting.user_name, reason: setting.reason } : null,
  };
}
