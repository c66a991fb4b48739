import { setTimeout as sleep } from 'node:timers/promises';
import { DeviceId } from '@tocsin/contract/ids';
import { type DrivenClock, drivenClock } from '../../platform/clock.ts';
import type { FaultPoint, InjectFault } from '../../platform/fault-injection.ts';
import { idBlock } from '../../platform/ids.ts';
import { createLog } from '../../platform/log.ts';
import type { ScratchDatabase } from '../../platform/testing/scratch-postgres.ts';
import type { Receipt } from '../1-receive/intake.ts';
import { type JsonKind, jsonMessage } from '../1-receive/json/json-messages.ts';
import { saveWindows } from '../3-evaluate/rule-windows.ts';
import { FrameWriter } from '../4-persist/frame-writer.ts';
import { idBlocks } from '../4-persist/load-device-states.ts';
import type { WarningRule } from '../catalog.ts';
import { Pipeline } from '../pipeline.ts';
import { catalogOf, someBirth, someDevice } from './test-device.ts';

const begin = Date.UTC(2026, 2, 1, 12);
const rule = { id: 5, path: '4.4000', sign: '>', value: 65, delayMs: 25_000 } as const;
const plain = {
  windowMs: 0,
  reference: null,
  absolute: false,
  deadband: 0,
  offDelayMs: null,
  onlyWhile: null,
} as const;
const gate = { path: '5.5000', sign: null, value: null, state: 'Plugged', forMs: 10_000 } as const;
/** They never begin a warning: what counts is their state after a crash. */
const conditional: readonly WarningRule[] = [
  { ...rule, id: 6, value: 1_000, conditions: { ...plain, kind: 'rise', windowMs: 30_000 } },
  { ...rule, id: 7, value: 1_000, conditions: { ...plain, kind: 'value', onlyWhile: gate } },
];
const device = someDevice({ id: DeviceId.parse(7), warningRules: [rule, ...conditional] });
const catalog = catalogOf(new Map([[device.id, device]]));

/** The pipeline of a server. After it is killed, it has no further effect. */
class Server {
  readonly #frameWriter: FrameWriter;
  readonly #database: ScratchDatabase;
  readonly pipeline: Pipeline;
  dead = false;

  constructor(database: ScratchDatabase, clock: DrivenClock, injectFault: InjectFault = () => {}) {
    this.#database = database;
    const log = createLog('silent');
    this.#frameWriter = new FrameWriter({
      address: database.address,
      log,
      clock,
      catalog,
      injectFault,
      bounds: { gatherMs: 1 },
    });
    const ids = (kind: keyof typeof idBlocks) => idBlock(idBlocks[kind], () => this.#frameWriter.allocateIds(kind));
    this.pipeline = new Pipeline({
      catalog,
      clock,
      log,
      injectFault,
      frameWriter: this.#frameWriter,
      ids: { event: ids('event'), layout: ids('layout') },
      retentionMs: 400 * 86_400_000,
    });
  }

  async start(): Promise<this> {
    await this.#frameWriter.start(this.pipeline.callbacks);
    await this.pipeline.start();
    return this;
  }

  /** Ends like a killed process: its database session breaks off at any point. */
  async die(): Promise<void> {
    this.dead = true;
    this.pipeline.stop();
    await this.#database.pool.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
       where application_name = 'tocsin keep' and datname = current_database()`,
    );
  }

  async stop(): Promise<void> {
    this.pipeline.stop();
    await this.#frameWriter.stop();
  }

  /** Whether the step was answered; a killed server answers nothing. */
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
        // Repeated after a crash, a committed test refuses a second one: this counts as answered.
        this.pipeline.commands.test(device.id, { kind: 'start', path: step.path, ...by }).then(
          (answer) => answered(answer !== undefined),
          () => answered(false),
        );
      } else if (step.kind === 'shelve') {
        // Repeated after a crash, a committed shelf answers that it exists: this counts as answered.
        this.pipeline.commands.shelve(device.id, shelfUntil(step.until)).then(
          (answer) => answered(answer !== undefined),
          () => answered(false),
        );
      } else if (step.kind === 'walk' || step.kind === 'press') {
        const by = { userId: 1, userName: 'Petra Lind' };
        const id = this.pipeline.registry.get(device.id)?.evaluator.state.walk?.id ?? 0;
        const command =
          step.kind === 'walk'
            ? ({ kind: 'start', paths: ['4.4000', '4.4001'], idleMs: 1_800_000, ...by } as const)
            : ({ kind: 'press', id, path: '4.4000', ...by } as const);
        // Repeated after a crash, a committed walk answers that it runs: this counts as answered.
        this.pipeline.commands.walk(device.id, command).then(
          (answer) => answered(answer !== undefined),
          () => answered(false),
        );
      } else {
        const taken = (receipt: Receipt) => answered(receipt.kind === 'stored');
        this.pipeline.take(jsonMessage(step.kind, device.id, Buffer.from(JSON.stringify(step.body)), null), taken);
      }
    });
  }
}

type Step = { readonly at: number } & (
  | { readonly kind: JsonKind; readonly body: object }
  | { readonly kind: 'test'; readonly path: string }
  | { readonly kind: 'shelve'; readonly until: number }
  | { readonly kind: 'walk' }
  | { readonly kind: 'press' }
);

const shelfUntil = (until: number) =>
  ({
    kind: 'start',
    target: { groupId: null, sensorId: null, ruleId: null },
    coversAlarms: true,
    reasonCode: 'chattering',
    reason: 'Loose cable',
    until,
    firstFrom: null,
    userId: 1,
    userName: 'Petra Lind',
  }) as const;

/**
 * The script of a device: alarms, a warning with its counter, a reboot, bad values, a shelf that ends while the
 * warning is active, a maintenance test started by a person, with its alarm, and a walk test with a sensor that passes.
 */
function script(): Step[] {
  const out: Step[] = [];
  out.push({ kind: 'birth', at: begin, body: someBirth(begin, { boot: 1 }) });
  for (let i = 1; i <= 30; i++) {
    const at = begin + i * 4_000;
    if (i === 17) out.push({ kind: 'birth', at, body: someBirth(at, { boot: 2 }) });
    const hot = i > 5 && i < 15;
    const v = [hot ? 70 + i : 20, i === 20 ? 'bad' : i, i % 2];
    const alarm = i > 8 && i < 12 ? [0, 1] : i > 18 && i < 22 ? [2] : i > 25 && i < 28 ? [0] : [];
    out.push({ kind: 'data', at, body: { ts: at, seq: i, v, alarm } });
    if (i === 7) out.push({ kind: 'data', at: at + 500, body: post(at + 100) });
    // Again with later ones: the device had not seen the answer.
    if (i === 24) out.push({ kind: 'data', at: at + 500, body: [...post(begin + 7 * 4_000 + 100), ...post(at + 100)] });
    if (i === 10) out.push({ kind: 'shelve', at: at + 1_000, until: begin + 14 * 4_000 + 2_000 });
    if (i === 16) out.push({ kind: 'test', at: at + 1_000, path: '5.5000' });
    if (i === 23) out.push({ kind: 'walk', at: at + 1_000 }, { kind: 'press', at: at + 2_000 });
  }
  return out;
}

/** Frames of one message, which are stored as one row. */
const post = (from: number) =>
  Array.from({ length: 20 }, (_, n) => ({ ts: from + n, seq: 100 + n, v: [30, n, 1], alarm: [] }));

/** The final content of the database. */
export interface PlayOutcome {
  readonly frames: unknown;
  readonly events: readonly unknown[];
  readonly tests: readonly unknown[];
  readonly shelves: readonly unknown[];
  readonly walks: readonly unknown[];
  readonly evaluationState: unknown;
  readonly deviceState: unknown;
  /** The windows of rules at the end, in memory. */
  readonly windows?: string;
}

/**
 * Runs the script. The server dies at the n-th time `point` is reached, and another continues from the database.
 * Messages without an acknowledgement are sent again, as devices do.
 */
export async function playWithDeath(
  database: ScratchDatabase,
  point: FaultPoint | null,
  times = 1,
): Promise<PlayOutcome & { readonly died: boolean }> {
  // Maintenance records are append-only; here a new run begins.
  await database.pool.query(
    `alter table maintenance_test disable trigger user;
     truncate frame, frame_late, frame_bundle, frame_bundle_late, frame_refused, pending_hour, device_latest, device_layout, event, maintenance_test,
       rule_window, shelf, walk_test;
     alter table maintenance_test enable trigger user`,
  );
  const clock = drivenClock(begin);
  let left = times;
  let died = false;
  const mortal: { server: Server | null } = { server: null };
  const injectFault: InjectFault = (reached) => {
    if (mortal.server?.dead) return new Promise(() => {});
    if (died || reached !== point || --left > 0) return undefined;
    died = true;
    void mortal.server?.die();
    return new Promise(() => {});
  };
  let server = await new Server(database, clock, injectFault).start();
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
  const windows = saveWindows(server.pipeline.registry.get(device.id)?.evaluator.state.windows ?? new Map());
  await server.stop();
  return { ...outcome, windows, died };
}

async function read({ pool }: ScratchDatabase): Promise<PlayOutcome> {
  const { rows: frames } = await pool.query(
    `select ts, device_ts, boot, seq, p from frame
     union all select ts, device_ts, boot, seq, p from frame_late
     union all select ts, device_ts, boot, seq, p from frame_bundle
     union all select ts, device_ts, boot, seq, p from frame_bundle_late order by ts, boot, seq`,
  );
  const { rows: events } = await pool.query(
    `select type, at, sensor_id, content, value, is_active, is_test, is_shelved, duration,
       (select f.at from event f where f.id = e.forebear_id) as forebear_at
     from event e order by at, type, sensor_id`,
  );
  const { rows: tests } = await pool.query(
    `select step, at, group_id, sensor_id, regexp_replace(comment, '[0-9]+', '') as comment, walk_id is not null as walked
     from maintenance_test order by at, step`,
  );
  const { rows: shelves } = await pool.query('select started_at, until, ended_at, end_reason, priority from shelf');
  const { rows: walks } = await pool.query(`select started_at, ended_at, state - 'id' as state from walk_test`);
  const { rows: deviceRows } = await pool.query('select newest_ts, online, texts, state from device_latest');
  const {
    judged: evaluationState,
    counters: _,
    keys: __,
    onlineSince: ___,
    ...deviceState
  } = JSON.parse(deviceRows[0].state);
  // Ids are allocated in blocks, so a crash leaves a gap, which nothing depends on.
  const plain = JSON.parse(evaluationState, (key, value) => (key === 'id' || key === 'testId' ? 0 : value));
  return {
    frames,
    events,
    tests,
    shelves,
    walks,
    evaluationState: plain,
    deviceState: { ...deviceState, row: { ...deviceRows[0], state: null } },
  };
}
