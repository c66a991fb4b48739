import type { DeviceId } from '@tocsin/contract/ids';

/** A step of a maintenance test, an append-only row. */
export interface MaintenanceStep {
  /** The event row of this step; the step's own id. */
  readonly id: number;
  /** The id of the test's first step. */
  readonly testId: number;
  /** The walk test that it was part of; absent: none. */
  readonly walkId?: number;
  readonly deviceId: DeviceId;
  readonly serialNumber: string;
  readonly groupId: string;
  readonly groupName: string;
  readonly sensorId: string;
  readonly sensorName: string;
  readonly step:
    | 'maintenance_expect_alarm_on'
    | 'maintenance_expect_alarm_off'
    | 'maintanance_succeeded'
    | 'maintenance_failed'
    | 'maintenance_canceled'
    | 'comment';
  readonly at: number;
  /** When the test began. */
  readonly startedAt: number;
  /** Who started it; a person's name is stored as text. */
  readonly userId: number | null;
  readonly userName: string;
  readonly comment: string;
}
