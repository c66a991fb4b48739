import { setTimeout as sleep } from 'node:timers/promises';
import { DeviceId } from '@tocsin/contract/ids';
import { requireNewAcknowledgement } from '../../features/notifications/index.ts';
import { enqueueForEvents } from '../../notify/1-match/store-pending.ts';
import type { Receipt } from '../../pipeline/1-receive/intake.ts';
import { type JsonKind, jsonMessage } from '../../pipeline/1-receive/json/json-messages.ts';
import { FrameWriter } from '../../pipeline/4-persist/frame-writer.ts';
import { idBlocks } from '../../pipeline/4-persist/load-device-states.ts';
import type { CatalogDevice } from '../../pipeline/catalog.ts';
import { Pipeline } from '../../pipeline/pipeline.ts';
import { catalogOf, someBirth, someDevice } from '../../pipeline/testing/test-device.ts';
import { type DrivenClock, drivenClock } from '../../platform/clock.ts';
import type { FaultPoint, InjectFault } from '../../platform/fault-injection.ts';
import { idBlock } from '../../platform/ids.ts';
import { createLog } from '../../platform/log.ts';
import type { ScratchDatabase } from '../../platform/testing/scratch-postgres.ts';
import { type LifeOutcome, type LifeRig, type LifeStep, lateByMs, stepMs } from './alarm-life.ts';
import { shelfOf } from './alarm-life-memory.ts';

const begin = Date.UTC(2026, 2, 1, 12);
const log = createLog('silent');

/** A server on the database. After it is killed, it has no further effect. */
class LifeServer {
  readonly pipeline: Pipeline;
  readonly #frameWriter: FrameWriter;
  isDead = false;

  constructor(
    database: ScratchDatabase,
    clock: DrivenClock,
    devices: Map<DeviceId, CatalogDevice>,
    inject: InjectFault,
  ) {
    const catalog = catalogOf(devices);
    this.#frameWriter = new FrameWriter({
      address: database.address,
      log,
      clock,
      catalog,
      injectFault: inject,
      bounds: { gatherMs: 1 },
      enqueue: async (transaction, stored) => {
        await requireNewAcknowledgement(transaction, stored.changes);
        await enqueueForEvents(transaction, stored);
      },
    });
    const ids = (kind: keyof typeof idBlocks) => idBlock(idBlocks[kind], () => this.#frameWriter.allocateIds(kind));
    this.pipeline = new Pipeline({
      catalog,
      clock,
      log,
      injectFault: inject,
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

  async stop(): Promise<void> {
    this.pipeline.stop();
    await this.#frameWriter.stop();
  }
}

/** The pipeline on PostgreSQL. `kill`: where the server of a step dies; another takes over, and the step is repeated. */
export class PostgresLife implements LifeRig {
  readonly #database: ScratchDatabase;
  readonly #clock = drivenClock(begin);
  readonly #devices = new Map<DeviceId, CatalogDevice>();
  #device = someDevice({ id: DeviceId.parse(7) });
  #server: LifeServer | null = null;
  #kill: FaultPoint | null = null;
  #isOn = false;
  #seq = 0;
  kills = 0;

  private constructor(database: ScratchDatabase) {
    this.#database = database;
    this.#devices.set(this.#device.id, this.#device);
  }

  static async start(database: ScratchDatabase): Promise<PostgresLife> {
    await database.pool.query(
      `truncate frame, frame_late, frame_refused, pending_hour, device_latest, device_layout, event, shelf, rule_window,
         pending_event`,
    );
    const rig = new PostgresLife(database);
    await rig.#takeOver();
    await rig.#send('birth', someBirth(begin));
    await rig.#frame();
    return rig;
  }

  now(): number {
    return this.#clock.now();
  }

  /** The server of the next step that stores something dies when it reaches this point. */
  killAt(point: FaultPoint): void {
    this.#kill = point;
  }

  async stop(): Promise<void> {
    await this.#server?.stop();
  }

  get #running(): LifeServer {
    if (!this.#server) throw new Error('no server runs');
    return this.#server;
  }

  async #takeOver(): Promise<void> {
    const holder: { server: LifeServer | null } = { server: null };
    const inject: InjectFault = (reached) => {
      const { server } = holder;
      if (server?.isDead) return new Promise(() => {});
      if (server === null || reached !== this.#kill) return undefined;
      this.#kill = null;
      this.kills++;
      server.isDead = true;
      server.pipeline.stop();
      void this.#breakOff();
      return new Promise(() => {});
    };
    const server = new LifeServer(this.#database, this.#clock, this.#devices, inject);
    holder.server = server;
    this.#server = await server.start();
  }

  /** Ends the database session as the death of its process does. */
  async #breakOff(): Promise<void> {
    await this.#database.pool.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
       where application_name = 'tocsin keep' and datname = current_database()`,
    );
  }

  /** Does something until a living server has answered it. */
  async #until(act: (server: LifeServer) => Promise<boolean>): Promise<void> {
    for (;;) {
      const server = this.#running;
      const dead = new Promise<false>((resolve) => {
        const timer = setInterval(() => {
          if (!server.isDead) return;
          clearInterval(timer);
          resolve(false);
        }, 2);
        timer.unref();
      });
      const done = act(server).catch(() => false);
      if (await Promise.race([done, dead])) return;
      await sleep(20);
      if (server.isDead) await this.#takeOver();
    }
  }

  #send(kind: JsonKind, body: unknown): Promise<void> {
    const bytes = Buffer.from(JSON.stringify(body));
    return this.#until(
      ({ pipeline }) =>
        new Promise((resolve) => {
          const taken = ({ kind: answer }: Receipt): void => resolve(answer === 'stored');
          pipeline.take(jsonMessage(kind, this.#device.id, bytes, null), taken);
        }),
    );
  }

  #frame(): Promise<void> {
    return this.#send('data', { ts: this.now(), seq: this.#seq++, v: [20, 20, 0], alarm: this.#isOn ? [0] : [] });
  }

  /** Waits for the commit of everything before: a command that finds nothing to do. */
  #flush(): Promise<void> {
    return this.#until(
      async ({ pipeline }) =>
        (await pipeline.commands.shelve(this.#device.id, { kind: 'end', id: -1, userName: '' })) !== undefined,
    );
  }

  async take(step: LifeStep): Promise<void> {
    this.#clock.advanceTo(this.now() + stepMs);
    await this.#flush();
    await this.#act(step);
    await this.#flush();
  }

  async #act(step: LifeStep): Promise<void> {
    switch (step.kind) {
      case 'on':
      case 'off':
        this.#isOn = step.kind === 'on';
        await this.#frame();
        return;
      case 'acknowledge':
        await this.#database.pool.query(
          `update event set acknowledged_at = $1, acknowledged_by = 'Ann'
           where id = (select max(id) from event where type = 'alarm_on' and sensor_id = '4000')`,
          [this.now()],
        );
        return;
      case 'shelve': {
        const until = this.now() + step.forMs;
        await this.#until(
          async ({ pipeline }) => (await pipeline.commands.shelve(this.#device.id, shelfOf(until))) !== undefined,
        );
        return;
      }
      case 'end': {
        const { rows } = await this.#database.pool.query('select id from shelf where ended_at is null');
        for (const { id } of rows)
          await this.#until(
            async ({ pipeline }) =>
              (await pipeline.commands.shelve(this.#device.id, { kind: 'end', id, userName: 'Ann' })) !== undefined,
          );
        return;
      }
      case 'pass':
        this.#clock.advanceTo(this.now() + step.ms);
        return;
      case 'suspend':
      case 'resume': {
        // Reactivating is one notification; a server that dies before its commit does not repeat it.
        const kill = this.#kill;
        this.#kill = null;
        const before = this.#device;
        this.#device = { ...before, suspended: step.kind === 'suspend' };
        this.#devices.set(before.id, this.#device);
        this.#running.pipeline.catalogChanged(before, this.#device);
        await this.#flush();
        this.#kill = kill;
        return;
      }
      case 'restart':
        await this.#running.stop();
        await this.#takeOver();
        return;
      case 'take-over':
        this.#running.isDead = true;
        this.#running.pipeline.stop();
        await this.#breakOff();
        this.kills++;
        await this.#takeOver();
        return;
      case 'late': {
        await this.#frame();
        const at = this.now() - lateByMs;
        const own = this.#isOn ? [0] : [];
        const late = [
          { ts: at, seq: this.#seq++, v: [20, 20, 0], alarm: [...own, 1] },
          { ts: at + 1_000, seq: this.#seq++, v: [20, 20, 0], alarm: own },
        ];
        await this.#send('data', late);
        return;
      }
      default:
        step satisfies never;
    }
  }

  /** The log, as far as live frames wrote it; the hours' jobs of late frames have tests of their own. */
  async outcome(): Promise<LifeOutcome> {
    const { rows } = await this.#database.pool.query(
      `select e.at, e.is_active as "isActive", e.is_shelved as "isShelved",
         e.acknowledged_at is not null as "isAcknowledged",
         (select count(*)::int from pending_event p
           where p.event_id = e.id and p.audience = 'rules') as messages
       from event e where e.type = 'alarm_on' and e.sensor_id = '4000' order by e.id`,
    );
    return { lives: rows, late: [] };
  }

  /** Ends of shelves in the log of shelves: each exactly once, and at its time. */
  async shelfEnds(): Promise<number> {
    const { rows } = await this.#database.pool.query(
      `select count(*)::int as n from shelf s where s.ended_at is not null
         and (s.end_reason <> 'expired' or s.ended_at = s.until)`,
    );
    const logged = await this.#database.pool.query(
      `select count(*)::int as n from event where type = 'device_administration' and content like 'Shelving ended%'`,
    );
    return rows[0].n === logged.rows[0].n ? rows[0].n : Number.NaN;
  }
}
