import { endpoints } from '@tocsin/contract/on-call';
import { permissionsOf } from '../../access/permissions.ts';
import { isManagerWithin, seesClient, seesSite } from '../../access/principal.ts';
import { type Api, route } from '../../access/route.ts';
import { servedScopeOf } from '../../access/scope.ts';
import {
  dutiesBetween,
  kindsFor,
  type OverrideRow,
  overridesOf,
  planOf,
  readRoster,
  spanOf,
} from '../../notify/index.ts';
import type { Db } from '../../platform/db.ts';
import type { OnCallDependencies } from './dependencies.ts';
import { servedOf } from './loaders.ts';
import { presentDuty, presentRotation } from './present.ts';
import { listRotations, maxRotations, type RotationRow } from './store.ts';
import { nobodySince } from './store-notices.ts';
import { candidatesOf } from './store-people.ts';

const dayMs = 86_400_000;
/** A duty within this time is marked when only e-mail is left for its person. */
const soonMs = 7 * dayMs;

/** Who is on call at a moment and in the days after it. */
export const addOnCallNowRoutes = (api: Api, { db, clock, loadPerson }: OnCallDependencies): void => {
  route(api, endpoints.onCall, async ({ who, query, selection }) => {
    const selected = await selection();
    const from = query.at === undefined ? clock.now() : Date.parse(query.at);
    const to = from + query.days * dayMs;
    const filter = servedScopeOf(who, selected.clientId, query.location);
    const { rows, count } = await listRotations(db, filter, query);
    const ids = rows.map((row) => row.id);
    const overrides = await overridesOf(db, ids, new Date(from), new Date(to));
    const people = rows.flatMap((row) => row.people.map(({ id }) => id));
    const roster = await readRoster(db, [...people, ...overrides.map((row) => row.user_id)], loadPerson);
    const isMailOnly = await mailOnly(db, rows, overrides);
    const results = rows.flatMap((row) => {
      const own = overrides.filter((override) => override.rotation_id === row.id);
      const spans = dutiesBetween(planOf(row), own.map(spanOf), from, to);
      const duties = spans.map((span) => {
        const duty = presentDuty(span, row, own, roster);
        const isSoon = duty.gap === null && span.from < clock.now() + soonMs;
        return isSoon && isMailOnly(row.client_id, span.userId) ? { ...duty, is_mail_only: true } : duty;
      });
      const [now] = duties;
      return now ? [{ rotation: presentRotation(row, roster, who), now, duties }] : [];
    });
    return {
      count,
      results,
      at: new Date(from).toISOString(),
      until: new Date(to).toISOString(),
      own_id: who.userId,
      may_add: selected.clientId !== null && isManagerWithin(who, selected.clientId),
    };
  });

  route(api, endpoints.nobodyOnCall, async ({ who, query, selection }) => {
    const filter = servedScopeOf(who, (await selection()).clientId, undefined);
    const { rows: all } = await listRotations(db, filter, { limit: maxRotations, offset: 0 });
    const own = all.filter((row) => permissionsOf('rotation', who, servedOf(row))?.includes('rotation.change'));
    const since = await nobodySince(
      db,
      own.map((row) => row.id),
    );
    const rows = own.flatMap((row) => {
      const at = since.get(row.id);
      return at ? [{ rotation: row.id, title: row.title, since: at.toISOString(), timezone: row.timezone }] : [];
    });
    return { count: rows.length, results: rows.slice(query.offset, query.offset + query.limit) };
  });

  route(api, endpoints.onCallPeople, async ({ who, query, selection }) => {
    const { clientId } = await selection();
    const siteId = query.location ?? null;
    const nobody = { count: 0, results: [] };
    if (clientId === null || !seesClient(who, clientId)) return nobody;
    if (siteId !== null && !seesSite(who, { clientId, siteId })) return nobody;
    return await candidatesOf(db, clientId, siteId, query);
  });
};

/** Whether nothing but e-mail reaches a person with the messages of a client, however urgent they are. */
async function mailOnly(
  db: Db,
  rows: readonly RotationRow[],
  overrides: readonly OverrideRow[],
): Promise<(clientId: number, userId: number | null) => boolean> {
  const people = [...rows.flatMap((row) => row.people.map(({ id }) => id)), ...overrides.map((row) => row.user_id)];
  const clientIds = [...new Set(rows.map((row) => row.client_id))];
  const kinds = new Map(await Promise.all(clientIds.map(async (id) => [id, await kindsFor(db, id, people)] as const)));
  return (clientId, userId) => userId !== null && kinds.get(clientId)?.(userId, 1, 0).length === 0;
}
