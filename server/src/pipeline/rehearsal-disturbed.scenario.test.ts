import { DeviceId } from '@tocsin/contract/ids';
import type { Scenario } from '@tocsin/simulator/scenario';
import { describe, expect, it } from 'vitest';
import { ruleScenarios } from '../../../simulator/scenarios/rule-kinds.ts';
import { testDatabase } from '../platform/testing/database.ts';
import type { CatalogDevice, SensorScale } from './catalog.ts';
import { type Identity, identityOf } from './testing/rehearsal-identity.ts';
import { ScenarioRig } from './testing/scenario-rig.ts';

const id = DeviceId.parse(1);
const dayMs = 86_400_000;
const quiet = Date.UTC(2026, 9, 1, 12);

const chatter = ruleScenarios.find((one) => one.title === 'Chatter, plain limit');

interface Change {
  readonly atS: number;
  readonly changes: (device: CatalogDevice, at: number) => Partial<CatalogDevice>;
}

/** Plays the chatter of scenario 2b with a change of the device's settings, and rehearses the rule in force. */
async function rehearsed(
  database: ReturnType<typeof testDatabase>,
  options: {
    readonly start?: number;
    readonly change?: Change;
    readonly daysBefore?: number;
  },
): Promise<Identity> {
  const scenario: Scenario | undefined = chatter;
  if (!scenario) throw new Error('no such scenario');
  const rig = new ScenarioRig(scenario, database, options.start ?? quiet);
  let device = rig.devices().get(id);
  let isDue = options.change !== undefined;
  await rig.run({
    enqueue: async () => {},
    started: () => {},
    passed: async (clock, server) => {
      const { change } = options;
      if (!isDue || !change || !device || clock.now() < rig.play.startMs + change.atS * 1_000) return;
      isDue = false;
      const changes = change.changes(device, clock.now());
      server.change(id, changes);
      device = { ...device, ...changes };
    },
  });
  const { bornMs, endMs: now } = rig.play;
  const from = bornMs - (options.daysBefore ?? 0) * dayMs;
  return await identityOf(database, device ? [device] : [], { from, to: now, now });
}

const scaled =
  (scale: Omit<SensorScale, 'path' | 'since'>): Change['changes'] =>
  (_device, since) => ({
    scales: [{ path: '4.4000', since, ...scale }],
  });

describe.each<[what: string, options: Parameters<typeof rehearsed>[1], reproduced: number, reason?: string]>([
  ['after months without data', { daysBefore: 90 }, 20],
  // Clocks in Chicago go back at 07:00 UTC.
  ['across the hour in which clocks go back', { start: Date.UTC(2026, 10, 1, 6, 55) }, 20],
  [
    'of a sensor that was renamed meanwhile',
    { change: { atS: 250, changes: () => ({ sensorNames: new Map([['4.4000', 'Renamed']]) }) } },
    20,
  ],
  // Before the change nothing is promised: these times are excluded.
  [
    'of a sensor that got another k and c',
    { change: { atS: 250, changes: scaled({ type: 'NUMERIC', unit: 'C', k: 1, c: 0.5 }) } },
    10,
    'scale',
  ],
  [
    'of a sensor that became a contact',
    { change: { atS: 250, changes: scaled({ type: 'BOOL', unit: '', k: 1, c: 0 }) } },
    0,
    'scale',
  ],
])('a rehearsal %s', (_what, options, reproduced, reason) => {
  const database = testDatabase();

  it('gives the stored warnings outside of the excluded spans', async () => {
    const identity = await rehearsed(database, options);
    expect(identity.problems).toEqual([]);
    expect(identity.reproduced).toBeGreaterThanOrEqual(reproduced);
    if (reason) expect(identity.reasons).toEqual([reason]);
    expect(identity.reproduced + identity.inExcluded).toBe(identity.stored);
  });
});
