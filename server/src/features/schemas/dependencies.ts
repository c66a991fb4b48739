import type { Notification } from '@tocsin/contract/live';
import type { MachineGraph } from '@tocsin/contract/schemas';
import type { DbAndClock } from '../../platform/db.ts';
import type { LiveOf } from './sensors.ts';

/** A sensor of a device, `groupId.sensorId`. */
export interface SensorOf {
  readonly deviceId: number;
  readonly path: string;
}

/** What schemas need from the pipeline and from other features. */
export interface SchemaDependencies extends DbAndClock {
  readonly live: LiveOf;
  /** Events as notifications, in the order of the ids. */
  readonly notifications: (eventIds: readonly number[]) => Promise<readonly Notification[]>;
  /** The last 24 hours of sensors in slots of 12 minutes, in the displayed unit. */
  readonly machineGraphs: (sensors: readonly SensorOf[], nowMs: number) => Promise<readonly DayGraph[]>;
}

export interface DayGraph extends SensorOf {
  readonly points: MachineGraph['data'];
}
