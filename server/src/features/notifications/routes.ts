import { Readable } from 'node:stream';
import type { ClientId } from '@tocsin/contract/ids';
import {
  acknowledgedAtMost,
  backfillMs,
  countedAtMost,
  endpoints,
  type NotificationFilter,
  type NotificationQuery,
} from '@tocsin/contract/notifications';
import { stringify } from 'csv-stringify';
import { isOemOrSuper, type Principal } from '../../access/principal.ts';
import { type Api, route } from '../../access/route.ts';
import { scopeOf } from '../../access/scope.ts';
import type { Selection } from '../../access/selection.ts';
import { byCall, recorded } from '../../platform/audit.ts';
import type { Db, DbAndClock } from '../../platform/db.ts';
import { badField, orNotFound, Refusal } from '../../platform/errors.ts';
import { parseTime } from '../../platform/zoned-time.ts';
import { acknowledgeMany, acknowledgementNote } from './acknowledge-many.ts';
import { enqueueRespondAgain } from './overdue.ts';
import { exportColumns, exportRow, permissionsOnEvents, presentEvent } from './present.ts';
import { acknowledgement, actingFor, endOf } from './rules.ts';
import * as store from './store.ts';

export interface NotificationsDependencies extends DbAndClock {
  /** Zone of the site; UTC without a site. */
  readonly zoneOf: (siteId: number | null) => Promise<string>;
  /** After a commit: publishes to open pages and ends reminders. */
  readonly acknowledged: (events: readonly store.EventRecord[]) => void;
}

/** The devices that the person may open, in one client or in every client visible to them. */
const logScope = (who: Principal, clientId: ClientId | null): Pick<store.LogFilter, 'scope' | 'seesSuspended'> => ({
  scope: scopeOf(who, clientId),
  seesSuspended: isOemOrSuper(who),
});

export const addNotificationRoutes = (api: Api, dependencies: NotificationsDependencies): void => {
  const { db, clock, zoneOf } = dependencies;

  const filterOf = async (
    query: NotificationFilter,
    who: Principal,
    selection: () => Promise<Selection>,
  ): Promise<store.LogFilter & { zone: string }> => {
    // For every client the selection does not matter, even when it no longer exists.
    const { clientId, siteId } = query.all_clients === true ? { clientId: null, siteId: null } : await selection();
    const zone = await zoneOf(query.location ?? siteId);
    const from = timeOf('date_created_from', query.date_created_from, zone);
    const to = endOf(timeOf('date_created_to', query.date_created_to, zone), query.date_created_to, zone);
    if (from && to && to < from) throw badField('date_created_to', 'The end must not be before the start.');
    return {
      ...logScope(who, clientId),
      zone,
      search: query.search,
      isActive: query.is_active,
      isShelved: query.is_shelved,
      isAcknowledged: query.is_acknowledged,
      acknowledgedBy: query.acknowledged_by,
      from,
      to,
      siteId: query.location,
      deviceId: query.device,
      types: query.event_type,
      priorities: query.priority,
      incident: query.incident,
      isFirstOut: query.is_first_out,
    };
  };

  const page = async (who: Principal, filter: store.LogFilter, pageQuery: store.LogPage) => {
    const asOf = clock.now();
    const [rows, counted] = await Promise.all([
      store.readLog(db, filter, { ...pageQuery, limit: pageQuery.limit + 1 }),
      store.countLog(db, filter),
    ]);
    const results = rows.slice(0, pageQuery.limit);
    const last = results.at(-1);
    return {
      count: Math.min(counted, countedAtMost),
      count_is_least: counted > countedAtMost,
      as_of: new Date(asOf).toISOString(),
      mark: rows[0]?.mark ?? null,
      results: results.map(presentEvent),
      next: rows.length > pageQuery.limit && last ? cursorAfter(last, pageQuery.order) : null,
      permissions: permissionsOnEvents(who, results),
    };
  };

  const publish = (events: readonly store.EventRecord[]): void => {
    if (events.length > 0) dependencies.acknowledged(events);
  };

  const incidentPage = async (who: Principal, filter: store.LogFilter, { limit, offset }: NotificationQuery) => {
    if (filter.isActive !== true && filter.isAcknowledged !== false)
      throw badField('by_incident', 'Only active or unacknowledged notifications come by incident.');
    const asOf = clock.now();
    const { rows, count } = await store.readIncidentPage(db, filter, { limit, offset });
    return {
      count,
      count_is_least: false,
      as_of: new Date(asOf).toISOString(),
      mark: rows[0]?.mark ?? null,
      results: rows.map(presentEvent),
      next: null,
      permissions: permissionsOnEvents(who, rows),
    };
  };

  route(api, endpoints.list, async ({ who, query, selection }) => {
    const filter = await filterOf(query, who, selection);
    if (query.by_incident === true) return incidentPage(who, filter, query);
    return page(who, filter, {
      order: orderOf(query),
      limit: query.limit,
      offset: query.offset,
      after: cursorOf(query.cursor),
    });
  });

  route(api, endpoints.current, async ({ who, query }) =>
    page(who, { ...logScope(who, null), isActive: true }, { ...query, order: 'urgency', after: null }),
  );

  route(api, endpoints.activeCount, async ({ who }) => ({
    count: await store.countLog(db, { ...logScope(who, null), isActive: true }),
  }));

  route(api, endpoints.unacknowledgedCount, async ({ who }) => {
    const lateBy = clock.now() - backfillMs;
    const count = await store.countLog(db, { ...logScope(who, null), isActive: false, isAcknowledged: false, lateBy });
    return { count: Math.min(count, countedAtMost), count_is_least: count > countedAtMost };
  });

  route(api, endpoints.export, async ({ who, query, selection, reply }) => {
    if (query.date_created_from === undefined && query.date_created_to === undefined)
      throw new Refusal('invalid', 'Please select date before!');
    const filter = await filterOf(query, who, selection);
    const rows = allRows(db, filter, orderOf(query));
    reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="notifications.csv"');
    return Readable.from(csvRows(rows, filter.zone)).pipe(
      stringify({ header: true, bom: true, columns: [...exportColumns], escape_formulas: true }),
    );
  });

  route(api, endpoints.acknowledge, async (call) => {
    const { who, params, body } = call;
    await recorded(db, byCall(call), async (trx, note) => {
      const event = orNotFound(await store.lockEvent(trx, params.id));
      const published = acknowledgement(event, actingFor(event, who, body.on_behalf_of), body.comment, clock.now());
      await store.writeAcknowledgement(trx, event, published);
      await enqueueRespondAgain(trx, event, published);
      note(acknowledgementNote(event, published));
    });
    const event = orNotFound(await store.findEvent(db, params.id));
    dependencies.acknowledged([event]);
    return presentEvent(event);
  });

  route(api, endpoints.acknowledgeMany, async (call) => {
    const { who, body, selection } = call;
    const request = { who, by: byCall(call), comment: body.comment, now: clock.now() };
    if (body.filter === undefined || body.as_of === undefined) {
      const results = await acknowledgeMany(
        db,
        { ...request, ids: body.ids ?? [], visible: logScope(who, null) },
        publish,
      );
      return { results, has_more: false };
    }
    const filter = await filterOf(body.filter, who, selection);
    const listed = body.mark ? { committedIn: body.mark } : { receivedBy: Date.parse(body.as_of) - commitWithinMs };
    const visible = { ...filter, isAcknowledged: false, ...listed };
    const ids = await store.findIds(db, visible, acknowledgedAtMost + 1);
    const results = await acknowledgeMany(db, { ...request, ids: ids.slice(0, acknowledgedAtMost), visible }, publish);
    return { results, has_more: ids.length > acknowledgedAtMost };
  });
};

/**
 * For programs that do not send the list's mark: an event may be committed this long after its arrival, while the
 * database is away, and one that was not committed when the list was read was not on the screen.
 */
const commitWithinMs = 60_000;

function timeOf(field: string, text: string | undefined, zone: string): number | undefined {
  if (text === undefined) return undefined;
  const ms = parseTime(text, zone);
  if (ms === null) throw badField(field, 'Enter a valid date/time.');
  return ms;
}

function cursorOf(cursor: string | undefined): store.LogPage['after'] {
  if (cursor === undefined) return null;
  const [id, at, urgency] = cursor.split('.').reverse();
  return { urgency: Number(urgency ?? 0), at: Number(at), id: Number(id) };
}

const cursorAfter = (last: store.EventRecord, order: store.LogOrder): string =>
  `${order === 'urgency' ? `${store.urgencyOf(last)}.` : ''}${last.at}.${last.id}`;

/** Lists of what is active or unacknowledged are ordered by urgency unless the query names another order. */
function orderOf(query: NotificationFilter): store.LogOrder {
  const isOpenList = query.is_active === true || query.is_acknowledged === false;
  switch (query.ordering) {
    case 'date_created':
      return 'oldest';
    case '-date_created':
      return 'newest';
    case 'priority':
      if (isOpenList) return 'urgency';
      throw badField('ordering', 'Only active or unacknowledged notifications can be ordered by priority.');
    case undefined:
      return isOpenList ? 'urgency' : 'newest';
    default:
      return query.ordering satisfies never;
  }
}

async function* allRows(db: Db, filter: store.LogFilter, order: store.LogOrder): AsyncGenerator<store.EventRecord> {
  let after: store.LogPage['after'] = null;
  for (;;) {
    const rows = await store.readLog(db, filter, { order, limit: 1000, offset: 0, after });
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < 1000) return;
    after = { urgency: store.urgencyOf(last), at: last.at, id: last.id };
  }
}

async function* csvRows(rows: AsyncIterable<store.EventRecord>, zone: string): AsyncGenerator<readonly string[]> {
  for await (const row of rows) yield exportRow(row, zone);
}
