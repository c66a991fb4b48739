// The edge beside the devices, with real processes: the line is cut for three simulated hours with an alarm inside, the
// edge is killed (-9) in simulated minutes and the portal during the back-fill, the edge's system clock is stepped at each
// start, and the queue is filled to its bound. Every frame that a device got acknowledged is then looked for in the
// portal: nothing lost, nothing doubled, the alarm once, one digest. `--short` kills less often and waits for no digest.
import { execFileSync } from 'node:child_process';
import { Api } from '@tocsin/e2e/api';
import { EdgeProcess, openLine } from '@tocsin/e2e/edge';
import { makePerson, makePlant } from '@tocsin/e2e/plant';
import { admin, TocsinServer } from '@tocsin/e2e/server';
import { openEmbedded } from '../support/_database.ts';
import { pause } from '../support/_pause.ts';
import type { ProofOptions } from '../support/_proof.ts';
import { birthAt, compare, frameAt, frameEveryMs, post, type Sender, send } from './_edge-senders.ts';

export const hasShort = true;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const minutes = 180;
/** Simulated minutes in which the bearing is in alarm. */
const alarm = { from: 60, to: 75 };

/** Written before the first run. */
const expected = { lost: 0, doubled: 0, foreign: 0 };
const expectedLater = { alarmOn: 1, alarmOff: 1, digests: 1 };

interface EdgeRow {
  readonly state: string;
  readonly seen_at: string | null;
  readonly health: {
    readonly queue_records: number;
    readonly refused_records: number;
    readonly memory_bytes: number;
    readonly damaged_records: number;
  } | null;
}

export async function run({ short }: ProofOptions): Promise<boolean> {
  const server = await TocsinServer.start();
  const line = await openLine(server.port);
  const edge = new EdgeProcess();
  try {
    const api = await Api.signIn(server.url, admin.email, admin.password);
    const plant = await makePlant(api, [
      { title: 'Leg 1', type: '0300' },
      { title: 'Leg 2', type: '0300' },
    ]);
    await makePerson(api, plant, 'Manager');
    const [a, b] = plant.devices;
    if (!a || !b) throw new Error('no devices');
    const made = await api.post<{ readonly id: number; readonly code: string }>(`locations/${plant.siteId}/edges/`, {
      title: 'Head house',
    });
    const edgesOf = async () =>
      (await api.get<{ readonly results: readonly EdgeRow[] }>(`locations/${plant.siteId}/edges/`)).results[0];
    await api.send('PATCH', `locations/${plant.siteId}/edges/${made.id}/`, { devices: [a.id, b.id] });
    const direct = await fetch(`${server.url}/api/v1/ingest/${a.address}/data/`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${a.serial}:${a.code}`).toString('base64')}` },
      body: '{}',
    });
    await edge.start({ EDGE_PORTAL: line.url, EDGE_CODE: made.code, EDGE_QUEUE_MB: '3', EDGE_MQTT_PORT: 'off' });
    const senders: Sender[] = [a, b].map((device, i) => ({
      device,
      hasSeq: i === 0,
      acknowledged: [],
      resent: 0,
      refused: 0,
    }));
    // The whole simulated outage lies in hours that are over.
    const start = Math.floor(Date.now() / hourMs) * hourMs - 3 * hourMs;
    for (const sender of senders) while ((await post(edge, sender, 'birth', birthAt(start))) !== 200) await pause(100);

    line.cut();
    const cutAt = Date.now();
    let kills = 0;
    const killEvery = short ? 45 : 1;
    for (let minute = 0; minute < minutes; minute++) {
      const isAlarm = minute >= alarm.from && minute < alarm.to;
      const batches = senders.map((sender) => ({
        sender,
        frames: Array.from({ length: minuteMs / frameEveryMs }, (_, i) =>
          frameAt(sender, start + minute * minuteMs + i * frameEveryMs, isAlarm),
        ),
      }));
      const isKill = minute % killEvery === killEvery - 1;
      const sending = Promise.all(batches.map(({ sender, frames }) => send(edge, sender, frames)));
      if (isKill) {
        await edge.kill();
        kills++;
        // Each start finds another system clock: days behind, hours ahead.
        edge.stepClock([2 * hourMs, -26 * hourMs, -5 * minuteMs, 400 * hourMs][kills % 4] ?? 0);
        await edge.start();
      }
      await sending;
    }
    edge.stepClock(0);

    // The bound: until a push stays unacknowledged.
    let fill = 0;
    const [first] = senders;
    if (!first) throw new Error('no sender');
    let isFull = false;
    while (!isFull) {
      const ts = start - 2 * hourMs + fill * 200 * 10;
      isFull = !(await send(
        edge,
        first,
        Array.from({ length: 200 }, (_, i) => frameAt(first, ts + i * 10, false)),
        1,
      ));
      fill++;
    }
    const waited = Date.now() - cutAt;
    if (!short && waited < 70_000) await pause(70_000 - waited);

    line.restore();
    // Live again while the back-fill runs, and the portal dies in it.
    const live = setInterval(() => void send(edge, first, [frameAt(first, Date.now(), false)], 1), 500);
    for (let i = 0; i < (short ? 1 : 3); i++) {
      await pause(1_500);
      await server.kill();
      await server.start();
    }
    await pause(1_000);
    clearInterval(live);
    await pause(500);
    const endedAt = Date.now();
    // What it said before the cut is of an empty queue too.
    const isDone = async () => {
      const row = await edgesOf().catch(() => undefined);
      const isSince = Date.parse(row?.seen_at ?? '') > endedAt;
      return isSince && row?.health?.queue_records === 0 && row.state === 'online';
    };
    while (!(await isDone())) await pause(500);
    const row = await edgesOf();

    const counted = await Promise.all(senders.map((sender) => compare(api, sender)));
    const sum = (of: (one: (typeof counted)[number]) => number) => counted.reduce((total, one) => total + of(one), 0);
    const got = {
      lost: sum(({ lost }) => lost),
      doubled: sum(({ doubled }) => doubled),
      foreign: sum(({ foreign }) => foreign),
    };
    // Late hours are evaluated when they were quiet for a while, and the digest follows.
    const later = short ? null : await lateResults(server);
    print({ kills, fill, senders, row, got, later, found: sum(({ found }) => found), direct: direct.status });
    const isAs = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other);
    return direct.status === 409 && isAs(got, expected) && (later === null || isAs(later, expectedLater));
  } finally {
    await edge.kill();
    line.stop();
    await server.remove();
  }
}

/** Late alarms and digests, once the first digest is there and another would have come. */
async function lateResults(server: TocsinServer) {
  const client = await openEmbedded(server.dataDir);
  const count = async (query: string): Promise<number> => Number((await client.query(query)).rows[0]?.n ?? 0);
  const digests = () => count("select count(*) as n from mail where subject like 'Edge Head house is back%'");
  const until = Date.now() + 10 * minuteMs;
  while ((await digests()) === 0 && Date.now() < until) await pause(1_000);
  await pause(45_000);
  const found = {
    alarmOn: await count("select count(*) as n from event where is_late and type = 'alarm_on'"),
    alarmOff: await count("select count(*) as n from event where is_late and type = 'alarm_off'"),
    digests: await digests(),
  };
  await client.end();
  return found;
}

function print(shown: {
  readonly kills: number;
  readonly fill: number;
  readonly senders: readonly Sender[];
  readonly row: EdgeRow | undefined;
  readonly got: typeof expected;
  readonly later: typeof expectedLater | null;
  readonly found: number;
  readonly direct: number;
}): void {
  const { kills, senders, row, got, later, found, direct } = shown;
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const sum = (of: (sender: Sender) => number) => senders.reduce((total, sender) => total + of(sender), 0);
  console.log(`\n${new Date().toISOString().slice(0, 16)} commit ${commit}\n\n| | got | expected |\n|---|---|---|`);
  const line = (name: string, value: number | string, wanted: number | string) =>
    console.log(`| ${name} | ${value} | ${wanted} |`);
  line('direct push of a device of the edge', direct, 409);
  line('kills of the edge, each start with another system clock', kills, '');
  line(
    'frames acknowledged by the edge',
    sum(({ acknowledged }) => new Set(acknowledged).size),
    '',
  );
  line(
    'posts repeated by the devices',
    sum(({ resent }) => resent),
    '',
  );
  line(
    'pushes refused by the full queue',
    sum(({ refused }) => refused),
    'more than 0',
  );
  line('frames found in the portal', found, 'as acknowledged');
  line('lost', got.lost, expected.lost);
  line('doubled', got.doubled, expected.doubled);
  line('times that no device sent', got.foreign, expected.foreign);
  line('late alarms begun and ended', later ? `${later.alarmOn} and ${later.alarmOff}` : 'not waited for', '1 and 1');
  line('digests of late events', later?.digests ?? 'not waited for', expectedLater.digests);
  line(
    'records refused, records damaged',
    `${row?.health?.refused_records ?? '?'}, ${row?.health?.damaged_records ?? '?'}`,
    '0, 0',
  );
  line('memory of the edge', `${Math.round((row?.health?.memory_bytes ?? 0) / 1024 / 1024)} MB`, '');
}
