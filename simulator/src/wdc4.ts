import { stateTexts } from '@tocsin/contract/status';
import type { Action } from './action.ts';
import { Inputs } from './inputs.ts';
import { Machine } from './machine.ts';
import { Contact, HotBearing, type Protection, RubBlock, SpeedWatch } from './protection.ts';
import { createNoise, createRandom, type Random } from './random.ts';
import { createSchedule } from './schedule.ts';
import { createPut, indexSensors, type Put, rounded } from './sensor-index.ts';
import type { FrameDraft, Model, ModelOptions } from './shape.ts';
import { ambientAt, WarmBody } from './thermal.ts';
import { speedStates, wdc4Groups } from './wdc4-sensors.ts';

const calibratedPpm = 240;
const persistentMs = 180_000;
/** At most 3 starts a minute: the lock-out after a fault stop. */
const jogDelayMs = 20_000;
const bearingIds = ['4000', '4001', '4002', '4003'] as const;
const kneeIds = ['7000', '7001', '7002', '7003'] as const;

/** Watchdog Super Elite: the physics of one bucket elevator and its protections. */
export class Wdc4 implements Model {
  readonly type = '0300';
  readonly version = '4.8.2';
  readonly groups = wdc4Groups;
  readonly frameMs: number;
  readonly #random: Random;
  readonly #inputs = new Inputs();
  readonly #machine: Machine;
  readonly #wants: (nowMs: number) => boolean | null;
  readonly #bodies = new Map<string, WarmBody>();
  readonly #hot: readonly HotBearing[];
  readonly #rub: readonly RubBlock[];
  readonly #contacts: readonly Contact[];
  readonly #speed = new SpeedWatch('1.1001');
  readonly #protections: readonly Protection[];
  readonly #supply: () => number;
  readonly #indexes = indexSensors(wdc4Groups);
  #ambientC: number | null;
  #ambientNowC: number;
  #fault = '';
  #faultMs = 0;
  #alarmMs = 0;
  #signs: string;
  #nowMs: number;

  constructor(options: ModelOptions) {
    this.frameMs = options.frameMs ?? 2_000;
    this.#nowMs = options.startMs;
    this.#random = createRandom(options.seed);
    this.#machine = new Machine(this.#random, options.startMs, options.warm);
    this.#wants = createSchedule(options.schedule ?? 'by-hand', options.seed);
    this.#ambientC = options.ambientC ?? null;
    this.#ambientNowC = this.#ambientC ?? ambientAt(options.startMs);
    const warmBody = (path: string, riseC: number, heatMin?: number, coolMin?: number) => {
      const startC = this.#ambientNowC + (options.warm ? riseC : 0);
      this.#bodies.set(path, new WarmBody(this.#random, { startC, riseC, heatMin, coolMin }));
    };
    for (const id of bearingIds)
      warmBody(`4.${id}`, id < '4002' ? this.#random.between(21, 28) : this.#random.between(12, 19));
    for (const id of kneeIds) warmBody(`7.${id}`, this.#random.between(12, 18));
    for (const id of ['2000', '2001']) warmBody(`2.${id}`, this.#random.between(4, 9), 12, 20);
    this.#hot = [...bearingIds.map((id) => `4.${id}`), ...kneeIds.map((id) => `7.${id}`)].map(
      (p) => new HotBearing(p, 80),
    );
    this.#rub = ['2.2000', '2.2001'].map((p) => new RubBlock(p));
    this.#contacts = [
      new Contact('3.3000', 'Misaligned', 1_000),
      new Contact('3.3001', 'Misaligned', 1_000),
      new Contact('5.5000', 'Blocked', 2_000),
      new Contact('6.6000', 'Misaligned', 1_000),
      new Contact('6.6001', 'Misaligned', 1_000),
    ];
    this.#protections = [...this.#hot, ...this.#rub, ...this.#contacts, this.#speed];
    this.#supply = createNoise(this.#random, 0.1, 0.9);
    this.#signs = this.#readSigns();
  }

  tick(nowMs: number, dtMs: number): boolean {
    this.#nowMs = nowMs;
    const wanted = this.#wants(nowMs);
    if (wanted === true && this.#fault === '') this.#machine.start(nowMs);
    else if (wanted === false) this.#machine.stop(nowMs);
    this.#machine.step(nowMs, dtMs, this.#inputs.at('1.1001', nowMs));
    this.#ambientNowC = this.#ambientC ?? ambientAt(nowMs);
    for (const [path, body] of this.#bodies) {
      const driven = this.#inputs.at(path, nowMs);
      if (driven === null) body.step(dtMs, this.#ambientNowC, this.#machine.run);
      else body.set(driven);
    }
    this.#protect(nowMs, dtMs);
    const before = this.#signs;
    this.#signs = this.#readSigns();
    return this.#signs !== before;
  }

  /** Values whose change sends a frame at once. */
  #readSigns(): string {
    return this.#protections.map((p) => p.text).join() + this.#fault + this.#machine.phase;
  }

  #protect(nowMs: number, dtMs: number): void {
    for (const p of this.#hot) p.step(this.#body(p.sensor).celsius, dtMs);
    const [left, right] = [this.#body('2.2000'), this.#body('2.2001')];
    for (const p of this.#rub)
      p.step(nowMs, dtMs, p.sensor === '2.2000' ? left : right, p.sensor === '2.2000' ? right : left);
    // Between two ticks a contact keeps its state of the last tick.
    for (const p of this.#contacts)
      p.step(this.#contact(p.sensor, nowMs - dtMs) === (p.sensor === '5.5000' ? 1 : 0), dtMs);
    const justStarted = this.#machine.watched && nowMs - this.#machine.sinceMs < 1_000;
    if (this.#speed.step(this.#machine.percent, this.#machine.watched))
      this.#faultStop(justStarted ? 'Stopped: no acceleration' : `Stopped: ${this.#speed.text.toLowerCase()}`, nowMs);
    const hasAlarm = this.#protections.some((p) => p.alarm && p !== this.#speed);
    this.#alarmMs = hasAlarm ? this.#alarmMs + dtMs : 0;
    if (this.#alarmMs > persistentMs && this.#machine.watched) this.#faultStop('Stopped: persistent alarm', nowMs);
  }

  #faultStop(text: string, nowMs: number): void {
    if (this.#fault !== '') return;
    this.#fault = text;
    this.#faultMs = nowMs;
    this.#machine.stop(nowMs);
    this.#inputs.stopped();
  }

  #body(path: string): WarmBody {
    const body = this.#bodies.get(path);
    if (!body) throw new Error(`no temperature at ${path}`);
    return body;
  }

  /** 1 = no contact; for the plug, 1 = blocked. */
  #contact(path: string, nowMs: number): number {
    return this.#inputs.at(path, nowMs) ?? (path === '5.5000' ? 0 : 1);
  }

  act(action: Action, nowMs: number): boolean {
    switch (action.do) {
      case 'start':
        // Locked out: a faulted machine starts only after the reset and the jog delay.
        if (this.#fault === '' && nowMs - this.#faultMs >= jogDelayMs)
          this.#machine.start(nowMs, action.tauS === undefined ? undefined : action.tauS * 1000);
        return true;
      case 'stop':
        this.#machine.stop(nowMs);
        this.#inputs.stopped();
        return true;
      case 'reset':
        this.#fault = '';
        this.#speed.reset();
        return true;
      case 'ambient':
        this.#ambientC = action.celsius;
        return true;
      case 'wear':
        this.#body(action.sensor).wear(action.riseC);
        return true;
      default:
        return this.#inputs.act(action, nowMs, (path) => this.#present(path, nowMs));
    }
  }

  #present(path: string, nowMs: number): number {
    if (path === '1.1001') return this.#machine.percent;
    return this.#bodies.get(path)?.celsius ?? this.#contact(path, nowMs);
  }

  powerUp(nowMs: number): void {
    for (const p of [...this.#hot, ...this.#rub, ...this.#contacts]) p.reset();
    this.#speed.reset();
    this.#machine.stop(nowMs);
    this.#fault = '';
    this.#alarmMs = 0;
  }

  read(draft: FrameDraft, uptimeS: number): void {
    const put = createPut(this.#indexes, draft);
    this.#machine.sample();
    for (const [path, body] of this.#bodies) {
      body.sample();
      put(path, rounded(body.shownC));
    }
    put('4.4004', rounded(this.#ambientNowC + 0.05 * this.#random.normal()));
    put('4.4005', rounded(this.#ambientNowC + 0.4 + 0.05 * this.#random.normal()));
    this.#readSystem(put, uptimeS);
    for (const p of this.#contacts) put(p.sensor, this.#contact(p.sensor, this.#nowMs));
    for (const p of this.#protections) {
      const i = this.#indexes.get(p.sensor) ?? -1;
      draft.alarm[i] = p.alarm;
      draft.state[i] = p.text;
    }
    for (const n of [0, 1, 2, 3]) put(`8.800${n}`, null, stateTexts.outOfProfile);
  }

  #readSystem(put: Put, uptimeS: number): void {
    const phase = this.#machine.phase;
    const faulted = this.#fault !== '';
    const phases = ['stopped', 'starting', 'running', 'stopping'];
    put('18.18000', faulted ? 5 : phases.indexOf(phase), this.#fault, faulted);
    put('18.18001', this.#protections.some((p) => p.alarm) || faulted ? 1 : 0);
    put('18.18002', faulted ? 1 : 0);
    put('18.18003', rounded(24 + this.#supply()));
    put('18.18004', uptimeS);
    put('18.18005', 4);
    const percent = rounded(this.#machine.percent);
    put('1.1000', rounded((calibratedPpm * this.#machine.percent) / 100));
    put('1.1001', percent);
    const speedTexts: readonly string[] = Object.values(speedStates);
    put('1.1002', this.#speed.alarm ? speedTexts.indexOf(this.#speed.text) : this.#machine.watched ? 0 : 5);
    put('2.2002', this.#rub.some((p) => p.alarm) ? 1 : 0);
    put('3.3002', this.#contacts.some((p) => p.alarm && p.sensor.startsWith('3.')) ? 1 : 0);
    put('21.21000', 0);
  }
}
