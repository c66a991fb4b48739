import type { Action } from './action.ts';
import { Inputs } from './inputs.ts';
import { Machine } from './machine.ts';
import { createNoise, createRandom, type Random } from './random.ts';
import { createSchedule } from './schedule.ts';
import { createPut, indexSensors, rounded } from './sensor-index.ts';
import type { FrameDraft, Model, ModelOptions, SimGroup } from './shape.ts';
import { ambientAt, WarmBody } from './thermal.ts';

const places = (count: number) => Array.from({ length: count }, (_, i) => i);
const digitalStates = { '0': 'Open', '1': 'Closed' } as const;

const ethNode1Groups: readonly SimGroup[] = [
  {
    id: '31',
    name: 'NTC',
    sensors: places(8).map((i) => ({ id: `3100${i}`, name: `NTC ${i + 1}`, type: 'NUMERIC', unit: 'C' })),
  },
  {
    id: '32',
    name: 'Pulse',
    sensors: places(4).map((i) => ({ id: `3200${i}`, name: `Pulse ${i + 1}`, type: 'NUMERIC', unit: 'PPM' })),
  },
];

const ethNode2Groups: readonly SimGroup[] = [
  {
    id: '33',
    name: 'CLI',
    sensors: places(4).map((i) => ({ id: `3300${i}`, name: `CLI ${i + 1}`, type: 'NUMERIC', unit: 'mA' })),
  },
  {
    id: '34',
    name: 'Analog',
    sensors: places(2).map((i) => ({ id: `3400${i}`, name: `Analog ${i + 1}`, type: 'NUMERIC', unit: 'V' })),
  },
  {
    id: '35',
    name: 'Digital',
    sensors: places(8).map((i) => ({
      id: `3500${i}`,
      name: `Digital ${i + 1}`,
      type: 'BOOL',
      unit: '',
      states: digitalStates,
    })),
  },
];

/** Behaviour common to all IE-Nodes: they measure and never raise alarms. */
class IeNode {
  readonly version: string = '2.1.0';
  readonly frameMs: number;
  protected readonly random: Random;
  protected readonly inputs = new Inputs();
  protected readonly machine: Machine;
  readonly #wants: (nowMs: number) => boolean | null;
  readonly #ambientC: number | null;
  protected ambientNowC: number;
  protected nowMs: number;

  constructor(options: ModelOptions) {
    this.frameMs = options.frameMs ?? 2_000;
    this.random = createRandom(options.seed);
    this.machine = new Machine(this.random, options.startMs, options.warm);
    this.#wants = createSchedule(options.schedule ?? 'by-hand', options.seed);
    this.#ambientC = options.ambientC ?? null;
    this.nowMs = options.startMs;
    this.ambientNowC = this.#ambientC ?? ambientAt(options.startMs);
  }

  tick(nowMs: number, dtMs: number): boolean {
    this.nowMs = nowMs;
    this.ambientNowC = this.#ambientC ?? ambientAt(nowMs);
    const wanted = this.#wants(nowMs);
    if (wanted === true) this.machine.start(nowMs);
    else if (wanted === false) this.machine.stop(nowMs);
    this.machine.step(nowMs, dtMs, null);
    return false;
  }

  act(action: Action, nowMs: number): boolean {
    if (action.do === 'start') this.machine.start(nowMs);
    else if (action.do === 'stop') {
      this.machine.stop(nowMs);
      this.inputs.stopped();
    } else return this.inputs.act(action, nowMs, (path) => this.present(path));
    return true;
  }

  /** The value of an input at this moment. */
  protected present(path: string): number {
    return this.inputs.at(path, this.nowMs) ?? 0;
  }

  /** Nothing is stored that a power cut could take. */
  powerUp(): void {}
}

/** 0005: eight thermistors and four pulse counters. */
export class EthNode1 extends IeNode implements Model {
  readonly type = '0005';
  readonly groups = ethNode1Groups;
  readonly #indexes = indexSensors(ethNode1Groups);
  readonly #bodies: readonly WarmBody[];
  readonly #ratedPpm: readonly number[];

  constructor(options: ModelOptions) {
    super(options);
    this.#bodies = places(8).map((i) => {
      const riseC = i < 6 ? this.random.between(8, 24) : 1;
      return new WarmBody(this.random, { startC: this.ambientNowC + (options.warm ? riseC : 0), riseC });
    });
    this.#ratedPpm = places(4).map(() => Math.round(this.random.between(180, 300)));
  }

  protected override present(path: string): number {
    return this.#bodies[Number(path.slice(-1))]?.celsius ?? super.present(path);
  }

  override tick(nowMs: number, dtMs: number): boolean {
    super.tick(nowMs, dtMs);
    for (const [i, body] of this.#bodies.entries()) {
      const driven = this.inputs.at(`31.3100${i}`, nowMs);
      if (driven === null) body.step(dtMs, this.ambientNowC, this.machine.run);
      else body.set(driven);
    }
    return false;
  }

  read(draft: FrameDraft): void {
    const put = createPut(this.#indexes, draft);
    this.machine.sample();
    for (const [i, body] of this.#bodies.entries()) {
      body.sample();
      put(`31.3100${i}`, rounded(body.shownC));
    }
    for (const [i, ppm] of this.#ratedPpm.entries()) {
      const path = `32.3200${i}`;
      put(path, rounded(this.inputs.at(path, this.nowMs) ?? (ppm * this.machine.percent) / 100));
    }
  }
}

/** Current in mA of a 4-20 mA loop at a share (0 to 1) of its range. */
export const loopMa = (part: number): number => 4 + 16 * part;

/** 0006: current loops (two levels, two motors of 0-100 A), analog and digital inputs. */
export class EthNode2 extends IeNode implements Model {
  readonly type = '0006';
  readonly groups = ethNode2Groups;
  readonly #indexes = indexSensors(ethNode2Groups);
  readonly #load: () => number;
  #level: number;

  constructor(options: ModelOptions) {
    super(options);
    this.#load = createNoise(this.random, 4, 0.95);
    this.#level = this.random.between(0.3, 0.6);
  }

  override tick(nowMs: number, dtMs: number): boolean {
    super.tick(nowMs, dtMs);
    // A bin fills in about 9 hours of running and is drawn down slowly.
    const perHour = this.machine.run > 0.5 ? 0.11 : -0.06;
    this.#level = Math.min(0.97, Math.max(0.05, this.#level + (perHour * dtMs) / 3_600_000));
    return false;
  }

  read(draft: FrameDraft): void {
    const put = createPut(this.#indexes, draft);
    this.machine.sample();
    const running = this.machine.run > 0.5;
    const amperes = running ? Math.min(78, Math.max(52, 64 + this.#load())) : 0;
    const loop = (path: string, ma: number) => {
      const raw = Math.round((this.inputs.at(path, this.nowMs) ?? ma) * 100) / 100;
      // Below 3.6 mA the loop is broken (NAMUR NE 43).
      put(path, raw, raw < 3.6 ? 'Broken loop' : '');
    };
    loop('33.33000', loopMa(this.#level));
    loop('33.33001', loopMa(amperes / 100));
    loop('33.33002', loopMa(1 - this.#level));
    loop('33.33003', loopMa(running ? amperes / 160 : 0));
    put('34.34000', Math.round((2 + 0.05 * this.ambientNowC + 0.01 * this.random.normal()) * 100) / 100);
    put('34.34001', Math.round((5 + 0.02 * this.random.normal()) * 100) / 100);
    for (const i of places(8)) {
      const path = `35.3500${i}`;
      put(path, this.inputs.at(path, this.nowMs) ?? (i < 2 && !running ? 0 : 1));
    }
  }
}
