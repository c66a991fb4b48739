// Devices that send over HTTP to whichever process answers, and never lose a frame; pages that show them; and the count of
// both against the database, which knows nothing of the server but its tables.
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

/** One row of the table: what was made between two moments, against the database. */
export async function countWindow({ query, lines, from, to }) {
  const frames = await countFrames(query, lines, from, to);
  return { ...frames, ...(await countEvents(query, lines, from, to)) };
}

const countInto = (map, key, n = 1) => map.set(key, (map.get(key) ?? 0) + n);

async function countFrames(query, lines, from, to) {
  const rows = await query(
    `select device_id, coalesce(device_ts, ts)::float8 as ts, seq::float8 as seq from frame
     union all select device_id, device_ts::float8, seq::float8 from frame_late`,
  );
  const stored = new Map();
  for (const { device_id, ts, seq } of rows) countInto(stored, `${device_id} ${ts} ${seq}`);
  const times = lines.flatMap(({ device, acknowledged }) =>
    acknowledged
      .filter(({ ts }) => ts >= from && ts < to)
      .map(({ ts, seq }) => stored.get(`${device.id} ${ts} ${seq}`) ?? 0),
  );
  const found = times.filter((n) => n > 0).length;
  const acceptedTwice = lines.reduce(
    (sum, { made, accepted }) =>
      sum + made.filter(({ ts, seq }) => ts >= from && ts < to && (accepted.get(seq) ?? 0) > 1).length,
    0,
  );
  return { acknowledged: times.length, found, doubled: times.filter((n) => n > 1).length, acceptedTwice };
}

/** Edges of the alarm as the devices made them, against the events, by the millisecond. */
async function countEvents(query, lines, from, to) {
  const events = await query(
    `select e.id::float8 as id, e.device_id, e.type, e.at::float8 as at, coalesce(e.forebear_id, e.id)::float8 as "standsWhile",
       case e.type when 'alarm_off' then e.at else o.at end::float8 as "overAt"
     from event e left join event o on o.device_id = e.device_id and o.forebear_id = e.id and o.type = 'alarm_off'
     where e.type in ('alarm_on', 'alarm_off') and e.sensor_id = '4000' and e.at >= $1 and e.at < $2`,
    [from, to],
  );
  const got = new Map();
  for (const { device_id, type, at } of events) countInto(got, `${device_id} ${type} ${at}`);
  const edges = lines.flatMap(({ device, made }) =>
    made.flatMap(({ ts, alarm }, i) => {
      const is = alarm.length > 0;
      const was = (made[i - 1]?.alarm.length ?? 0) > 0;
      return is === was || ts < from || ts >= to ? [] : [`${device.id} ${is ? 'alarm_on' : 'alarm_off'} ${ts}`];
    }),
  );
  const right = edges.filter((edge) => got.get(edge) === 1).length;
  return { expected: edges.length, right, events };
}
