import { monitorEventLoopDelay } from 'node:perf_hooks';
import { columnsType } from '@tocsin/contract/graphs';
import type { PlantDevice } from '@tocsin/e2e/plant';
import WebSocket from 'ws';
import { type Bench, quantile, type Row } from './bench.ts';
import { createFrameTexts } from './load.ts';
import { connectPacket, openMqtt, publishPacket } from './raw-mqtt.ts';
import { hurryLateHours, makeRig, openDatabase, type Rig } from './rig.ts';

const deviceCount = 100;
const framesPerDeviceS = 10;
const watched = 20;
const seconds = 20;
const graphsPerS = 20;
/** Devices with a whole day behind them; their graphs are the ones that are asked. */
const withHistory = 10;
const historyFrameMs = 30_000;
const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** Frame in to socket out at 1,000 frames/s, while 20 day-graphs of 100 sensors a second are asked, as the page asks. */
export const bench: Bench = {
  name: 'latency',
  async run() {
    const rig = await makeRig(deviceCount);
    try {
      await leaveHistory(rig);
      return await measure(rig);
    } finally {
      await rig.remove();
    }
  },
};

async function measure(rig: Rig): Promise<readonly Row[]> {
  const sentAt = new Map<string, number>();
  const delays: number[] = [];
  const viewers = await Promise.all(
    rig.devices.slice(0, watched).map((device) =>
      watch(rig, device, (frameAt) => {
        const sent = sentAt.get(`${device.id} ${frameAt}`);
        if (sent !== undefined) delays.push(performance.now() - sent);
      }),
    ),
  );
  const loop = monitorEventLoopDelay({ resolution: 5 });
  loop.enable();
  const graphs = askGraphs(rig);
  await send(rig, sentAt);
  const { answered, bytes } = await graphs.stop();
  loop.disable();
  for (const viewer of viewers) viewer.terminate();
  const p99 = quantile(delays, 0.99);
  return [
    { what: 'frame in to socket out, p50', value: `${quantile(delays, 0.5).toFixed(1)} ms`, aim: '' },
    { what: 'frame in to socket out, p99', value: `${p99.toFixed(1)} ms`, aim: 'below 100 ms', met: p99 < 100 },
    { what: 'frames seen by viewers', value: `${delays.length}`, aim: `${watched * framesPerDeviceS * seconds}` },
    { what: 'day graphs answered beside it', value: `${(answered / seconds).toFixed(1)}/s`, aim: `${graphsPerS}/s` },
    { what: 'a day graph of 100 sensors', value: `${(bytes / answered / 1e6).toFixed(2)} MB`, aim: '' },
    { what: "the generator's own loop delay, p99", value: `${(loop.percentile(99) / 1e6).toFixed(1)} ms`, aim: '' },
  ];
}

async function watch(rig: Rig, device: PlantDevice, seen: (frameAt: number) => void): Promise<WebSocket> {
  const address = `${rig.server.url.replace('http', 'ws')}/api/v1/ws/device-data/${device.address}/?token=${rig.api.token}`;
  const socket = new WebSocket(address, { origin: rig.server.url });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  socket.on('message', (data: Buffer) => {
    // Parsing whole documents here would measure the generator.
    const text = data.toString('latin1');
    const at = text.lastIndexOf('"frame_at":');
    if (at >= 0) seen(Number.parseInt(text.slice(at + 11, at + 30), 10));
  });
  return socket;
}

/** Each device sends every 100 ms, spread evenly over it. */
async function send(rig: Rig, sentAt: Map<string, number>): Promise<void> {
  const lines = await Promise.all(
    rig.devices.map(async (device, d) => {
      const hello = connectPacket(`latency-${d}`, { username: device.serial, password: device.code });
      return {
        device,
        text: createFrameTexts(d + 1, 'compact'),
        socket: await openMqtt(rig.server.mqttPort, hello, () => undefined),
      };
    }),
  );
  const all = deviceCount * framesPerDeviceS * seconds;
  const from = performance.now();
  for (let n = 0; n < all; ) {
    const due = Math.min(all, Math.floor(((performance.now() - from) / 1000) * deviceCount * framesPerDeviceS));
    for (; n < due; n++) {
      const line = lines[n % deviceCount];
      if (!line) continue;
      const ts = Date.now();
      sentAt.set(`${line.device.id} ${ts}`, performance.now());
      line.socket.write(publishPacket(`tocsin/v1/${line.device.address}/data`, line.text(ts), (n % 60_000) + 1));
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  for (const { socket } of lines) socket.destroy();
}

/** Yesterday to the last whole hour, in chunks and slots as it is read every day. */
async function leaveHistory(rig: Rig): Promise<void> {
  const to = Math.floor(Date.now() / hourMs) * hourMs - hourMs;
  for (const [d, device] of rig.devices.slice(0, withHistory).entries()) {
    const text = createFrameTexts(d + 900, 'compact');
    for (let hour = to - dayMs + hourMs; hour < to; hour += hourMs) {
      const frames = Array.from({ length: hourMs / historyFrameMs }, (_, i) => text(hour + i * historyFrameMs));
      await rig.post(device, 'data', `[${frames.join()}]`);
    }
  }
  const database = await openDatabase(rig.server);
  await hurryLateHours(database);
  for (let left = 1; left > 0; ) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    const { rows } = await database.query<{ n: number }>('select count(*)::int as n from frame_late');
    left = rows[0]?.n ?? 0;
  }
  await database.end();
}

function askGraphs(rig: Rig): { stop: () => Promise<{ readonly answered: number; readonly bytes: number }> } {
  let answered = 0;
  let bytes = 0;
  let n = 0;
  const open = new Set<Promise<void>>();
  const headers = { authorization: `JWT ${rig.api.token}`, accept: columnsType };
  const timer = setInterval(() => {
    const device = rig.devices[n++ % withHistory];
    if (!device) return;
    const one = fetch(`${rig.server.url}/api/v1/graphs/device/${device.id}/?timescale=day`, { headers })
      .then(async (answer) => {
        const body = await answer.arrayBuffer();
        if (!answer.ok) return;
        answered++;
        bytes += body.byteLength;
      })
      .catch(() => undefined);
    open.add(one);
    void one.finally(() => open.delete(one));
  }, 1000 / graphsPerS);
  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.all(open);
      return { answered, bytes };
    },
  };
}
