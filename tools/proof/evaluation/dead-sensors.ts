// `npm run proof -- dead-sensors [FOLDER]`: what the nightly scan finds. Each simulated fault must be found within two
// nights, alone; the demo's devices without their fault (35 days, by the minute), a device of contacts that pass their
// tests, and the NAB series (in FOLDER or NAB_DATA) must give nothing in any night. Then time and memory of 20 devices
// x 100 sensors x 90 days, whose slots are generated directly. `--short` takes one device of each type and 14 days.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { historyOfDay } from '@tocsin/simulator/demo-history';
import { demoDevices } from '@tocsin/simulator/demo-plant';
import { findNab } from '../../../bench/nab.ts';
import { blankSegment, slotMs, slotsPerHour } from '../../../server/src/history/codec/slot-segment.ts';
import { DeviceScan } from '../../../server/src/history/suspect/device-scan.ts';
import type { ScannedSensor, ScanResult } from '../../../server/src/history/suspect/suspicion.ts';
import { playScan, scannedSensors, slotsOf, Texts } from '../../../server/src/history/suspect/testing/simulated.ts';
import type { ProofOptions } from '../support/_proof.ts';

export const hasShort = true;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const startMs = Date.UTC(2026, 8, 1);
/** Half past one in the night. */
const nightMs = 1.5 * hourMs;

interface Row {
  readonly what: string;
  readonly expected: string;
  readonly found: string;
  readonly nights: string;
  readonly isKept: boolean;
}
const textOf = ({ suspicions }: ScanResult): string =>
  suspicions.map(({ path, evidence }) => `${path} ${evidence.kind}`).join(', ') || 'nothing';

const faults = [
  ['bearing probe keeps its value', '4.4003 flat', { do: 'freeze', sensor: '4.4003' }],
  ['rub block keeps its value', '2.2001 flat', { do: 'freeze', sensor: '2.2001' }],
  ['head speed keeps its value', '1.1000 flat', { do: 'freeze', sensor: '1.1000' }],
  ['bearing probe hangs in the air', '4.4000 start', { do: 'detach', sensor: '4.4000' }],
  ['knee pulley probe hangs in the air', '7.7000 start', { do: 'detach', sensor: '7.7000' }],
  ['bearing probe on the terminals of another', '4.4003 copy', { do: 'copy', sensor: '4.4003', of: '4.4000' }],
  ['probe sends -999', '4.4001 sentinel', { do: 'report', sensor: '4.4001', value: -999 }],
  ['probe sends 85 after power-up', '4.4002 sentinel', { do: 'report', sensor: '4.4002', value: 85 }],
  ['converter sends 3276.7', '4.4001 sentinel', { do: 'report', sensor: '4.4001', value: 3276.7 }],
] as const;

/** Faults begin in the morning of the fifteenth day; night 1 is the next one. */
function faultRows(): Row[] {
  const faultAt = 14 * dayMs + 9 * hourMs;
  return faults.map(([what, expected, action]) => {
    const play = playScan({ type: '0300', seed: 4811, startMs, days: 17, steps: [{ atMs: faultAt, action }] });
    const before = textOf(play.until(faultAt - hourMs));
    const nights = [1, 2].map((night) => textOf(play.until((14 + night) * dayMs + nightMs)));
    const first = nights.indexOf(expected);
    const isKept = before === 'nothing' && first >= 0 && nights[1] === expected;
    return { what, expected, found: nights[1] ?? '', nights: first < 0 ? '-' : String(first + 1), isKept };
  });
}

/** A contact that was opened on one day and never again: suspected when the 90th day is over, not before. */
function contactRow(): Row {
  const sensors: ScannedSensor[] = ['3000', '3001'].map((id) => ({
    path: `3.${id}`,
    groupId: '3',
    name: id,
    type: 'BOOL',
    unit: '',
    shownUnit: '',
    k: 1,
    c: 0,
  }));
  const scan = new DeviceScan(sensors, () => true);
  const places = Int32Array.from([0, 1]);
  let first = -1;
  for (let hour = 0; hour < 93 * 24; hour++) {
    const segment = blankSegment(2, slotsPerHour, new Uint32Array(slotsPerHour).fill(60), false);
    segment.count.fill(60);
    segment.min.fill(1);
    segment.max.fill(1);
    segment.last.fill(1);
    // The other contact opens once a week.
    if (hour % 168 === 20) segment.min[slotsPerHour + 3] = 0;
    scan.addHour(startMs + hour * hourMs, segment, places);
    if (first < 0 && hour % 24 === 1 && scan.finish().suspicions.length > 0) first = Math.floor(hour / 24);
  }
  const found = textOf(scan.finish());
  const isKept = found === '3.3000 contact' && first >= 90 && first <= 91;
  return { what: 'contact unchanged since day 0', expected: '3.3000 contact', found, nights: `day ${first}`, isKept };
}

const demoDays = 35;
/** The demo's devices without their fault, night after night. */
function demoRows(days: number): Row[] {
  const types = new Set<string>();
  return demoDevices
    .filter(({ type }) => days === demoDays || (!types.has(type) && types.add(type)))
    .map((device) => {
      const { type, title } = device;
      const texts = new Texts();
      const sensors = scannedSensors(playScan({ type, seed: 1, startMs, days: 0 }).groups);
      const scan = new DeviceScan(sensors, texts.isUsable);
      const places = Int32Array.from(sensors, (_, index) => index);
      const found = new Set<string>();
      const began = startMs + days * dayMs;
      for (let day = 0; day < days; day++) {
        let hour = 0;
        for (const frames of historyOfDay(device, startMs + day * dayMs, began)) {
          const t0 = startMs + day * dayMs + hour * hourMs;
          const byHour = Map.groupBy(frames, ({ ts }) => Math.floor(ts / hourMs) * hourMs);
          for (const [at, own] of byHour) pending.set(at, [...(pending.get(at) ?? []), ...own]);
          hour++;
          for (const [at, own] of pending)
            if (at < t0 - hourMs) {
              scan.addHour(at, slotsOf(own, texts), places);
              pending.delete(at);
            }
        }
        for (const [at, own] of [...pending].sort(([a], [b]) => a - b)) scan.addHour(at, slotsOf(own, texts), places);
        pending.clear();
        const text = textOf(scan.finish());
        if (text !== 'nothing') found.add(text);
      }
      const all = [...found].join('; ') || 'nothing';
      const what = `demo, ${days} days, healthy: ${title}`;
      return { what, expected: 'nothing', found: all, nights: '-', isKept: found.size === 0 };
    });
}
const pending = new Map<number, Parameters<typeof slotsOf>[0][number][]>();

/** Both NAB series as sensors of one device, moved to begin together; read night after night. */
function nabRow(folder: string | undefined): Row | null {
  const file = findNab(folder);
  if (file === null) return null;
  const machine = readNab(file);
  const ambient = readNab(file.replace(basename(file), 'ambient_temperature_system_failure.csv'));
  const sensors: ScannedSensor[] = ['machine', 'ambient'].map((id) => ({
    path: `4.${id}`,
    groupId: '4',
    name: id,
    type: 'NUMERIC',
    unit: 'F',
    shownUnit: 'F',
    k: 1,
    c: 0,
  }));
  const scan = new DeviceScan(sensors, () => true);
  const places = Int32Array.from([0, 1]);
  const found = new Set<string>();
  const last = Math.max(...machine.keys(), ...ambient.keys());
  for (let hour = 0; hour <= last; hour++) {
    const segment = blankSegment(2, slotsPerHour, new Uint32Array(slotsPerHour), false);
    [machine, ambient].forEach((series, sensor) => {
      for (const { slot, value } of series.get(hour) ?? []) {
        const at = sensor * slotsPerHour + slot;
        const isFirst = segment.count[at] === 0;
        segment.count[at]++;
        segment.frames[slot]++;
        segment.min[at] = isFirst ? value : Math.min(segment.min[at], value);
        segment.max[at] = isFirst ? value : Math.max(segment.max[at], value);
        segment.last[at] = value;
      }
    });
    if (segment.count.some((count) => count > 0)) scan.addHour(startMs + hour * hourMs, segment, places);
    if (hour % 24 === 1) for (const one of scan.finish().suspicions) found.add(`${one.path} ${one.evidence.kind}`);
  }
  const text = [...found].join(', ') || 'nothing';
  return {
    what: `NAB, ${Math.floor(last / 24)} days`,
    expected: 'nothing',
    found: text,
    nights: '-',
    isKept: found.size === 0,
  };
}

/** Values of a NAB file by hours since its first row. */
function readNab(file: string): Map<number, { slot: number; value: number }[]> {
  const rows = readFileSync(file, 'utf8').trim().split('\n').slice(1);
  const parsed = rows.map((row) => {
    const [time = '', value] = row.split(',');
    return { at: Date.parse(`${time.replace(' ', 'T')}Z`), value: Number(value) };
  });
  const begin = Math.floor((parsed[0]?.at ?? 0) / hourMs) * hourMs;
  const hours = new Map<number, { slot: number; value: number }[]>();
  for (const { at, value } of parsed) {
    const hour = Math.floor((at - begin) / hourMs);
    const slot = Math.floor(((at - begin) % hourMs) / slotMs);
    hours.set(hour, [...(hours.get(hour) ?? []), { slot, value }]);
  }
  return hours;
}

/** Time and memory of a scan over slots that are generated directly. */
function measure(devices: number, count: number, days: number): string {
  const sensors: ScannedSensor[] = Array.from({ length: count }, (_, i) => ({
    path: `4.${i}`,
    groupId: String(i % 10),
    name: `Sensor ${i}`,
    type: i % 10 === 9 ? 'BOOL' : 'NUMERIC',
    unit: i % 10 === 0 ? 'PPM' : i % 10 === 9 ? '' : 'C',
    shownUnit: 'C',
    k: 1,
    c: 0,
  }));
  const places = Int32Array.from(sensors, (_, index) => index);
  const segments = Array.from({ length: 24 }, (_, hour) => generated(count, hour));
  globalThis.gc?.();
  const heap = process.memoryUsage();
  let most = 0;
  const from = performance.now();
  let found = 0;
  for (let device = 0; device < devices; device++) {
    const scan = new DeviceScan(sensors, () => true);
    for (let hour = 0; hour < days * 24; hour++) {
      const segment = segments[hour % 24];
      if (segment) scan.addHour(startMs + hour * hourMs, segment, places);
      if (hour % 240 === 0) {
        const { heapUsed, arrayBuffers } = process.memoryUsage();
        most = Math.max(most, heapUsed + arrayBuffers - heap.heapUsed - heap.arrayBuffers);
      }
    }
    found += scan.finish().suspicions.length;
  }
  const seconds = (performance.now() - from) / 1000;
  const each = ((1000 * seconds) / devices).toFixed(0);
  return `${devices} devices x ${count} sensors x ${days} days: ${seconds.toFixed(1)} s (${each} ms a device), at most ${(most / 1e6).toFixed(0)} MB more, ${found} suspicions`;
}

function generated(count: number, hour: number) {
  const segment = blankSegment(count, slotsPerHour, new Uint32Array(slotsPerHour).fill(180), false);
  segment.count.fill(180);
  for (let at = 0; at < count * slotsPerHour; at++) {
    const sensor = Math.floor(at / slotsPerHour);
    const value = sensor % 10 === 0 ? (hour < 6 ? 0 : 240) : 20 + ((at * 31 + hour * 17 + sensor * 7) % 90) / 10;
    segment.min[at] = value;
    segment.max[at] = value + 0.2;
    segment.last[at] = value + 0.1;
  }
  return segment;
}

export async function run({ short, args: [folder] }: ProofOptions): Promise<boolean> {
  const rows = [...faultRows(), contactRow(), ...demoRows(short ? 14 : demoDays)];
  const nab = nabRow(folder);
  if (nab) rows.push(nab);
  else console.log('NAB_DATA is not set: the NAB series were not read.');
  console.log('| fault | expected | found | night | |');
  console.log('|---|---|---|---|---|');
  for (const { what, expected, found, nights, isKept } of rows)
    console.log(`| ${what} | ${expected} | ${found} | ${nights} | ${isKept ? 'kept' : 'BROKEN'} |`);
  console.log(short ? measure(2, 100, 30) : measure(20, 100, 90));
  return rows.every(({ isKept }) => isKept);
}
