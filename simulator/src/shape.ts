import type { ShippedCode } from '@tocsin/contract/device-type';
import type { Action } from './action.ts';
import type { Schedule } from './schedule.ts';

export interface SimSensor {
  readonly id: string;
  readonly name: string;
  readonly type: 'NUMERIC' | 'BOOL' | 'ENUM';
  readonly unit: string;
  readonly states?: Readonly<Record<string, string>>;
}

export interface SimGroup {
  readonly id: string;
  readonly name: string;
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly sensors: readonly SimSensor[];
}

/**
 * A complete frame; arrays and indexes follow the sensors over all groups, as in the compact form of
 * docs/spec/decisions.md 5.
 */
export interface SimFrame {
  /** True time of its creation in ms; not sent. */
  readonly at: number;
  /** The device's own clock, which may be wrong. */
  readonly ts: number;
  readonly boot: number;
  readonly seq: number;
  readonly v: readonly (number | string | null)[];
  readonly alarm: readonly number[];
  readonly state: Readonly<Record<number, string>>;
}

export interface SimBirth {
  readonly at: number;
  readonly ts: number;
  readonly version: string;
  readonly boot: number;
  readonly uptimeS: number;
  readonly groups: readonly SimGroup[];
}

export type SimMessage =
  | { readonly kind: 'birth'; readonly at: number; readonly birth: SimBirth }
  | { readonly kind: 'data'; readonly at: number; readonly frame: SimFrame };

/** What a model writes its readings into, indexed by the sensor's position in the birth. */
export interface FrameDraft {
  readonly v: (number | string | null)[];
  readonly alarm: boolean[];
  readonly state: string[];
}

/** The physics and protections of one kind of device; the surrounding device has clock, boot, seq and frames. */
export interface Model {
  readonly type: ShippedCode;
  readonly version: string;
  readonly frameMs: number;
  readonly groups: readonly SimGroup[];
  /** Advances to `nowMs`; returns true when an alarm or state changed, which sends a frame at once. */
  tick(nowMs: number, dtMs: number): boolean;
  read(draft: FrameDraft, uptimeS: number): void;
  /** True when the model handled the action. */
  act(action: Action, nowMs: number): boolean;
  powerUp(nowMs: number): void;
}

/** Options of a simulated machine. */
export interface ModelOptions {
  readonly seed: number;
  readonly startMs: number;
  readonly schedule?: Schedule;
  /** Constant ambient temperature instead of season and time of day. */
  readonly ambientC?: number;
  readonly frameMs?: number;
  /** Starts with warm bearings, as after long running. */
  readonly warm?: boolean;
}
