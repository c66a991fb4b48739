// Devices that send over HTTP to whichever process answers, and never lose a frame; and pages that show them.
import { countInto } from './_count.mjs';
import { connectPage } from './_page.mjs';

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
/** So long a device waits for its answer before it tries another door. */
const patienceMs = 5_000;
const sensors = ['4000', '4001', '4002', '4003'].map((id) => ({
  id,
  name: `Bearing ${id}`,
  type: 'NUMERIC',
  unit: 'C',
}));

/** Begins to send: a frame each `everyMs`; each device has an alarm for some seconds, then none. */
export function startSenders({ devices, urls, everyMs }) {
  let stopped = false;
  const lines = devices.map((device, index) => {
    const line = { device, made: [], acknowledged: [], accepted: new Map(), refusals: 0, door: index, queue: [] };
    line.done = run(line);
    return line;
  });

  async function post(line, kind, body) {
    const all = urls();
    const url = all[line.door % all.length];
    const authorization = `Basic ${Buffer.from(`${line.device.serial}:${line.device.code}`).toString('base64')}`;
    const options = { method: 'POST', headers: { authorization }, body: JSON.stringify(body) };
    const answered = fetch(`${url}/api/v1/ingest/${line.device.address}/${kind}/`, options).then(
      async (answer) => {
        const { accepted = 0 } = await answer.json().catch(() => ({}));
        // An answer that comes too late for the device is heard here all the same.
        if (answer.status === 200 && kind === 'data') countInto(line.accepted, body.seq, accepted);
        return answer.status;
      },
      () => 0,
    );
    const status = await Promise.race([answered, pause(patienceMs).then(() => 0)]);
    if (status === 200) return true;
    line.refusals++;
    if (status === 409) await post(line, 'birth', birth());
    // As a balancer before them would: the next one.
    line.door++;
    await pause(100);
    return false;
  }

  async function run(line) {
    while (!(await post(line, 'birth', birth())));
    for (;;) {
      const frame = line.queue[0];
      if (!frame) {
        if (stopped) return;
        await pause(10);
        continue;
      }
      if (!(await post(line, 'data', frame))) continue;
      line.queue.shift();
      line.acknowledged.push(frame);
    }
  }

  let tick = 0;
  const timer = setInterval(() => {
    tick++;
    lines.forEach((line, index) => {
      const alarm = (tick + index * 3) % 24 < 8;
      const at = Date.now();
      const frame = { ts: at, seq: tick, boot: 1, alarm: alarm ? [0] : [] };
      frame.v = sensors.map((_, i) => 40 + i + (tick % 50) / 4);
      line.made.push(frame);
      line.queue.push(frame);
    });
  }, everyMs);

  return {
    lines,
    /** Makes no more, and waits until all is acknowledged. */
    async stop(withinMs = 60_000) {
      clearInterval(timer);
      stopped = true;
      const all = Promise.all(lines.map((line) => line.done)).then(() => true);
      return await Promise.race([all, pause(withinMs).then(() => false)]);
    },
  };
}

const birth = () => ({ ts: Date.now(), groups: [{ id: '4', name: 'Temperature', sensors }] });

/** Pages of some devices: the longest time that each was told nothing, by window. */
export function startPages({ devices, url, token }) {
  const pages = devices.map((device, i) => connectPage({ device, url: (tries) => url(tries + i), token }));
  return {
    longestSilence: (from, to) => Math.max(...pages.map((page) => page.longestSilence(from, to))),
    longestClosed: (from, to) => Math.max(...pages.map((page) => page.longestClosed(from, to))),
    stop: () => {
      for (const page of pages) page.close();
    },
  };
}
