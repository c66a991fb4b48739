import { rank, type Severity, worst } from '../../../kit/severity.ts';
import { unitText } from '../../../kit/value.ts';
import type { Board, Head, Reading } from '../../../wire/board.ts';
import { type Filter, nodesInOrder, standingOf } from './model.ts';

/** A node of an F500 as it stands now: plain data, so that it can be compared as text. */
export interface NodeState {
  readonly id: string;
  readonly number: string;
  readonly name: string;
  readonly active: boolean;
  readonly paths: readonly string[];
  readonly worst: Severity;
  /** The sensor that is worst, of equals the first. */
  readonly worstPath: string | null;
}

/** 05, 46, and as it is where the id is no number. */
export const nodeNumber = (id: string): string => (/^\d+$/.test(id) ? id.padStart(2, '0') : id);

export const nodeStates = (board: Board, head: Head, now: number): readonly NodeState[] =>
  nodesInOrder(head.groups).map((group) => {
    const stands = group.paths.map((path) => standingOf(board, head, path, now));
    const found = worst(stands);
    return {
      id: group.id,
      number: nodeNumber(group.id),
      name: group.name,
      active: group.active,
      paths: group.paths,
      worst: found,
      worstPath: group.paths[stands.indexOf(found)] ?? null,
    };
  });

const isAlarmed = (node: NodeState): boolean => node.worst === 'alarm' || node.worst === 'warning';

export const filtered = (nodes: readonly NodeState[], filter: Filter): readonly NodeState[] => {
  if (filter === 'all_nodes') return nodes;
  return nodes.filter(filter === 'alarmed' ? isAlarmed : (node) => node.active || isAlarmed(node));
};

/** Nodes that need somebody, worst first: a single scan that was missed is told by its tile alone. */
export const troubled = (nodes: readonly NodeState[]): readonly NodeState[] =>
  nodes
    .filter((node) => isAlarmed(node) || node.worst === 'lost')
    .sort((a, b) => rank(a.worst) - rank(b.worst) || a.number.localeCompare(b.number, 'en', { numeric: true }));

export interface Counts {
  readonly alarm: number;
  readonly warning: number;
  readonly lost: number;
  readonly other: number;
  readonly ok: number;
}

export const countNodes = (nodes: readonly NodeState[]): Counts => {
  const count = (...wanted: readonly Severity[]): number => nodes.filter((node) => wanted.includes(node.worst)).length;
  return {
    alarm: count('alarm'),
    warning: count('warning'),
    lost: count('lost'),
    other: count('offline', 'no-data', 'not-scanned', 'stale'),
    ok: count('ok'),
  };
};

/** The unit of the temperatures on the tiles, which have no room for it; '' when there are none. */
export const temperatureUnits = (readings: Iterable<Pick<Reading, 'unit'>>): string => {
  const found = new Set<string>();
  for (const { unit } of readings) if (unit === 'C' || unit === 'F') found.add(unitText(unit));
  return [...found].sort().join(' and ');
};
