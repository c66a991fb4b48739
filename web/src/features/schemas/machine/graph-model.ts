import { type GraphPoint, slotMsOf } from '@tocsin/contract/graphs';
import type { MachineGraph, SchemaSensor } from '@tocsin/contract/schemas';
import type { Line } from '../../../ui/chart/chart-lines.ts';
import type { Gap } from '../../../ui/chart/columns.ts';
import { gapAfter, type RawPoints, splitGaps } from '../../../ui/chart/split-gaps.ts';
import { decimalsOf, shortName } from '../../../ui/value.ts';

const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
/** The slots of a machine's graphs, as the server computes them. */
export const slotMs = slotMsOf.week ?? 12 * 60_000;
/** Heights of charts with one axis and with two (docs/spec/visual-dashboard.md, section 9). */
const oneAxis = 210;
const bothAxes = 460;

/** A line with its legend. */
export interface MachineLine extends Line {
  readonly name: string;
  readonly group: string;
  readonly device: string;
  readonly decimals: number;
}

export interface MachineChart {
  readonly key: string;
  readonly lines: readonly MachineLine[];
  /** Gaps common to all its lines. */
  readonly gaps: readonly Gap[];
  readonly height: number;
}

const rawOf = (points: readonly GraphPoint[]): { raw: RawPoints; states: readonly string[] } => {
  const states: string[] = [];
  const state = Uint16Array.from(points, (point) => {
    const known = states.indexOf(point[3]);
    return known === -1 ? states.push(point[3]) - 1 : known;
  });
  const column = (pick: (point: GraphPoint) => number | null | undefined): Float64Array =>
    Float64Array.from(points, (point) => pick(point) ?? Number.NaN);
  const isSlots = points.some((point) => point.length > 4);
  return {
    states,
    raw: {
      ts: column((point) => point[0]),
      value: column((point) => point[1]),
      min: isSlots ? column((point) => point[4] ?? point[1]) : null,
      max: isSlots ? column((point) => point[5] ?? point[1]) : null,
      alarm: Uint8Array.from(points, (point) => (point[2] ? 1 : 0)),
      state,
    },
  };
};

const maxDecimals = (points: readonly GraphPoint[]): number =>
  Math.max(0, ...points.slice(-100).map((point) => decimalsOf(point[4] ?? point[1] ?? 0)));

const lineOf = (
  graph: MachineGraph,
  sensor: SchemaSensor | undefined,
  now: number,
  unknown: string,
): Omit<MachineLine, 'stroke'> => {
  const { raw, states } = rawOf(graph.data);
  const contact = graph.sensor_type !== 'NUMERIC';
  const span = { from: now - dayMs, to: now, after: gapAfter(slotMs, 0) };
  return {
    key: graph.sensor,
    // Group and sensor names may contain colons, so `group:sensor` cannot be split.
    name: shortName(sensor?.name ?? graph.name),
    group: sensor?.group_name ?? '',
    device: graph.device_name,
    // Contacts are 1 or -1 and have no band; an alarm within a slot is in its flag.
    ...splitGaps(contact ? { ...raw, min: null, max: null } : raw, states, span, unknown),
    contact,
    unit: graph.value_label,
    decimals: maxDecimals(graph.data),
    shown: true,
  };
};

const commonGaps = (lines: readonly Pick<Line, 'gaps'>[]): readonly Gap[] =>
  (lines[0]?.gaps ?? []).filter((gap) =>
    lines.every((line) => line.gaps.some((other) => other.from <= gap.from && other.to >= gap.to)),
  );

/**
 * The charts of a machine: numbers of one unit share an axis, and contacts use the second axis of the first chart. A
 * chart with two axes is taller.
 */
export function chartsOf(
  graphs: readonly MachineGraph[],
  sensors: readonly SchemaSensor[],
  now: number,
  unknown: string,
): readonly MachineChart[] {
  const byId = new Map(sensors.map((sensor) => [sensor.id, sensor]));
  const lines = graphs.map((graph) => lineOf(graph, byId.get(graph.sensor), now, unknown));
  const contacts = lines.filter((line) => line.contact);
  const byUnit = Map.groupBy(
    lines.filter((line) => !line.contact),
    (line) => line.unit,
  );
  const groups = [...byUnit.values()];
  const [first, ...rest] = groups;
  const charts = first === undefined ? [contacts] : [[...first, ...contacts], ...rest];
  return charts
    .filter((own) => own.length > 0)
    .map((own) => ({
      key: own.map((line) => line.key).join(' '),
      lines: own.map((line, stroke) => ({ ...line, stroke })),
      gaps: commonGaps(own),
      height: own.some((line) => line.contact) && own.some((line) => !line.contact) ? bothAxes : oneAxis,
    }));
}
