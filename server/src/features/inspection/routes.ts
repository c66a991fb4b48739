import { endpoints, type Inspection, type InspectionRange } from '@tocsin/contract/inspection';
import { type Api, route } from '../../access/route.ts';
import type { DbAndClock } from '../../platform/db.ts';
import { brokenChains, type Gathered, type GatherSources, gather, testRows } from './gather.ts';
import { unmonitoredMs } from './unmonitored.ts';
import { createWriter } from './write.ts';
import type { Write } from './write-here.ts';

export interface InspectionDependencies extends DbAndClock, GatherSources {
  /** Tests write the few pages in the calling thread. */
  readonly write?: Write | undefined;
}

/** Routes of the inspection export of a site and a time range. */
export const addInspectionRoutes = (
  api: Api,
  { db, clock, write = createWriter(), ...sources }: InspectionDependencies,
): void => {
  const look = (siteId: number, range: InspectionRange, by: string): Promise<Gathered> =>
    gather({ ...sources, db, now: clock.now(), by }, siteId, range);

  route(api, endpoints.look, async ({ who, params, query }) =>
    present(await look(params.id, query, who.name), query.limit, query.offset),
  );

  route(api, endpoints.export, async ({ who, params, query, reply }) => {
    const inspection = await look(params.id, query, who.name);
    const bytes = await write({ kind: 'bundle', inspection });
    reply.header('content-disposition', `attachment; filename="inspection_site_${params.id}.zip"`);
    return bytes;
  });

  route(api, endpoints.report, async ({ who, params, query, reply }) => {
    const inspection = await look(params.id, query, who.name);
    const bytes = await write({ kind: 'report', inspection });
    reply.header('content-disposition', `inline; filename="inspection_site_${params.id}.pdf"`);
    return bytes;
  });
};

const iso = (at: number): string => new Date(at).toISOString();

function present(inspection: Gathered, limit: number, offset: number): Inspection {
  const { site, span, now, unwatched, chains } = inspection;
  const tests = testRows(inspection.steps);
  const count = (outcome: string): number => tests.filter((test) => test.outcome === outcome).length;
  const to = Math.min(span.to, now);
  return {
    site: { id: site.id, title: site.title, company: site.company, timezone: site.timezone },
    from: iso(span.from),
    to: iso(Math.max(to, span.from)),
    tests: { passed: count('passed'), failed: count('failed'), canceled: count('canceled') },
    alarms: inspection.alarms.length,
    changes: inspection.changes.length,
    chain: { records: chains.reduce((sum, row) => sum + row.records, 0), broken: brokenChains(chains) },
    devices: inspection.devices.map((device) => {
      const ms = unmonitoredMs(unwatched, device.id);
      return {
        device: device.title,
        serial_number: device.serial_number,
        unwatched_ms: ms,
        share: to > span.from ? Math.min(1, ms / (to - span.from)) : 0,
      };
    }),
    unwatched: {
      count: unwatched.length,
      results: unwatched.slice(offset, offset + limit).map((row) => ({
        from: iso(row.from),
        to: iso(row.to),
        open: row.open,
        device: row.device,
        sensor_id: row.sensorId,
        sensor: row.sensor,
        reason: row.reason,
        detail: row.detail,
      })),
    },
  };
}
