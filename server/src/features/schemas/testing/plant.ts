import type { LiveDevice, Notification } from '@tocsin/contract/live';
import { sql } from 'kysely';
import type { TestApi } from '../../../access/testing.ts';
import type { TestDatabase } from '../../../platform/testing/database.ts';
import {
  makeDevice,
  makeUser,
  type SignedIn,
  signedIn,
  type UserOverrides,
} from '../../../platform/testing/factories.ts';

/** A live document with the sensors of a small WDC4. */
export const liveOf = (
  deviceId: number,
  sensorIds: readonly string[] = ['4000', '4001', '4002', '4003'],
): LiveDevice => ({
  Id: String(deviceId),
  Name: 'Leg 1',
  Status: 'OK',
  Alarm: false,
  device: { deviceId: String(deviceId), udf_id: 'WD000123', deviceType: '0300', versionInfo: null, is_online: true },
  groups: [
    {
      Id: '4',
      Name: 'Temperature',
      Meta: {},
      sensors: sensorIds.map((id, i) => ({
        Id: id,
        Name: `Bearing ${i + 1}`,
        Type: 'NUMERIC',
        Value: 40 + i,
        Status: 'OK',
        Alarm: false,
        Meta: { State: 'OK', Units: 'C' },
        At: 1,
        Since: null,
      })),
    },
    {
      Id: '18',
      Name: 'System',
      Meta: {},
      sensors: [
        {
          Id: '18000',
          Name: 'System state',
          Type: 'ENUM',
          Value: 2,
          Status: 'OK',
          Alarm: false,
          Meta: { State: 'Running', Units: '' },
          At: 1,
          Since: null,
        },
      ],
    },
  ],
  frame_at: 1,
  received_at: 1,
  sent_at: 1,
  stored_until: 1,
  usual_interval: 2_000,
  notices: [],
});

export const machine = (frontend_id: string, more: object = {}) => ({
  frontend_id,
  name: `Machine ${frontend_id}`,
  scale: 1,
  flip: false,
  x_coord: 10,
  y_coord: 20,
  type_of_machine: 1,
  sensors: [],
  system_state_sensor: null,
  ...more,
});

export interface PlantSite {
  readonly siteId: number;
  readonly clientId: number;
  readonly deviceId: number;
  /** A sensor's path by its number: sensor(1) is the first bearing. */
  sensor(n: number): string;
  readonly state: string;
  readonly engineer: SignedIn;
  tab(name: string, more?: object): object;
  person(over: UserOverrides): Promise<SignedIn>;
  /** A schema with one tab that has a machine at sensor 1. */
  schema(name?: string): Promise<{ id: number; tab: { id: number; version: number } }>;
}

export async function plantSite(
  api: TestApi,
  { db }: TestDatabase,
  heard: Map<number, LiveDevice>,
): Promise<PlantSite> {
  const device = await makeDevice(db);
  heard.set(device.id, liveOf(device.id));
  const person = async (over: UserOverrides) => signedIn(api.http, db, await makeUser(db, over));
  const engineer = await person({ on: { [device.siteId]: 'Engineer' }, first_name: 'Ann', last_name: 'Vole' });
  const sensor = (n: number) => `${device.id}.4.${3999 + n}`;
  const state = `${device.id}.18.18000`;
  const tab = (name: string, more: object = {}) => ({
    name,
    location: device.siteId,
    width: 800,
    height: 600,
    machines: [],
    connectors: [],
    shapes: [],
    text_elements: [],
    ...more,
  });
  return {
    siteId: device.siteId,
    clientId: device.clientId,
    deviceId: device.id,
    sensor,
    state,
    engineer,
    tab,
    person,
    async schema(name = 'Main plant') {
      const schema = await engineer.post('/api/v2/schemas/', { name, location: device.siteId });
      const machines = [
        machine('a', { sensors: [{ sensor_point: 'head-bearing', sensor: sensor(1) }], system_state_sensor: state }),
        machine('b', { type_of_machine: 5, x_coord: 300 }),
      ];
      const connectors = [
        { start_m_fe_id: 'a', start_anchor_point: 'outlet', end_m_fe_id: 'b', end_anchor_point: 'inlet' },
      ];
      const answer = await engineer.post('/api/v2/tabs/', {
        ...tab('Receiving', { machines, connectors }),
        schema: schema.json().id,
      });
      return { id: schema.json().id, tab: answer.json() };
    },
  };
}

/** A notification about the first bearing. */
export const notification: Notification = {
  id: 7,
  pk: 7,
  forebear_pk: null,
  date_created: '2023-11-14T22:13:20.500Z',
  received_at: '2023-11-14T22:13:21.000Z',
  notification_time: '2023-11-14T22:13:20.500Z',
  client: 'Company',
  client_id: 1,
  location: 'North',
  location_id: 1,
  location_pk: 1,
  location_timezone: 'America/Chicago',
  device: 'Leg 1',
  device_id: 1,
  device_pk: 1,
  full_sensor_id: '1.4.4000',
  sensor_id: '4000',
  sensor_name: 'Bearing 1',
  event_type: 'alarm_on',
  event_type_label: 'Alarm Detected',
  content: 'Absolute',
  value: 84.2,
  is_active: true,
  duration: null,
  late: false,
  test: false,
  color: 'alarm',
  url: '/dashboard',
  needs_acknowledgement: true,
  is_shelved: false,
  is_out_of_service: false,
  priority: 'high',
  respond_within_minutes: null,
  incident: null,
  is_first_out: false,
  first_out: null,
  acknowledged: null,
};

const row = (table: string, values: Readonly<Record<string, unknown>>) =>
  sql`insert into ${sql.table(table)} (${sql.join(Object.keys(values).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(values))})`;

export const makeEvent = async ({ db }: TestDatabase, more: object): Promise<void> => {
  const event = {
    at: 0,
    received_at: 0,
    client_id: 1,
    type: 'alarm_on',
    client_name: '',
    site_name: '',
    device_name: 'Leg 1',
    content: 'Absolute',
    is_active: true,
    is_late: false,
    is_notified: true,
    is_test: false,
    ...more,
  };
  await row('event', event).execute(db);
};

export const makeMaintenanceStep = async ({ db }: TestDatabase, more: object): Promise<void> => {
  const step = {
    test_id: 1,
    started_at: 0,
    client_id: 1,
    client_name: '',
    site_name: '',
    device_name: 'Leg 1',
    serial_number: 'SN',
    group_id: '4',
    group_name: 'Temperature',
    sensor_name: 'Bearing 1',
    step: 'maintanance_succeeded',
    user_name: 'Ann Vole',
    comment: '',
    ...more,
  };
  await row('maintenance_test', step).execute(db);
};
