import { randomInt } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { noResponse } from '@tocsin/contract/responses';
import { simpleConditions } from '@tocsin/contract/rule-conditions';
import {
  type DemoClient,
  type DemoDevice,
  type DemoPerson,
  demoClients,
  demoDevices,
  demoStaff,
} from '@tocsin/simulator/demo-plant';
import { demoResponses } from '@tocsin/simulator/demo-responses';
import { type DemoSchema, demoSchemas } from '@tocsin/simulator/demo-schemas';
import type { Transaction } from 'kysely';
import { makeFirstRule } from '../features/email-rules/index.ts';
import { printLabel } from '../features/labels/index.ts';
import { seedSchema } from '../features/schemas/index.ts';
import { addScale, writeLabels, writeRules, writeSensorResponses } from '../features/sensors/index.ts';
import type { Db } from '../platform/db.ts';
import type { Tables } from '../platform/tables.ts';
import { seedOnCall } from './on-call.ts';
import * as store from './store.ts';
import { seedWalk } from './walk.ts';

export interface DemoDependencies {
  readonly db: Db;
  readonly dataDir: string;
  readonly hashPassword: (password: string) => Promise<string>;
  readonly encryptCode: (serialNumber: string, code: string) => { readonly cipher: Buffer; readonly hash: Buffer };
}

export interface DemoSeed {
  /** Sign-ins printed at each start; all have the same password. */
  readonly people: readonly { readonly email: string; readonly role: string }[];
  readonly password: string;
  /** Publish address of each simulated device by serial number: its udf_id, or for an F500 its id. */
  readonly addresses: Readonly<Record<string, string>>;
}

/** Seeds an empty database with the demo's clients, sites, devices and people; otherwise only reads them. */
export async function seedDemo(dependencies: DemoDependencies): Promise<DemoSeed> {
  const { db } = dependencies;
  const password = demoPassword(dependencies.dataDir);
  if (await store.isEmpty(db)) {
    const passwordHash = await dependencies.hashPassword(password);
    await db.transaction().execute(async (trx) => {
      for (const client of demoClients) await seedClient(trx, dependencies, client, passwordHash);
      for (const person of demoStaff)
        await store.insertPerson(trx, person, 'Tocsin', passwordHash, { client: null, site: null });
      await store.insertPastReach(trx, Date.now());
    });
  }
  const ids = await store.deviceIds(db);
  const addresses: Record<string, string> = {};
  for (const { serialNumber, udfId } of demoDevices) {
    const id = ids.get(serialNumber);
    // A visitor may have removed a device: it is then not simulated.
    if (id !== undefined) addresses[serialNumber] = udfId ?? String(id);
  }
  const people: DemoPerson[] = [...demoStaff, ...demoClients.flatMap((c) => c.people)];
  return { people: people.map(({ email, role }) => ({ email, role })), password, addresses };
}

async function seedClient(
  trx: Transaction<Tables>,
  dependencies: DemoDependencies,
  client: DemoClient,
  passwordHash: string,
): Promise<void> {
  const clientId = await store.insertClient(trx, client);
  const siteIds = new Map<string, number>();
  for (const site of client.sites) {
    const siteId = await store.insertSite(trx, clientId, site);
    siteIds.set(site.title, siteId);
    for (const device of site.devices) {
      const code = dependencies.encryptCode(device.serialNumber, device.code);
      const deviceId = await store.insertDevice(trx, siteId, device, code);
      await seedSettings(trx, deviceId, device);
      await store.insertPastTests(trx, pastTests(deviceId, device, client.people));
      await seedOutOfService(trx, deviceId, device);
      await printLabel(trx, siteId, { kind: 'device', id: String(deviceId) }, new Date());
    }
  }
  const firstSite = siteIds.values().next().value ?? null;
  const people: { id: number; name: string }[] = [];
  for (const person of client.people) {
    const selected = { client: clientId, site: firstSite };
    const userId = await store.insertPerson(trx, person, client.company, passwordHash, selected);
    people.push({ id: userId, name: `${person.firstName} ${person.lastName}` });
    await store.insertMember(trx, userId, clientId, person.accountManager ?? false);
    // Like for every new client, the contact person is mailed each alarm at once.
    if (person.email === client.email) await makeFirstRule(trx, userId, clientId, new Date());
    for (const [title, permission] of Object.entries(person.sites ?? {})) {
      const siteId = siteIds.get(title);
      if (siteId !== undefined) await store.insertMembership(trx, userId, siteId, permission);
    }
  }
  const [walker] = people;
  const leg = client.sites.flatMap(({ devices }) => devices).findLast(({ type }) => type === '0300');
  const legId = (await store.deviceIds(trx)).get(leg?.serialNumber ?? '');
  if (walker && leg && legId !== undefined)
    await seedWalk(trx, { deviceId: legId, device: leg, walker, now: Date.now() });
  await seedOnCall(trx, clientId, people, Date.now());
  await seedSchemas(trx, siteIds);
}

/** Publishes the drawings of the client's sites as the first person who may draw there. */
async function seedSchemas(trx: Transaction<Tables>, siteIds: ReadonlyMap<string, number>): Promise<void> {
  const ids = await store.deviceIds(trx);
  for (const schema of demoSchemas) {
    const siteId = siteIds.get(schema.site);
    const userId = siteId === undefined ? undefined : await store.managerOf(trx, siteId);
    if (siteId === undefined || userId === undefined) continue;
    const tabs = schema.tabs.map((tab) => withIds(tab, ids));
    await seedSchema(trx, { ...schema, siteId, tabs }, { userId, at: new Date() });
  }
}

/** Replaces `WD4-48123|4.4000` by the path of the new device. */
function withIds(tab: DemoSchema['tabs'][number], ids: ReadonlyMap<string, number>): DemoSchema['tabs'][number] {
  const path = (named: string): string => {
    const [serial = '', sensor = ''] = named.split('|');
    return `${ids.get(serial)}.${sensor}`;
  };
  return {
    ...tab,
    machines: tab.machines.map((machine) => ({
      ...machine,
      sensors: machine.sensors.map((one) => ({ ...one, sensor: path(one.sensor) })),
      system_state_sensor: machine.system_state_sensor === null ? null : path(machine.system_state_sensor),
    })),
  };
}

const dayMs = 86_400_000;
/** Days ago; null: never tested. Used in rotation, so that the ledger shows each of its states. */
const testAges: readonly (number | null)[] = [12, 47, null, 203, 391, 88, 9, null, 310, 455, 30];
const testComments = ['Heat gun, relay tripped', 'Dry ice block and heat gun', 'Belt pushed by hand', 'Test magnet'];

/** Tests from before the demo started, by people of the client who may test. */
function pastTests(deviceId: number, device: DemoDevice, people: readonly DemoPerson[]): store.PastTest[] {
  const testers = people.filter((one) => Object.values(one.sites ?? {}).some((role) => role !== 'User'));
  const noon = Math.floor(Date.now() / dayMs) * dayMs + dayMs / 2;
  return Object.entries(device.sensorNames).flatMap(([path, sensorName], index): store.PastTest[] => {
    const age = testAges[(index + device.serialNumber.length) % testAges.length] ?? null;
    const tester = testers[index % Math.max(1, testers.length)];
    if (age === null || !tester) return [];
    const at = noon - age * dayMs + index * 600_000;
    const comment = testComments[index % testComments.length] ?? '';
    const [groupName = ''] = path.split('.');
    return [{ deviceId, path, sensorName, groupName, by: `${tester.firstName} ${tester.lastName}`, at, comment }];
  });
}

/** One sensor of the receiving pit has been out of service for two days, with a reason and a review in twelve. */
async function seedOutOfService(trx: Transaction<Tables>, deviceId: number, device: DemoDevice): Promise<void> {
  const path = '31.31007';
  const sensorName = device.sensorNames[path];
  if (device.title !== 'Receiving pit' || sensorName === undefined) return;
  const today = Math.floor(Date.now() / dayMs) * dayMs;
  await store.insertOutOfService(trx, deviceId, {
    path,
    sensorName,
    reason: 'Probe broken off by the loader, a new one is ordered',
    by: 'Dale Novak',
    since: today - 2 * dayMs,
    reviewAt: today + 12 * dayMs,
  });
}

/** Names, rules and scales, valid since before the first frame of the history. */
async function seedSettings(trx: Transaction<Tables>, deviceId: number, device: DemoDevice): Promise<void> {
  await writeLabels(trx, deviceId, new Map(Object.entries(device.sensorNames)));
  await writeSensorResponses(trx, deviceId, demoResponses(device.type));
  for (const { sensor, unit, k, c } of device.scales)
    await addScale(trx, deviceId, { path: sensor, type: 'NUMERIC', unit, k, c, since: 0 });
  const add = device.warnings.map(({ sensor, sign, value, delaySeconds }, position) => ({
    path: sensor,
    sign,
    value,
    delay_seconds: delaySeconds,
    position,
    ...simpleConditions,
    ...noResponse,
  }));
  await writeRules(trx, deviceId, { remove: [], keep: [], add }, 0);
}

/** Generated once and stored in the data folder for later starts; the demo listens on loopback only. */
function demoPassword(dataDir: string): string {
  const file = join(dataDir, 'demo-password.txt');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  const password = `Grain-${randomInt(1_000, 10_000)}-Leg`;
  writeFileSync(file, `${password}\n`, { mode: 0o600 });
  return password;
}
