import type { Curve } from './curve.ts';

/** The actions on a device that scenarios use. A sensor is named by `groupId.sensorId`. */
export type Action =
  /** The physical input behind a sensor follows a curve; `until: 'stop'` ends it when the machine stops. */
  | { readonly do: 'drive'; readonly sensor: string; readonly curve: Curve; readonly until?: 'stop' }
  | { readonly do: 'release'; readonly sensor: string }
  | { readonly do: 'start'; readonly tauS?: number }
  | { readonly do: 'stop' }
  /** The operator resets a fault stop. */
  | { readonly do: 'reset' }
  | { readonly do: 'ambient'; readonly celsius: number }
  /** A worn bearing runs this much hotter. */
  | { readonly do: 'wear'; readonly sensor: string; readonly riseC: number }
  /** What the device reports for a sensor, whatever it measured: broken probes and wrong types. */
  | {
      readonly do: 'report';
      readonly sensor: string;
      readonly value: number | string | null;
      readonly state?: string;
      readonly alarm?: boolean;
    }
  /** The sensor goes silent: no value and no state. */
  | { readonly do: 'hide'; readonly sensor: string }
  /** The device keeps reporting the present value: a stuck converter or a dead probe. */
  | { readonly do: 'freeze'; readonly sensor: string }
  /** The device reports another sensor's value: wires on the wrong terminals. */
  | { readonly do: 'copy'; readonly sensor: string; readonly of: string }
  /** The probe has fallen off: it measures the air beside the machine. */
  | { readonly do: 'detach'; readonly sensor: string }
  /** Ends `report`, `hide`, `freeze`, `copy` and `detach`. */
  | { readonly do: 'honest'; readonly sensor: string }
  | { readonly do: 'lose-node'; readonly node: string }
  | { readonly do: 'find-node'; readonly node: string }
  | { readonly do: 'clock'; readonly offsetMs: number }
  /** Off and on again: boot + 1, uptime and seq from 0, silent for `initS`. */
  | { readonly do: 'power-cycle'; readonly initS: number }
  /** The line to the portal, see link.ts; the device itself goes on. */
  | { readonly do: 'link-down' }
  | { readonly do: 'link-up' };
