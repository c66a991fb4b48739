import { endpoints } from '@tocsin/contract/on-call';
import { type Api, route } from '../../access/route.ts';
import { servedScopeOf } from '../../access/scope.ts';
import { type OverrideRow, overridesOf, readRoster } from '../../notify/index.ts';
import { byCall, recorded } from '../../platform/audit.ts';
import { badField, orNotFound } from '../../platform/errors.ts';
import type { OnCallDependencies } from './dependencies.ts';
import { servedOf } from './loaders.ts';
import { presentOverride } from './present.ts';
import { aboutRotation, choosePeople, maxOpenOverrides } from './rules.ts';
import { findRotation, listRotations, lockRotation, maxRotations } from './store.ts';
import { countOpen, deleteOverride, findOverride, insertOverride } from './store-overrides.ts';

/** Routes of overrides. */
export const addOverrideRoutes = (api: Api, { db, clock, loadPerson }: OnCallDependencies): void => {
  const rosterOf = (rows: readonly OverrideRow[]) =>
    readRoster(
      db,
      rows.map((row) => row.user_id),
      loadPerson,
    );

  route(api, endpoints.overrides, async ({ who, query, selection }) => {
    const filter = servedScopeOf(who, (await selection()).clientId, query.location);
    const { rows: all } = await listRotations(db, filter, { limit: maxRotations, offset: 0 });
    const rotations = new Map(
      all.filter((row) => query.rotation === undefined || row.id === query.rotation).map((row) => [row.id, row]),
    );
    const rows = await overridesOf(db, [...rotations.keys()], new Date(clock.now()), null);
    const page = rows.slice(query.offset, query.offset + query.limit);
    const roster = await rosterOf(page);
    return {
      count: rows.length,
      results: page.flatMap((row) => {
        const rotation = rotations.get(row.rotation_id);
        return rotation ? [presentOverride(row, rotation, roster, who)] : [];
      }),
    };
  });

  route(api, endpoints.createOverride, async (call) => {
    const { who, body } = call;
    const now = new Date(clock.now());
    const span = { starts_at: new Date(body.from), ends_at: new Date(body.to) };
    if (span.ends_at <= now) throw badField('to', 'The end must be in the future.');
    const id = await recorded(db, byCall(call), async (trx, note) => {
      const rotation = orNotFound(await lockRotation(trx, body.rotation));
      const [person] = await choosePeople([body.person], servedOf(rotation), [], loadPerson, 'person');
      if (!person) throw new Error('no person was chosen');
      if ((await countOpen(trx, rotation.id, now)) >= maxOpenOverrides)
        throw badField('rotation', `A rotation has at most ${maxOpenOverrides} overrides that have not ended.`);
      const by = { created_at: now, created_by: who.name };
      const overrideId = await insertOverride(trx, {
        rotation_id: rotation.id,
        user_id: person.id,
        user_name: person.name,
        ...span,
        ...by,
      });
      const about = { ...aboutRotation(rotation, 'override'), subjectId: overrideId };
      note({ ...about, action: 'create', old: null, new: { person: person.name, from: body.from, to: body.to } });
      return overrideId;
    });
    const row = orNotFound(await findOverride(db, id));
    const rotation = orNotFound(await findRotation(db, row.rotation_id));
    return presentOverride(row, rotation, await rosterOf([row]), who);
  });

  route(api, endpoints.removeOverride, async (call) => {
    await recorded(db, byCall(call), async (trx, note) => {
      const row = orNotFound(await deleteOverride(trx, call.params.id));
      const rotation = orNotFound(await findRotation(trx, row.rotation_id));
      const old = { person: row.user_name, from: row.starts_at.toISOString(), to: row.ends_at.toISOString() };
      const about = { ...aboutRotation(rotation, 'override'), subjectId: row.id };
      note({ ...about, action: 'remove', old, new: null });
    });
  });
};
