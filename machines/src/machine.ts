import type { Mark } from './pen.ts';

/** The direction in which a connector leaves an anchor. */
export type Heading = 'up' | 'down' | 'left' | 'right';

/** A point at which a connector can end: an inlet, an outlet or an aspiration flange. */
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

/** A machine's drawing from the left side, with the origin in the upper left corner; units as in pen.ts. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly marks: readonly Mark[];
  readonly anchors: readonly AnchorPoint[];
  readonly sensors: readonly SensorPoint[];
  /** Position of name and value: their centre, above the drawing their lower edge, with `beside` their near edge. */
  readonly label?: { readonly x: number; readonly y: number; readonly beside?: true };
  /** Where its level is shown, from the lower edge. */
  readonly gauge?: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

/** Bounds of the additional length, in units, of a machine whose middle can be extended. Its ends keep their size. */
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

/** A valid stretch of the type: a whole number within its bounds; 0 for a rigid type. */
export const clampStretch = (type: MachineType, stretch: number): number => {
  if (type.stretch === null || !Number.isFinite(stretch)) return 0;
  return Math.round(Math.min(type.stretch.most, Math.max(type.stretch.least, stretch)));
};

/** Fields of a machine type that cannot be stretched. */
export const rigid = { stretch: null, smallStretch: 0 } as const;
