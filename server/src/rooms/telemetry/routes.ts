import { Readable } from 'node:stream';
import { hasNodes } from '@tocsin/contract/device-type';
import type { ColumnGraphs } from '@tocsin/contract/graph-columns';
import { columnsType, endpoints } from '@tocsin/contract/graphs';
import type { DeviceId } from '@tocsin/contract/ids';
import type { LiveDevice } from '@tocsin/contract/live';
import { stringify } from 'csv-stringify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { byCall, difference, recorded } from '../../base/audit.ts';
import type { Clock } from '../../base/clock.ts';
import type { Db } from '../../base/db.ts';
import { badField, Refusal } from '../../base/errors.ts';
import { parseTime, toZonedIso } from '../../base/zoned-time.ts';
import type { JudgedDevice } from '../../flow/passing.ts';
import { type Api, route } from '../../policy/route.ts';
import type { Who } from '../../policy/who.ts';
import type { History } from './history/history.ts';
import type { ColumnsQuery, Moment, SeriesAnswer } from './history/ports.ts';
import { arranged, type NodeSource, nodesOf } from './nodes.ts';
import { columnsOf, graphsJson, packAnswer, pointsOf } from './present.ts';
import { type Range, rangeOf } from './ranges.ts';
import * as store from './store.ts';

/** What graphs need to know of a device, from the line's picture. */
export interface GraphDevice {
  readonly judged: JudgedDevice;
  readonly title: string;
  readonly zone: string;
  /** Given names by path. */
  readonly names: ReadonlyMap<string, string>;
  readonly offlineAfterMs: number;
}

export interface TelemetryParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly history: History;
  readonly deviceOf: (id: DeviceId) => GraphDevice | undefined;
  /** `groupId.sensorId` of what a call names. */
  readonly pathOf: (deviceId: number, ref: string) => Promise<string | undefined>;
  /** Paths of a node, where a call names one. */
  readonly layoutOf: (deviceId: number) => Promise<NodeSource>;
  /** The live document, from whichever process has the device; undefined while nothing was heard of the device. */
  readonly live: (id: number) => Promise<LiveDevice | undefined> | LiveDevice | undefined;
  /** The live document as of a moment of history. */
  readonly documentAt: (id: DeviceId, moment: Moment) => LiveDevice | undefined;
}

export const addTelemetryRoutes = (api: Api, parts: TelemetryParts): void => {
  const { db, clock, history } = parts;

  const deviceOf = (id: DeviceId): GraphDevice => {
    const device = parts.deviceOf(id);
    if (!device) throw new Refusal('not-found');
    return device;
  };

  /** Sensors that a call narrows to; null: all. An F500 without a selection has none. */
  const pathsOf = async (who: Who, id: DeviceId, refs: readonly string[] | undefined): Promise<string[] | null> => {
    const device = deviceOf(id);
    const byNode = hasNodes(device.judged.shownType);
    if (refs === undefined || refs.length === 0) {
      if (!byNode) return null;
      return who.kind === 'person' ? [...(await store.selectionOf(db, who.userId, id))] : [];
    }
    const paths: string[] = [];
    for (const ref of refs) {
      const path = await parts.pathOf(id, ref);
      if (path !== undefined) paths.push(path);
      else if (byNode) paths.push(...nodePaths(await parts.layoutOf(id), id, ref));
      else throw badField('sensor_id', `'${ref}' names no sensor of this device, or more than one.`);
    }
    return paths;
  };

  const questionOf = (id: DeviceId, range: Range, paths: string[] | null): ColumnsQuery => {
    const device = deviceOf(id);
    const { from, to, slotMs, timescale } = range;
    return {
      query: { device: device.judged, from, to, slotMs, paths, offlineAfterMs: device.offlineAfterMs },
      head: {
        ...{ device: id, device_type: device.judged.shownType, timescale, from, to },
        ...{ zone: device.zone, slot: slotMs, offline_after: device.offlineAfterMs },
      },
      names: { deviceId: id, title: device.title, names: device.names, byNode: hasNodes(device.judged.shownType) },
    };
  };

  const graphs = async (id: DeviceId, range: Range, paths: string[] | null): Promise<ColumnGraphs> => {
    const { query, head, names } = questionOf(id, range, paths);
    const answer = paths?.length === 0 ? nothing : await history.series(query);
    return columnsOf({ ...head, newest: answer.newest }, answer, names);
  };

  /** Typed columns for the page, JSON for anybody else. */
  const send = async (
    { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
    ...[id, range, paths]: readonly [DeviceId, Range, string[] | null]
  ): Promise<unknown> => {
    if (!request.headers.accept?.includes(columnsType)) {
      const found = await graphs(id, range, paths);
      return reply.type('application/json; charset=utf-8').send(Readable.from(graphsJson(found)));
    }
    const asked = questionOf(id, range, paths);
    const bytes = paths?.length === 0 ? packAnswer(asked, nothing) : await history.columns(asked);
    return reply.type(columnsType).send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  };

  route(api, endpoints.device, async ({ who, subject, query, request, reply }) => {
    const id = subject.deviceId;
    const range = rangeOf(query, deviceOf(id).zone, clock.now());
    return await send({ request, reply }, id, range, await pathsOf(who, id, query.sensor_id));
  });

  route(api, endpoints.live, async ({ subject }) => {
    const document = await parts.live(subject.deviceId);
    if (!document) throw new Refusal('not-found');
    return document;
  });

  route(api, endpoints.liveUpdate, async ({ who, subject, query, request, reply }) => {
    const id = subject.deviceId;
    const live = rangeOf({ timescale: 'live' }, deviceOf(id).zone, clock.now());
    // Who has slept for long starts anew: no more than the live span is appended.
    const from = Math.max(live.from, (query.since ?? live.from - 1) + 1);
    return await send({ request, reply }, id, { ...live, from }, await pathsOf(who, id, query.sensor_id));
  });

  route(api, endpoints.export, async ({ who, subject, query, reply }) => {
    const id = subject.deviceId;
    const { zone } = deviceOf(id);
    const range = rangeOf(query, zone, clock.now());
    const found = await graphs(id, range, await pathsOf(who, id, query.sensor_id));
    reply.header(
      'content-disposition',
      `attachment; filename="${fileName(id, query.sensor_id, range, zone, clock.now())}"`,
    );
    const columns = ['time', 'sensor_id', 'sensor', 'value', 'units', 'alarm', 'state', 'min', 'max'];
    return Readable.from(csvRows(found, zone)).pipe(
      stringify({ header: true, bom: true, columns, escape_formulas: true, cast: { boolean: String } }),
    );
  });

  const nodes = async (who: Who, id: DeviceId) => {
    const chosen = who.kind === 'person' ? await store.selectionOf(db, who.userId, id) : new Set<string>();
    const results = nodesOf(await parts.layoutOf(id), chosen);
    return { count: results.length, results };
  };

  route(api, endpoints.f500Nodes, async ({ who, subject }) => {
    if (!hasNodes(subject.shownType)) return { count: 0, results: [] };
    return await nodes(who, subject.deviceId);
  });

  route(api, endpoints.arrange, async (call) => {
    const { who, subject, body } = call;
    const id = subject.deviceId;
    if (!hasNodes(subject.shownType)) throw badField('device_id', 'Only an F500 has nodes to select.');
    if (who.kind !== 'person') throw new Refusal('forbidden');
    const paths = arranged(await parts.layoutOf(id), id, body);
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
    const { limit, offset } = query;
    const answer = await history.records({ deviceId: subject.deviceId, from, limit, offset });
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
    const document = moment && parts.documentAt(subject.deviceId, moment);
    if (!document) throw new Refusal('not-found');
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

/** `device_{id}_sensor_{sensorId}_{timescale}_{date}_{time}.csv` (monitoring.md 7), date and time in the site's zone. */
function fileName(id: number, refs: readonly string[] | undefined, range: Range, zone: string, now: number): string {
  const at = toZonedIso(range.timescale === 'custom' ? (range.from + range.to) / 2 : now, zone);
  const sensor = (refs?.join('-') || 'all').replaceAll(/[^\w.-]/g, '');
  return `device_${id}_sensor_${sensor}_${range.timescale}_${at.slice(0, 10)}_${at.slice(11, 16).replace(':', '-')}.csv`;
}

function* csvRows({ series, states }: ColumnGraphs, zone: string): Generator<readonly (string | number | boolean)[]> {
  for (const one of series)
    for (const [ts, value, alarm, state, min, max] of pointsOf(one, states))
      yield [toZonedIso(ts, zone), one.sensor, one.name, value ?? '', one.units, alarm, state, min ?? '', max ?? ''];
}
