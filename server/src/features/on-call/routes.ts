import { endpoints, RotationValues } from '@tocsin/contract/on-call';
import { refuseOlder } from '../../access/api-versions.ts';
import { refuseSecondName } from '../../access/one-name.ts';
import type { Person } from '../../access/principal.ts';
import { type Api, route } from '../../access/route.ts';
import { servedScopeOf } from '../../access/scope.ts';
import { servedBy } from '../../access/served-by.ts';
import { readRoster } from '../../notify/index.ts';
import { byCall, difference, recorded } from '../../platform/audit.ts';
import { orNotFound, Refusal } from '../../platform/errors.ts';
import { refusalOf } from '../../platform/http/failures.ts';
import type { OnCallRouteDependencies } from './dependencies.ts';
import { servedOf } from './loaders.ts';
import { presentRotation } from './present.ts';
import { dutiesOfChange } from './preview.ts';
import { addCalendarRoutes } from './routes-calendar.ts';
import { addOnCallNowRoutes } from './routes-on-call.ts';
import { addOverrideRoutes } from './routes-overrides.ts';
import { aboutRotation, auditedRotation, choosePeople } from './rules.ts';
import * as store from './store.ts';

/** Routes of rotations, their overrides, and who is on call. */
export const addOnCallRoutes = (api: Api, dependencies: OnCallRouteDependencies): void => {
  const { db, clock, loadPerson } = dependencies;
  addOverrideRoutes(api, dependencies);
  addOnCallNowRoutes(api, dependencies);
  addCalendarRoutes(api, dependencies);

  const present = async (rows: readonly store.RotationRow[], who: Person) => {
    const ids = rows.flatMap((row) => row.people.map(({ id }) => id));
    const roster = await readRoster(db, ids, loadPerson);
    return rows.map((row) => presentRotation(row, roster, who));
  };
  const presentOne = async (id: number, who: Person) => {
    const row = await store.findRotation(db, id);
    const [rotation] = row ? await present([row], who) : [];
    if (!rotation) throw new Refusal('not-found');
    return rotation;
  };

  route(api, endpoints.rotations, async ({ who, query, selection }) => {
    const filter = servedScopeOf(who, (await selection()).clientId, query.location);
    const { rows, count } = await store.listRotations(db, filter, query);
    return { count, results: await present(rows, who) };
  });

  route(api, endpoints.rotation, ({ who, params }) => presentOne(params.id, who));

  route(api, endpoints.createRotation, async (call) => {
    const { who, body, subject } = call;
    const served = await servedBy(db, who, subject, body.location);
    const id = await recorded(db, byCall(call), async (trx, note) => {
      const people = await choosePeople(body.people, served, [], loadPerson);
      await refuseSecondName(trx, who, { kind: 'rotation', of: served.clientId, name: body.title });
      const rotationId = await store.insertRotation(trx, served, body, new Date(clock.now()));
      await store.putPeople(trx, rotationId, people);
      const row = { id: rotationId, title: body.title, client_id: served.clientId, site_id: served.siteId };
      note({ ...aboutRotation(row, 'rotation'), action: 'create', old: null, new: auditedRotation(body, people) });
      return rotationId;
    });
    return await presentOne(id, who);
  });

  route(api, endpoints.changeRotation, async (call) => {
    const { who, params, body } = call;
    await recorded(db, byCall(call), async (trx, note) => {
      const before = orNotFound(await store.lockRotation(trx, params.id));
      await refuseOlder(body.version, before.version, () => presentOne(params.id, who));
      const values = laid(before, body);
      const people = await choosePeople(values.people, servedOf(before), before.people, loadPerson);
      const { old, new: fresh } = difference(auditedRotation(before, before.people), auditedRotation(values, people));
      note({ ...aboutRotation(before, 'rotation'), action: 'change', old, new: fresh });
      if (Object.keys(fresh).length === 0 && isSame(before, values.people)) return;
      await store.updateRotation(trx, params.id, values);
      await store.putPeople(trx, params.id, people);
    });
    return await presentOne(params.id, who);
  });

  route(api, endpoints.previewRotation, async ({ params, body }) => {
    const row = orNotFound(await store.findRotation(db, params.id));
    const values = laid(row, body);
    const people = await choosePeople(values.people, servedOf(row), row.people, loadPerson);
    return await dutiesOfChange(dependencies, row, { ...row, ...values, people });
  });

  route(api, endpoints.removeRotation, async (call) => {
    await recorded(db, byCall(call), async (trx, note) => {
      const before = orNotFound(await store.lockRotation(trx, call.params.id));
      await store.deleteRotation(trx, before.id);
      const old = auditedRotation(before, before.people);
      note({ ...aboutRotation(before, 'rotation'), action: 'remove', old, new: null });
    });
  });
};

const isSame = (before: store.RotationRow, people: readonly number[]): boolean =>
  before.people.map(({ id }) => id).join() === people.join();

/** Merges a change into the stored rotation and checks the result as a whole. */
function laid(before: store.RotationRow, patch: object): RotationValues {
  const { title, timezone, handover_time, weekday, start } = before;
  const stored = { title, timezone, handover_time, weekday, start, frequency: weekday === null ? 'daily' : 'weekly' };
  const people = before.people.map(({ id }) => id);
  const result = RotationValues.safeParse({ ...stored, people, ...patch });
  if (!result.success) throw refusalOf(result.error);
  return result.data;
}
