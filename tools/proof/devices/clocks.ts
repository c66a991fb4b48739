// Wrong clocks in real time on a real server: one 3 hours slow, one 4 minutes fast, and one that steps back 67 minutes.
// Each device's belt touches after the rule's five frames: prints how long until the alarm is in the database, its
// recorded begin, and what is reported of the clock.
import { Api } from '@tocsin/e2e/api';
import { makePlant, type NewDevice } from '@tocsin/e2e/plant';
import { admin, TocsinServer } from '@tocsin/e2e/server';
import { createDevice } from '@tocsin/simulator/create-device';
import { JsonDevice } from '@tocsin/simulator/json-device';
import { openEmbedded } from '../support/_database.ts';
import { pause } from '../support/_pause.ts';

interface LoggedEvent {
  readonly type: string;
  /** Unix ms; PostgreSQL's bigint comes as text. */
  readonly at: string;
  readonly received_at: string;
  readonly content: string;
  readonly is_late: boolean;
}

export const hasShort = true;
export const mostlyWaits = true;

const minute = 60_000;
const sensor = '3.3000';
const clocks = [
  { title: '3 hours slow', from: -180 * minute, to: -180 * minute },
  { title: '4 minutes fast', from: 4 * minute, to: 4 * minute },
  { title: 'steps back 67 minutes', from: 0, to: -67 * minute },
];

export async function run(): Promise<boolean> {
  const server = await TocsinServer.start();
  const timers: NodeJS.Timeout[] = [];
  const lines: JsonDevice[] = [];
  try {
    const api = await Api.signIn(server.url, admin.email, admin.password);
    const { devices } = await makePlant(
      api,
      clocks.map(({ title }): NewDevice => ({ title, type: '0300' })),
    );
    for (const [i, device] of devices.entries()) {
      const sim = createDevice({ type: '0300', seed: i + 1, startMs: Date.now(), ambientC: 20, warm: true, missed: 0 });
      sim.act({ do: 'clock', offsetMs: clocks[i].from });
      const { address, serial, code } = device;
      const line = new JsonDevice(sim, { url: server.mqttUrl, address, serial, code });
      line.start();
      timers.push(setInterval(() => line.advance(Date.now()), 50));
      lines.push(line);
    }
    await pause(15_000);
    for (const [i, line] of lines.entries()) line.sim.act({ do: 'clock', offsetMs: clocks[i].to });
    // Five frames over at least 10 s, as the clock rule requires.
    await pause(15_000);
    const began = Date.now();
    for (const line of lines) line.sim.act({ do: 'drive', sensor, curve: { kind: 'constant', value: 0 } });
    await pause(8_000);
    for (const line of lines) line.sim.act({ do: 'release', sensor });
    await pause(5_000);

    const database = await openEmbedded(server.dataDir);
    let holds = true;
    for (const [i, device] of devices.entries()) {
      const { rows } = await database.query<LoggedEvent>(
        'select type, at, received_at, content, is_late from event where device_id = $1 order by id',
        [device.id],
      );
      const on = rows.find((row) => row.type === 'alarm_on');
      const off = rows.find((row) => row.type === 'alarm_off');
      const notice = rows
        .filter((row) => row.type === 'device_administration' && row.content.startsWith('Device clock'))
        .map((row) => row.content);
      const after = (Number(on?.received_at) - began) / 1000;
      const beside = (Number(on?.at) - began) / 1000;
      console.log(
        `${clocks[i].title}: alarm ${after.toFixed(1)} s after the touch, begun at ${beside.toFixed(1)} s by the log, ` +
          `ended: ${Boolean(off)}, late: ${on?.is_late}; ${notice.join('; ') || 'nothing said of the clock'}`,
      );
      holds &&= after < 5 && Math.abs(beside) < 5 && on?.is_late === false && Boolean(off);
      holds &&= notice.length === 1 && notice[0].startsWith('Device clock is wrong by ');
    }
    await database.end();
    return holds;
  } finally {
    for (const timer of timers) clearInterval(timer);
    await Promise.all(lines.map((line) => line.sender.stop()));
    await server.remove();
  }
}
