import type { Due } from '@tocsin/contract/incidents';
import type { Db } from '../../platform/db.ts';
import { toZonedIso } from '../../platform/zoned-time.ts';
import { readTasks, type TaskFilter } from './store.ts';

const dayMs = 86_400_000;
const readAtMost = 100;

/** Open tasks that are due today by the day of their site, or overdue. */
export async function dueTasks(db: Db, filter: Omit<TaskFilter, 'isOpen'>): Promise<Due[]> {
  const { rows } = await readTasks(db, { ...filter, isOpen: true }, { limit: readAtMost, offset: 0 });
  return rows.flatMap(({ site_id, site_name, zone, device_id, device_name, what, due }): Due[] => {
    const today = toZonedIso(filter.now, zone).slice(0, 10);
    if (due > today) return [];
    const days = Math.round((Date.parse(today) - Date.parse(due)) / dayMs);
    const site = { id: site_id, title: site_name, timezone: zone };
    return [{ kind: 'task', site, device: { id: device_id, title: device_name }, what, at: null, days_over: days }];
  });
}
