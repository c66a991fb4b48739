import type { DeviceId, SiteId } from '@tocsin/contract/ids';

/** The result of a credential check. Checks run in memory, so an adapter never waits for one. */
type DeviceCheck =
  | { readonly kind: 'ok'; readonly deviceId: DeviceId }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'throttled'; readonly retryAfterMs: number };
/** Checks a serial number and code sent from `address`. Answers from memory, so it can run for every message. */
export type CheckDevice = (serialNumber: string, code: string, address: string) => DeviceCheck;

/** The result of checking a site's gateway credential, also in memory. */
type GatewayCheck =
  /** `clientId`: absent where no message is read by a payload map. */
  | { readonly kind: 'ok'; readonly siteId: SiteId; readonly clientId?: number }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'throttled'; readonly retryAfterMs: number };
/** Checks whether a site's gateway may sign in from `address`. Answers from memory. */
export type CheckGateway = (userName: string, password: string, address: string) => GatewayCheck;
