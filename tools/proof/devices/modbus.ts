// Polls an independent Modbus server (Debian's python3-pymodbus): every word and byte order, exceptions, and a device
// that answers 24 % of its requests late or never while the others keep their interval within 10 %. Then many slaves with
// holes, limits, delays, closings and lies chosen at random, by the property test of the adapter. Without
// python3-pymodbus the short form uses modbus-serial's server and prints what it left out.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Api } from '@tocsin/e2e/api';
import { makePlant, type NewDevice, type PlantDevice } from '@tocsin/e2e/plant';
import { admin, TocsinServer } from '@tocsin/e2e/server';
import type { ProofOptions } from '../support/_proof.ts';
import { compare, until } from '../support/_watch.ts';

export const hasShort = true;
// Debian's own python3, for which the package is installed; another one may come first in the path.
const python = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3';
const script = new URL('modbus-server.py', import.meta.url).pathname;
const root = new URL('../../..', import.meta.url).pathname;

const field = (at: number, as: string, more: object = {}) => ({ fn: 3, at, as, ...more });
const orders = ['ABCD', 'CDAB', 'BADC', 'DCBA'];
const sensor = (id: string, name: string, value: object, more: object = {}) => ({
  id,
  name,
  type: 'NUMERIC',
  value,
  ...more,
});
/** Name, value and state of a sensor. */
type Reading = readonly [name: string, value: number | null, state: string];
/** What is read of a device's Modbus page. */
interface ModbusPage {
  readonly readings: readonly {
    readonly name: string;
    readonly value: number | null;
    readonly state: string;
    readonly alarm: boolean;
  }[];
  readonly statistics: Readonly<Record<'polls' | 'frames' | 'requests' | 'timeouts' | 'exceptions', number>>;
}

const map = {
  name: 'proof',
  title: 'Proof',
  about: 'Of the proof.',
  interval_ms: 1_000,
  timeout_ms: 1_000,
  freshness: field(0, 'u16'),
  groups: [
    {
      id: '1',
      name: 'Floats',
      sensors: orders.map((order, i) => sensor(`1${i}`, `float ${order}`, field(10 + 2 * i, 'f32', { order }))),
    },
    {
      id: '2',
      name: 'Integers',
      sensors: orders.map((order, i) =>
        sensor(`2${i}`, `int ${order}`, field(20 + 2 * i, 'i32', { order, scale: 0.1 })),
      ),
    },
    {
      id: '3',
      name: 'Others',
      sensors: [
        sensor('31', 'double', field(30, 'f64')),
        sensor('32', 'bits', field(40, 'bits', { bit: 1, count: 3 })),
        sensor('33', 'enumeration', field(41, 'u16'), {
          state: field(41, 'u16', { texts: { 3: 'Slowing' } }),
          alarm: field(41, 'u16', { when: [3] }),
        }),
        sensor('34', 'beyond', field(220, 'u16')),
      ],
    },
  ],
};
const expected: readonly Reading[] = [
  ...orders.map((order): Reading => [`float ${order}`, 1234.5, '']),
  ...orders.map((order): Reading => [`int ${order}`, -12345.6, '']),
  ['double', 12.5, ''],
  ['bits', 5, ''],
  ['enumeration', 3, 'Slowing'],
  ['beyond', null, 'Not read'],
];

export async function run({ short }: ProofOptions): Promise<boolean | null> {
  const hasPymodbus = spawnSync(python, ['-c', 'import pymodbus.server']).status === 0;
  if (!hasPymodbus) {
    console.log('pymodbus is missing: apt-get install python3-pymodbus python3-serial python3-serial-asyncio');
    return null;
  }
  const good = short ? 2 : 8;
  const servers: ChildProcess[] = [];
  const server = await TocsinServer.start({ env: { MODBUS_NETWORKS: '127.0.0.0/8' } });
  const results: boolean[] = [];
  try {
    const api = await Api.signIn(server.url, admin.email, admin.password);
    const plant = await makePlant(
      api,
      Array.from({ length: good + 1 }, (_, i): NewDevice => ({ title: i < good ? `Good ${i}` : 'Bad', type: 'F500' })),
    );
    for (const [i, device] of plant.devices.entries()) {
      const isBad = i === good;
      const port = await startServer(servers, isBad ? 0.12 : 0, isBad ? 0.12 : 0);
      await api.call('PUT', `devices/${device.id}/modbus/`, { map });
      await api.call('PATCH', `devices/${device.id}/`, { ip_address: `127.0.0.1:${port}` });
    }
    const [first] = plant.devices;
    const bad = plant.devices[good];
    const modbus = (device: PlantDevice): Promise<ModbusPage> => api.get(`devices/${device.id}/modbus/`);
    const read = async () => (await modbus(first)).readings.map((r): Reading => [r.name, r.value, r.state]);
    results.push(
      compare(
        'every order, bits, enumeration, an address that does not exist',
        expected,
        await until(read, expected, 30_000),
      ),
    );
    const alarm = async () => (await modbus(first)).readings.find((r) => r.name === 'enumeration')?.alarm;
    results.push(compare('the alarm of a code', true, await until(alarm, true)));
    results.push(compare('exceptions are counted', true, (await modbus(first)).statistics.exceptions > 0));

    const seconds = short ? 12 : 60;
    const before = await Promise.all(plant.devices.map(modbus));
    const from = Date.now();
    await new Promise((done) => setTimeout(done, seconds * 1_000));
    const after = await Promise.all(plant.devices.map(modbus));
    const took = Date.now() - from;
    const figures = plant.devices.map((_, i) => {
      const grown = (name: keyof ModbusPage['statistics']): number =>
        after[i].statistics[name] - before[i].statistics[name];
      return {
        polls: grown('polls'),
        frames: grown('frames'),
        requests: grown('requests'),
        timeouts: grown('timeouts'),
        interval: Math.round(took / grown('polls')),
      };
    });
    console.log('device      polls  frames  requests  timeouts  interval (plan 1000 ms)');
    for (const [i, f] of figures.entries())
      console.log(
        `${plant.devices[i].title.padEnd(10)} ${String(f.polls).padStart(6)} ${String(f.frames).padStart(7)} ${String(f.requests).padStart(9)} ${String(f.timeouts).padStart(9)} ${String(f.interval).padStart(9)}`,
      );
    const others = figures.slice(0, good);
    results.push(
      compare(
        "the others' interval stays within 10 % of the plan",
        true,
        others.every(({ interval }) => interval >= 900 && interval <= 1_100),
      ),
    );
    results.push(compare('the bad one is late or silent', true, figures[good].timeouts > 0));
    results.push(
      compare(
        'and yet it is read',
        true,
        figures[good].frames > 0 && (await modbus(bad)).readings.length === expected.length,
      ),
    );
    results.push(compare('random slaves are read where they can be', true, areRandomSlavesRead(short ? 24 : 600)));
    return results.every(Boolean);
  } finally {
    for (const child of servers) child.kill();
    await server.remove();
  }
}

/** Runs the property test of the adapter over `count` slaves with a new seed, which is printed. */
function areRandomSlavesRead(count: number): boolean {
  const test = 'server/src/pipeline/1-receive/modbus/random-slave.property.test.ts';
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const { status, stdout } = spawnSync(process.execPath, [vitest, 'run', '--project', 'unit', test], {
    cwd: root,
    env: { ...process.env, SLAVES: String(count), NO_COLOR: '1' },
    encoding: 'utf8',
  });
  console.log(
    stdout
      .split('\n')
      .filter((line) => /SEED=|Tests |×/.test(line))
      .join('\n'),
  );
  return status === 0;
}

async function startServer(servers: ChildProcess[], late: number, never: number): Promise<number> {
  const port = await freePair();
  const child = spawn(python, [script, String(port), String(late), String(never)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  servers.push(child);
  let said = '';
  child.stderr.on('data', (text: Buffer) => {
    said += String(text);
  });
  await new Promise((resolve, reject) => {
    child.stdout.on('data', resolve);
    child.once('exit', () => reject(new Error(`the Modbus server ended: ${said}`)));
  });
  return port;
}

/** A free port whose successor is also free. */
async function freePair(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 30_000);
    if ((await isFree(port)) && (await isFree(port + 1))) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
