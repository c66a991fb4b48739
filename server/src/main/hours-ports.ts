import type { DeviceId } from '@tocsin/contract/ids';
import type { Address } from '../base/embedded-postgres/embedded-postgres.ts';
import type { LogLevel } from '../base/log.ts';
import type { HourDevice } from '../flow/4-keep/hour-job.ts';
import type { HourFigures } from '../flow/4-keep/hour-keeper.ts';
import type { Retention } from '../flow/4-keep/tidy.ts';
import type { Committed } from '../flow/passing.ts';

/** What passes between the process and its thread that writes hours. */
export interface HourThreadData {
  readonly address: Address | string;
  readonly logLevel: LogLevel;
  readonly retention: Retention;
}
export type HourCalls = {
  readonly figures: { readonly takes: null; readonly gives: HourFigures };
  readonly stop: { readonly takes: null; readonly gives: unknown };
};
export type HourAsks = {
  readonly device: { readonly takes: DeviceId; readonly gives: HourDevice | null };
  readonly committed: { readonly takes: Committed; readonly gives: unknown };
};
