import type { DeviceId, SiteId } from '@tocsin/contract/ids';

/** The answer to a serial number and a code; given in memory, so a door never waits for it. */
export type DeviceCheck =
  | { readonly kind: 'ok'; readonly deviceId: DeviceId }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'throttled'; readonly retryAfterMs: number };
/**
 * Who a serial number and code are, asked from `address`. Answers from memory, so that a door may ask for each message.
 */
export type CheckDevice = (serialNumber: string, code: string, address: string) => DeviceCheck;

/** The answer to a site's gateway credential; given in memory as well. */
export type GatewayCheck =
  | { readonly kind: 'ok'; readonly siteId: SiteId }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'throttled'; readonly retryAfterMs: number };
/** Whether a site's gateway may sign in, asked from `address`. Answers from memory. */
export type CheckGateway = (userName: string, password: string, address: string) => GatewayCheck;
