import { type Severity, severityRank } from '@tocsin/contract/status';
import type { DeviceStore, Head, Reading } from '../../../live/device-store.ts';
import { worst } from '../../../ui/severity.ts';
import { unitText } from '../../../ui/value.ts';
import { type Filter, nodesInOrder, severityOf } from './model.ts';

/** An F500 node with its current status; plain data, because it is compared as JSON. */
export interface NodeState {
  readonly id: string;
  readonly number: string;
  readonly name: string;
  readonly active: boolean;
  readonly paths: readonly string[];
  readonly worst: Severity;
  /** The worst sensor; the first of equals. */
  readonly worstPath: string | null;
}

/** '05', '46': a node id with at least two digits; unchanged if it is not a number. */
export const nodeNumber = (id: string): string => (/^\d+$/.test(id) ? id.padStart(2, '0') : id);

/** The nodes of a device with their status at `now`, by number. */
export const nodeStates = (store: DeviceStore, head: Head, now: number): readonly NodeState[] =>
  nodesInOrder(head.groups).map((group) => {
    const severitiesOfNode = group.paths.map((path) => severityOf(store, head, path, now));
    const worstOfNode = worst(severitiesOfNode);
    return {
      id: group.id,
      number: nodeNumber(group.id),
      name: group.name,
      active: group.active,
      paths: group.paths,
      worst: worstOfNode,
      worstPath: group.paths[severitiesOfNode.indexOf(worstOfNode)] ?? null,
    };
  });

/** The status of a device with nodes: that of its worst node, or offline. */
export const worstOfNodes = (nodes: readonly Pick<NodeState, 'worst'>[], isOnline: boolean): Severity => {
  const state = worst(nodes.map((node) => node.worst));
  return !isOnline && state !== 'alarm' && state !== 'warning' ? 'offline' : state;
};

const isAlarmed = (node: NodeState): boolean => node.worst === 'alarm' || node.worst === 'warning';

/** Whether a node has stopped answering, whatever it says of its activity. */
const isSilent = ({ worst: state }: NodeState): boolean => state === 'lost' || state === 'not-scanned';

/** The nodes that pass a filter; 'active' includes nodes in alarm and those that have stopped answering. */
export const filtered = (nodes: readonly NodeState[], filter: Filter): readonly NodeState[] => {
  if (filter === 'all_nodes') return nodes;
  return nodes.filter(filter === 'alarmed' ? isAlarmed : (node) => node.active || isAlarmed(node) || isSilent(node));
};

/** Nodes that need attention, worst first. A node with a single missed scan is not among them. */
export const troubled = (nodes: readonly NodeState[]): readonly NodeState[] =>
  nodes
    .filter((node) => isAlarmed(node) || node.worst === 'lost')
    .sort(
      (a, b) =>
        severityRank(a.worst) - severityRank(b.worst) || a.number.localeCompare(b.number, 'en', { numeric: true }),
    );

export interface Counts {
  readonly alarm: number;
  readonly warning: number;
  readonly lost: number;
  readonly other: number;
  readonly ok: number;
}

const others: ReadonlySet<Severity> = new Set(['offline', 'no-data', 'not-scanned', 'stale']);
/** Whether a node is among those of a count. */
export const counts = (key: keyof Counts, { worst: state }: NodeState): boolean =>
  key === 'other' ? others.has(state) : state === key;

/** Number of nodes by their worst status, of those that are shown at first: each count has its tiles. */
export const countNodes = (nodes: readonly NodeState[]): Counts => {
  const shown = filtered(nodes, 'active');
  const count = (key: keyof Counts): number => shown.filter((node) => counts(key, node)).length;
  return {
    alarm: count('alarm'),
    warning: count('warning'),
    lost: count('lost'),
    other: count('other'),
    ok: count('ok'),
  };
};

/** Most kinds of nodes whose values are named. */
const mostKinds = 3;
/** The names of the values in a tile, row by row, for each kind of node of which there are several, most frequent first. */
export const namesInTiles = (
  nodes: readonly Pick<NodeState, 'paths'>[],
  nameOf: (path: string) => string | undefined,
): readonly string[] => {
  const kinds = Map.groupBy(nodes, ({ paths }) => paths.slice(0, 4).map(nameOf).join(', '));
  return [...kinds]
    .filter(([, own]) => own.length > 1)
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, mostKinds)
    .map(([names]) => names);
};

/** The temperature unit of all tiles, which have no space for units; '' if there is none. */
export const temperatureUnits = (readings: Iterable<Pick<Reading, 'unit'>>): string => {
  const worstOfNode = new Set<string>();
  for (const { unit } of readings) if (unit === 'C' || unit === 'F') worstOfNode.add(unitText(unit));
  return [...worstOfNode].sort().join(' and ');
};
