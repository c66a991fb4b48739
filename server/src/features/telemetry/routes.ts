import { Readable } from 'node:stream';
import { hasNodes } from '@tocsin/contract/device-type';
import { endpoints } from '@tocsin/contract/graphs';
import type { DeviceId } from '@tocsin/contract/ids';
import type { LiveDevice } from '@tocsin/contract/live';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from '../../access/principal.ts';
import { type Api, type Handler, route } from '../../access/route.ts';
import type { ColumnsQuery, Moment, SeriesAnswer, TextFormat } from '../../history/read/calls.ts';
import { packAnswer } from '../../history/read/graph-answer.ts';
import type { History } from '../../history/read/history.ts';
import { beginText } from '../../history/read/text-pieces.ts';
import type { EvaluatedDevice } from '../../pipeline/types.ts';
import { byCall, difference, recorded } from '../../platform/audit.ts';
import type { DbAndClock } from '../../platform/db.ts';
import { badField, orNotFound, Refusal } from '../../platform/errors.ts';
import { parseTime, toZonedIso } from '../../platform/zoned-time.ts';
import { columnsVersionOf, sendColumns } from './columns-reply.ts';
import { arranged, type NodeSource, nodesOf } from './nodes.ts';
import { exportRange, type Range, rangeOf, withMaxPoints } from './ranges.ts';
import * as store from './store.ts';

/** What graphs need of a device, from the device catalog. */
export interface GraphDevice {
  readonly evaluatedDevice: EvaluatedDevice;
  readonly title: string;
  readonly zone: string;
  /** Given names by path. */
  readonly names: ReadonlyMap<string, string>;
  readonly offlineAfterMs: number;
}

export interface TelemetryDependencies extends DbAndClock {
  readonly history: History;
  readonly deviceOf: (id: DeviceId) => GraphDevice | undefined;
  /** `groupId.sensorId` of a sensor reference. */
  readonly pathOf: (deviceId: number, ref: string) => Promise<string | undefined>;
  /** The layout from which nodes are derived. */
  readonly layoutOf: (deviceId: number) => Promise<NodeSource>;
  /** The live document, from the process that owns the device; undefined when the device has never reported. */
  readonly live: (id: number) => Promise<LiveDevice | undefined> | LiveDevice | undefined;
  /** The live document at a moment of history. */
  readonly documentAt: (id: DeviceId, moment: Moment) => LiveDevice | undefined;
}

/** A question about one device to the history thread. */
export const columnsQuery = (
  device: GraphDevice,
  { id, range, paths }: { readonly id: DeviceId; readonly range: Range; readonly paths: readonly string[] | null },
): ColumnsQuery => {
  const { from, to, slotMs, timescale } = range;
  const { evaluatedDevice, zone, offlineAfterMs } = device;
  return {
    query: { device: evaluatedDevice, from, to, slotMs, paths, offlineAfterMs },
    head: {
      device: id,
      device_type: evaluatedDevice.shownType.code,
      timescale,
      from,
      to,
      zone,
      slot: slotMs,
      offline_after: offlineAfterMs,
    },
    names: { deviceId: id, title: device.title, names: device.names, byNode: hasNodes(evaluatedDevice.shownType) },
  };
};

/** An F500 without a selection: nothing is read, so the answer is empty. */
const isEmpty = ({ query }: ColumnsQuery): boolean => query.paths?.length === 0;

export const addTelemetryRoutes = (api: Api, dependencies: TelemetryDependencies): void => {
  const { db, clock, history } = dependencies;

  const deviceOf = (id: DeviceId): GraphDevice => {
    const device = orNotFound(dependencies.deviceOf(id));
    return device;
  };

  /** The requested sensors; null: all. An F500 without a selection has none. */
  const pathsOf = async (
    who: Principal,
    id: DeviceId,
    refs: readonly string[] | undefined,
  ): Promise<string[] | null> => {
    const device = deviceOf(id);
    const byNode = hasNodes(device.evaluatedDevice.shownType);
    if (refs === undefined || refs.length === 0) {
      if (!byNode) return null;
      return who.kind === 'person' ? [...(await store.selectionOf(db, who.userId, id))] : [];
    }
    const paths: string[] = [];
    for (const ref of refs) {
      const path = await dependencies.pathOf(id, ref);
      if (path !== undefined) paths.push(path);
      else if (byNode) paths.push(...nodePaths(await dependencies.layoutOf(id), id, ref));
      else throw badField('sensor_id', `'${ref}' names no sensor of this device, or more than one.`);
    }
    return paths;
  };

  const questionOf = (id: DeviceId, range: Range, paths: string[] | null): ColumnsQuery =>
    columnsQuery(deviceOf(id), { id, range, paths });

  const text = async (request: ColumnsQuery, format: TextFormat): Promise<Readable> =>
    Readable.from(
      isEmpty(request)
        ? [Buffer.from(beginText(request, nothing, format).bytes)]
        : await dependencies.history.text(request, format),
      { objectMode: false },
    );

  /** Typed columns for the page, JSON for other clients. */
  const send = async (
    { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
    question: ColumnsQuery,
  ): Promise<unknown> => {
    const version = columnsVersionOf(request);
    if (version === undefined) return reply.type('application/json; charset=utf-8').send(await text(question, 'json'));
    const bytes = isEmpty(question) ? packAnswer(question, nothing, version) : await history.columns(question, version);
    return sendColumns(reply, bytes, version);
  };

  const refusesEarly = { isOverloaded: () => history.isOverloaded?.() === true };

  const graph: Handler<typeof endpoints.device> = async ({ who, subject, query, request, reply }) => {
    const id = subject.deviceId;
    const range = withMaxPoints(rangeOf(query, deviceOf(id).zone, clock.now()), query.max_points);
    return await send({ request, reply }, questionOf(id, range, await pathsOf(who, id, query.sensor_id)));
  };
  route(api, endpoints.device, graph, refusesEarly);

  route(api, endpoints.live, async ({ subject }) => {
    const document = orNotFound(await dependencies.live(subject.deviceId));
    return document;
  });

  route(api, endpoints.liveUpdate, async ({ who, subject, query, request, reply }) => {
    const id = subject.deviceId;
    const live = rangeOf({ timescale: 'live' }, deviceOf(id).zone, clock.now());
    // A page that paused longer than the live span reloads: at most that span is appended.
    const from = Math.max(live.from, (query.since ?? live.from - 1) + 1);
    return await send({ request, reply }, questionOf(id, { ...live, from }, await pathsOf(who, id, query.sensor_id)));
  });

  route(api, endpoints.export, async ({ who, subject, query, reply }) => {
    const id = subject.deviceId;
    const { zone } = deviceOf(id);
    const range = exportRange(query, zone, clock.now());
    const answer = await text(questionOf(id, range, await pathsOf(who, id, query.sensor_id)), 'csv');
    const name = fileName(id, query.sensor_id, range, zone, clock.now());
    reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${name}"`);
    return reply.send(answer);
  });

  const nodes = async (who: Principal, id: DeviceId) => {
    const chosen = who.kind === 'person' ? await store.selectionOf(db, who.userId, id) : new Set<string>();
    const results = nodesOf(await dependencies.layoutOf(id), chosen);
    return { count: results.length, results };
  };

  route(api, endpoints.f500Nodes, async ({ who, subject }) => {
    if (!hasNodes(subject.shownType)) return [];
    return (await nodes(who, subject.deviceId)).results;
  });

  route(api, endpoints.arrange, async (call) => {
    const { who, subject, body } = call;
    const id = subject.deviceId;
    if (!hasNodes(subject.shownType)) throw badField('device_id', 'Only an F500 has nodes to select.');
    if (who.kind !== 'person') throw new Refusal('forbidden');
    const paths = arranged(await dependencies.layoutOf(id), id, body);
    await recorded(db, byCall(call), async (trx, note) => {
      const before = await store.selectionOf(trx, who.userId, id);
      if (body.action === 'clean') await store.clearSelection(trx, who.userId, id);
      else if (body.action === 'append') await store.addToSelection(trx, who.userId, id, paths);
      else await store.dropFromSelection(trx, who.userId, id, paths);
      const after = await store.selectionOf(trx, who.userId, id);
      const values = difference({ sensors: [...before].sort() }, { sensors: [...after].sort() });
      const { clientId, siteId } = subject;
      note({ action: 'select', subject: 'graph sensors', subjectId: id, clientId, siteId, deviceId: id, ...values });
    });
    return await nodes(who, id);
  });

  route(api, endpoints.records, async ({ subject, query }) => {
    const { zone } = deviceOf(subject.deviceId);
    const from = query.timestamp === undefined ? null : parseTime(query.timestamp, zone);
    if (query.timestamp !== undefined && from === null) throw badField('timestamp', 'Enter a valid date/time.');
    const { limit, offset, ordering } = query;
    const newestFirst = ordering === undefined ? from === null : ordering === '-timestamp';
    const answer = await history.records({ deviceId: subject.deviceId, from, newestFirst, limit, offset });
    return {
      count: answer.count,
      results: answer.records.map(({ ts, seq, status }) => ({
        record_id: seq === null ? String(ts) : `${ts}.${seq}`,
        timestamp: new Date(ts).toISOString(),
        status,
      })),
    };
  });

  route(api, endpoints.record, async ({ subject, params }) => {
    const [ts, seq] = params.record.split('.').map(Number);
    const moment = await history.moment({ deviceId: subject.deviceId, ts: ts ?? 0, seq: seq ?? null });
    const document = orNotFound(moment && dependencies.documentAt(subject.deviceId, moment));
    return document;
  });
};

const nodePaths = (source: NodeSource, id: DeviceId, node: string): string[] => {
  try {
    return arranged(source, id, { action: 'append', graph_type: 'update_graphs_arrangement', node });
  } catch {
    throw badField('sensor_id', `'${node}' names no sensor or node of this device.`);
  }
};

const nothing: SeriesAnswer = { texts: [''], series: [], newest: null };

/** `device_{id}_sensor_{sensorId}_{timescale}_{date}_{time}.csv`, with date and time in the site's zone. */
function fileName(id: number, refs: readonly string[] | undefined, range: Range, zone: string, now: number): string {
  const at = toZonedIso(range.timescale === 'custom' ? (range.from + range.to) / 2 : now, zone);
  const sensor = (refs?.join('-') || 'all').replaceAll(/[^\w.-]/g, '');
  return `device_${id}_sensor_${sensor}_${range.timescale}_${at.slice(0, 10)}_${at.slice(11, 16).replace(':', '-')}.csv`;
}
