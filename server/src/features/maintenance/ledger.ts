import { fullSensorId, sensorPath } from '@tocsin/contract/layout';
import { isTestable, type Ledger, type LedgerRow } from '@tocsin/contract/maintenance';
import type { PassedTest, SensorMarks, SiteDevice, SiteHead } from './store.ts';

const dayMs = 86_400_000;

export interface LedgerData {
  readonly site: SiteHead;
  readonly devices: readonly SiteDevice[];
  readonly labels: ReadonlyMap<string, string>;
  readonly passed: ReadonlyMap<string, PassedTest>;
  readonly marks: SensorMarks;
  readonly now: number;
}

/** Every testable sensor with its last passed test; overdue when that is older than the site's interval. */
export function ledgerRows({ site, devices, labels, passed, marks, now }: LedgerData): LedgerRow[] {
  return devices.flatMap((device) => {
    const groupNames = new Map(device.groups.map((group) => [group.id, group.name]));
    return device.sensors
      .filter((sensor) => isTestable(sensorPath(sensor)))
      .map((sensor): LedgerRow => {
        const path = sensorPath(sensor);
        const test = passed.get(fullSensorId(device.id, path));
        const due = test ? test.at + site.proof_interval_days * dayMs : null;
        return {
          device_id: device.id,
          device: device.title,
          serial_number: device.serial_number,
          sensor_id: path,
          sensor_name: labels.get(fullSensorId(device.id, path)) ?? sensor.name,
          group_name: groupNames.get(sensor.groupId) ?? sensor.groupId,
          last_passed: test ? new Date(test.at).toISOString() : null,
          performed_by: test?.user_name ?? null,
          comment: test?.said ?? null,
          age_days: test ? Math.floor((now - test.at) / dayMs) : null,
          state: due === null ? 'never' : due < now ? 'overdue' : 'ok',
          due: due === null ? null : new Date(due).toISOString(),
          is_out_of_service: device.is_suspended || marks.outOfService.has(fullSensorId(device.id, path)),
          is_suspected_dead: marks.suspectedDead.has(fullSensorId(device.id, path)),
        };
      });
  });
}

/** Whole percent; 100 for a site without sensors. */
export const percent = (part: number, of: number): number => (of === 0 ? 0 : Math.floor((part / of) * 100));

export function presentLedger(
  data: LedgerData,
  query: {
    readonly limit: number;
    readonly offset: number;
    readonly state?: LedgerRow['state'] | undefined;
    readonly overdue_first: boolean;
  },
): Ledger {
  const all = ledgerRows(data);
  const counted = (state: LedgerRow['state']): number => all.filter((row) => row.state === state).length;
  const states = { overdue: counted('overdue'), never: counted('never'), ok: counted('ok') };
  const wanted = query.state ? all.filter((row) => row.state === query.state) : all;
  const order = Object.keys(states);
  const rows = query.overdue_first
    ? wanted.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
    : wanted;
  const { id, title, timezone, proof_interval_days } = data.site;
  return {
    count: rows.length,
    results: rows.slice(query.offset, query.offset + query.limit),
    site: { id, title, timezone, proof_interval_days },
    coverage: percent(states.ok, all.length),
    states,
    devices: data.devices.map((device) => {
      const own = all.filter((row) => row.device_id === device.id);
      const ok = own.filter((row) => row.state === 'ok').length;
      return { id: device.id, title: device.title, sensors: own.length, ok, coverage: percent(ok, own.length) };
    }),
  };
}
