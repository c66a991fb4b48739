import { fullSensorId, sensorPath } from '@tocsin/contract/layout';
import { isTestable, type LedgerRow } from '@tocsin/contract/maintenance';
import type { Proven } from '@tocsin/contract/protection';
import type { DeviceRow, SuspicionFact } from './facts.ts';
import type { ScanRow } from './store-suspicions.ts';

export const provenWithinMs = 30 * 86_400_000;

export interface ProvenFacts {
  readonly now: number;
  /** Devices in service, each with the sensors that can protect. */
  readonly devices: readonly DeviceRow[];
  readonly ledger: readonly LedgerRow[];
  readonly scans: readonly ScanRow[];
  /** `device.path` of sensors that raised an alarm or a warning outside of tests in this time. */
  readonly alarmed: ReadonlySet<string>;
  /** Open suspicions that are not dismissed. */
  readonly suspicions: readonly SuspicionFact[];
  /** The shares a month ago. */
  readonly before: readonly { readonly sensors: number; readonly proven: number }[];
}

/**
 * How many sensors were proven alive within 30 days: an alarm or a warning, a passed test, or a movement while the
 * machine ran. Of several proofs the first counts, so that what alarmed agrees with the log. A sensor that is suspected dead is proven only by a test since then.
 */
export function provenOf(facts: ProvenFacts): Proven {
  const since = facts.now - provenWithinMs;
  const tests = new Map(facts.ledger.map((row) => [fullSensorId(row.device_id, row.sensor_id), row.last_passed]));
  const suspected = new Map(facts.suspicions.map((one) => [fullSensorId(one.deviceId, one.path), one.since]));
  const scans = new Map(facts.scans.map((scan) => [scan.device_id, scan.lives]));
  const counts = { sensors: 0, tested: 0, moved: 0, alarmed: 0, not_proven: 0 };
  for (const device of facts.devices)
    for (const sensor of device.sensors) {
      const path = sensorPath(sensor);
      if (!isTestable(path)) continue;
      const id = fullSensorId(device.id, path);
      const passed = Date.parse(tests.get(id) ?? '');
      const deadSince = suspected.get(id);
      counts.sensors++;
      if (deadSince === undefined && facts.alarmed.has(id)) counts.alarmed++;
      else if (passed >= Math.max(since, deadSince ?? since)) counts.tested++;
      else if (deadSince === undefined && (scans.get(device.id)?.[path]?.movedAt ?? 0) >= since) counts.moved++;
      else counts.not_proven++;
    }
  const share = shareOf(counts.sensors - counts.not_proven, counts.sensors);
  const past = { sensors: sum(facts.before, 'sensors'), proven: sum(facts.before, 'proven') };
  return { share, ...counts, change: past.sensors === 0 ? null : share - shareOf(past.proven, past.sensors) };
}

/** Whole percent, rounded down; 0 without sensors. */
const shareOf = (part: number, all: number): number => (all === 0 ? 0 : Math.floor((100 * part) / all));

const sum = (rows: ProvenFacts['before'], name: 'sensors' | 'proven'): number =>
  rows.reduce((total, row) => total + row[name], 0);
