import type { DeviceId } from '@tocsin/contract/ids';
import { createDevice } from '@tocsin/simulator/create-device';
import { historyOfDay } from '@tocsin/simulator/demo-history';
import { DemoLoop } from '@tocsin/simulator/demo-loop';
import { type DemoDevice, demoDevices } from '@tocsin/simulator/demo-plant';
import type { Delivery } from '@tocsin/simulator/link';
import { type Scenario, ScenarioPlay } from '@tocsin/simulator/scenario';
import type { SimFrame } from '@tocsin/simulator/shape';
import type { CatalogDevice } from '../catalog.ts';
import { jsonAdapter } from './scenario-adapters.ts';
import { ScenarioRig } from './scenario-rig.ts';

const dayMs = 86_400_000;
/** Long enough for the usual interval of the devices to be known. */
const leadS = 600;
type Scratch = ConstructorParameters<typeof ScenarioRig>[1];

/** The demo's devices with their rules and scales, as its people see them. */
class DemoRig extends ScenarioRig {
  override readonly roundMs = 3_600_000;

  override devices(): Map<DeviceId, CatalogDevice> {
    return new Map(
      [...super.devices()].map(([id, device]) => {
        const own = demoDevices.find(({ serialNumber }) => serialNumber === device.title);
        return [id, own ? withSettings(device, own) : device];
      }),
    );
  }
}

const withSettings = (device: CatalogDevice, { degrees, warnings, scales }: DemoDevice): CatalogDevice => ({
  ...device,
  degrees,
  warningRules: warnings.map(({ sensor, sign, value, delaySeconds }, index) => ({
    id: device.id * 100 + index,
    path: sensor,
    sign,
    value,
    delayMs: delaySeconds * 1_000,
  })),
  scales: scales.map(({ sensor, unit, k, c }) => ({ path: sensor, type: 'NUMERIC', unit, k, c, since: 0 })),
});

const demoScenario = (title: string, durationS: number, over: Partial<Scenario> = {}): Scenario => ({
  number: 0,
  variant: '',
  title,
  devices: demoDevices.map(({ serialNumber, type }) => ({ key: serialNumber, type, ambientC: 20, running: true })),
  rules: [],
  leadS: 0,
  durationS,
  script: [],
  expected: [],
  notified: 0,
  mailed: 0,
  toasts: 0,
  mails: 0,
  ...over,
});

/** Days of the demo's history, with their incidents and dead sensors, sent as they happen. */
class HistoryPlay extends ScenarioPlay {
  readonly #next: { readonly device: DemoDevice; readonly frames: Iterator<SimFrame>; frame: SimFrame | null }[];
  #isBorn = false;

  constructor(scenario: Scenario, startMs: number) {
    super(scenario, startMs);
    this.#next = demoDevices.map((device) => ({ device, frames: framesOf(device, startMs, this.endMs), frame: null }));
  }

  override advance(toMs: number): Delivery[] {
    const sent: Delivery[] = [];
    if (!this.#isBorn)
      for (const { device } of this.#next) {
        const { type, serialNumber } = device;
        const sim = createDevice({ type, seed: 1, startMs: this.startMs });
        sent.push({ kind: 'birth', at: this.startMs, device: serialNumber, birth: sim.birth() });
      }
    this.#isBorn = true;
    for (const one of this.#next) {
      for (;;) {
        one.frame ??= one.frames.next().value ?? null;
        if (one.frame === null || one.frame.at > toMs) break;
        sent.push({ kind: 'live', at: one.frame.at, device: one.device.serialNumber, frame: one.frame });
        one.frame = null;
      }
    }
    return sent.sort((a, b) => a.at - b.at);
  }
}

function* framesOf(device: DemoDevice, startMs: number, endMs: number): Generator<SimFrame, null> {
  for (let day = startMs; day < endMs; day += dayMs)
    for (const frames of historyOfDay(device, day, endMs, endMs)) yield* frames;
  return null;
}

/** The demo's plant over its days of history from a midnight (UTC) on. */
export function demoHistory(days: number, database: Scratch, startMs: number): ScenarioRig {
  const scenario = demoScenario(`demo, ${days} days`, days * 86_400);
  return new DemoRig(scenario, database, startMs, jsonAdapter(null), new HistoryPlay(scenario, startMs));
}

/** The demo's plant while somebody watches it, at full rate, round after round. */
export function demoRounds(minutes: number, database: Scratch, startMs: number): ScenarioRig {
  const script = new DemoLoop(0)
    .due(minutes * 60_000)
    .map(({ atMs, serialNumber, action }) => ({ atS: atMs / 1_000, device: serialNumber, action }));
  return new DemoRig(demoScenario(`demo, ${minutes} min live`, minutes * 60, { leadS, script }), database, startMs);
}
