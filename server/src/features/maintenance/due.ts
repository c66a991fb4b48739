import type { Due } from '@tocsin/contract/incidents';
import type { Db } from '../../platform/db.ts';
import { toZonedIso } from '../../platform/zoned-time.ts';
import { readLedger } from './read-ledger.ts';

const dayMs = 86_400_000;
const dayIn = (at: number, zone: string): string => toZonedIso(at, zone).slice(0, 10);

/** Sensors of sites whose proof test is overdue, or due today by the day of their site. */
export async function dueTests(db: Db, sites: readonly Due['site'][], now: number): Promise<Due[]> {
  const due: Due[] = [];
  for (const site of sites) {
    const today = dayIn(now, site.timezone);
    for (const row of await readLedger(db, site.id, now)) {
      if (row.due === null || row.is_out_of_service) continue;
      const at = Date.parse(row.due);
      if (at > now && dayIn(at, site.timezone) !== today) continue;
      due.push({
        kind: 'test',
        site,
        device: { id: row.device_id, title: row.device },
        what: row.sensor_name,
        sensor_id: row.sensor_id,
        at: row.due,
        days_over: Math.max(0, Math.floor((now - at) / dayMs)),
      });
    }
  }
  return due;
}
