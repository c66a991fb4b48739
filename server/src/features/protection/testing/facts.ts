import { LiveDevice, type LiveSensor } from '@tocsin/contract/live';
import type { Evidence } from '@tocsin/contract/protection';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db.ts';

/** Evidence of a sensor that did not move. */
export const evidence: Evidence = {
  kind: 'flat',
  unit: 'C',
  value: 21.5,
  amount: 24,
  starts: 0,
  neighbours: [{ path: '4.4001', name: 'Bearing 4001', min: 20, max: 31 }],
  graph: { from: 0, own: [21.5, null, 21.5], others: [{ name: 'Bearing 4001', values: [20, 25, 31] }], starts: [] },
};

let layouts = 1_000;
/** Stores a layout with these temperature sensors as the device's present one. */
export async function announce(db: Db, deviceId: number, ids: readonly string[], unit = 'C'): Promise<void> {
  layouts += 1;
  const groups = [{ id: '4', name: 'Temperature', meta: {} }];
  const sensors = ids.map((sensorId) => ({
    groupId: '4',
    sensorId,
    name: `Bearing ${sensorId}`,
    type: 'NUMERIC',
    unit,
    states: {},
  }));
  await sql`insert into device_layout (device_id, layout_id, hash, groups, sensors)
    values (${deviceId}, ${layouts}, ${String(layouts)}, ${JSON.stringify(groups)}, ${JSON.stringify(sensors)})`.execute(
    db,
  );
  await sql`insert into device_latest (device_id, layout_id, state) values (${deviceId}, ${layouts}, '{}')
    on conflict (device_id) do update set layout_id = excluded.layout_id`.execute(db);
}

export const sensorAt = (id: string, status: string, state: string): LiveSensor => ({
  Id: id,
  Name: `Bearing ${id}`,
  Type: 'NUMERIC',
  Value: 20,
  Status: status,
  Alarm: false,
  Meta: { State: state, Units: 'C' },
  At: 0,
  Since: null,
});

/** A live document of three healthy sensors. */
export const liveDocument = (
  id: number,
  { isOnline = true, sensors }: { readonly isOnline?: boolean; readonly sensors?: readonly LiveSensor[] } = {},
): LiveDevice =>
  LiveDevice.parse({
    Id: String(id),
    Name: 'Leg 1',
    Status: 'OK',
    Alarm: false,
    device: { deviceId: String(id), udf_id: null, deviceType: '0300', versionInfo: null, is_online: isOnline },
    groups: [
      {
        Id: '4',
        Name: 'Temperature',
        Meta: {},
        sensors: sensors ?? ['4000', '4001', '4002'].map((sensor) => sensorAt(sensor, 'OK', '')),
      },
    ],
    frame_at: 0,
    received_at: 0,
    sent_at: 0,
    stored_until: 0,
    usual_interval: 2_000,
    notices: [],
  });
