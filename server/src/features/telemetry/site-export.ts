import { Readable } from 'node:stream';
import { endpoints } from '@tocsin/contract/graphs';
import type { DeviceId } from '@tocsin/contract/ids';
import { isOemOrSuper } from '../../access/principal.ts';
import { type Api, route } from '../../access/route.ts';
import type { History } from '../../history/read/history.ts';
import { csvHeading } from '../../history/read/text-pieces.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Range, rangeOf } from './ranges.ts';
import { columnsQuery, type GraphDevice } from './routes.ts';

export interface SiteExportDependencies {
  readonly clock: Clock;
  readonly history: Pick<History, 'text'>;
  readonly deviceOf: (id: DeviceId) => GraphDevice | undefined;
  readonly devices: () => Iterable<{ readonly id: DeviceId; readonly siteId: number; readonly suspended: boolean }>;
}

const lineFeed = 0x0a;

/**
 * The devices' exports one after another under one heading. One device is read at a time, and only as fast as the
 * client takes it.
 */
async function* csvOf(
  { history, deviceOf }: SiteExportDependencies,
  ids: readonly DeviceId[],
  range: Range,
): AsyncGenerator<Uint8Array> {
  // Not before the first device is read: a refusal, as of an archive that does not answer, is then an answer of its own.
  let isBegun = false;
  for (const id of ids) {
    const device = deviceOf(id);
    // Removed in the meantime.
    if (!device) continue;
    let isHead = true;
    const pieces = await history.text(columnsQuery(device, { id, range, paths: null }), 'csv');
    if (!isBegun) yield csvHeading;
    isBegun = true;
    for await (const bytes of pieces) {
      yield isHead ? bytes.subarray(bytes.indexOf(lineFeed) + 1) : bytes;
      isHead = false;
    }
  }
  if (!isBegun) yield csvHeading;
}

/** Adds the export of a whole site for other programs. Suspended devices are in it for those who may open them. */
export const addSiteExportRoutes = (api: Api, dependencies: SiteExportDependencies): void => {
  const { clock, devices } = dependencies;
  route(api, endpoints.siteExport, async ({ who, params, query, reply }) => {
    const ids = [...devices()]
      .filter(({ siteId, suspended }) => siteId === params.id && (!suspended || isOemOrSuper(who)))
      .map(({ id }) => id)
      .sort((a, b) => a - b);
    // The zone is that of named times, and these are moments.
    const range = rangeOf(query, 'UTC', clock.now());
    const name = `site_${params.id}_${range.from}_${range.to}.csv`;
    reply.header('content-disposition', `attachment; filename="${name}"`).type('text/csv; charset=utf-8');
    return reply.send(Readable.from(csvOf(dependencies, ids, range), { objectMode: false }));
  });
};
