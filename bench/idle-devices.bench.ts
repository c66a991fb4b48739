import { setTimeout as pause } from 'node:timers/promises';
import { Api } from '@tocsin/e2e/api';
import { residentMegabytes } from '@tocsin/e2e/memory';
import { makePlant, registerDevices } from '@tocsin/e2e/plant';
import { admin, TocsinServer } from '@tocsin/e2e/server';
import type { Bench, Row } from './bench.ts';
import { startChild } from './child.ts';
import { makeCollector } from './collect.ts';
import type { FleetQuestions, Login } from './idle-fleet.ts';
import { openDatabase, takenBy } from './rig.ts';

const deviceCount = 10_000;
/** The keep-alive that the bench clients announce. */
const keepAliveMs = 60_000;
const settleMs = 20_000;
const idleMs = 30_000;
const birth = JSON.stringify({
  ts: Date.now(),
  boot: 1,
  groups: [
    {
      id: '4',
      name: 'Temperature',
      sensors: Array.from({ length: 8 }, (_, i) => ({
        id: `400${i}`,
        name: `Bearing ${i}`,
        type: 'NUMERIC',
        unit: 'C',
      })),
    },
  ],
});

/** 10,000 devices connected to one process that send nothing but pings; without TLS. */
export const bench: Bench = {
  name: 'idle-devices',
  async run() {
    const collector = await makeCollector();
    const server = await TocsinServer.start({ env: { LOG_LEVEL: 'warn', ...collector.env } });
    const memory = async () => {
      await pause(settleMs);
      const asItStands = residentMegabytes(server.pid);
      await collector.collect();
      const { heapMb, all } = await takenBy(server);
      return { asItStands, retainedMb: residentMegabytes(server.pid), heapMb, cpuS: all };
    };
    const fleet = startChild<FleetQuestions>('./idle-fleet.ts');
    try {
      const logins = await seed(server);
      const known = await memory();
      const from = performance.now();
      await fleet.ask('open', logins);
      const connectS = (performance.now() - from) / 1_000;
      await fleet.ask('ping', { everyMs: keepAliveMs });
      const connected = await memory();
      await pause(idleMs);
      const cpuS = (await takenBy(server)).all - connected.cpuS;
      await fleet.ask('birth', { text: birth });
      const born = await memory();
      const { open, closed } = await fleet.ask('take', null);
      return rowsOf({ connectS, known, connected, born, open, closed, cpuS });
    } finally {
      fleet.stop();
      await server.remove();
    }
  },
};

const codeOf = (i: number): string => `code-of-idle-${i}`;
const serialOf = (i: number): string => `IDLE-${i}`;

/**
 * Registers the units as an operator does; their devices are inserted by SQL, because the API creates them one by one.
 */
async function seed(server: TocsinServer): Promise<Login[]> {
  const api = await Api.signIn(server.url, admin.email, admin.password);
  const { siteId } = await makePlant(api, []);
  const all = Array.from({ length: deviceCount }, (_, i) => i);
  for (let i = 0; i < all.length; i += 1_000)
    await registerDevices(
      api,
      all.slice(i, i + 1_000).map((n) => ({ serial: serialOf(n), code: codeOf(n), type: '0300' })),
    );
  const database = await openDatabase(server);
  await database.query(
    `insert into device (site_id, title, serial_number, device_type, udf_id)
     select $1, 'Idle ' || i, 'IDLE-' || i, '0300', 'I' || i from generate_series(0, $2::int - 1) i`,
    [siteId, deviceCount],
  );
  await database.end();
  // The server reads its catalog at the start.
  await server.stop();
  await server.start();
  const port = server.mqttPort;
  return all.map((i) => ({ port, address: `I${i}`, serial: serialOf(i), code: codeOf(i) }));
}

interface Memory {
  readonly asItStands: number;
  /** Resident memory, and heap of the pipeline's thread, after a garbage collection. */
  readonly retainedMb: number;
  readonly heapMb: number;
}

function rowsOf(seen: {
  readonly connectS: number;
  readonly known: Memory;
  readonly connected: Memory;
  readonly born: Memory;
  readonly open: number;
  readonly closed: number;
  readonly cpuS: number;
}): Row[] {
  const { known, connected, born } = seen;
  const kb = (megabytes: number): string => `${((megabytes * 1024) / deviceCount).toFixed(1)} kB`;
  const each = ((connected.retainedMb - known.retainedMb) * 1024) / deviceCount;
  return [
    { what: 'connected and idle, memory each', value: `${each.toFixed(1)} kB`, aim: 'below 20 kB', met: each < 20 },
    { what: 'of it heap of the line', value: kb(connected.heapMb - known.heapMb), aim: '' },
    { what: 'before its garbage is collected', value: kb(connected.asItStands - known.asItStands), aim: '' },
    { what: 'born, with eight sensors, memory each', value: kb(born.retainedMb - known.retainedMb), aim: '' },
    { what: 'the server before they connect', value: `${known.retainedMb.toFixed(0)} MB`, aim: '' },
    { what: 'time until all are connected', value: `${seen.connectS.toFixed(1)} s`, aim: '' },
    {
      what: `keeping alive, a ping each ${keepAliveMs / 1_000} s`,
      value: `${((100 * seen.cpuS) / (idleMs / 1_000)).toFixed(1)} % of a core`,
      aim: '',
    },
    { what: 'connected at the end, closed meanwhile', value: `${seen.open}, ${seen.closed}`, aim: `${deviceCount}, 0` },
  ];
}
