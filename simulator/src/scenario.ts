import type { DeviceType } from '@tocsin/contract/device-type';
import type { EventType } from '@tocsin/contract/event';
import type { Action } from './action.ts';
import { createDevice } from './create-device.ts';
import type { SimDevice } from './device.ts';
import type { SimMessage } from './shape.ts';

/** A device that takes part in a scenario. */
export interface Actor {
  readonly key: string;
  readonly type: DeviceType;
  readonly ambientC?: number;
  /** Running from the lead on, with warm bearings. */
  readonly running?: boolean;
}

/** A rule of Edit Warnings that the scenario wants on its device. */
export interface ScenarioRule {
  readonly device: string;
  readonly sensor: string;
  readonly sign: '>' | '<' | '=';
  readonly value: number;
  readonly delayS: number;
}

export interface Step {
  /** Seconds from the scenario's start; in the lead they are below 0. */
  readonly atS: number;
  readonly device: string;
  readonly action: Action;
}

/** An event that must be in the database afterwards; what is not listed must not be there. */
export interface ExpectedEvent {
  readonly atS: number;
  readonly withinS: number;
  readonly device: string;
  readonly type: EventType;
  /** `groupId.sensorId`, a node's number, or null for the whole device. */
  readonly sensor: string | null;
  readonly content?: string;
  readonly late?: boolean;
}

export interface Scenario {
  readonly number: number;
  /** Letter of a variant, '' for the scenario itself. */
  readonly variant: string;
  readonly title: string;
  readonly devices: readonly Actor[];
  readonly rules: readonly ScenarioRule[];
  /** Normal running before the start, so that the portal knows the device's usual interval. */
  readonly leadS: number;
  readonly durationS: number;
  readonly script: readonly Step[];
  readonly expected: readonly ExpectedEvent[];
}

export const scenarioName = (s: Scenario): string => `${s.number}${s.variant}`;

function createActor(actor: Actor, startMs: number, seed: number): SimDevice {
  const { type, ambientC, running } = actor;
  const device = createDevice({ type, seed, startMs, ambientC, warm: running, missed: 0 });
  if (running) device.act({ do: 'start' });
  return device;
}

/** Plays a scenario in driven time: what its devices send from the lead on, in the order of time. */
export class ScenarioPlay {
  readonly scenario: Scenario;
  readonly startMs: number;
  readonly devices: ReadonlyMap<string, SimDevice>;
  readonly #steps: Step[];

  constructor(scenario: Scenario, startMs: number, seed = 1) {
    this.scenario = scenario;
    this.startMs = startMs;
    const bornMs = startMs - scenario.leadS * 1000;
    this.devices = new Map(scenario.devices.map((a, i) => [a.key, createActor(a, bornMs, seed + i)]));
    this.#steps = scenario.script.toSorted((a, b) => a.atS - b.atS);
  }

  get endMs(): number {
    return this.startMs + this.scenario.durationS * 1000;
  }

  advance(toMs: number): { readonly device: string; readonly message: SimMessage }[] {
    const sent: { device: string; message: SimMessage }[] = [];
    const all = (untilMs: number) => {
      for (const [device, sim] of this.devices)
        for (const message of sim.advance(untilMs)) sent.push({ device, message });
    };
    for (let step = this.#steps[0]; step; step = this.#steps[0]) {
      const atMs = this.startMs + step.atS * 1000;
      if (atMs > toMs) break;
      all(atMs);
      this.devices.get(step.device)?.act(step.action);
      this.#steps.shift();
    }
    all(toMs);
    return sent.sort((a, b) => a.message.at - b.message.at);
  }
}
