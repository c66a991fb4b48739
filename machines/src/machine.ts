import type { Mark } from './pen.ts';

/** The direction in which a connector leaves an anchor. */
export type Heading = 'up' | 'down' | 'left' | 'right';

/** A point where a connector can join: inlets, outlets and aspiration flanges only. */
export interface AnchorPoint {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly heading: Heading;
}

/** The physical location of a sensor: bearing hub, boot, plug side, belt edge. */
export interface SensorPoint {
  readonly id: string;
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly marks: readonly Mark[];
  readonly anchors: readonly AnchorPoint[];
  readonly sensors: readonly SensorPoint[];
  /** Centre of its name and value (`beside`: their near edge); below the machine by default. */
  readonly label?: { readonly x: number; readonly y: number; readonly beside?: true };
}

/** A machine whose middle can be extended; its ends keep their size. In units of additional length. */
export interface Stretch {
  readonly along: 'width' | 'height';
  readonly least: number;
  readonly most: number;
}

export interface MachineType {
  /** `type_of_machine` in the API; a number is never reused for another machine. */
  readonly id: number;
  readonly key: string;
  readonly name: string;
  readonly stretch: Stretch | null;
  /** The most legible stretch at 64 px and below. */
  readonly smallStretch: number;
  draw(stretch: number): Drawing;
}

export const clampStretch = (type: MachineType, stretch: number): number => {
  if (type.stretch === null || !Number.isFinite(stretch)) return 0;
  return Math.round(Math.min(type.stretch.most, Math.max(type.stretch.least, stretch)));
};

export const rigid = { stretch: null, smallStretch: 0 } as const;
