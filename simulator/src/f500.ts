import { stateTexts } from '@tocsin/contract/status';
import type { Action } from './action.ts';
import { type F500Node, f500Groups, nodePath } from './f500-nodes.ts';
import { Inputs } from './inputs.ts';
import { Machine } from './machine.ts';
import { createRandom, type Random, seedOf } from './random.ts';
import { createSchedule, type Schedule } from './schedule.ts';
import { createPut, indexSensors, type Put, rounded } from './sensor-index.ts';
import type { FrameDraft, Model, SimGroup } from './shape.ts';
import { ambientAt, WarmBody } from './thermal.ts';

export interface F500Options {
  readonly type: 'F500' | 'F500-UDF';
  readonly nodes: readonly F500Node[];
  readonly seed: number;
  readonly startMs: number;
  readonly schedule?: Schedule;
  readonly ambientC?: number;
  readonly frameMs?: number;
  readonly warm?: boolean;
  /** Share (0 to 1) of the nodes that a scan misses. */
  readonly missed?: number;
}

const absoluteC = 80;
const differentialC = 30;
const hysteresisC = 2;
const calibratedPpm = 240;

/** A T500 behind its F500: it scans all nodes, then reports them; alarms are detected by scans only. */
export class F500 implements Model {
  readonly type: 'F500' | 'F500-UDF';
  readonly version = '3.2.0';
  readonly groups: readonly SimGroup[];
  readonly frameMs: number;
  readonly #nodes: readonly F500Node[];
  readonly #random: Random;
  readonly #inputs = new Inputs();
  readonly #machines = new Map<
    string,
    { readonly machine: Machine; readonly wants: (nowMs: number) => boolean | null }
  >();
  readonly #bodies = new Map<string, WarmBody>();
  readonly #indexes: ReadonlyMap<string, number>;
  readonly #texts = new Map<string, string>();
  readonly #lost = new Set<string>();
  readonly #missed: number;
  #ambientC: number | null;
  #ambientNowC: number;
  #nowMs: number;

  constructor(options: F500Options) {
    this.type = options.type;
    this.#nodes = options.nodes;
    this.groups = f500Groups(options.nodes);
    this.frameMs = options.frameMs ?? 10_000;
    this.#random = createRandom(options.seed);
    this.#missed = options.missed ?? 1 / 300;
    this.#ambientC = options.ambientC ?? null;
    this.#nowMs = options.startMs;
    this.#ambientNowC = this.#ambientC ?? ambientAt(options.startMs);
    this.#indexes = indexSensors(this.groups);
    for (const node of options.nodes) {
      if (!this.#machines.has(node.machine))
        this.#machines.set(node.machine, {
          machine: new Machine(this.#random, options.startMs, options.warm),
          wants: createSchedule(options.schedule ?? 'by-hand', options.seed ^ seedOf(node.machine)),
        });
      if (node.kind !== 'temperature') continue;
      for (const place of [1, 2, 3]) {
        const riseC = this.#random.between(8, 22);
        const startC = this.#ambientNowC + (options.warm ? riseC : 0);
        this.#bodies.set(nodePath(node, place), new WarmBody(this.#random, { startC, riseC }));
      }
    }
  }

  tick(nowMs: number, dtMs: number): boolean {
    this.#nowMs = nowMs;
    this.#ambientNowC = this.#ambientC ?? ambientAt(nowMs);
    for (const { machine, wants } of this.#machines.values()) {
      const wanted = wants(nowMs);
      if (wanted === true) machine.start(nowMs);
      else if (wanted === false) machine.stop(nowMs);
      machine.step(nowMs, dtMs, null);
    }
    for (const node of this.#nodes) {
      if (node.kind !== 'temperature') continue;
      const run = this.#machineOf(node).run;
      for (const place of [1, 2, 3]) {
        const path = nodePath(node, place);
        const driven = this.#inputs.at(path, nowMs);
        const body = this.#bodies.get(path);
        if (driven === null) body?.step(dtMs, this.#ambientNowC, run);
        else body?.set(driven);
      }
    }
    return false;
  }

  act(action: Action, nowMs: number): boolean {
    switch (action.do) {
      case 'start':
        for (const { machine } of this.#machines.values()) machine.start(nowMs);
        return true;
      case 'stop':
        for (const { machine } of this.#machines.values()) machine.stop(nowMs);
        this.#inputs.stopped();
        return true;
      case 'ambient':
        this.#ambientC = action.celsius;
        return true;
      case 'lose-node':
        this.#lost.add(action.node);
        return true;
      case 'find-node':
        this.#lost.delete(action.node);
        return true;
      default:
        return this.#inputs.act(action, nowMs, (path) => this.#present(path, nowMs));
    }
  }

  #present(path: string, nowMs: number): number {
    return this.#inputs.at(path, nowMs) ?? this.#bodies.get(path)?.celsius ?? 1;
  }

  powerUp(): void {
    this.#texts.clear();
  }

  read(draft: FrameDraft): void {
    const put = createPut(this.#indexes, draft);
    for (const { machine } of this.#machines.values()) machine.sample();
    for (const node of this.#nodes) {
      if (this.#lost.has(String(node.number))) this.#silent(put, node, stateTexts.lostNode);
      else if (this.#missed > 0 && this.#random.next() < this.#missed) this.#silent(put, node, stateTexts.notScanned);
      else this.#scan(put, node);
    }
  }

  #machineOf(node: F500Node): Machine {
    const machine = this.#machines.get(node.machine);
    if (!machine) throw new Error(`node ${node.number} has no machine`);
    return machine.machine;
  }

  #silent(put: Put, node: F500Node, state: string): void {
    for (const place of [1, 2, 3, 4])
      put(nodePath(node, place), null, node.wired[place - 1] ? state : stateTexts.disabled);
  }

  #scan(put: Put, node: F500Node): void {
    for (const place of [1, 2, 3, 4]) {
      const path = nodePath(node, place);
      if (!node.wired[place - 1]) put(path, null, stateTexts.disabled);
      else if (node.kind === 'temperature') this.#scanTemperature(put, node, place, path);
      else if (node.kind === 'contact') {
        const closed = this.#inputs.at(path, this.#nowMs) ?? 1;
        put(path, closed, closed ? '' : 'Contact Open', closed === 0);
      } else this.#scanSpeed(put, node, place, path);
    }
  }

  #scanTemperature(put: Put, node: F500Node, place: number, path: string): void {
    const ambientPath = nodePath(node, 4);
    // A driven ambient temperature is a fault of its probe, not the weather.
    const ambientC = this.#inputs.at(ambientPath, this.#nowMs) ?? this.#ambientNowC;
    if (place === 4) {
      put(path, rounded(ambientC + 0.1 * this.#random.normal()));
      return;
    }
    const body = this.#bodies.get(path);
    if (!body) return;
    body.sample();
    const was = this.#texts.get(path) ?? '';
    const slack = was === '' ? 0 : hysteresisC;
    let text = '';
    if (body.celsius >= absoluteC - slack) text = 'Absolute';
    else if (body.celsius >= ambientC + differentialC - slack) text = 'Differential';
    this.#texts.set(path, text);
    put(path, rounded(body.shownC), text, text !== '');
  }

  #scanSpeed(put: Put, node: F500Node, place: number, path: string): void {
    const machine = this.#machineOf(node);
    const percent = this.#inputs.at(nodePath(node, 1), this.#nowMs) ?? machine.percent;
    const slow = machine.watched && percent < 90;
    if (place === 1) put(path, rounded(percent), slow ? 'Alarm' : '', slow);
    else if (place === 2) put(path, rounded((percent * calibratedPpm) / 100));
    else put(path, slow ? 1 : machine.watched || machine.phase === 'starting' ? 0 : 2);
  }
}
