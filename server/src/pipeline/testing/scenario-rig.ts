import { shippedTypes } from '@tocsin/contract/device-type';
import { ClientId, DeviceId, SiteId } from '@tocsin/contract/ids';
import { type PersonStep, type Scenario, ScenarioPlay, type ScenarioRule } from '@tocsin/simulator/scenario';
import type { GotEvent } from '@tocsin/simulator/testing/compare-events';
import { Compactor } from '../../history/compact/compactor.ts';
import { type DrivenClock, drivenClock } from '../../platform/clock.ts';
import { idBlock } from '../../platform/ids.ts';
import { createLog } from '../../platform/log.ts';
import type { ScratchDatabase } from '../../platform/testing/scratch-postgres.ts';
import type { Receipt } from '../1-receive/intake.ts';
import { evaluateHour } from '../3-evaluate/evaluate-hour.ts';
import { FrameWriter } from '../4-persist/frame-writer.ts';
import { idBlocks } from '../4-persist/load-device-states.ts';
import { runCompactionJob } from '../4-persist/testing/persist.ts';
import type { EnqueueInTransaction } from '../4-persist/write-batch.ts';
import type { CatalogDevice, RuleConditions } from '../catalog.ts';
import { evaluatedDevice } from '../device-runtime.ts';
import { Pipeline } from '../pipeline.ts';
import { jsonAdapter, type MakeAdapter } from './scenario-adapters.ts';
import { catalogOf, someDevice } from './test-device.ts';

/** Maximum number of messages in flight to the database. */
const window = 200;
/** Simulated time between two reads of the devices' output. */
const stepMs = 10_000;

/** Work that runs beside the pipeline. With it, every message is awaited, so that moments do not overlap. */
export interface RigHooks {
  /** The features' queued work, in the transaction of the events. */
  readonly enqueue: EnqueueInTransaction;
  /** Before the first message, and after each restart. */
  readonly started: (pipeline: Pipeline) => void;
  /** Time has passed. */
  readonly passed: (clock: DrivenClock, server: RigServer) => Promise<void>;
}

/** The running server of a rig; its pipeline is another one after a restart. */
export interface RigServer {
  readonly pipeline: Pipeline;
  /** Stops the server and starts another one from the database. */
  restart(): Promise<void>;
  /** Changes a device's settings in the catalog. */
  change(id: DeviceId, changes: Partial<CatalogDevice>): void;
}

/** A scenario through the whole pipeline into a real database, in simulated time: an hour passes in seconds. */
export class ScenarioRig {
  readonly play: ScenarioPlay;
  /** Simulated time between two runs of the compactor; the server runs it every two seconds. */
  readonly roundMs: number = 60_000;
  readonly ids: ReadonlyMap<string, DeviceId>;
  readonly refused: Receipt[] = [];
  /** The portal's answers to users: 'done' or 'refused'. */
  readonly #answers: ({ readonly kind: string } | undefined)[] = [];
  readonly #persons: PersonStep[];
  readonly #database: ScratchDatabase;
  readonly #makeAdapter: MakeAdapter;

  constructor(
    scenario: Scenario,
    database: ScratchDatabase,
    startMs: number,
    adapter: MakeAdapter = jsonAdapter(null),
    play = new ScenarioPlay(scenario, startMs),
  ) {
    this.#makeAdapter = adapter;
    this.play = play;
    this.ids = new Map(scenario.devices.map((actor, i) => [actor.key, DeviceId.parse(i + 1)]));
    this.#persons = [...(scenario.persons ?? [])].sort((a, b) => a.atS - b.atS);
    this.#database = database;
  }

  async run(hooks?: RigHooks): Promise<void> {
    const { play } = this;
    const log = createLog('silent');
    const clock = drivenClock(play.bornMs);
    const devices = this.devices();
    const catalog = catalogOf(devices);
    const start = async () => {
      const frameWriter = new FrameWriter({
        address: this.#database.address,
        log,
        clock,
        catalog,
        bounds: { gatherMs: 0 },
        ...(hooks ? { enqueue: hooks.enqueue } : {}),
      });
      const ids = {
        event: idBlock(idBlocks.event, () => frameWriter.allocateIds('event')),
        layout: idBlock(idBlocks.layout, () => frameWriter.allocateIds('layout')),
      };
      const pipeline = new Pipeline({ catalog, frameWriter, ids, clock, log, retentionMs: 400 * 86_400_000 });
      await frameWriter.start(pipeline.callbacks);
      await pipeline.start();
      const adapter = this.#makeAdapter({ pipeline, catalog, clock, play, idOf: (key) => this.#idOf(key) });
      hooks?.started(pipeline);
      const stop = async () => {
        pipeline.stop();
        await frameWriter.stop();
      };
      return { pipeline, adapter, stop };
    };
    let running = await start();
    const server: RigServer = {
      get pipeline() {
        return running.pipeline;
      },
      async restart() {
        await running.stop();
        running = await start();
      },
      change(id, changes) {
        const before = devices.get(id);
        if (!before) throw new Error(`no device ${id}`);
        const after = { ...before, ...changes };
        devices.set(id, after);
        running.pipeline.catalogChanged(before, after);
      },
    };
    const hours = new Compactor({
      pool: this.#database.pool,
      log,
      retention: { fullDays: 400, slotsDays: 3_650 },
      dependencies: {
        evaluateHour,
        device: async (id) => {
          const device = devices.get(id);
          return device ? { evaluatedDevice: evaluatedDevice(device), names: device } : null;
        },
        committed: (batch) => running.pipeline.notifications.committed(batch),
        now: () => clock.now(),
      },
    });
    let underWay: Promise<Receipt>[] = [];
    const arrive = async () => {
      for (const receipt of await Promise.all(underWay)) if (receipt.kind !== 'stored') this.refused.push(receipt);
      underWay = [];
    };
    for (let toMs = play.bornMs; toMs < play.endMs; ) {
      const person = this.#nextPerson();
      toMs = Math.min(toMs + stepMs, play.endMs, person ? play.startMs + person.atS * 1000 : play.endMs);
      for (const delivery of play.advance(toMs)) {
        clock.advanceTo(delivery.at);
        underWay.push(running.adapter.take(delivery));
        if (hooks || underWay.length >= window) await arrive();
        await hooks?.passed(clock, server);
      }
      clock.advanceTo(toMs);
      await hooks?.passed(clock, server);
      if (person && toMs === play.startMs + person.atS * 1000) {
        await arrive();
        await this.#act(running.pipeline, person);
        await hooks?.passed(clock, server);
      }
      if (toMs % this.roundMs < stepMs) {
        await arrive();
        await runCompactionJob(hours, this.#database.pool);
      }
    }
    await arrive();
    await running.stop();
  }

  #nextPerson(): PersonStep | undefined {
    return this.#persons[0];
  }

  /** A person's step, as the page's request makes it; a refusal must be expected. */
  async #act(pipeline: Pipeline, step: PersonStep): Promise<void> {
    this.#persons.shift();
    const id = this.#idOf(step.device);
    const by = { userId: 1, userName: 'Petra Lind' };
    const path = step.sensor;
    switch (step.does) {
      case 'start test':
        this.#answers.push(await pipeline.commands.test(id, { kind: 'start', path, serialNumber: `SN-${id}`, ...by }));
        return;
      case 'cancel':
        this.#answers.push(
          await pipeline.commands.test(id, { kind: 'cancel', path, comment: step.comment ?? '', ...by }),
        );
        return;
      case 'comment':
        return;
      default:
        step.does satisfies never;
    }
  }

  #idOf(key: string): DeviceId {
    const id = this.ids.get(key);
    if (!id) throw new Error(`no device ${key}`);
    return id;
  }

  /** The scenario's devices with their rules, as the pipeline sees them. */
  devices(): Map<DeviceId, CatalogDevice> {
    const { scenario } = this.play;
    return new Map(
      scenario.devices.map((actor) => {
        const id = DeviceId.parse(this.ids.get(actor.key));
        const warningRules = scenario.rules
          .filter((rule) => rule.device === actor.key)
          .map((rule, i) => ({
            id: id * 100 + i,
            path: rule.sensor,
            sign: rule.sign,
            value: rule.value,
            delayMs: rule.delayS * 1000,
            ...conditionsOf(rule),
          }));
        const device = someDevice({
          id,
          siteId: SiteId.parse(1),
          clientId: ClientId.parse(1),
          title: actor.key,
          serialNumber: `SN-${id}`,
          udfId: actor.type === 'F500' ? null : `U${id}`,
          type: shippedTypes[actor.type],
          shownType: shippedTypes[actor.type],
          warningRules,
        });
        return [id, device];
      }),
    );
  }

  /** For each step of a person: whether it was refused. */
  get refusals(): readonly boolean[] {
    return this.#answers.map((answer) => answer?.kind !== 'done');
  }

  /** Results of maintenance tests, from the database. */
  async tests(): Promise<
    { readonly atS: number; readonly device: string; readonly sensor: string; readonly outcome: string }[]
  > {
    const { rows } = await this.#database.pool.query<{
      device_id: number;
      at: number;
      group_id: string;
      sensor_id: string;
      step: string;
    }>(
      `select device_id, at, group_id, sensor_id, step from maintenance_test
       where step in ('maintanance_succeeded', 'maintenance_failed', 'maintenance_canceled') order by at, id`,
    );
    return rows.map((row) => ({
      atS: (row.at - this.play.startMs) / 1000,
      device: this.#keyOf(row.device_id),
      sensor: `${row.group_id}.${row.sensor_id}`,
      outcome: row.step,
    }));
  }

  #keyOf(id: number): string {
    return [...this.ids].find(([, one]) => one === id)?.[0] ?? '';
  }

  /** The log from the database, for the scenario's devices; independent of the pipeline. */
  async events(): Promise<(GotEvent & { readonly notified: boolean; readonly test: boolean })[]> {
    const { rows } = await this.#database.pool.query<{
      device_id: number;
      at: number;
      type: string;
      group_id: string | null;
      sensor_id: string | null;
      content: string;
      is_late: boolean;
      is_notified: boolean;
      is_test: boolean;
    }>(
      `select device_id, at, type, group_id, sensor_id, content, is_late, is_notified, is_test from event
       where type <> 'maintenance' order by at, id`,
    );
    return rows.map((row) => ({
      atS: (row.at - this.play.startMs) / 1000,
      device: this.#keyOf(row.device_id),
      type: row.type,
      sensor: row.sensor_id === null ? row.group_id : `${row.group_id}.${row.sensor_id}`,
      content: row.content,
      late: row.is_late,
      notified: row.is_notified,
      test: row.is_test,
    }));
  }
}

/** The conditions of a rule beside sensor, sign, value and delay; none for a simple rule. */
function conditionsOf(rule: ScenarioRule): { readonly conditions?: RuleConditions } {
  const { kind, windowS, reference, absolute, deadband, offDelayS, onlyWhile } = rule;
  if (kind === undefined && deadband === undefined && offDelayS === undefined && onlyWhile === undefined) return {};
  return {
    conditions: {
      kind: kind ?? 'value',
      windowMs: (windowS ?? 0) * 1000,
      reference: reference ?? null,
      absolute: absolute ?? false,
      deadband: deadband ?? 0,
      offDelayMs: offDelayS === undefined ? null : offDelayS * 1000,
      onlyWhile: onlyWhile
        ? {
            path: onlyWhile.sensor,
            sign: onlyWhile.sign,
            value: onlyWhile.value,
            state: null,
            forMs: onlyWhile.forS * 1000,
          }
        : null,
    },
  };
}
