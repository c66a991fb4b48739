import { monitorEventLoopDelay } from 'node:perf_hooks';
import { startMailServer } from '@tocsin/e2e/mailbox';
import WebSocket from 'ws';
import { type Bench, quantile, type Row } from './bench.ts';
import { createFrameTexts, sensorPaths } from './load.ts';
import { connectPacket, openMqtt, publishPacket } from './raw-mqtt.ts';
import { makeRig, type Rig } from './rig.ts';

const deviceCount = 100;
const framesPerDeviceS = 10;
/** Runs before the first alarm, so that steady load is measured and not the connecting of a hundred devices. */
const quietS = 5;
/**
 * Each device raises an alarm of one more sensor in turn, three times a minute each: too few for a rule to group them.
 */
const alarmsPerS = 5;
const alarmsPerDevice = 3;
const alarmCount = deviceCount * alarmsPerDevice;
const seconds = quietS + alarmCount / alarmsPerS;

/**
 * Time from frame to socket message, and from frame to the mail's arrival at the SMTP server, at 1,000 frames/s of 100
 * devices. Each device has its own rule and contact, so that mails can be told apart.
 */
export const bench: Bench = {
  name: 'alarms',
  async run() {
    const mail = await startMailServer();
    const rig = await makeRig(deviceCount, { SMTP_URL: mail.url, MAIL_FROM: 'Tocsin <alarms@tocsin.example>' });
    try {
      return await measure(rig, mail.arrivals);
    } finally {
      await rig.remove();
      await mail.stop();
    }
  },
};

/** An alarm by its device and its sensor's number. */
const alarmOf = (deviceId: number, sensor: number): string => `${deviceId} ${sensor}`;
const contactOf = (device: { readonly id: number }): string => `device-${device.id}@plant.example`;

async function measure(rig: Rig, arrivals: ReadonlyMap<string, readonly number[]>): Promise<readonly Row[]> {
  for (const device of rig.devices)
    await rig.api.post('notification-settings/', {
      delivery_method: 'Email',
      event_type: 'alarm',
      contact_when: 0,
      all_devices: false,
      devices: [device.id],
      send_to_alternative: true,
      alternative_contact: contactOf(device),
    });
  const toasts = new Map<string, number>();
  const socket = await watch(rig, (alarm) => {
    if (!toasts.has(alarm)) toasts.set(alarm, Date.now());
  });
  const loop = monitorEventLoopDelay({ resolution: 5 });
  loop.enable();
  const sent = await send(rig);
  loop.disable();
  const came = ({ id }: { readonly id: number }) => arrivals.get(contactOf({ id }))?.length ?? 0;
  await waitFor(() => rig.devices.every((device) => came(device) >= alarmsPerDevice));
  socket.terminate();
  const all = rig.devices.flatMap((device) =>
    Array.from({ length: alarmsPerDevice }, (_, n) => {
      const at = sent.get(alarmOf(device.id, n)) ?? Number.NaN;
      const mailed = arrivals.get(contactOf(device))?.[n];
      return { toast: (toasts.get(alarmOf(device.id, n)) ?? Number.NaN) - at, mail: (mailed ?? Number.NaN) - at };
    }),
  );
  const toToast = all.map((one) => one.toast).filter((ms) => !Number.isNaN(ms));
  const toMail = all.map((one) => one.mail).filter((ms) => !Number.isNaN(ms));
  const row = (what: string, values: readonly number[], part: number, aim: string): Row => ({
    what,
    value: `${quantile(values, part).toFixed(0)} ms`,
    aim,
  });
  return [
    {
      what: `alarms sent, under ${deviceCount * framesPerDeviceS} frames/s of ${deviceCount} devices`,
      value: String(sent.size),
      aim: String(alarmCount),
    },
    { what: 'toasts, mails', value: `${toToast.length}, ${toMail.length}`, aim: `${sent.size}, ${sent.size}` },
    row('frame to toast (socket message), p50', toToast, 0.5, ''),
    row('frame to toast (socket message), p99', toToast, 0.99, 'below 200 ms'),
    row('frame to mail at the SMTP server, p50', toMail, 0.5, ''),
    row('frame to mail at the SMTP server, p99', toMail, 0.99, 'below 1,000 ms'),
    { what: "the generator's own loop delay, p99", value: `${(loop.percentile(99) / 1e6).toFixed(1)} ms`, aim: '' },
  ];
}

async function waitFor(done: () => boolean, withinMs = 30_000): Promise<void> {
  const until = Date.now() + withinMs;
  while (!done() && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 50));
}

/** Without the device. */
const pathIn = (fullId: string): string => fullId.slice(fullId.indexOf('.') + 1);

async function watch(rig: Rig, seen: (alarm: string) => void): Promise<WebSocket> {
  const address = `${rig.server.url.replace('http', 'ws')}/api/v1/ws/current-user-notifications/`;
  const socket = new WebSocket(address, { origin: rig.server.url });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  socket.send(JSON.stringify({ command: 'auth', token: rig.api.token, selection: rig.api.selection }));
  socket.on('message', (data: Buffer) => {
    const message: {
      notifications?: { device_id: number; event_type: string; full_sensor_id: string }[];
    } = JSON.parse(data.toString('utf8'));
    for (const row of message.notifications ?? [])
      if (row.event_type === 'alarm_on') seen(alarmOf(row.device_id, sensorPaths.indexOf(pathIn(row.full_sensor_id))));
  });
  return socket;
}

const alarmTexts = Array.from({ length: alarmsPerDevice + 1 }, (_, on) => {
  const sensors = Array.from({ length: on }, (_, i) => i);
  return `"alarm":[${sensors}],"state":{${sensors.map((i) => `"${i}":"Absolute"`)}}`;
});

/** Each device sends every 100 ms. Returns when each alarm's frame was sent. */
async function send(rig: Rig): Promise<ReadonlyMap<string, number>> {
  const lines = await Promise.all(
    rig.devices.map(async (device, d) => {
      const hello = connectPacket(`alarms-${d}`, { username: device.serial, password: device.code });
      const text = createFrameTexts(d + 1, 'compact');
      return { device, text, socket: await openMqtt(rig.server.mqttPort, hello, () => undefined) };
    }),
  );
  const sentAt = new Map<string, number>();
  const all = deviceCount * framesPerDeviceS * seconds;
  const from = performance.now();
  for (let n = 0; n < all; ) {
    const passed = (performance.now() - from) / 1000;
    const due = Math.min(all, Math.floor(passed * deviceCount * framesPerDeviceS));
    for (; n < due; n++) {
      const line = lines[n % deviceCount];
      if (!line) continue;
      const now = Date.now();
      // Alarms that the load raises by chance are left out.
      const quiet = line.text(now).replace(/,"alarm":.*$/, '}');
      const turn = (passed - quietS) * alarmsPerS - (n % deviceCount);
      const on = turn < 0 ? 0 : Math.min(alarmsPerDevice, Math.floor(turn / deviceCount) + 1);
      const frame = on === 0 ? quiet : `${quiet.slice(0, -1)},${alarmTexts[on]}}`;
      if (on > 0 && !sentAt.has(alarmOf(line.device.id, on - 1))) sentAt.set(alarmOf(line.device.id, on - 1), now);
      line.socket.write(publishPacket(`tocsin/v1/${line.device.address}/data`, frame, (n % 60_000) + 1));
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  for (const { socket } of lines) socket.destroy();
  return sentAt;
}
