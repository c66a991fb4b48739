import { setTimeout as sleep } from 'node:timers/promises';
import { DeviceId } from '@tocsin/contract/ids';
import { afterEach, describe, expect, it } from 'vitest';
import { type DrivenClock, drivenClock } from './base/clock.ts';
import { idBlock } from './base/ids.ts';
import { type KillPoint, killPoints, type Reach } from './base/kill-at.ts';
import { createLog } from './base/log.ts';
import { testDatabase } from './base/testing/database.ts';
import type { Receipt } from './flow/1-receive/intake.ts';
import { type JsonKind, jsonMessage } from './flow/1-receive/json-messages.ts';
import { Keep } from './flow/4-keep/keep.ts';
import { idBlocks } from './flow/4-keep/load.ts';
import { catalogOf, someBirth, someDevice } from './line/testing/bench-device.ts';
import { Line } from './line.ts';

const database = testDatabase();
const begin = Date.UTC(2026, 2, 1, 12);
const rule = { id: 5, path: '4.4000', sign: '>', value: 65, delayMs: 25_000 } as const;
const device = someDevice({ id: DeviceId.parse(7), warningRules: [rule] });
const catalog = catalogOf(new Map([[device.id, device]]));

/** The server as far as the line goes. When it dies, nothing of it is heard any more. */
class Server {
  readonly #keep: Keep;
  readonly line: Line;
  dead = false;

  constructor(clock: DrivenClock, reach: Reach = () => {}) {
    const log = createLog('silent');
    this.#keep = new Keep({ address: database.address, log, clock, catalog, reach, bounds: { gatherMs: 1 } });
    const ids = (kind: keyof typeof idBlocks) => idBlock(idBlocks[kind], () => this.#keep.takeIds(kind));
    this.line = new Line({
      ...{ catalog, clock, log, reach, keep: this.#keep },
      ids: { event: ids('event'), layout: ids('layout') },
      retentionMs: 400 * 86_400_000,
    });
  }

  async start(): Promise<this> {
    await this.#keep.start(this.line.asks);
    await this.line.start();
    return this;
  }

  /** Ends as a process ends: its database session breaks off, whatever it was doing. */
  async die(): Promise<void> {
    this.dead = true;
    this.line.stop();
    await database.pool.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
       where application_name = 'tocsin keep' and datname = current_database()`,
    );
  }

  async stop(): Promise<void> {
    this.line.stop();
    await this.#keep.stop();
  }

  /** Whether the message was acknowledged. */
  send(kind: JsonKind, body: unknown): Promise<boolean> {
    return new Promise((resolve) => {
      const gone = setInterval(() => {
        if (!this.dead) return;
        clearInterval(gone);
        resolve(false);
      }, 5);
      const answered = (receipt: Receipt) => {
        if (this.dead) return;
        clearInterval(gone);
        resolve(receipt.kind === 'stored');
      };
      this.line.take(jsonMessage(kind, device.id, Buffer.from(JSON.stringify(body)), null), answered);
    });
  }
}

/** What a device goes through: alarms, a warning with its counter, a reboot, a restart of the test, bad values. */
function script(): { readonly kind: JsonKind; readonly body: object; readonly at: number }[] {
  const out: { kind: JsonKind; body: object; at: number }[] = [];
  out.push({ kind: 'birth', at: begin, body: someBirth(begin, { boot: 1 }) });
  for (let i = 1; i <= 24; i++) {
    const at = begin + i * 4_000;
    if (i === 17) out.push({ kind: 'birth', at, body: someBirth(at, { boot: 2 }) });
    const hot = i > 5 && i < 15;
    const v = [hot ? 70 + i : 20, i === 20 ? 'bad' : i, i % 2];
    out.push({ kind: 'data', at, body: { ts: at, seq: i, v, alarm: i > 8 && i < 12 ? [0, 1] : [] } });
  }
  return out;
}

interface Outcome {
  readonly frames: unknown;
  readonly events: unknown;
  readonly judged: unknown;
  readonly board: unknown;
}

/** Plays the script; the server dies at the n-th time that `point` is reached, and another goes on from the database. */
async function play(point: KillPoint | null, times = 1): Promise<Outcome & { readonly died: boolean }> {
  const clock = drivenClock(begin);
  let left = times;
  let died = false;
  const mortal: { server: Server | null } = { server: null };
  const reach: Reach = (reached) => {
    if (mortal.server?.dead) return new Promise(() => {});
    if (died || reached !== point || --left > 0) return undefined;
    died = true;
    void mortal.server?.die();
    return new Promise(() => {});
  };
  let server = await new Server(clock, reach).start();
  mortal.server = server;
  const unanswered = [...script()];
  for (let next = unanswered[0]; next; next = unanswered[0]) {
    clock.advanceTo(next.at);
    // What is not acknowledged is sent again, as devices do.
    if (await server.send(next.kind, next.body)) unanswered.shift();
    else {
      await sleep(30);
      server = await new Server(clock).start();
      mortal.server = server;
    }
  }
  const outcome = await read();
  await server.stop();
  return { ...outcome, died };
}

async function read(): Promise<Outcome> {
  const { rows: frames } = await database.pool.query(
    'select ts, device_ts, boot, seq, p from frame order by ts, boot, seq',
  );
  const { rows: events } = await database.pool.query(
    `select type, at, sensor_id, content, value, is_active, duration,
       (select f.at from event f where f.id = e.forebear_id) as forebear_at
     from event e order by at, type, sensor_id`,
  );
  const { rows: boards } = await database.pool.query('select newest_ts, online, texts, state from device_latest');
  const { judged, counters: _, keys: __, onlineSince: ___, ...board } = JSON.parse(boards[0].state);
  // Ids come in blocks: a crash leaves a gap in them, which nothing depends on.
  const plain = JSON.parse(judged, (key, value) => (key === 'id' ? 0 : value));
  return { frames, events, judged: plain, board: { ...board, row: { ...boards[0], state: null } } };
}

afterEach(async () => {
  await database.pool.query(
    'truncate frame, frame_late, frame_refused, owed_hour, device_latest, device_layout, event',
  );
});

describe('a server that dies', () => {
  it.each(killPoints)('at "%s" leaves exactly the state after its last commit', async (point) => {
    const whole = await play(null);
    expect(whole.events).toHaveLength(7);
    const truncate = 'truncate frame, frame_late, frame_refused, owed_hour, device_latest, device_layout, event';
    for (const times of [2, 7, 10, 13, 18]) {
      await database.pool.query(truncate);
      const { died, ...broken } = await play(point, times);
      expect(died).toBe(true);
      expect({ ...broken, died: false }).toEqual(whole);
    }
  });
});
