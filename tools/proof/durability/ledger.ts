// Maintenance tests on a real server: what happens when the server is killed or the device disconnects during a test;
// that no call of any role changes a record; that the table refuses UPDATE, DELETE and TRUNCATE; and that the hash
// chain of the export reveals a dropped trigger with changed or removed rows. Meanwhile the server is stopped and its
// database blocked: the export lists both times with their reasons.
import { execFileSync } from 'node:child_process';
import { inflateRawSync } from 'node:zlib';
import { Api } from '@tocsin/e2e/api';
import { LiveDevice } from '@tocsin/e2e/live-device';
import { makePerson, makePlant, type Plant, type PlantDevice } from '@tocsin/e2e/plant';
import { admin, TocsinServer } from '@tocsin/e2e/server';
import { openEmbedded } from '../support/_database.ts';
import { pause } from '../support/_pause.ts';

export const hasShort = false;

const sensor = '4.4001';
const roles = ['User', 'Engineer', 'Manager', 'account manager'] as const;
let kept = true;
function say(what: string, holds: boolean): void {
  console.log(`${holds ? 'ok    ' : 'BROKEN'} ${what}`);
  kept &&= holds;
}
async function until<T>(what: string, look: () => Promise<T | false | undefined>, withinMs = 60_000): Promise<T> {
  const end = Date.now() + withinMs;
  for (;;) {
    const result = await look().catch(() => undefined);
    if (result) return result;
    if (Date.now() > end) throw new Error(`timed out waiting for ${what}`);
    await pause(200);
  }
}

export async function run(): Promise<boolean> {
  const server = await TocsinServer.start();
  try {
    const api = await Api.signIn(server.url, admin.email, admin.password);
    const plant = await makePlant(api, [{ title: 'Leg 1', type: '0300' }]);
    const [device] = plant.devices;
    const leg = new LiveDevice(device, server.mqttUrl);
    const people = await Promise.all(
      roles.map(async (role) => {
        const person = await makePerson(api, plant, role);
        return await Api.signIn(server.url, person.email, person.password);
      }),
    );
    await until(
      'sensors',
      async () =>
        (await api.get<{ readonly results: readonly unknown[] }>(`devices/${device.id}/sensors/`)).results.length > 0,
    );
    await testOverKill(server, api, device, leg);
    await testOffline(server, api, device, leg);
    await databaseAway(server);
    await noCallChanges(api, people, device, plant.siteId);
    await tableRefuses(server);
    await chainFinds(server, api, plant, device);
    return kept;
  } finally {
    await server.remove();
  }
}

/** What is read of a device's maintenance test. */
interface MaintenanceInfo {
  readonly current: { readonly event_type: string } | null;
  readonly sensors: readonly { readonly event_type: string; readonly comment: string }[];
}
/** What is read of the export's chain of records. */
interface Chain {
  readonly records: number;
  readonly broken: readonly { readonly record: string }[];
}

const info = (api: Api, device: PlantDevice): Promise<MaintenanceInfo> =>
  api.get(`devices/${device.id}/get-maintenance-info/`);
const post = (api: Api, device: PlantDevice, body: object): Promise<Response> =>
  api.send('POST', `devices/${device.id}/maintenance/`, { sensor_id: sensor, ...body });

/** Started, alarmed, killed, cleared after the restart: the test continues and succeeds. */
async function testOverKill(server: TocsinServer, api: Api, device: PlantDevice, leg: LiveDevice) {
  await post(api, device, { event_type: 'maintenance_expect_alarm_on' });
  leg.hold(sensor, 82);
  await until(
    'the alarm',
    async () => (await info(api, device)).current?.event_type === 'maintenance_expect_alarm_off',
  );
  await server.kill();
  await pause(20_000);
  await server.start();
  const after = await until('the device after the restart', () => info(api, device));
  say(
    'a server that was killed in the middle of a test still has it',
    after.current?.event_type === 'maintenance_expect_alarm_off',
  );
  leg.hold(sensor, 40);
  const ended = await until('the end', async () => {
    const record = await info(api, device);
    return record.current === null && record;
  });
  say('and it succeeds when the alarm clears', ended.sensors[0]?.event_type === 'maintanance_succeeded');
  const comment = await post(api, device, {
    event_type: 'maintanance_succeeded',
    comment: '<script>alert(1)</script>',
  });
  say('its comment is taken as it is', comment.status === 201);
}

/** The device disconnects during the test, which fails by itself. */
async function testOffline(_server: TocsinServer, api: Api, device: PlantDevice, leg: LiveDevice) {
  await until(
    'the leg',
    async () => (await api.get<{ readonly state: string }>(`devices/${device.id}/`)).state === 'Active',
  );
  await post(api, device, { event_type: 'maintenance_expect_alarm_on' });
  await leg.stop();
  const failed = await until(
    'the failure',
    async () => {
      const record = await info(api, device);
      return record.current === null && record.sensors[0]?.event_type === 'maintenance_failed' && record.sensors[0];
    },
    150_000,
  );
  say("a device that goes away fails its test with the comment 'device offline'", failed.comment === 'device offline');
}

/** PostgreSQL is stopped for half a minute. */
async function databaseAway(server: TocsinServer) {
  const pid = server.databasePid();
  if (pid === null) throw new Error('no database process to stop');
  const children = execFileSync('pgrep', ['-P', String(pid)])
    .toString()
    .trim()
    .split('\n')
    .map(Number);
  for (const each of [pid, ...children]) process.kill(each, 'SIGSTOP');
  await pause(25_000);
  for (const each of [pid, ...children]) {
    try {
      process.kill(each, 'SIGCONT');
    } catch {
      // It ended meanwhile.
    }
  }
  await until('the server after its database', () => server.ready(), 120_000);
  await pause(12_000);
}

/** Every call about tests by every role leaves the records unchanged. */
async function noCallChanges(api: Api, people: readonly Api[], device: PlantDevice, siteId: number): Promise<void> {
  const paths = [
    ...['maintenance/', 'get-maintenance-info/', 'maintenance/1/', 'test-codes/'].map(
      (path) => `devices/${device.id}/${path}`,
    ),
    ...['proof-tests/', 'proof-tests/export/', 'proof-tests/report/', 'inspection/', 'inspection/export/'].map(
      (path) => `locations/${siteId}/${path}`,
    ),
  ];
  let tries = 0;
  let wrong = 0;
  for (const who of [api, ...people])
    for (const path of paths)
      for (const method of ['PUT', 'PATCH', 'DELETE']) {
        const { status } = await who.send(method, path, method === 'DELETE' ? undefined : { comment: 'changed' });
        tries++;
        if (status < 400) wrong++;
      }
  say(`${tries} calls by five roles that would change or delete records are refused`, wrong === 0);
  const again = await post(api, device, { event_type: 'maintanance_succeeded', comment: 'another word' });
  say('a second comment on a test that has one is refused', again.status === 400);
}

async function tableRefuses(server: TocsinServer) {
  const db = await openEmbedded(server.dataDir);
  for (const statement of [
    `update maintenance_test set comment = 'fine'`,
    'delete from maintenance_test',
    'truncate maintenance_test',
    'delete from monitoring_gap',
  ]) {
    const refusal = await db.query(statement).then(
      () => '',
      (error: Error) => error.message,
    );
    say(`'${statement}' is refused: ${refusal}`, refusal.includes('never changed'));
  }
  await db.end();
}

async function chainFinds(server: TocsinServer, api: Api, plant: Plant, device: PlantDevice) {
  const look = async () => (await api.get<{ readonly chain: Chain }>(`locations/${plant.siteId}/inspection/`)).chain;
  const before = await look();
  say(`the chain of ${before.records} records holds`, before.broken.length === 0 && before.records > 5);
  const files = await zip(api, plant.siteId);
  const unwatched = String(files.get('times_without_monitoring.csv'));
  console.log(unwatched.trim());
  for (const reason of ['Server stopped', 'Database away', 'Device offline', 'Sensor in maintenance test'])
    say(`the export tells '${reason}'`, unwatched.includes(reason));
  const db = await openEmbedded(server.dataDir);
  await db.query('drop trigger maintenance_test_stays on maintenance_test');
  const { rows } = await db.query(
    `update maintenance_test set user_name = 'Somebody Else' where device_id = $1 and step = 'maintanance_succeeded'
     returning link`,
    [device.id],
  );
  const changed = await look();
  say(
    `record ${rows[0].link} was changed behind the trigger: the chain breaks there`,
    changed.broken.some((row) => row.record === String(rows[0].link)),
  );
  const records = String((await zip(api, plant.siteId)).get('proof_test_records.csv'));
  say('and the export says so', /,NO\n?/.test(records));
  await db.end();
}

async function zip(api: Api, site: number) {
  const answer = await api.send('GET', `locations/${site}/inspection/export/`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const files = new Map<string, Buffer>();
  let entry = bytes.readUInt32LE(bytes.length - 22 + 16);
  for (let n = bytes.readUInt16LE(bytes.length - 22 + 10); n > 0; n--) {
    const length = bytes.readUInt16LE(entry + 28);
    const at = bytes.readUInt32LE(entry + 42);
    const begin = at + 30 + bytes.readUInt16LE(at + 26);
    const name = bytes.toString('ascii', entry + 46, entry + 46 + length);
    files.set(name, inflateRawSync(bytes.subarray(begin, begin + bytes.readUInt32LE(entry + 20))));
    entry += 46 + length;
  }
  return files;
}
