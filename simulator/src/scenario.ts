import type { ShippedCode } from '@tocsin/contract/device-type';
import type { EventType } from '@tocsin/contract/event';
import type { Action } from './action.ts';
import { createDevice } from './create-device.ts';
import type { SimDevice } from './device.ts';
import { type Delivery, Link } from './link.ts';

/** A device that takes part in a scenario. */
export interface Actor {
  readonly key: string;
  readonly type: ShippedCode;
  readonly ambientC?: number;
  /** Running since before the lead, with warm bearings. */
  readonly running?: boolean;
  /** How far its clock is ahead at the beginning, in seconds. */
  readonly clockMs?: number;
}

/** A warning rule of its device. */
export interface ScenarioRule {
  readonly device: string;
  readonly sensor: string;
  readonly sign: '>' | '<' | '=';
  readonly value: number;
  readonly delayS: number;
  /** Without one of the following fields: a value without deadband, which ends after `delayS`. */
  readonly kind?: 'value' | 'rise' | 'difference' | 'flat';
  readonly windowS?: number;
  readonly reference?: string;
  readonly absolute?: boolean;
  readonly deadband?: number;
  readonly offDelayS?: number;
  readonly onlyWhile?: {
    readonly sensor: string;
    readonly sign: '>' | '<' | '=';
    readonly value: number;
    readonly forS: number;
  };
}

export interface Step {
  /** Seconds from the scenario's start; negative in the lead. */
  readonly atS: number;
  readonly device: string;
  readonly action: Action;
}

/** An action of a person with edit rights in the portal. */
export interface PersonStep {
  readonly atS: number;
  readonly device: string;
  readonly sensor: string;
  readonly does: 'start test' | 'comment' | 'cancel';
  readonly comment?: string;
  readonly refused?: true;
}

/** An event that must be in the database afterwards; no others may be there. */
export interface ExpectedEvent {
  readonly atS: number;
  readonly withinS: number;
  readonly device: string;
  readonly type: EventType;
  /** `groupId.sensorId`, a node's number, or null for the whole device. */
  readonly sensor: string | null;
  readonly content?: string;
  /** Found in back-fill: in the log without a notification. */
  readonly late?: boolean;
  /** Raised while its sensor was under a maintenance test. */
  readonly test?: boolean;
}

/** The expected result of a maintenance test. */
export interface ExpectedTest {
  readonly atS: number;
  readonly withinS: number;
  readonly device: string;
  readonly sensor: string;
  readonly outcome: 'maintanance_succeeded' | 'maintenance_failed' | 'maintenance_canceled';
}

export interface Scenario {
  readonly number: number;
  /** Letter of a variant; '' for the scenario itself. */
  readonly variant: string;
  readonly title: string;
  readonly devices: readonly Actor[];
  readonly rules: readonly ScenarioRule[];
  /** Normal running before the start, so that the portal knows the device's report interval. */
  readonly leadS: number;
  readonly durationS: number;
  readonly script: readonly Step[];
  readonly persons?: readonly PersonStep[];
  readonly expected: readonly ExpectedEvent[];
  readonly tests?: readonly ExpectedTest[];
  /** Expected live notifications of a person who sees the devices (bell and toasts, before grouping). */
  readonly notified: number;
  /** Expected events in e-mails with one rule of each type that mails at once and without a limit. */
  readonly mailed: number;
  /** Expected toasts of a person who sees the devices; one that counts up is one. */
  readonly toasts: number;
  /**
   * Expected e-mails of these rules: events of one moment share one; test steps belong to rules of type maintenance.
   */
  readonly mails: number;
}

export const scenarioName = (s: Scenario): string => `${s.number}${s.variant}`;

function createActor(actor: Actor, startMs: number, seed: number): SimDevice {
  const { type, ambientC, running } = actor;
  const device = createDevice({ type, seed, startMs, ambientC, warm: running, missed: 0 });
  if (actor.clockMs) device.act({ do: 'clock', offsetMs: actor.clockMs });
  if (running) device.act({ do: 'start' });
  return device;
}

/** Plays a scenario in simulated time and yields its messages from the lead on, in order of time. */
export class ScenarioPlay {
  readonly scenario: Scenario;
  readonly startMs: number;
  readonly devices: ReadonlyMap<string, SimDevice>;
  readonly #links: ReadonlyMap<string, Link>;
  readonly #steps: Step[];

  constructor(scenario: Scenario, startMs: number, seed = 1) {
    this.scenario = scenario;
    this.startMs = startMs;
    this.devices = new Map(scenario.devices.map((a, i) => [a.key, createActor(a, this.bornMs, seed + i)]));
    this.#links = new Map([...this.devices].map(([key, sim], i) => [key, new Link(key, sim, seed + i)]));
    this.#steps = scenario.script.toSorted((a, b) => a.atS - b.atS);
  }

  get bornMs(): number {
    return this.startMs - this.scenario.leadS * 1000;
  }

  get endMs(): number {
    return this.startMs + this.scenario.durationS * 1000;
  }

  advance(toMs: number): Delivery[] {
    const sent: Delivery[] = [];
    for (let step = this.#steps[0]; step; step = this.#steps[0]) {
      const atMs = this.startMs + step.atS * 1000;
      if (atMs > toMs) break;
      this.#all(atMs, sent);
      this.#act(step);
      this.#steps.shift();
    }
    this.#all(toMs, sent);
    return sent.sort((a, b) => a.at - b.at);
  }

  #all(untilMs: number, sent: Delivery[]): void {
    for (const [key, sim] of this.devices)
      for (const message of sim.advance(untilMs)) sent.push(...(this.#links.get(key)?.take(message) ?? []));
  }

  #act({ device, action }: Step): void {
    if (action.do === 'link-down' || action.do === 'link-up') this.#links.get(device)?.set(action.do === 'link-up');
    else this.devices.get(device)?.act(action);
  }
}
