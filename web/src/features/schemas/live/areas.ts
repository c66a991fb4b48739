import { around, boxOfMachine } from '../canvas/geometry/positions.ts';
import type { Box, Machine } from '../canvas/tab.ts';
import type { MachineStatus } from './machine-status.ts';

/** A plant area: its machines and their bounding box. */
export interface Area {
  readonly name: string;
  readonly machines: readonly Machine[];
  readonly box: Box;
}

/** The areas of a tab from left to right; machines without one belong to none. */
export function areasOf(machines: readonly Machine[]): readonly Area[] {
  const byName = Map.groupBy(
    machines.filter((machine) => machine.area !== ''),
    (machine) => machine.area,
  );
  const areas = [...byName].flatMap(([name, own]): Area[] => {
    const box = around(own.map(boxOfMachine));
    return box === null ? [] : [{ name, machines: own, box }];
  });
  return areas.sort((a, b) => a.box.x - b.box.x || a.name.localeCompare(b.name));
}

/** Number of an area's machines in each state; `held` and `suspects` are counted in addition to their states. */
export interface AreaCounts {
  readonly alarm: number;
  readonly warning: number;
  readonly no_info: number;
  readonly stopped: number;
  readonly reading: number;
  readonly held: number;
  readonly suspects: number;
}

/** Counts the machines of an area by state. */
export function countArea(
  area: Area,
  statusOf: (id: string) => Pick<MachineStatus, 'state' | 'held'>,
  isSuspect: (id: string) => boolean,
): AreaCounts {
  const counts = { alarm: 0, warning: 0, no_info: 0, stopped: 0, reading: 0, held: 0, suspects: 0 };
  for (const { id } of area.machines) {
    const { state, held } = statusOf(id);
    if (state !== 'ok') counts[state] += 1;
    if (held !== null) counts.held += 1;
    if (isSuspect(id)) counts.suspects += 1;
  }
  return counts;
}

const rankOf = ({ alarm, warning, no_info, held, suspects }: AreaCounts): number =>
  alarm > 0 ? 0 : warning > 0 ? 1 : no_info > 0 ? 2 : held + suspects > 0 ? 3 : 4;

/** Worst first; equal areas keep their order. */
export const worstFirst = <T extends { readonly counts: AreaCounts }>(areas: readonly T[]): readonly T[] =>
  areas.toSorted((a, b) => rankOf(a.counts) - rankOf(b.counts));

/** Whether the middle of an area is visible. */
export const isInView = (area: Pick<Area, 'box'>, view: Box): boolean => {
  const { x, y, width, height } = area.box;
  const [middleX, middleY] = [x + width / 2, y + height / 2];
  return middleX >= view.x && middleX <= view.x + view.width && middleY >= view.y && middleY <= view.y + view.height;
};
