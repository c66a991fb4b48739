import { drawingOf } from './library.ts';
import { clampStretch, type MachineType } from './machine.ts';

/**
 * Usual length in metres of a machine, drawn without stretch, along its axis; from manufacturers' data sheets. The
 * default is 2 m.
 */
const defaultMetres: Readonly<Record<string, number>> = {
  'bucket-elevator': 4,
  'belt-conveyor': 4.5,
  'drag-conveyor': 3.4,
  'screw-conveyor': 3,
  silo: 11,
  'flat-bin': 12,
  hopper: 2.5,
  distributor: 2.4,
  'two-way-valve': 1,
  gate: 1.2,
  'truck-pit': 14,
  'rail-load-out': 14,
  'hammer-mill': 2.6,
  'roller-mill': 2,
  'pellet-mill': 3,
  mixer: 3.6,
  cooler: 2.8,
  dryer: 6,
  cleaner: 3,
  'drum-scalper': 3,
  'drum-magnet': 1.4,
  weigher: 2,
  bagger: 2.4,
  fan: 1.6,
  'dust-collector': 3.4,
  cyclone: 2,
  'rotary-airlock': 1.2,
  'gear-motor': 1.4,
  'control-cabinet': 1.2,
};

/** The side that the length of a machine measures: the one that can be stretched, otherwise the width. */
export const axisOf = (type: MachineType): 'width' | 'height' => type.stretch?.along ?? 'width';

/** Length in metres of a machine whose length was not entered. */
export const defaultLength = (type: MachineType): number => defaultMetres[type.key] ?? 2;

export interface DrawnSize {
  /** Pixels per unit of the drawing. */
  readonly scale: number;
  readonly stretch: number;
}

const fine = (scale: number): number => Math.round(scale * 10_000) / 10_000;

/**
 * Scale and stretch of a machine with this length in metres on a tab with this number of pixels per metre. Machines
 * that can be stretched keep the real size of their ends; beyond the bounds, the whole drawing is scaled.
 */
export function drawnSize(type: MachineType, metres: number, pixelsPerMetre: number): DrawnSize {
  const base = drawingOf(type, 0)[axisOf(type)];
  const perUnit = (defaultLength(type) * pixelsPerMetre) / base;
  const pixels = metres * pixelsPerMetre;
  const stretch = clampStretch(type, pixels / perUnit - base);
  return { scale: fine(pixels / (base + stretch)), stretch };
}

/** Length in metres of a machine as it is drawn, rounded to a tenth. */
export function lengthOf(type: MachineType, { scale, stretch }: DrawnSize, pixelsPerMetre: number): number {
  const units = drawingOf(type, stretch)[axisOf(type)];
  return Math.max(0.1, Math.round((units * scale * 10) / pixelsPerMetre) / 10);
}
