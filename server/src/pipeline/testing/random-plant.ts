import type { DeviceId } from '@tocsin/contract/ids';
import type { Action } from '@tocsin/simulator/action';
import { createRandom } from '@tocsin/simulator/random';
import type { Scenario, Step } from '@tocsin/simulator/scenario';
import type { CatalogDevice, RuleConditions, WarningRule } from '../catalog.ts';
import { ScenarioRig } from './scenario-rig.ts';

const minutes = 60;
const sensors = ['4.4000', '4.4001', '4.4002'] as const;

/** A leg whose bearings go up and down around the limits of its rules, some with a lost connection or a power cycle. */
export class RandomPlant extends ScenarioRig {
  readonly #rules: readonly WarningRule[];

  constructor(seed: number, database: ConstructorParameters<typeof ScenarioRig>[1], startMs: number) {
    super(randomScenario(seed), database, startMs);
    this.#rules = randomRules(seed);
  }

  override devices(): Map<DeviceId, CatalogDevice> {
    return new Map([...super.devices()].map(([id, device]) => [id, { ...device, warningRules: this.#rules }]));
  }
}

function randomScenario(seed: number): Scenario {
  const random = createRandom(seed);
  const between = (least: number, most: number): number => least + random.next() * (most - least);
  const durationS = Math.round(between(40, 100)) * minutes;
  const script: Step[] = [];
  const add = (atS: number, action: Action): number => script.push({ atS, device: 'leg', action });
  for (const sensor of sensors) {
    for (let atS = between(0, 300); atS < durationS; atS += between(20, 600)) {
      const value = between(50, 80);
      const overS = between(10, 300);
      add(atS, { do: 'drive', sensor, curve: { kind: 'linear', from: 'here', to: value, overS } });
    }
    if (random.next() < 0.3) {
      const atS = between(300, durationS - 300);
      add(atS, { do: 'hide', sensor });
      add(atS + between(5, 200), { do: 'honest', sensor });
    }
  }
  if (random.next() < 0.25) {
    const atS = between(300, durationS - 900);
    add(atS, { do: 'link-down' });
    add(atS + between(20, 600), { do: 'link-up' });
  }
  if (random.next() < 0.2) add(between(300, durationS - 300), { do: 'power-cycle', initS: Math.round(between(5, 90)) });
  return {
    number: seed,
    variant: '',
    title: `random plant ${seed}`,
    devices: [{ key: 'leg', type: '0300', ambientC: 20, running: true }],
    rules: [],
    leadS: 120,
    durationS,
    script,
    expected: [],
    notified: 0,
    mailed: 0,
    toasts: 0,
    mails: 0,
  };
}

const plain: RuleConditions = {
  kind: 'value',
  windowMs: 0,
  reference: null,
  absolute: false,
  deadband: 0,
  offDelayMs: null,
  onlyWhile: null,
};

function randomRules(seed: number): WarningRule[] {
  const random = createRandom(seed + 1_000_000);
  const pick = <T>(of: readonly [T, ...T[]]): T => of[Math.floor(random.next() * of.length)] ?? of[0];
  const value = (): number => Math.round(550 + random.next() * 200) / 10;
  const delayMs = (): number => pick([0, 5_000, 30_000, 60_000, 300_000]);
  const kinds: readonly ((id: number) => WarningRule)[] = [
    (id) => ({ id, path: pick(sensors), sign: pick(['>', '<']), value: value(), delayMs: delayMs() }),
    (id) => ({
      id,
      path: pick(sensors),
      sign: '>',
      value: value(),
      delayMs: delayMs(),
      conditions: { ...plain, deadband: pick([0.5, 2, 5]), offDelayMs: pick([null, 0, 20_000]) },
    }),
    (id) => ({
      id,
      path: pick(sensors),
      sign: pick(['>', '<']),
      value: pick([-3, -1, 1, 3]),
      delayMs: pick([0, 30_000]),
      conditions: { ...plain, kind: 'rise', windowMs: pick([60_000, 300_000]) },
    }),
    (id) => ({
      id,
      path: '4.4000',
      sign: '>',
      value: pick([2, 5, 10]),
      delayMs: delayMs(),
      conditions: { ...plain, kind: 'difference', reference: '4.4001', absolute: random.next() < 0.5 },
    }),
    (id) => ({
      id,
      path: pick(sensors),
      sign: '<',
      value: pick([0.1, 1]),
      delayMs: 0,
      conditions: { ...plain, kind: 'flat', windowMs: pick([60_000, 120_000]) },
    }),
    (id) => ({
      id,
      path: '4.4000',
      sign: '>',
      value: value(),
      delayMs: delayMs(),
      conditions: {
        ...plain,
        deadband: 1,
        onlyWhile: { path: '4.4001', sign: '>', value: value(), state: null, forMs: pick([0, 45_000]) },
      },
    }),
  ];
  return kinds.flatMap((make, index) => [make(1 + 2 * index), make(2 + 2 * index)]);
}
