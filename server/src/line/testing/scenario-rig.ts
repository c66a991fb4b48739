import { ClientId, DeviceId, SiteId } from '@tocsin/contract/ids';
import type { GotEvent } from '@tocsin/simulator/compare-events';
import { type PersonStep, type Scenario, ScenarioPlay } from '@tocsin/simulator/scenario';
import { type DrivenClock, drivenClock } from '../../base/clock.ts';
import { idBlock } from '../../base/ids.ts';
import { createLog } from '../../base/log.ts';
import type { ScratchDatabase } from '../../base/testing/scratch-postgres.ts';
import type { Receipt } from '../../flow/1-receive/intake.ts';
import { judgeHour } from '../../flow/3-judge/hour.ts';
import { HourKeeper } from '../../flow/4-keep/hour-keeper.ts';
import { Keep } from '../../flow/4-keep/keep.ts';
import { idBlocks } from '../../flow/4-keep/load.ts';
import type { Owe } from '../../flow/4-keep/write.ts';
import type { CatalogDevice } from '../../flow/catalog.ts';
import { Line } from '../../line.ts';
import { judgedDevice } from '../place.ts';
import { catalogOf, someDevice } from './bench-device.ts';
import { jsonDoor, type MakeDoor } from './scenario-doors.ts';

/** How many messages are on their way to the database at most. */
const window = 200;
/** Simulated time between two looks at what the devices have sent. */
const stepMs = 10_000;
/** Simulated time between two rounds of the hours' job; the program makes one every two seconds. */
const roundMs = 60_000;

/** What else runs beside the line. With it every message is waited for, so that each moment stands for itself. */
export interface RigHooks {
  /** The rooms' owed work, in the transaction of the events. */
  readonly owe: Owe;
  /** Before the first message. */
  readonly started: (line: Line) => void;
  /** Time has passed. */
  readonly passed: (clock: DrivenClock) => Promise<void>;
}

/** A scenario through the whole line into a real database, in driven time: an hour passes in seconds. */
export class ScenarioRig {
  readonly play: ScenarioPlay;
  readonly ids: ReadonlyMap<string, DeviceId>;
  readonly refused: Receipt[] = [];
  /** What the portal answered to persons: 'done' or 'refused'. */
  readonly #answers: ({ readonly kind: string } | undefined)[] = [];
  readonly #persons: PersonStep[];
  readonly #database: ScratchDatabase;
  readonly #makeDoor: MakeDoor;

  constructor(scenario: Scenario, database: ScratchDatabase, startMs: number, door: MakeDoor = jsonDoor(null)) {
    this.#makeDoor = door;
    this.play = new ScenarioPlay(scenario, startMs);
    this.ids = new Map(scenario.devices.map((actor, i) => [actor.key, DeviceId.parse(i + 1)]));
    this.#persons = [...(scenario.persons ?? [])].sort((a, b) => a.atS - b.atS);
    this.#database = database;
  }

  async run(hooks?: RigHooks): Promise<void> {
    const { play } = this;
    const log = createLog('silent');
    const clock = drivenClock(play.bornMs);
    const devices = this.#devices();
    const catalog = catalogOf(devices);
    const keep = new Keep({
      ...{ address: this.#database.address, log, clock, catalog, bounds: { gatherMs: 0 } },
      ...(hooks ? { owe: hooks.owe } : {}),
    });
    const ids = {
      event: idBlock(idBlocks.event, () => keep.takeIds('event')),
      layout: idBlock(idBlocks.layout, () => keep.takeIds('layout')),
    };
    const line = new Line({ catalog, keep, ids, clock, log, retentionMs: 400 * 86_400_000 });
    const hours = new HourKeeper({
      pool: this.#database.pool,
      log,
      retention: { fullDays: 400, slotsDays: 3_650 },
      ports: {
        judge: judgeHour,
        device: async (id) => {
          const device = devices.get(id);
          return device ? { judged: judgedDevice(device), names: device } : null;
        },
        committed: (batch) => line.notifications.committed(batch),
        now: () => clock.now(),
      },
    });
    await keep.start(line.asks);
    await line.start();
    const door = this.#makeDoor({ line, catalog, clock, play, idOf: (key) => this.#idOf(key) });
    hooks?.started(line);
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
        underWay.push(door.take(delivery));
        if (hooks || underWay.length >= window) await arrive();
        await hooks?.passed(clock);
      }
      clock.advanceTo(toMs);
      await hooks?.passed(clock);
      if (person && toMs === play.startMs + person.atS * 1000) {
        await arrive();
        await this.#act(line, person);
        await hooks?.passed(clock);
      }
      if (toMs % roundMs < stepMs) {
        await arrive();
        await hours.round();
      }
    }
    await arrive();
    line.stop();
    await keep.stop();
  }

  #nextPerson(): PersonStep | undefined {
    return this.#persons[0];
  }

  /** A person's step as the page's call makes it; what is refused must have been expected to be. */
  async #act(line: Line, step: PersonStep): Promise<void> {
    this.#persons.shift();
    const id = this.#idOf(step.device);
    const by = { userId: 1, userName: 'Petra Lind' };
    const path = step.sensor;
    switch (step.does) {
      case 'start test':
        this.#answers.push(await line.commands.test(id, { kind: 'start', path, serialNumber: `SN-${id}`, ...by }));
        return;
      case 'cancel':
        this.#answers.push(await line.commands.test(id, { kind: 'cancel', path, comment: step.comment ?? '', ...by }));
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

  #devices(): Map<DeviceId, CatalogDevice> {
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
          }));
        const device = someDevice({
          id,
          siteId: SiteId.parse(1),
          clientId: ClientId.parse(1),
          title: actor.key,
          serialNumber: `SN-${id}`,
          udfId: actor.type === 'F500' ? null : `U${id}`,
          type: actor.type,
          shownType: actor.type,
          warningRules,
        });
        return [id, device];
      }),
    );
  }

  /** Of the steps that a person took: whether they were refused. */
  get refusals(): readonly boolean[] {
    return this.#answers.map((answer) => answer?.kind !== 'done');
  }

  /** How maintenance tests ended, as the database has it. */
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

  /** The log as the database has it, for the scenario's devices; written without looking at the line. */
  async events(): Promise<(GotEvent & { readonly told: boolean; readonly test: boolean })[]> {
    const { rows } = await this.#database.pool.query<{
      device_id: number;
      at: number;
      type: string;
      group_id: string | null;
      sensor_id: string | null;
      content: string;
      is_late: boolean;
      is_told: boolean;
      is_test: boolean;
    }>(
      `select device_id, at, type, group_id, sensor_id, content, is_late, is_told, is_test from event
       where type <> 'maintenance' order by at, id`,
    );
    return rows.map((row) => ({
      atS: (row.at - this.play.startMs) / 1000,
      device: this.#keyOf(row.device_id),
      type: row.type,
      sensor: row.sensor_id === null ? row.group_id : `${row.group_id}.${row.sensor_id}`,
      content: row.content,
      late: row.is_late,
      told: row.is_told,
      test: row.is_test,
    }));
  }
}
