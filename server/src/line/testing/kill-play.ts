import { setTimeout as sleep } from 'node:timers/promises';
import { DeviceId } from '@tocsin/contract/ids';
import { type DrivenClock, drivenClock } from '../../base/clock.ts';
import { idBlock } from '../../base/ids.ts';
import type { KillPoint, Reach } from '../../base/kill-at.ts';
import { createLog } from '../../base/log.ts';
import type { ScratchDatabase } from '../../base/testing/scratch-postgres.ts';
import type { Receipt } from '../../flow/1-receive/intake.ts';
import { type JsonKind, jsonMessage } from '../../flow/1-receive/json-messages.ts';
import { Keep } from '../../flow/4-keep/keep.ts';
import { idBlocks } from '../../flow/4-keep/load.ts';
import { Line } from '../../line.ts';
import { catalogOf, someBirth, someDevice } from './bench-device.ts';

const begin = Date.UTC(2026, 2, 1, 12);
const rule = { id: 5, path: '4.4000', sign: '>', value: 65, delayMs: 25_000 } as const;
const device = someDevice({ id: DeviceId.parse(7), warningRules: [rule] });
const catalog = catalogOf(new Map([[device.id, device]]));

/** The server as far as the line goes. When it dies, nothing of it is heard any more. */
class Server {
  readonly #keep: Keep;
  readonly #database: ScratchDatabase;
  readonly line: Line;
  dead = false;

  constructor(database: ScratchDatabase, clock: DrivenClock, reach: Reach = () => {}) {
    this.#database = database;
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
    await this.#database.pool.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
       where application_name = 'tocsin keep' and datname = current_database()`,
    );
  }

  async stop(): Promise<void> {
    this.line.stop();
    await this.#keep.stop();
  }

  /** Whether the step was answered; a dead server answers nothing. */
  send(step: Step): Promise<boolean> {
    return new Promise((resolve) => {
      const gone = setInterval(() => {
        if (!this.dead) return;
        clearInterval(gone);
        resolve(false);
      }, 5);
      const answered = (isDone: boolean) => {
        if (this.dead) return;
        clearInterval(gone);
        resolve(isDone);
      };
      if (step.kind === 'test') {
        const by = { userId: 1, userName: 'Petra Lind', serialNumber: 'SN7' };
        // Asked again after a crash, the test that was committed refuses another: answered all the same.
        this.line.commands.test(device.id, { kind: 'start', path: step.path, ...by }).then(
          (answer) => answered(answer !== undefined),
          () => answered(false),
        );
      } else {
        const taken = (receipt: Receipt) => answered(receipt.kind === 'stored');
        this.line.take(jsonMessage(step.kind, device.id, Buffer.from(JSON.stringify(step.body)), null), taken);
      }
    });
  }
}

type Step = { readonly at: number } & (
  | { readonly kind: JsonKind; readonly body: object }
  | { readonly kind: 'test'; readonly path: string }
);

/**
 * What a device goes through: alarms, a warning with its counter, a reboot, bad values, and a maintenance test that a
 * person starts, with the alarm that it waits for.
 */
function script(): Step[] {
  const out: Step[] = [];
  out.push({ kind: 'birth', at: begin, body: someBirth(begin, { boot: 1 }) });
  for (let i = 1; i <= 24; i++) {
    const at = begin + i * 4_000;
    if (i === 17) out.push({ kind: 'birth', at, body: someBirth(at, { boot: 2 }) });
    const hot = i > 5 && i < 15;
    const v = [hot ? 70 + i : 20, i === 20 ? 'bad' : i, i % 2];
    const alarm = i > 8 && i < 12 ? [0, 1] : i > 18 && i < 22 ? [2] : [];
    out.push({ kind: 'data', at, body: { ts: at, seq: i, v, alarm } });
    if (i === 16) out.push({ kind: 'test', at: at + 1_000, path: '5.5000' });
  }
  return out;
}

/** What is in the database at the end. */
export interface PlayOutcome {
  readonly frames: unknown;
  readonly events: readonly unknown[];
  readonly tests: readonly unknown[];
  readonly judged: unknown;
  readonly board: unknown;
}

/**
 * Plays the script; the server dies at the n-th time that `point` is reached, and another goes on from the database.
 * What is not acknowledged is sent again, as devices do.
 */
export async function playWithDeath(
  database: ScratchDatabase,
  point: KillPoint | null,
  times = 1,
): Promise<PlayOutcome & { readonly died: boolean }> {
  // Maintenance records are never changed; here a life begins anew.
  await database.pool.query(
    `alter table maintenance_test disable trigger user;
     truncate frame, frame_late, frame_refused, owed_hour, device_latest, device_layout, event, maintenance_test;
     alter table maintenance_test enable trigger user`,
  );
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
  let server = await new Server(database, clock, reach).start();
  mortal.server = server;
  const unanswered = script();
  for (let next = unanswered[0]; next; next = unanswered[0]) {
    clock.advanceTo(next.at);
    if (await server.send(next)) unanswered.shift();
    else {
      await sleep(30);
      server = await new Server(database, clock).start();
      mortal.server = server;
    }
  }
  const outcome = await read(database);
  await server.stop();
  return { ...outcome, died };
}

async function read({ pool }: ScratchDatabase): Promise<PlayOutcome> {
  const { rows: frames } = await pool.query('select ts, device_ts, boot, seq, p from frame order by ts, boot, seq');
  const { rows: events } = await pool.query(
    `select type, at, sensor_id, content, value, is_active, is_test, duration,
       (select f.at from event f where f.id = e.forebear_id) as forebear_at
     from event e order by at, type, sensor_id`,
  );
  const { rows: tests } = await pool.query(
    'select step, at, group_id, sensor_id, comment from maintenance_test order by at, step',
  );
  const { rows: boards } = await pool.query('select newest_ts, online, texts, state from device_latest');
  const { judged, counters: _, keys: __, onlineSince: ___, ...board } = JSON.parse(boards[0].state);
  // Ids come in blocks: a crash leaves a gap in them, which nothing depends on.
  const plain = JSON.parse(judged, (key, value) => (key === 'id' || key === 'testId' ? 0 : value));
  return { frames, events, tests, judged: plain, board: { ...board, row: { ...boards[0], state: null } } };
}
