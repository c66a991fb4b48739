import type { EvaluatedDevice } from '../../pipeline/types.ts';
import type { Address } from '../../platform/embedded-postgres/embedded-postgres.ts';
import type { LogLevel } from '../../platform/log.ts';
import type { ScanResult } from './suspicion.ts';

/** The scan thread is started with this. */
export interface ScanThreadData {
  readonly address: Address | string;
  readonly logLevel: LogLevel;
}

export interface ScanQuery {
  readonly device: EvaluatedDevice;
  /** Unix ms, half-open: the finished hours to scan. */
  readonly from: number;
  readonly to: number;
}
/** The result, and the sensors with type and unit as they are now; null: the device never announced its sensors. */
export type ScanAnswer =
  | (ScanResult & {
      readonly sensors: readonly { readonly path: string; readonly type: string; readonly unit: string }[];
    })
  | null;

/** A type instead of an interface, because only types are assignable to a record of calls. */
export type ScanCalls = {
  readonly scan: { readonly takes: ScanQuery; readonly gives: ScanAnswer };
  readonly stop: { readonly takes: null; readonly gives: unknown };
};
