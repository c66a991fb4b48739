import { z } from 'zod';
import { endpoint, IdParams, listOf, listQuery } from './endpoint.ts';
import { SensorKind } from './layout.ts';
import { LiveDevice } from './live.ts';
import { DocumentStatus } from './status.ts';

/** live: the last 10 minutes; hour: full resolution; day, week, month: slots of 1, 12 and 30 minutes. */
export const timescales = ['live', 'hour', 'day', 'week', 'month'] as const;
export type Timescale = (typeof timescales)[number];

/** Width of a slot in ms; null: full resolution. */
export const slotMsOf: Readonly<Record<Timescale, number | null>> = {
  live: null,
  hour: null,
  day: 60_000,
  week: 12 * 60_000,
  month: 30 * 60_000,
};
/** Length of each timescale in milliseconds. */
export const spanMsOf: Readonly<Record<Timescale, number>> = {
  live: 10 * 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 7 * 86_400_000,
  month: 30 * 86_400_000,
};

/** The longest range between two chosen moments. */
export const longestRangeMs = 93 * 86_400_000;

/**
 * The slot width of a range between two chosen moments, null: full resolution. It is that of the shortest timescale that
 * is about as long: up to a tenth longer, so that a range beside a timescale has the same slots.
 */
export const slotMsOfRange = (spanMs: number): number | null => {
  const timescale = timescales.find((each) => spanMs <= spanMsOf[each] * 1.1) ?? 'month';
  return slotMsOf[timescale];
};

/** Points farther apart than this many slots are separated by a gap. */
export const gapFactor = 1.15;

/** `[ts, value, alarm, state]`; in slots `[ts, mean, alarm, state, min, max]`. A value of null is a gap; BOOL and ENUM are 1 (alarm) and -1. */
export const GraphPoint = z
  .tuple([z.number(), z.number().nullable(), z.boolean(), z.string()])
  .rest(z.number().nullable());
export type GraphPoint = z.infer<typeof GraphPoint>;

/** One sensor's points, oldest first. */
export const GraphSeries = z.object({
  /** `deviceId.groupId.sensorId`. */
  sensor: z.string(),
  name: z.string(),
  sensor_type: SensorKind,
  /** The device's name, for graphs of several devices. */
  device_name: z.string(),
  data: z.array(GraphPoint),
});
/** One chart: series with the same unit. */
export const Graph = z.object({
  units: z.string(),
  value_label: z.string(),
  group_name: z.string(),
  series: z.array(GraphSeries),
});

const head = {
  device: z.number(),
  device_type: z.string(),
  timescale: z.enum([...timescales, 'custom']),
  /** Unix ms, half-open. */
  from: z.number(),
  to: z.number(),
  /** The site's zone. */
  zone: z.string(),
  /** ms; null: full resolution. */
  slot: z.number().nullable(),
  /** At full resolution a gap is longer than this many ms: the device's offline time. */
  offline_after: z.number(),
  /** Time of the newest point: the `since` of the next live update. */
  newest: z.number().nullable(),
};
/** All charts of a device over one range; with `columnsType` as typed columns. */
export const Graphs = z.object({
  ...head,
  /** By sensor path; for an F500 by node path `deviceId.nodeId`, with one series for each of its sensors. */
  graphs: z.record(z.string(), Graph),
});
export type Graphs = z.infer<typeof Graphs>;

/** Common fields of all charts of a reply. */
export const GraphsHead = z.object(head);

const Refs = z
  .union([z.string(), z.array(z.string())])
  .transform((input) =>
    (Array.isArray(input) ? input : [input]).flatMap((one) => one.split(',')).filter((one) => one !== ''),
  );
const when = {
  timescale: z.enum(timescales, 'Unknown timescale.').optional(),
  /** The hour around this time at full resolution, in the site's zone. */
  timestamp: z.string().trim().min(1).max(40).optional(),
  /** With `to`, both in unix ms: a range of at most 93 days, in whole slots; instead of `timescale` and `timestamp`. */
  from: z.coerce.number().int().min(0).optional(),
  to: z.coerce.number().int().min(0).optional(),
  /** Only these sensors: a path of two or three segments, or a unique bare id; repeatable. */
  sensor_id: Refs.optional(),
};
/** The most points of a sensor that `max_points` can ask for. */
const mostPoints = 10_000;
/** A timescale that ends now, an hour around a moment at full resolution, or a range. */
export const GraphQuery = z.object({
  ...when,
  /**
   * Wider slots than usual, in whole minutes, so that a sensor has at most about this many points. The first slot may begin
   * before the range.
   */
  max_points: z.coerce.number().int().min(1).max(mostPoints).optional(),
});
export type GraphQuery = z.infer<typeof GraphQuery>;

/** The most series in one chart of several devices. */
export const maxCompared = 8;
const choose = `Choose one to ${maxCompared} sensors.`;
/** The same ranges for sensors of several devices of one site, each named `deviceId.groupId.sensorId`. */
export const ComparisonQuery = z.object({
  ...when,
  sensor_id: Refs.transform((refs) => [...new Set(refs)]).pipe(
    z
      .array(z.string().regex(/^[1-9]\d{0,8}\.[^.]+\..+$/, 'Name each sensor as device.group.sensor.'))
      .min(1, choose)
      .max(maxCompared, choose),
  ),
});

/** A node of an F500, and which of its sensors the person has selected. */
export const F500Node = z.object({
  number: z.number(),
  formatted_number: z.string(),
  name: z.string(),
  sensors: z.array(z.object({ id: z.string(), name: z.string(), selected: z.boolean() })),
});
export type F500Node = z.infer<typeof F500Node>;

/** A change of the person's selection of graphs. */
export const Arrangement = z.object({
  action: z.enum(['append', 'delete', 'clean'], 'Unknown action.'),
  graph_type: z.literal('update_graphs_arrangement', 'Unknown graph type.'),
  node: z.union([z.string(), z.number()]).nullish(),
  sensor: z.string().nullish(),
  device_id: z.number().optional(),
  timescale: z.enum(timescales).nullish(),
});
export type Arrangement = z.infer<typeof Arrangement>;

/** A moment at which the device sent data, for the list of records. */
export const HistoricalRecord = z.object({
  /** ts in ms, followed by `.seq` when several frames have the same ts. */
  record_id: z.string(),
  timestamp: z.iso.datetime(),
  status: DocumentStatus,
});
export type HistoricalRecord = z.infer<typeof HistoricalRecord>;

/** The media type for graphs as typed columns instead of JSON (graph-columns.ts). */
export const columnsType = 'application/x-tocsin-columns';
/** The same in a third of the bytes. */
export const compactColumnsType = `${columnsType}; version=2`;

const ofHistory = { may: 'device.open', keys: 'history', programs: 'read' } as const;

export const endpoints = {
  device: endpoint.get('/api/v1/graphs/device/:id/', {
    ...ofHistory,
    says: `Graphs of a device; with Accept: ${columnsType} the same numbers as typed columns, with version=2 in fewer bytes`,
    query: GraphQuery,
    reply: Graphs,
    sends: 'application/json',
  }),
  compare: endpoint.get('/api/v1/locations/:id/graphs/', {
    may: 'site.see',
    programs: 'read',
    says: 'Up to eight sensors of devices of a site on one time base, as typed columns; what a sensor never sent is left out',
    query: ComparisonQuery,
    sends: columnsType,
  }),
  siteExport: endpoint.get('/api/v1/locations/:id/graphs/export/', {
    may: 'site.see',
    programs: 'read',
    keys: 'history',
    says: 'All sensors of all devices of a site over a range of at most 93 days, as one CSV, device after device',
    query: z.object({ from: z.coerce.number().int().min(0), to: z.coerce.number().int().min(0) }),
    sends: 'text/csv',
  }),
  live: endpoint.get('/api/v1/devices/:id/live/', {
    may: 'device.open',
    programs: 'read',
    keys: 'live',
    says: "The device's live document as of now; 404 until it has sent",
    reply: LiveDevice,
  }),
  liveUpdate: endpoint.get('/api/v1/graphs/device/:id/live-update/', {
    may: 'device.open',
    programs: 'read',
    keys: 'live',
    says: 'Points newer than `since` (unix ms)',
    query: z.object({ since: z.coerce.number().int().min(0).optional(), sensor_id: Refs.optional() }),
    reply: Graphs,
    sends: 'application/json',
  }),
  export: endpoint.get('/api/v1/graphs/device/:id/export/', {
    ...ofHistory,
    says: 'The graph of one sensor, or of all, as CSV: time, sensor, value, alarm, state, and in slots min and max',
    query: z.object({
      ...when,
      /** The displayed chart: its timescale is the default. `custom` needs a `timestamp`. */
      current_chart_type: z.enum([...timescales, 'custom'], 'Unknown chart type.').optional(),
    }),
    sends: 'text/csv',
  }),
  f500Nodes: endpoint.get('/api/v1/graphs/device/:id/f500-nodes/', {
    ...ofHistory,
    says: 'Nodes of an F500 and which of their sensors the person has selected for graphs',
    // A bare list, unlike all others.
    reply: z.array(F500Node),
  }),
  arrange: endpoint.post('/api/v1/graphs/device/:id/', {
    may: 'device.open',
    programs: 'none',
    says: 'Selects nodes and sensors of an F500 for graphs; kept for the person and device',
    body: Arrangement,
    reply: listOf(F500Node),
  }),
  records: endpoint.get('/api/v1/devices/:id/historical/records/', {
    ...ofHistory,
    says: 'Moments of which the whole state can be read: at or after `timestamp` ascending, without it newest first, unless `ordering` says otherwise',
    query: z.object({
      ...listQuery(10_000, 60),
      timestamp: z.string().trim().min(1).max(40).optional(),
      ordering: z.enum(['timestamp', '-timestamp']).optional(),
    }),
    reply: listOf(HistoricalRecord),
  }),
  record: endpoint.get('/api/v1/devices/:id/historical/records/:record/', {
    ...ofHistory,
    says: 'The whole live document as of then',
    params: z.object({ ...IdParams.shape, record: z.string().regex(/^\d{9,16}(\.\d{1,16})?$/) }),
    reply: LiveDevice,
  }),
};
