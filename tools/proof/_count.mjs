// What devices sent, counted against the database: frames and events. It knows nothing of the server but its tables.

export const countInto = (map, key, n = 1) => map.set(key, (map.get(key) ?? 0) + n);

/** One row of the table: what was made between two moments. */
export async function countWindow({ query, lines, from, to }) {
  const rows = await query(
    `select device_id, coalesce(device_ts, ts)::float8 as "deviceTs", ts::float8 as ts, seq::float8 as seq, false as "isLate"
     from frame
     union all select device_id, device_ts::float8, ts::float8, seq::float8, true from frame_late`,
  );
  const stored = new Map();
  for (const row of rows) {
    const key = frameKey(row.device_id, row.deviceTs, row.seq);
    stored.set(key, [...(stored.get(key) ?? []), row]);
  }
  const storedOf = (line, frame) => stored.get(frameKey(line.device.id, frame.ts, frame.seq)) ?? [];
  const isInside = ({ ts }) => ts >= from && ts < to;
  return { ...countFrames(lines, storedOf, isInside), ...(await countEvents(query, lines, storedOf, isInside)) };
}

const frameKey = (device, deviceTs, seq) => `${device} ${deviceTs} ${seq}`;

function countFrames(lines, storedOf, isInside) {
  const found = lines.flatMap((line) => line.acknowledged.filter(isInside).map((frame) => storedOf(line, frame)));
  const all = found.flat();
  return {
    acknowledged: found.length,
    found: found.filter((rows) => rows.length > 0).length,
    doubled: found.filter((rows) => rows.length > 1).length,
    acceptedTwice: lines.reduce(
      (sum, { made, accepted }) =>
        sum + made.filter((frame) => isInside(frame) && (accepted.get(frame.seq) ?? 0) > 1).length,
      0,
    ),
    late: all.filter(({ isLate }) => isLate).length,
    moved: all.filter(({ ts, deviceTs }) => ts !== deviceTs).length,
  };
}

/**
 * Edges of the alarm as the devices made them, against the events, by the millisecond. The time of an event is that of
 * its frame as it was stored: a backlog of constant length looks like a wrong clock, whose offset the portal takes off.
 */
async function countEvents(query, lines, storedOf, isInside) {
  const rows = await query(
    `select e.id::float8 as id, e.device_id, e.type, e.at::float8 as at,
       coalesce(e.forebear_id, e.id)::float8 as "standsWhile",
       case e.type when 'alarm_off' then e.at else o.at end::float8 as "overAt"
     from event e left join event o on o.device_id = e.device_id and o.forebear_id = e.id and o.type = 'alarm_off'
     where e.type in ('alarm_on', 'alarm_off') and e.sensor_id = '4000'`,
  );
  const byKey = Map.groupBy(rows, ({ device_id, type, at }) => `${device_id} ${type} ${at}`);
  const missing = [];
  const events = [];
  let [expected, right] = [0, 0];
  const matched = new Set();
  for (const line of lines)
    for (const [i, frame] of line.made.entries()) {
      const is = frame.alarm.length > 0;
      if (is === (line.made[i - 1]?.alarm.length ?? 0) > 0) continue;
      const type = is ? 'alarm_on' : 'alarm_off';
      const at = storedOf(line, frame)[0]?.ts ?? frame.ts;
      const its = byKey.get(`${line.device.id} ${type} ${at}`) ?? [];
      for (const event of its) matched.add(event);
      if (!isInside(frame)) continue;
      expected++;
      events.push(...its);
      if (its.length === 1) right++;
      else missing.push({ device: line.device.id, type, at, times: its.length, stored: storedOf(line, frame) });
    }
  // What no edge caused counts where it stands.
  events.push(...rows.filter((event) => !matched.has(event) && isInside({ ts: event.at })));
  return { expected, right, events, missing };
}
