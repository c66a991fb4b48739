import type { LiveDevice } from '@tocsin/contract/live';
import type { TestDatabase } from '../../../base/testing/database.ts';
import { makeDevice, makeUser, type SignedIn, signedIn, type UserOverrides } from '../../../base/testing/factories.ts';
import type { TestApi } from '../../../policy/testing.ts';

/** A live document with the sensors of a small WDC4: enough for schemas to name. */
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
      const made = await engineer.post('/api/v2/schemas/', { name, location: device.siteId });
      const machines = [
        machine('a', { sensors: [{ sensor_point: 'head-bearing', sensor: sensor(1) }], system_state_sensor: state }),
        machine('b', { type_of_machine: 5, x_coord: 300 }),
      ];
      const connectors = [
        { start_m_fe_id: 'a', start_anchor_point: 'outlet', end_m_fe_id: 'b', end_anchor_point: 'inlet' },
      ];
      const answer = await engineer.post('/api/v2/tabs/', {
        ...tab('Receiving', { machines, connectors }),
        schema: made.json().id,
      });
      return { id: made.json().id, tab: answer.json() };
    },
  };
}
