import { documentLimits } from '@tocsin/contract/schema-document';
import { drawingOf, machineType } from '@tocsin/machines/library';
import { axisOf, defaultLength, drawnSize, lengthOf } from '@tocsin/machines/real-size';
import { boxOfMachine, snapFine } from '../../canvas/geometry/place.ts';
import type { Machine, Tab } from '../../canvas/tab.ts';

const bounded = (n: number, least: number, most: number): number => Math.min(most, Math.max(least, n));

/** Its length in metres; a machine without one is as long as its type usually is, with what it was stretched. */
export function metresOf(machine: Machine): number {
  if (machine.lengthM !== null) return machine.lengthM;
  const type = machineType(machine.type);
  if (type === undefined) return 1;
  const axis = axisOf(type);
  const share = drawingOf(type, machine.stretch)[axis] / drawingOf(type, 0)[axis];
  return Math.round(defaultLength(type) * share * 10) / 10;
}

/** The machine at this length on the tab's scale; its foot stays where it stands. */
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

/** Draws every machine of the tab to scale; null: sizes stay and are free from then on. */
export function toScale(tab: Tab, pixelsPerMetre: number | null): Tab {
  if (pixelsPerMetre === null) return tab.pixelsPerMetre === null ? tab : { ...tab, pixelsPerMetre };
  const metre = bounded(pixelsPerMetre, documentLimits.leastMetre, documentLimits.mostMetre);
  const machines = tab.machines.map((machine) => atLength(machine, metresOf(machine), metre));
  return { ...tab, pixelsPerMetre: metre, machines };
}

/** On a tab with a scale, a machine that was resized by hand has another length. */
export function measured(machine: Machine, pixelsPerMetre: number | null): Machine {
  const type = machineType(machine.type);
  return type === undefined || pixelsPerMetre === null
    ? machine
    : { ...machine, lengthM: lengthOf(type, machine, pixelsPerMetre) };
}
