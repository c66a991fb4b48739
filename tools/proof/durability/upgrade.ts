// From 0.9.0, 1.0.0 and 2.0.0 to this version, with data, and back: `npm run proof -- upgrade [v0.9.0 | v1.0.0 | v2.0.0]`. Each version
// runs as its own code with its own packages, from the backup that was kept of it (server/versions). Devices send,
// alarms are acknowledged, a maintenance test passes; all processes stop, this version migrates and starts. Counts,
// contents and graph answers must be those of before, and devices go on. Then the way back as docs/operations.md says:
// the former version refuses the new data, restores the backup that the migration made, and answers as before.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Api } from '@tocsin/e2e/api';
import { LiveDevice } from '@tocsin/e2e/live-device';
import { makePlant, type Plant, setWarnings } from '@tocsin/e2e/plant';
import { admin } from '@tocsin/e2e/server';
import { readHead } from '../../../server/src/platform/backup/restore.ts';
import { pause } from '../support/_pause.ts';
import type { ProofOptions } from '../support/_proof.ts';
import { startOne, startThree, type UpgradeSetup } from './_upgrade-setups.ts';
import { differences, type Snapshot, takeSnapshot } from './_upgrade-snapshot.ts';

export const hasShort = false;

const here = process.cwd();
/** The commits of the versions, and the backups that were kept of them. */
const versions: Readonly<Record<string, string>> = { 'v0.9.0': '7f482049', 'v1.0.0': 'aaee7530', 'v2.0.0': '4198551e' };
const bearing = '4.4000';
/** How long the devices of the former version go on after what is waited for. */
const sendingMs = 30_000;

export async function run({ args }: ProofOptions): Promise<boolean> {
  const [wanted] = args;
  let isKept = true;
  for (const [name, commit] of Object.entries(versions)) {
    if (wanted !== undefined && wanted !== name) continue;
    const root = installed(commit);
    for (const [processes, start] of [
      ['one process', startOne],
      ['three processes', startThree],
    ] as const) {
      console.log(`\n${name} (${commit}) to ${commitOf('HEAD')}, ${processes}\n`);
      const good = await upgrade({ root, kept: join(here, 'server/versions', `${name}.tocsin`), start });
      isKept &&= good;
    }
  }
  return isKept;
}

const commitOf = (name: string): string =>
  execFileSync('git', ['rev-parse', '--short', name], { encoding: 'utf8' }).trim();

/** A version with its own packages; it stays in the system's folder for temporary files, as it takes minutes. */
function installed(commit: string): string {
  const root = join(tmpdir(), `tocsin-installed-${commit}`);
  if (existsSync(root)) return root;
  const unfinished = `${root}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished);
  execFileSync('sh', ['-c', 'git archive "$0" | tar -x -C "$1"', commit, unfinished]);
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: unfinished, stdio: 'inherit' });
  renameSync(unfinished, root);
  return root;
}

interface UpgradeOptions {
  readonly root: string;
  readonly kept: string;
  readonly start: (options: { readonly root: string; readonly secret: string }) => Promise<UpgradeSetup>;
}

async function upgrade({ root, kept, start }: UpgradeOptions): Promise<boolean> {
  const { secret, madeAt } = await readHead(kept);
  if (secret === null) throw new Error('the kept backup is without its secret');
  const setup = await start({ root, secret });
  const rows: (readonly [what: string, snapshot: Snapshot])[] = [];
  let isKept = true;
  const check = (what: string, good: boolean, said = ''): void => {
    console.log(`${good ? 'ok ' : 'BAD'} ${what}${said && `: ${said}`}`);
    isKept &&= good;
  };
  try {
    await setup.command(root, ['restore', kept]);
    await setup.begin(root);
    let api = await signIn(setup);
    const plant = await work(api, setup);
    const moments = [Date.parse(madeAt), Date.now()];
    const [newest] = await setup.query<{ readonly id: string }>('select max(id) as id from event');
    const newestEvent = Number(newest?.id ?? 0);
    const look = () => takeSnapshot({ api, query: setup.query, moments, newestEvent });
    // On a busy machine one of several processes may commit an event after one with a higher id.
    let before = await look();
    for (let former: Snapshot = new Map(); differences(before, former).length > 0; ) {
      await pause(5_000);
      [former, before] = [before, await look()];
    }
    rows.push(['before', before]);
    await setup.end();

    const from = Date.now();
    const backups = join(mkdtempSync(join(tmpdir(), 'tocsin-way-back-')), 'before.tocsin');
    const said = await setup.upgrade(here);
    console.log(`     ${said} (${((Date.now() - from) / 1000).toFixed(1)} s until the processes are ready)`);
    api = await signIn(setup);
    rows.push(['after', await look()]);
    check('its content and answers are those of before', same(rows, 'before', 'after'), difference(rows, 'after'));
    const events = await count(setup, 'event');
    await raiseAlarm(api, setup, plant);
    check('devices go on, and an alarm is stored and acknowledged', (await count(setup, 'event')) > events);
    await setup.end();

    const refused = await setup.command(root, ['migrate']).catch((error: unknown) => String(error));
    check('the former version refuses the new data', /newer/.test(refused), lastLine(refused));
    const file = setup.backup();
    check('the upgrade made a backup', file !== null, file ?? 'none');
    if (file === null) return false;
    renameSync(file, backups);
    await setup.empty();
    await setup.command(root, ['restore', backups]);
    await setup.begin(root);
    api = await signIn(setup);
    rows.push(['back', await look()]);
    check('back: its content and answers are those of before', same(rows, 'before', 'back'), difference(rows, 'back'));
    await raiseAlarm(api, setup, plant);
    check('back: devices go on', (await count(setup, 'event')) > 0);
    return isKept;
  } finally {
    await setup.remove();
    print(rows);
  }
}

const signIn = (setup: UpgradeSetup): Promise<Api> => Api.signIn(setup.url(), admin.email, admin.password);
const lastLine = (text: string): string => text.trim().split('\n').at(-1)?.slice(0, 160) ?? '';

const count = async ({ query }: UpgradeSetup, table: string): Promise<number> => {
  const [row] = await query<{ readonly n: number }>(`select count(*)::int as n from ${table}`);
  return row?.n ?? 0;
};

/** What users of the former version did: a plant, rules, an acknowledged alarm, a passed test, an e-mail rule. */
async function work(api: Api, setup: UpgradeSetup): Promise<Plant> {
  const plant = await makePlant(api, [
    { title: 'Leg 2', type: '0300' },
    { title: 'Leg 3', type: '0300' },
    { title: 'Bin room 2', type: '0006' },
  ]);
  const [leg] = plant.devices;
  if (!leg) throw new Error('a plant without its leg');
  await api.post('notification-settings/', {
    delivery_method: 'Email',
    event_type: 'alarm',
    contact_when: 0,
    all_devices: false,
    send_to_alternative: true,
    alternative_contact: 'shift@plant.example',
    devices: [leg.id],
  });
  await raiseAlarm(api, setup, plant, async (line) => {
    await setWarnings(api, leg, [{ sensor_id: '4.4001', sign: '>', value: 65, delay_seconds: 0 }]);
    await api.post(`devices/${leg.id}/maintenance/`, {
      event_type: 'maintenance_expect_alarm_on',
      sensor_id: '4.4002',
    });
    line.hold('4.4002', 92);
    await until('the test alarm', async () => (await steps(setup, leg.id)).includes('maintenance_expect_alarm_off'));
    line.hold('4.4002', 40);
    await until('the passed test', async () => (await steps(setup, leg.id)).includes('maintanance_succeeded'));
    await pause(sendingMs);
  });
  return plant;
}

async function steps({ query }: UpgradeSetup, device: number): Promise<readonly string[]> {
  const rows = await query<{ readonly step: string }>('select step from maintenance_test where device_id = $1', [
    device,
  ]);
  return rows.map(({ step }) => step);
}

/** The devices send for a while; the first has an alarm that somebody acknowledges. */
async function raiseAlarm(
  api: Api,
  setup: UpgradeSetup,
  plant: Plant,
  meanwhile: (line: LiveDevice) => Promise<void> = async () => {},
): Promise<void> {
  const lines = plant.devices.map((device) => new LiveDevice(device, setup.mqttUrl()));
  const [leg] = plant.devices;
  const [line] = lines;
  if (!leg || !line) throw new Error('a plant without its leg');
  api.selection = `${plant.clientId},${plant.siteId},${leg.id}`;
  const open = async () =>
    await setup.query<{ readonly id: string }>(
      `select id from event where device_id = $1 and type = 'alarm_on' and is_active and not is_test`,
      [leg.id],
    );
  await until('sensors', async () => {
    const { results } = await api.get<{ readonly results: readonly unknown[] }>(`devices/${leg.id}/sensors/`);
    return results.length > 0;
  });
  line.hold(bearing, 92);
  await until('the alarm', async () => (await open()).length > 0);
  for (const { id } of await open()) await api.post(`notifications/${id}/acknowledge/`, { comment: 'Seen' });
  line.hold(bearing, 40);
  await until('its end', async () => (await open()).length === 0);
  await meanwhile(line);
  for (const each of lines) await each.stop();
  // An external broker keeps what is not stored yet, and would deliver it to the version that starts next.
  for (let [former, stored] = [-1, await count(setup, 'frame')]; former !== stored; ) {
    await pause(3_000);
    [former, stored] = [stored, await count(setup, 'frame')];
  }
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 120_000;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
    await pause(200);
  }
}

type Rows = readonly (readonly [what: string, snapshot: Snapshot])[];
const of = (rows: Rows, what: string): Snapshot => new Map(rows.find(([name]) => name === what)?.[1]);
const same = (rows: Rows, a: string, b: string): boolean => differences(of(rows, a), of(rows, b)).length === 0;
const difference = (rows: Rows, what: string): string => differences(of(rows, 'before'), of(rows, what)).join(', ');

/** One line for each kind of content: count and the head of a checksum. */
function print(rows: Rows): void {
  const heads = rows.map(([what]) => what);
  console.log(`\n| | ${heads.join(' | ')} |\n|${'---|'.repeat(heads.length + 1)}`);
  for (const what of rows[0]?.[1].keys() ?? [])
    console.log(`| ${what} | ${rows.map(([, snapshot]) => snapshot.get(what) ?? '').join(' | ')} |`);
}
