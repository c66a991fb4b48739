import { texts as taskTexts } from '@tocsin/contract/texts/maintenance-tasks';
import { texts } from '@tocsin/contract/texts/walk-tests';
import { isUntried } from '@tocsin/contract/walk-tests';
import type { Trx } from '../../platform/db.ts';
import type { TaskNews } from './routes.ts';
import { dayIn } from './rules.ts';
import { eventOf, findTask, insertTask, placeOf } from './store.ts';
import { enqueueReminder } from './worker.ts';

type Announce = (trx: Trx, news: TaskNews) => Promise<void>;
interface RoundFindings {
  readonly device: number;
  readonly tasks: readonly string[];
  readonly by: { readonly id: number; readonly name: string };
  readonly now: number;
}

const dayMs = 24 * 3_600_000;
/** A task is due after so many days, that of a walk test earlier by the site's interval of proof tests. */
const dueDays = 7;

interface MissingSensor {
  readonly path: string;
  readonly name: string;
  readonly state: keyof typeof texts.states;
  readonly cause: keyof typeof texts.causes | null;
  readonly presses?: number;
  readonly reason: string;
}

/** One task for each sensor that a walk test did not prove; owned by who signed it. A sensor that has its task keeps it. */
export async function openWalkTasks(
  announce: Announce,
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
  for (const sensor of sensors) {
    const { path, name, state, cause, reason } = sensor;
    const known = isUntried(sensor) ? texts.states.waiting : cause === null ? texts.states[state] : texts.causes[cause];
    const why = reason || known;
    const about = { ...event, path, sensor_name: name, content: texts.task.content(why) };
    const owner = { ownerId: by.id, ownerName: by.name };
    const settled = { what: texts.task.what(name), due, ...owner, at: new Date(now), by: by.name, walkId: walk.id };
    await opened(announce, trx, await insertTask(trx, about, settled), { by: by.name, now });
  }
}

/** One task for each thing that was not well in a daily round; owned by who made the round. */
export async function openRoundTasks(
  announce: Announce,
  trx: Trx,
  { device, tasks, by, now }: RoundFindings,
): Promise<void> {
  const place = await placeOf(trx, device);
  if (!place) return;
  const about = { ...place, id: 0, type: 'maintenance', at: now, content: taskTexts.seen } as const;
  const owner = { ownerId: by.id, ownerName: by.name };
  for (const what of tasks) {
    const settled = { what, due: dayIn(now + dueDays * dayMs, place.zone), ...owner, at: new Date(now), by: by.name };
    const id = await insertTask(trx, { ...about, path: null, sensor_name: null }, settled);
    await opened(announce, trx, id, { by: by.name, now });
  }
}

async function opened(
  announce: Announce,
  trx: Trx,
  id: number,
  { by, now }: { readonly by: string; readonly now: number },
): Promise<void> {
  const task = await findTask(trx, id);
  if (!task) return;
  await enqueueReminder(trx, task, now);
  await announce(trx, { kind: 'task_opened', task, by, now });
}
