import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@tocsin/e2e/ports';
import { type Bench, perSecond, ratioRow } from './bench.ts';
import { createFrameTexts } from './load.ts';
import { connectPacket, openMqtt, publishAll, publishPacket, subscribePacket } from './raw-mqtt.ts';
import { makeRig, type Rig } from './rig.ts';

const deviceCount = 200;
const framesPerDevice = 50;
const rounds = 4;
const window = 16;

/**
 * Single frames of 100 sensors at QoS 1 stored by Tocsin, compared with bare Mosquitto forwarding them to one
 * subscriber.
 */
export const bench: Bench = {
  name: 'mqtt',
  async run() {
    const rig = await makeRig(deviceCount);
    try {
      const addresses = rig.devices.map((device) => device.address);
      const seconds = { stored: 0, bare: 0 };
      let hasMosquitto = true;
      // In turns, so that other work of the machine affects both.
      for (let round = 0; round < rounds; round++) {
        const payloads = rig.devices.map((_, d) => framesOf(d + 1_000 * round));
        const bare = await bareMosquitto(addresses, payloads);
        hasMosquitto = bare !== null;
        seconds.bare += bare ?? 0;
        seconds.stored += await storedIn(rig, payloads);
      }
      const all = rounds * deviceCount * framesPerDevice;
      const stored = all / seconds.stored;
      const bare = hasMosquitto ? all / seconds.bare : null;
      return [
        { what: 'frames stored, QoS 1, acknowledged after the commit', value: perSecond(stored), aim: '' },
        { what: 'the same through bare Mosquitto', value: bare === null ? 'not installed' : perSecond(bare), aim: '' },
        ...(bare === null ? [] : [ratioRow('stored / Mosquitto', stored / bare, 0.75)]),
      ];
    } finally {
      await rig.remove();
    }
  },
};

/** Seconds until every frame is acknowledged, which is after its commit. */
async function storedIn(rig: Rig, payloads: readonly (readonly string[])[]): Promise<number> {
  const packets = rig.devices.map((device, d) => packetsOf(device.address, payloads[d] ?? []));
  const from = performance.now();
  await Promise.all(
    rig.devices.map((device, d) => {
      const hello = connectPacket(`bench-${d}`, { username: device.serial, password: device.code });
      return publishAll(rig.server.mqttPort, hello, packets[d] ?? [], window);
    }),
  );
  return (performance.now() - from) / 1000;
}

function framesOf(device: number): string[] {
  const text = createFrameTexts(device + 1, 'compact');
  const from = Date.now();
  return Array.from({ length: framesPerDevice }, (_, i) => text(from + 5 * i));
}

const packetsOf = (address: string, payloads: readonly string[]): Buffer[] =>
  payloads.map((payload, i) => publishPacket(`tocsin/v1/${address}/data`, payload, i + 1));

/** Seconds until one subscriber has received everything; null if Mosquitto is not installed. */
async function bareMosquitto(
  addresses: readonly string[],
  payloads: readonly (readonly string[])[],
): Promise<number | null> {
  const program = ['/usr/sbin/mosquitto', 'mosquitto'].find((name) => spawnSync(name, ['-h']).error === undefined);
  if (!program) return null;
  const folder = mkdtempSync(join(tmpdir(), 'mosquitto-'));
  const port = await freePort();
  const config = join(folder, 'mosquitto.conf');
  writeFileSync(
    config,
    `listener ${port} 127.0.0.1\nallow_anonymous true\nmax_inflight_messages 0\nmax_queued_messages 0\n`,
  );
  const child = spawn(program, ['-c', config], { stdio: 'ignore' });
  try {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const all = addresses.length * framesPerDevice;
    let got = 0;
    let done: () => void = () => undefined;
    const passedOn = new Promise<void>((resolve) => {
      done = resolve;
    });
    const subscriber = await openMqtt(port, connectPacket('subscriber', null), (first, body) => {
      if (first >> 4 !== 3) return;
      const topicBytes = body.readUInt16BE(0);
      subscriber.write(Buffer.from([0x40, 2, body[2 + topicBytes] ?? 0, body[3 + topicBytes] ?? 0]));
      if (++got === all) done();
    });
    subscriber.write(subscribePacket('tocsin/v1/#'));
    await new Promise((resolve) => setTimeout(resolve, 200));
    const packets = addresses.map((address, d) => packetsOf(address, payloads[d] ?? []));
    const from = performance.now();
    await Promise.all(packets.map((list, d) => publishAll(port, connectPacket(`bare-${d}`, null), list, window)));
    await passedOn;
    const seconds = (performance.now() - from) / 1000;
    subscriber.destroy();
    return seconds;
  } finally {
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}
