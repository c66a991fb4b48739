import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { DeviceModbus, ModbusStatistics } from '@tocsin/contract/modbus';
import { Api } from '@tocsin/e2e/api';
import { makePlant, type PlantDevice } from '@tocsin/e2e/plant';
import { admin, TocsinServer } from '@tocsin/e2e/server';
import { ModbusServer } from '@tocsin/simulator/testing/modbus-server';
import { type Bench, quantile, type Row } from './bench.ts';

const deviceCount = 500;
/** How many of them accept a connection and never answer. */
const deadCount = 20;
const planMs = 10_000;
const settleMs = 25_000;
const measuredMs = 60_000;

type Counted = Pick<ModbusStatistics, 'polls' | 'frames' | 'requests' | 'state'> & { readonly at: number };

/**
 * 500 F500 (160 sensors each) polled by one process over Modbus TCP, twenty of them dead: the others keep their
 * interval.
 */
export const bench: Bench = {
  name: 'modbus',
  async run() {
    const field = new ModbusServer({ register: (at) => registerNow(at), bit: () => false });
    const port = await field.start(0, '0.0.0.0');
    const silent = await openSilent();
    const server = await TocsinServer.start({ env: { LOG_LEVEL: 'error', MODBUS_NETWORKS: '127.0.0.0/8' } });
    try {
      const api = await Api.signIn(server.url, admin.email, admin.password);
      const { devices } = await makePlant(
        api,
        Array.from({ length: deviceCount }, (_, i) => ({ title: `F500 ${i + 1}`, type: 'F500' as const })),
      );
      for (const [i, device] of devices.entries()) {
        const address = `127.1.${i >> 8}.${i & 255}:${i < deadCount ? silent.port : port}`;
        await api.call('PATCH', `devices/${device.id}/`, { ip_address: address });
      }
      await pause(settleMs);
      return await measure(api, devices);
    } finally {
      await server.remove();
      await field.stop();
      silent.close();
    }
  },
};

async function measure(api: Api, devices: readonly PlantDevice[]): Promise<readonly Row[]> {
  const before = await statisticsOf(api, devices);
  await pause(measuredMs);
  const after = await statisticsOf(api, devices);
  const intervals: number[] = [];
  const spans: number[] = [];
  const grown = { frames: 0, requests: 0 };
  const silentCount = [...after.values()].filter(({ state }) => state === 'backing-off').length;
  for (const [i, device] of devices.entries()) {
    const [from, to] = [before.get(device.id), after.get(device.id)];
    if (!from || !to) continue;
    for (const name of ['frames', 'requests'] as const) grown[name] += to[name] - from[name];
    spans.push(to.at - from.at);
    // Devices are read one after the other, so the time between two readings of the same device counts.
    if (i >= deadCount) intervals.push((to.at - from.at) / (to.polls - from.polls));
  }
  // A device counts 5 to 7 complete polls in a minute of six, so the mean over all tells the rate.
  const mean = devices.length === 0 ? Number.NaN : intervals.length / intervals.reduce((sum, ms) => sum + 1 / ms, 0);
  const seconds = spans.reduce((sum, ms) => sum + ms, 0) / spans.length / 1_000;
  const part = Math.abs(mean / planMs - 1);
  return [
    { what: 'devices polled, of which dead', value: `${deviceCount}, ${deadCount}`, aim: '' },
    {
      what: 'frames stored',
      value: `${(grown.frames / seconds).toFixed(1)}/s`,
      aim: `${(deviceCount - deadCount) / (planMs / 1_000)}/s`,
    },
    { what: 'samples', value: `${((grown.frames * 160) / seconds).toFixed(0)}/s`, aim: '' },
    { what: 'requests', value: `${(grown.requests / seconds).toFixed(0)}/s`, aim: '' },
    { what: 'devices shown as not answering', value: `${silentCount}`, aim: `${deadCount}` },
    {
      what: "a living device's interval, slowest",
      value: `${(quantile(intervals, 1) / 1_000).toFixed(2)} s`,
      aim: `${planMs / 1_000} s`,
    },
    {
      what: "the living devices' mean interval against their plan",
      value: `${(mean / 1_000).toFixed(2)} s of ${planMs / 1_000} s`,
      aim: 'within 10 %',
      passed: part <= 0.1,
    },
  ];
}

async function statisticsOf(api: Api, devices: readonly PlantDevice[]): Promise<Map<number, Counted>> {
  const countsByDevice = new Map<number, Counted>();
  for (const device of devices) {
    const { statistics } = await api.get<DeviceModbus>(`devices/${device.id}/modbus/`);
    if (statistics) countsByDevice.set(device.id, { ...statistics, at: performance.now() });
  }
  return countsByDevice;
}

const scratch = new DataView(new ArrayBuffer(4));

/**
 * The simulated F500's register layout (simulator/src/testing/modbus-image.ts): every value moves and no sensor is in alarm.
 */
function registerNow(at: number): number {
  if (at === 0) return Math.floor(Date.now() / 1_000) % 256;
  if (at < 1_000) return 0;
  const sensor = (at - 1_000) >> 1;
  scratch.setFloat32(0, 30 + (sensor % 17) + Math.sin(Date.now() / 60_000 + sensor));
  return scratch.getUint16(at & 1 ? 2 : 0);
}

function openSilent(): Promise<{ readonly port: number; close(): void }> {
  const open = new Set<Socket>();
  const server: Server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => open.delete(socket));
    socket.resume();
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '0.0.0.0', () => {
      const address = server.address();
      if (typeof address !== 'object' || !address) return reject(new Error('no port'));
      resolve({
        port: address.port,
        close: () => {
          for (const socket of open) socket.destroy();
          server.close();
        },
      });
    });
  });
}
