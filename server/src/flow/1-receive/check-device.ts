import type { DeviceId } from '@tocsin/contract/ids';

/** The answer to a serial number and a code; given in memory, so a door never waits for it. */
export type DeviceCheck =
  | { readonly kind: 'ok'; readonly deviceId: DeviceId }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'throttled'; readonly retryAfterMs: number };
export type CheckDevice = (serialNumber: string, code: string, address: string) => DeviceCheck;
