import { updateDevice } from '../features/devices/index.ts';
import { insertSetting } from '../features/protection/index.ts';
import type { WriteRoles } from '../features/sensors/index.ts';

const required = 'required ';

/** Writes which sensor walls show, which one tells that the machine runs, and which must protect it. */
export const writeRoles: WriteRoles = async (trx, deviceId, roles, { who, at, reason }) => {
  const { wall_sensor = null, running_sensor = null, running_above } = roles;
  await updateDevice(trx, deviceId, { key_sensor: wall_sensor });
  await insertSetting(trx, deviceId, {
    running_path: running_sensor,
    running_above: running_above === undefined ? null : Number(running_above),
    sensors: Object.fromEntries(
      Object.entries(roles).flatMap(([role, value]) =>
        role.startsWith(required) ? [[role.slice(required.length), value === 'yes']] : [],
      ),
    ),
    since: new Date(at),
    userId: who.userId,
    user_name: who.name,
    reason,
  });
};
