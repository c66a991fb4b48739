import { texts } from '@tocsin/contract/texts/walk-tests';
import type { Trx } from '../../platform/db.ts';
import type { TaskNews } from './routes.ts';
import { dayIn } from './rules.ts';
import { eventOf, findTask, insertTask } from './store.ts';
import { enqueueReminder } from './worker.ts';

const dayMs = 24 * 3_600_000;
/** A task of a walk test is due after so many days, or earlier by the site's interval of proof tests. */
const dueDays = 7;

interface MissingSensor {
  readonly path: string;
  readonly name: string;
  readonly state: keyof typeof texts.states;
  readonly cause: keyof typeof texts.causes | null;
  readonly reason: string;
}

/** One task for each sensor that a walk test did not prove; owned by who signed it. A sensor that has its task keeps it. */
export async function openWalkTasks(
  announce: (trx: Trx, news: TaskNews) => Promise<void>,
  trx: Trx,
  {
    walk,
    sensors,
    by,
    now,
  }: {
    readonly walk: { readonly id: number; readonly zone: string; readonly intervalDays: number };
    readonly sensors: readonly MissingSensor[];
    readonly by: { readonly id: number; readonly name: string };
    readonly now: number;
  },
): Promise<void> {
  const event = await eventOf(trx, walk.id);
  if (!event) return;
  const due = dayIn(now + Math.min(dueDays, walk.intervalDays) * dayMs, walk.zone);
  for (const { path, name, state, cause, reason } of sensors) {
    const why = reason || (cause === null ? texts.states[state] : texts.causes[cause]);
    const about = { ...event, path, sensor_name: name, content: texts.task.content(why) };
    const owner = { ownerId: by.id, ownerName: by.name };
    const settled = { what: texts.task.what(name), due, ...owner, at: new Date(now), by: by.name, walkId: walk.id };
    const task = await findTask(trx, await insertTask(trx, about, settled));
    if (!task) continue;
    await enqueueReminder(trx, task, now);
    await announce(trx, { kind: 'task_opened', task, by: by.name, now });
  }
}
