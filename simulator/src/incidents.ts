import type { Action } from './action.ts';
import type { DemoDevice } from './demo-plant.ts';
import { createRandom, type Random, seedOf } from './random.ts';

export interface Incident {
  readonly atMs: number;
  readonly action: Action;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

function pick<T>(random: Random, of: readonly [T, ...T[]]): T {
  return of[Math.floor(random.next() * of.length)] ?? of[0];
}

/** A bearing that runs to `peakC` and cools down again. */
function hot(sensor: string, atMs: number, peakC: number): Incident[] {
  return [
    { atMs, action: { do: 'drive', sensor, curve: { kind: 'linear', from: 'here', to: peakC, overS: 35 * 60 } } },
    { atMs: atMs + 45 * minuteMs, action: { do: 'release', sensor } },
    { atMs: atMs + 100 * minuteMs, action: { do: 'reset' } },
  ];
}

function held(sensor: string, atMs: number, value: number, forMs: number): Incident[] {
  return [
    { atMs, action: { do: 'drive', sensor, curve: { kind: 'constant', value } } },
    { atMs: atMs + forMs, action: { do: 'release', sensor } },
  ];
}

function ofLeg(random: Random, atMs: number): Incident[] {
  const chance = random.next();
  if (chance < 0.18) return hot(pick(random, ['4.4000', '4.4000', '4.4001', '4.4003']), atMs, random.between(70, 86));
  if (chance < 0.36) return held(pick(random, ['3.3000', '3.3001', '3.3001']), atMs, 0, random.between(10, 100) * 1000);
  if (chance < 0.46) return held('5.5000', atMs, 1, random.between(10, 60) * 1000);
  if (chance < 0.54) return held('1.1001', atMs, random.between(82, 89), random.between(10, 40) * 1000);
  return [];
}

function ofTower(random: Random, atMs: number, device: DemoDevice): Incident[] {
  const chance = random.next();
  const [bearing, contact, node] =
    device.type === 'F500' ? (['23.232', '46.462', '12'] as const) : (['1.12', '9.91', '4'] as const);
  // An F500 has no fault stop to reset.
  if (chance < 0.2) return hot(bearing, atMs, random.between(72, 88)).slice(0, 2);
  if (chance < 0.4) return held(contact, atMs, 0, random.between(20, 200) * 1000);
  if (chance < 0.5)
    return [
      { atMs, action: { do: 'lose-node', node } },
      { atMs: atMs + random.between(5, 50) * minuteMs, action: { do: 'find-node', node } },
    ];
  return [];
}

function ofNode(random: Random, atMs: number, device: DemoDevice): Incident[] {
  if (random.next() > 0.3) return [];
  if (device.type === '0006') return held('33.33001', atMs, 19.2, random.between(10, 60) * 1000);
  return hot(pick(random, ['31.31000', '31.31001', '31.31002']), atMs, random.between(62, 75)).slice(0, 2);
}

/** The incidents of a device on a past day: often none, seldom two. */
export function incidentsOf(device: DemoDevice, dayStartMs: number): Incident[] {
  const random = createRandom(seedOf(device.serialNumber) ^ Math.imul(dayStartMs / dayMs, 0x85ebca6b));
  const incidents: Incident[] = [];
  for (const fromHour of [5, 13]) {
    const atMs = dayStartMs + Math.floor(random.between(fromHour, fromHour + 5) * hourMs);
    if (device.type === '0300') incidents.push(...ofLeg(random, atMs));
    else if (device.type === 'F500' || device.type === 'F500-UDF') incidents.push(...ofTower(random, atMs, device));
    else incidents.push(...ofNode(random, atMs, device));
  }
  return incidents.map((i) => ({ ...i, atMs: Math.floor(i.atMs) })).sort((a, b) => a.atMs - b.atMs);
}
