import { type ModbusReading, RegisterMap } from '@tocsin/contract/modbus';
import { afterAll, beforeAll } from 'vitest';
import { type TestApi, testApi } from '../../../access/testing.ts';
import type { Administration, DeviceSummary } from '../../../pipeline/catalog.ts';
import { emptyPiece } from '../../../pipeline/testing/empty-piece.ts';
import { drivenClock } from '../../../platform/clock.ts';
import { createEncryption } from '../../../platform/encryption.ts';
import { testDatabase } from '../../../platform/testing/database.ts';
import { makeUser, type SignedIn, signedIn, type UserOverrides } from '../../../platform/testing/factories.ts';
import { createThrottle } from '../../../platform/throttle.ts';
import { codePurpose, encryptCode } from '../codes.ts';
import { addDeviceRoutes, loadType } from '../index.ts';
import type { ModbusPort } from '../routes-modbus.ts';

/** The register map of every F500 in these tests. */
export const registerMap = RegisterMap.parse({
  name: 'w4005',
  title: 'W4005',
  about: '',
  groups: [{ id: '1', name: 'G', sensors: [{ id: '1', name: 'S', type: 'BOOL', value: { fn: 1, at: 0, as: 'bit' } }] }],
});
/** What was read of the devices that this server polls. */
export const polled = new Map<number, readonly ModbusReading[]>();
const counts = { polls: 0, frames: 0, stale: 0, requests: 0, answers: 0, timeouts: 0, exceptions: 0, retries: 0 };
const times = { poll_ms: null, longest_answer_ms: 0, last_poll: null, next_poll: null };
const statistics = { state: 'waiting', failure: '', connects: 0, not_scanned: 0, ...counts, ...times } as const;
const modbus: ModbusPort = {
  maps: [registerMap],
  check: (own) => {
    if (own.name === 'broken') throw new Error('Sensor 1.1 is listed twice');
  },
  mapFor: ({ modbusMap }) => ({ ...registerMap, name: modbusMap?.startsWith('{') ? 'own' : (modbusMap ?? 'usual') }),
  polling: (id) => {
    const readings = polled.get(id);
    return readings ? { statistics, readings } : null;
  },
};

/** The device routes of one test file over a database of its own; what they report is recorded. */
export function deviceRoutes() {
  const database = testDatabase();
  const clock = drivenClock(Date.now());
  const encryption = createEncryption('a secret of at least thirty-two characters', codePurpose);
  const administrations: Administration[] = [];
  const changed: number[] = [];
  const summaries = new Map<number, DeviceSummary>();
  let api: TestApi;

  beforeAll(async () => {
    const { db } = database;
    api = await testApi(
      db,
      (a) =>
        addDeviceRoutes(a, {
          db,
          clock,
          encryption,
          throttle: createThrottle(db, clock),
          mostOpenDevices: 5,
          deviceSummary: (id) => summaries.get(id),
          modbus,
          importPiece: async () => emptyPiece,
          takeTemplate: async () => null,
          outOfService: { record: async () => ({ old: null, new: {} }), clear: async () => null },
          publicAddresses: {
            publicUrl: 'https://tocsin.example',
            mqtt: { kind: 'embedded', port: 1883, tlsPort: null },
          },
          remove: async () => {},
          restore: async () => {},
          catalogChanged: async ({ ids }) => {
            changed.push(...ids);
          },
          administered: async (administration) => {
            administrations.push(administration);
          },
        }),
      { clock, loaders: { 'device-type': (id) => loadType(db, id) } },
    );
  });
  afterAll(async () => {
    await api.http.close();
  });

  let serials = 0;
  const makeUnit = async (device_type = '0300', code = 'right'): Promise<string> => {
    const serial_number = `UNIT${++serials}`;
    const { cipher, hash } = encryptCode(encryption, serial_number, code);
    await database.db
      .insertInto('device_registry')
      .values({ serial_number, device_type, code_cipher: cipher, code_hash: hash })
      .execute();
    return serial_number;
  };
  const person = async (over: UserOverrides = {}): Promise<SignedIn> =>
    await signedIn(api.http, database.db, await makeUser(database.db, over), new Date(clock.now()));
  const managerOf = (site: number) => person({ on: { [site]: 'Manager' } });
  const claim = (calls: SignedIn, location: number, serial_number: string, over: object = {}) =>
    calls.post('/api/v1/devices/', {
      location,
      serial_number,
      title: 'Leg 1',
      code: 'right',
      device_type: '0300',
      udf_id: `L${serial_number.slice(4)}`,
      ...over,
    });
  const auditOf = (device: number) =>
    database.db.selectFrom('audit').selectAll().where('device_id', '=', device).orderBy('id').execute();
  return { database, clock, administrations, changed, summaries, makeUnit, person, managerOf, claim, auditOf };
}
