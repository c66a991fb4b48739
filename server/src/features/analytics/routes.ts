import {
  type BadActorQuery,
  type BadActors,
  badActorLimits,
  endpoints,
  maxAlarms,
  type ReportQuery,
  tooMany,
} from '@tocsin/contract/analytics';
import { type Api, route } from '../../access/route.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { badField, Refusal } from '../../platform/errors.ts';
import { badActorsOf, ruleIdsOf } from './bad-actors.ts';
import { badActorsCsv, csvOf } from './csv.ts';
import { spanOf } from './rules.ts';
import * as store from './store.ts';

interface ReportRequest {
  readonly id: number;
  readonly head: store.DeviceHead;
  readonly span: store.Counting;
}

interface AnalyticsDependencies {
  readonly db: Db;
  readonly clock: Clock;
  /** When shifts begin at a site, on its clock, as `06:00`, ascending. */
  readonly shiftStartsOf: (siteId: number) => Promise<readonly string[]>;
}

/** Routes of the three reports and of the bad actors. */
export const addAnalyticsRoutes = (api: Api, { db, clock, shiftStartsOf }: AnalyticsDependencies): void => {
  const reportOf = async (id: number, query: ReportQuery): Promise<ReportRequest> => {
    const head = await store.deviceHead(db, id);
    if (!head) throw new Refusal('not-found');
    const kind = {
      isShelved: query.is_shelved,
      isOutOfService: query.is_out_of_service,
      isAcknowledged: query.is_acknowledged,
    };
    return { id, head, span: { ...spanOf(query, head.timezone), ...kind } };
  };

  const bySensor = async ({ id, span }: ReportRequest) => ({
    alarm_sensor_data: await store.countBySensor(db, id, span),
  });
  const byHour = async ({ id, span, head }: ReportRequest) => {
    const counts = await store.countByHour(db, id, span, head.timezone);
    return {
      alarm_time_data: Array.from({ length: 24 }, (_, hour) => ({
        name: String(hour).padStart(2, '0'),
        count: counts.get(hour) ?? 0,
      })),
    };
  };
  const byType = async ({ id, span }: ReportRequest) => {
    const data = await store.countByType(db, id, span);
    return { alarm_type_data: { total: data.reduce((sum, row) => sum + row.count, 0), data } };
  };

  route(api, endpoints.sensor, async ({ params, query }) => bySensor(await reportOf(params.id, query)));
  route(api, endpoints.time, async ({ params, query }) => byHour(await reportOf(params.id, query)));
  route(api, endpoints.type, async ({ params, query }) => byType(await reportOf(params.id, query)));

  route(api, endpoints.export, async ({ params, query, reply }) => {
    const about = await reportOf(params.id, query);
    reply.header('content-disposition', `attachment; filename="${query.report}_${params.id}.csv"`);
    switch (query.report) {
      case 'alarm-sensor': {
        const { alarm_sensor_data } = await bySensor(about);
        return csvOf(
          ['sensor_id', 'sensor_name', 'count'],
          alarm_sensor_data.map((row) => [row.sensor_id, row.sensor_name, row.count]),
        );
      }
      case 'alarm-time': {
        const { alarm_time_data } = await byHour(about);
        return csvOf(
          ['hour', 'count'],
          alarm_time_data.map((row) => [row.name, row.count]),
        );
      }
      case 'alarm-type': {
        const { alarm_type_data } = await byType(about);
        return csvOf(
          ['type', 'count'],
          alarm_type_data.data.map((row) => [row.name, row.count]),
        );
      }
      default:
        return query.report satisfies never;
    }
  });

  const badActors = async (id: number, query: BadActorQuery): Promise<BadActors> => {
    const { head, span } = await reportOf(id, query);
    const scope: store.Scope = query.scope === 'site' ? { site: head.site_id } : { device: id };
    const now = clock.now();
    const rows = await store.beginnings(db, scope, span);
    if (rows.length > maxAlarms) throw badField('end', tooMany);
    const longStanding = await store.longStandingEvents(
      db,
      scope,
      span,
      now,
      badActorLimits.standingMs,
      badActorLimits.rows,
    );
    const shiftStarts = await shiftStartsOf(head.site_id);
    const inForce = await store.rulesInForce(db, ruleIdsOf(rows));
    const bounds = { now, maxMs: badActorLimits.changeMs, limit: badActorLimits.changes };
    const ruleChanges = await store.ruleChanges(db, scope, span, bounds);
    const timezone = head.timezone;
    const found = badActorsOf(rows, longStanding, span, { now, timezone, shiftStarts, inForce, ruleChanges });
    return { is_counting: await store.isCounting(db, scope), ...found };
  };

  route(api, endpoints.badActors, async ({ params, query }) => badActors(params.id, query));
  route(api, endpoints.badActorsExport, async ({ params, query, reply }) => {
    reply.header('content-disposition', `attachment; filename="bad_actors_${params.id}.csv"`);
    return badActorsCsv(await badActors(params.id, query));
  });
};
