import type { Mark } from './pen.ts';

/** The way in which a connector leaves an anchor. */
export type Heading = 'up' | 'down' | 'left' | 'right';

/** Where a connector can join: inlets, outlets and aspiration flanges only. */
export interface AnchorPoint {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly heading: Heading;
}

/** The real place of a sensor: bearing hub, boot, plug side, belt edge. */
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
  /** The middle of its name and value where these stand best (`beside`: their near edge); below the machine when not said. */
  readonly label?: { readonly x: number; readonly y: number; readonly beside?: true };
}

/** A machine whose middle can be made longer: its ends keep their size. In units beside the drawing's own length. */
export interface Stretch {
  readonly along: 'width' | 'height';
  readonly least: number;
  readonly most: number;
}

export interface MachineType {
  /** `type_of_machine` on the wire; a number is never used again for another machine. */
  readonly id: number;
  readonly key: string;
  readonly name: string;
  readonly stretch: Stretch | null;
  /** The stretch at which it reads best at 64 px and below. */
  readonly smallStretch: number;
  draw(stretch: number): Drawing;
}

export const clampStretch = (type: MachineType, stretch: number): number => {
  if (type.stretch === null || !Number.isFinite(stretch)) return 0;
  return Math.round(Math.min(type.stretch.most, Math.max(type.stretch.least, stretch)));
};

export const rigid = { stretch: null, smallStretch: 0 } as const;
