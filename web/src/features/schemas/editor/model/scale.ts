import { documentLimits } from '@tocsin/contract/schema-document';
import { drawingOf, machineType } from '@tocsin/machines/library';
import { axisOf, defaultLength, drawnSize, lengthOf } from '@tocsin/machines/real-size';
import { boxOfMachine, snapFine } from '../../canvas/geometry/positions.ts';
import type { Machine, Tab } from '../../canvas/tab.ts';

const bounded = (n: number, least: number, most: number): number => Math.min(most, Math.max(least, n));

/** The machine's length in metres; without one, the usual length of its type, scaled with its stretch. */
export function metresOf(machine: Machine): number {
  if (machine.lengthM !== null) return machine.lengthM;
  const type = machineType(machine.type);
  if (type === undefined) return 1;
  const axis = axisOf(type);
  const share = drawingOf(type, machine.stretch)[axis] / drawingOf(type, 0)[axis];
  return Math.round(defaultLength(type) * share * 10) / 10;
}

/** The machine drawn at this length on the tab's scale; the middle of its lower edge stays in place. */
export function atLength(machine: Machine, metres: number, pixelsPerMetre: number | null): Machine {
  const type = machineType(machine.type);
  const lengthM = bounded(metres, documentLimits.leastLength, documentLimits.mostLength);
  if (type === undefined || pixelsPerMetre === null) return { ...machine, lengthM };
  const { scale, stretch } = drawnSize(type, lengthM, pixelsPerMetre);
  const before = boxOfMachine(machine);
  const next = {
    ...machine,
    lengthM,
    scale: bounded(scale, documentLimits.leastScale, documentLimits.maxScale),
    stretch,
  };
  const after = boxOfMachine(next);
  return {
    ...next,
    x: snapFine(before.x + (before.width - after.width) / 2),
    y: snapFine(before.y + before.height - after.height),
  };
}

/** Draws every machine of the tab to scale; null keeps the current sizes and ends the common scale. */
export function toScale(tab: Tab, pixelsPerMetre: number | null): Tab {
  if (pixelsPerMetre === null) return tab.pixelsPerMetre === null ? tab : { ...tab, pixelsPerMetre };
  const metre = bounded(pixelsPerMetre, documentLimits.leastMetre, documentLimits.mostMetre);
  const machines = tab.machines.map((machine) => atLength(machine, metresOf(machine), metre));
  return { ...tab, pixelsPerMetre: metre, machines };
}

/** A machine that was resized by hand, with the length that its size means on a tab with a scale. */
export function measured(machine: Machine, pixelsPerMetre: number | null): Machine {
  const type = machineType(machine.type);
  return type === undefined || pixelsPerMetre === null
    ? machine
    : { ...machine, lengthM: lengthOf(type, machine, pixelsPerMetre) };
}
