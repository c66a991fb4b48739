import { anchorsOf, drawingOf, machineType, sensorPointsOf } from '@tocsin/machines/library';
import type { AnchorPoint, Drawing, Heading, SensorPoint } from '@tocsin/machines/machine';
import type { Box, Machine, Placed, Point } from '../tab.ts';

/** Rounds a coordinate to half a unit, which keeps documents short and undo exact. */
export const snapFine = (n: number): number => Math.round(n * 2) / 2 + 0;

/** Stands in for machine types that this build does not know. */
const unknownDrawing: Drawing = { width: 120, height: 120, marks: [], anchors: [], sensors: [] };

/** The machine's drawing in its own units, stretched; a square of 120 for an unknown type. */
export function drawingOfMachine(machine: Pick<Machine, 'type' | 'stretch'>): Drawing {
  const type = machineType(machine.type);
  return type === undefined ? unknownDrawing : drawingOf(type, machine.stretch);
}

/** The machine's bounding box on the tab, in canvas units. */
export function boxOfMachine(machine: Machine): Box {
  const { width, height } = drawingOfMachine(machine);
  return { x: machine.x, y: machine.y, width: width * machine.scale, height: height * machine.scale };
}

/** Estimated size of a text, without a browser: Inter's average advance is 0.56 em. */
const boxOfText = (text: string, size: number): Pick<Box, 'width' | 'height'> => {
  const lines = text.split('\n');
  const longest = Math.max(1, ...lines.map((line) => line.length));
  return { width: Math.ceil(longest * size * 0.56) + 8, height: Math.ceil(lines.length * size * 1.4) };
};

/** The element's box on the tab, before any rotation. */
export function boxOf(element: Placed): Box {
  switch (element.kind) {
    case 'machine':
      return boxOfMachine(element);
    case 'shape':
      return { x: element.x, y: element.y, width: element.width, height: element.height };
    case 'label':
      return { x: element.x, y: element.y, ...boxOfText(element.text, element.size) };
  }
}

export interface AnchorPosition extends Point {
  readonly id: string;
  readonly heading: Heading;
}

const onCanvas = (machine: Machine, point: Point): Point => ({
  x: machine.x + point.x * machine.scale,
  y: machine.y + point.y * machine.scale,
});

/** Positions of the anchors on the tab; flipping mirrors them with the drawing. */
export const anchorPositions = (machine: Machine): readonly AnchorPosition[] =>
  anchorsOf(drawingOfMachine(machine), machine.flip).map((anchor: AnchorPoint) => ({
    id: anchor.id,
    heading: anchor.heading,
    ...onCanvas(machine, anchor),
  }));

/** The named anchor; the machine's first one if the type has no such anchor. */
export const anchorPosition = (machine: Machine, anchorId: string): AnchorPosition | undefined => {
  const anchors = anchorPositions(machine);
  return anchors.find((anchor) => anchor.id === anchorId) ?? anchors[0];
};

export interface SensorPosition extends Point {
  readonly id: string;
  readonly name: string;
}

/** Positions of the sensor points on the tab; flipping mirrors them with the drawing. */
export const sensorPositions = (machine: Machine): readonly SensorPosition[] =>
  sensorPointsOf(drawingOfMachine(machine), machine.flip).map((point: SensorPoint) => ({
    id: point.id,
    name: point.name,
    ...onCanvas(machine, point),
  }));

export const middle = (box: Box): Point => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });

/** The smallest box around all boxes; null for none. */
export function around(boxes: readonly Box[]): Box | null {
  if (boxes.length === 0) return null;
  const left = Math.min(...boxes.map((box) => box.x));
  const top = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x: left, y: top, width: right - left, height: bottom - top };
}
