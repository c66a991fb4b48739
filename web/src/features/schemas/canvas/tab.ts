import type { shapeKinds } from '@tocsin/contract/schema-document';

/** A tab as the canvas draws it and the editor changes it; tab-document.ts converts from and to the saved document. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

/** A sensor point of a machine and the sensor bound to it, `deviceId.groupId.sensorId`. */
interface Binding {
  readonly point: string;
  readonly sensor: string;
}

export interface Machine {
  readonly kind: 'machine';
  readonly id: string;
  /** Its id on the server, once saved; routes and sockets use it. */
  readonly savedId: number | null;
  readonly name: string;
  readonly type: number;
  readonly x: number;
  readonly y: number;
  readonly scale: number;
  readonly stretch: number;
  /** Real length in metres along its axis; null: unknown. */
  readonly lengthM: number | null;
  /** The plant area that it belongs to; empty: none. */
  readonly area: string;
  readonly flip: boolean;
  readonly bindings: readonly Binding[];
  readonly stateSensor: string | null;
}

export interface End {
  readonly machine: string;
  readonly anchor: string;
}

/** Refers to machines by id, and so moves with them. Only its bends have coordinates. */
export interface Connector {
  readonly kind: 'connector';
  readonly id: string;
  readonly from: End;
  readonly to: End;
  readonly via: readonly Point[];
}

export type ShapeKind = (typeof shapeKinds)[number];

export interface Shape extends Box {
  readonly kind: 'shape';
  readonly id: string;
  readonly shape: ShapeKind;
  /** Degrees, clockwise, about its middle. */
  readonly angle: number;
}

export interface Label extends Point {
  readonly kind: 'label';
  readonly id: string;
  readonly size: number;
  readonly text: string;
}

export type Element = Machine | Connector | Shape | Label;
/** Elements with a position; a connector has none of its own. */
export type Placed = Machine | Shape | Label;

export interface Tab {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly zoom: number;
  readonly offset: Point;
  /** One scale for all machines with a length; null: each machine has its own size. */
  readonly pixelsPerMetre: number | null;
  /** In drawing order within each kind: shapes below connectors, connectors below machines, labels on top. */
  readonly shapes: readonly Shape[];
  readonly connectors: readonly Connector[];
  readonly machines: readonly Machine[];
  readonly labels: readonly Label[];
}

/** All elements of a tab, in drawing order. */
export const elementsOf = (tab: Tab): readonly Element[] => [
  ...tab.shapes,
  ...tab.connectors,
  ...tab.machines,
  ...tab.labels,
];

/** All elements with a position. */
export const placedOf = (tab: Tab): readonly Placed[] => [...tab.shapes, ...tab.machines, ...tab.labels];
