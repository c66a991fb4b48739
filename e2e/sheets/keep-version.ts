import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Api } from '../harness/api.ts';
import { LiveDevice } from '../harness/live-device.ts';
import { makePerson, makePlant, setWarnings } from '../harness/plant.ts';
import { admin, TocsinServer } from '../harness/server.ts';

/**
 * Stores the data of a tagged version for upgrade tests: `npm run keep-version -- v1.0.0`. It creates a small plant
 * with that version's API, sends data, raises, acknowledges and clears an alarm, and writes a backup with that version.
 * upgrade.db.test.ts restores and migrates the backup.
 */
const root = join(import.meta.dirname, '../..');
const [name] = process.argv.slice(2);
if (!name || !/^v\d+\.\d+\.\d+$/.test(name)) throw new Error('name the version: npm run keep-version -- v1.0.0');
const folder = join(root, 'server/versions');
const file = join(folder, `${name}.tocsin`);

interface Event {
  readonly id: number;
  readonly event_type: string;
  readonly sensor: string;
}
type Listed<T> = { readonly count: number; readonly results: readonly T[] };

async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const end = Date.now() + 60_000;
  while (Date.now() < end) {
    const running = await look();
    if (running !== undefined) return running;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`timed out while waiting for ${what}`);
}

const server = await TocsinServer.start();
try {
  const api = await Api.signIn(server.url, admin.email, admin.password);
  const plant = await makePlant(api, [
    { title: 'Leg 1', type: '0300' },
    { title: 'Bin room', type: '0006' },
  ]);
  const [leg] = plant.devices;
  if (!leg) throw new Error('the plant has no leg');
  const person = await makePerson(api, plant, 'Manager');
  const devices = plant.devices.map((device) => new LiveDevice(device, server.mqttUrl));
  api.selection = `${plant.clientId},${plant.siteId},${leg.id}`;
  const events = (type: string): Promise<Listed<Event>> =>
    api.get<Listed<Event>>(`notifications/?device=${leg.id}&event_type=${type}&limit=10`);
  const first = async (type: string): Promise<Event | undefined> => (await events(type)).results[0];
  await until('the sensors', async () =>
    (await api.get<Listed<unknown>>(`devices/${leg.id}/sensors/`)).results.length > 0 ? true : undefined,
  );
  await setWarnings(api, leg, [{ sensor_id: '4.4001', sign: '>', value: 65, delay_seconds: 0 }]);
  devices[0]?.hold('4.4000', 92);
  const alarm = await until('the alarm', () => first('alarm_on'));
  await api.post(`notifications/${alarm.id}/acknowledge/`, { comment: 'Kept for the versions to come' });
  devices[0]?.hold('4.4000', 40);
  await until('its end', () => first('alarm_off'));
  await Promise.all(devices.map((device) => device.stop()));

  mkdirSync(folder, { recursive: true });
  rmSync(file, { force: true });
  const backup = spawnSync(process.execPath, ['server/src/command-line.ts', 'backup', file], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      TOCSIN_DATA_DIR: server.dataDir,
      PORT: String(server.port),
      MQTT_PORT: String(server.mqttPort),
    },
  });
  if (backup.status !== 0) throw new Error(`the backup exited with ${backup.status}`);
  const facts = {
    company: plant.company,
    site: plant.site,
    devices: plant.devices.map((device) => device.title),
    person: person.email,
    alarm: alarm.id,
  };
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(facts, null, 2)}\n`);
  console.info(`wrote ${file}`);
} finally {
  await server.remove();
}
