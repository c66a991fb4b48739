import { endpoints, type NewTask, type TaskQuery } from '@tocsin/contract/maintenance-tasks';
import { texts } from '@tocsin/contract/texts/maintenance-tasks';
import type { OfflineWork } from '../../access/offline.ts';
import { isOemOrSuper, type Person, type Principal } from '../../access/principal.ts';
import { type Api, route } from '../../access/route.ts';
import { scopeOf } from '../../access/scope.ts';
import { byCall, difference, recorded } from '../../platform/audit.ts';
import type { DbAndClock, Trx } from '../../platform/db.ts';
import { badField, orNotFound, Refusal } from '../../platform/errors.ts';
import { presentTask } from './present.ts';
import { checkDue, isHandedOver } from './rules.ts';
import * as store from './store.ts';
import { enqueueReminder, mailOwner } from './worker.ts';

export interface MaintenanceTasksDependencies extends DbAndClock {
  readonly publicUrl: string;
  readonly offline: OfflineWork;
  /** Path and shown name of a sensor of a device. */
  readonly sensorOf: (deviceId: number, ref: string) => Promise<{ path: string; name: string } | undefined>;
  /** Tells whatever plans the client's work, in the transaction of the change. */
  readonly announce: (trx: Trx, news: TaskNews) => Promise<void>;
}

/** What happened to a task, and by whom. */
export interface TaskNews {
  readonly kind: 'task_opened' | 'task_changed' | 'task_closed';
  readonly task: store.TaskRow;
  readonly by: string;
  readonly now: number;
}

/** Routes of the tasks that were handed over to maintenance. */
export const addMaintenanceTaskRoutes = (
  api: Api,
  { db, clock, publicUrl, offline, sensorOf, announce }: MaintenanceTasksDependencies,
): void => {
  const presentOne = async (id: number, who: Principal) => {
    const row = orNotFound(await store.findTask(db, id));
    return presentTask(row, who, clock.now());
  };

  route(api, endpoints.list, async ({ who, query, selection }) => {
    const { clientId } = await selection();
    const filter: store.TaskFilter = { ...filterOf(who, query), scope: scopeOf(who, clientId), now: clock.now() };
    const { rows, count } = await store.readTasks(db, filter, query);
    return { count, results: rows.map((row) => presentTask(row, who, clock.now())) };
  });

  route(api, endpoints.owners, async ({ subject }) => {
    const results = (await store.ownersOf(db, subject.siteId)).map(({ id, name }) => ({ id, name }));
    return { count: results.length, results };
  });

  const open = async (
    call: Parameters<typeof byCall>[0] & { readonly who: Person; readonly body: NewTask },
    read: (trx: Trx) => Promise<store.TaskEvent>,
  ) => {
    const { who, body } = call;
    const now = clock.now();
    const id = await recorded(db, byCall(call), async (trx, note) => {
      const event = await read(trx);
      checkDue(body.due, event.zone, now);
      const owner = await ownerOf(trx, event.site_id, body.owner);
      const { what, due } = body;
      const settled = { what, due, ownerId: owner.id, ownerName: owner.name, at: new Date(now), by: who.name };
      const task = await stored(trx, await store.insertTask(trx, event, settled));
      await mailOwner(trx, task, { publicUrl, now, by: who.name });
      await enqueueReminder(trx, task, now);
      await announce(trx, { kind: 'task_opened', task, by: who.name, now });
      note({ ...about(task), action: 'hand over', old: null, new: { ...auditedTask(task), event: event.id } });
      return task.id;
    });
    return await presentOne(id, who);
  };

  route(api, endpoints.create, (call) =>
    open(call, async (trx) => {
      const event = orNotFound(await store.eventOf(trx, call.params.id));
      if (!isHandedOver(event.type)) throw new Refusal('invalid', texts.notForEvents);
      return event;
    }),
  );

  route(api, endpoints.createAt, async (call) => {
    const device = call.subject.deviceId;
    const sensor = orNotFound(await sensorOf(device, call.body.sensor));
    const seen = { id: 0, type: 'maintenance', at: clock.now(), content: texts.seen } as const;
    return await open(call, async (trx) => ({
      ...seen,
      ...orNotFound(await store.placeOf(trx, device)),
      path: sensor.path,
      sensor_name: sensor.name,
    }));
  });

  route(api, endpoints.change, async (call) => {
    const { who, params, body } = call;
    const now = clock.now();
    await recorded(db, byCall(call), async (trx, note) => {
      const before = await lockOpen(trx, params.id);
      if (body.due !== undefined && body.due !== before.due) checkDue(body.due, before.zone, now);
      const isNewOwner = body.owner !== undefined && body.owner !== before.owner_id;
      const owner = isNewOwner ? await ownerOf(trx, before.site_id, body.owner) : null;
      const task: store.TaskRow = {
        ...before,
        what: body.what ?? before.what,
        due: body.due ?? before.due,
        owner_id: owner?.id ?? before.owner_id,
        owner_name: owner?.name ?? before.owner_name,
      };
      await store.updateTask(trx, task.id, task);
      if (owner) await mailOwner(trx, task, { publicUrl, now, by: who.name });
      await enqueueReminder(trx, task, now);
      const changed = difference(auditedTask(before), auditedTask(task));
      if (Object.keys(changed.new).length > 0) await announce(trx, { kind: 'task_changed', task, by: who.name, now });
      note({ ...about(task), action: 'change', ...changed });
    });
    return await presentOne(params.id, who);
  });

  route(api, endpoints.close, async (call) => {
    const { who, params, body } = call;
    const entry = await offline.judge(who, body.entry);
    await recorded(db, byCall(call), async (trx, note) => {
      const before = await store.lockTask(trx, params.id);
      if (before && entry && before.closed_entry_id === entry.id) {
        note({ ...about(before), action: 'close', old: {}, new: {} });
        return;
      }
      if (before?.closed_at && entry)
        throw new Refusal('conflict', entry.refused.taskClosed(before.what, before.closed_by ?? ''));
      const task = await lockOpen(trx, params.id);
      const now = clock.now();
      await store.closeTask(trx, task.id, { at: new Date(now), by: who.name, comment: body.comment, entry });
      await announce(trx, { kind: 'task_closed', task: { ...task, comment: body.comment }, by: who.name, now });
      note({ ...about(task), action: 'close', old: { is_open: true }, new: { is_open: false, comment: body.comment } });
    });
    return await presentOne(params.id, who);
  });
};

const filterOf = (who: Principal, query: TaskQuery): Omit<store.TaskFilter, 'scope' | 'now'> => ({
  seesSuspended: isOemOrSuper(who),
  siteId: query.location,
  deviceId: query.device,
  eventId: query.event,
  isOpen: query.is_open,
  isOverdue: query.is_overdue,
  // A wall or a key owns nothing.
  ownerId: query.is_mine === true ? (who.kind === 'person' ? who.userId : 0) : undefined,
  search: query.search,
});

/** A person who has access to the site; 400 at `owner` otherwise. */
async function ownerOf(trx: Trx, siteId: number, id: number | undefined): Promise<store.Owner> {
  const owner = (await store.ownersOf(trx, siteId)).find((person) => person.id === id);
  if (!owner) throw badField('owner', texts.ownerUnknown);
  return owner;
}

async function stored(trx: Trx, id: number): Promise<store.TaskRow> {
  const task = orNotFound(await store.findTask(trx, id));
  return task;
}

async function lockOpen(trx: Trx, id: number): Promise<store.TaskRow> {
  const task = orNotFound(await store.lockTask(trx, id));
  if (task.closed_at !== null) throw new Refusal('conflict', texts.alreadyClosed);
  return task;
}

const auditedTask = ({ what, due, owner_name: owner }: store.TaskRow) => ({ what, due, owner });

const about = (task: store.TaskRow) => ({
  subject: 'maintenance task',
  subjectId: task.id,
  subjectName: task.device_name,
  clientId: task.client_id,
  siteId: task.site_id,
  deviceId: task.device_id,
});
