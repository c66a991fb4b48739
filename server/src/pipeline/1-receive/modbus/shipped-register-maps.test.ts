import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RegisterMap } from '@tocsin/contract/modbus';
import { describe, expect, it } from 'vitest';
import { readingsOf } from './modbus-decode.ts';
import { planOf } from './modbus-map.ts';

const folder = join(import.meta.dirname, '..', '..', '..', '..', 'modbus-maps');
const planFor = (name: string) =>
  planOf(RegisterMap.parse(JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'))));

/** What a device with these registers shows, by sensor; other registers are 0. */
function shown(name: string, registers: Readonly<Record<string, number>>): Readonly<Record<string, number | null>> {
  const plan = planFor(name);
  const answers = plan.blocks.map((block) => ({
    block,
    words: Array.from({ length: block.count }, (_, i) => registers[`${block.fn}:${block.at + i}`] ?? 0),
  }));
  return Object.fromEntries(readingsOf(plan, answers).map((reading) => [reading.name, reading.value]));
}

describe('the shipped register maps', () => {
  it.each([
    [
      'machine-saver-trivibe',
      { '3:31': 41, '3:172': 0x3f00, '3:178': 0x3e4c, '3:179': 0xcccd, '3:3': 1 },
      { Temperature: 41, 'Acceleration axis 1': 0.5, 'Machine on': 1 },
    ],
    ['eastron-sdm630', { '4:52': 0x4640, '4:53': 0xe400, '4:70': 0x4248 }, { Power: 12_345, Frequency: 50 }],
    ['abb-acs550', { '3:101': 1480, '3:102': 498, '3:109': 412 }, { Speed: 1480, 'Output frequency': 49.8 }],
    ['siemens-sinamics-v20', { '3:23': 5000, '3:25': 731 }, { 'Output frequency': 50, 'Motor current': 7.31 }],
    ['siemens-sinamics-g120x', { '3:340': 1475, '3:341': 4980 }, { Speed: 1475, 'Output frequency': 49.8 }],
    ['danfoss-vlt-fc', { '3:16129': 500, '3:16140': 1234 }, { 'Output frequency': 50, 'Motor current': 12.34 }],
    ['omron-e5cc', { '3:8192': 0xff9c, '3:8194': 800 }, { 'Process value': -10, 'Set point': 80 }],
    ['moxa-iologik-e1260', { '4:1536': 614, '4:1541': 0xfff6 }, { 'RTD 0': 61.4, 'RTD 5': -1 }],
    ['isma-sfar-s-6ti', { '4:52': 614, '4:57': 0xfff6 }, { 'Temperature 1': 61.4, 'Temperature 6': -1 }],
    [
      'schneider-tesys-tera',
      { '3:5500': 1, '3:5501': 0x2345, '3:5524': 5001 },
      { 'Current L1': 74.565, Frequency: 50.01 },
    ],
  ])('%s reads the registers of its manual', (name, registers: Readonly<Record<string, number>>, values) => {
    const all = shown(name, registers);
    for (const [sensor, value] of Object.entries(values)) expect(all[sensor], sensor).toBeCloseTo(value, 6);
  });
});
