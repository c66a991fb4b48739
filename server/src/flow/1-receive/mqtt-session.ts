import type { DeviceId, SiteId } from '@tocsin/contract/ids';
import type { Catalog } from '../catalog.ts';
import { addressOf } from './address.ts';
import type { CheckDevice, CheckGateway } from './check-device.ts';
import type { Intake } from './intake.ts';
import type { Publisher } from './sparkplug-host.ts';

/** One connection, of a device or of a site's gateway. */
export interface Session {
  readonly id: number;
  readonly who:
    | { readonly kind: 'device'; readonly deviceId: DeviceId }
    | { readonly kind: 'gateway'; readonly siteId: SiteId };
  readonly publisher: Publisher;
  readonly keepAliveS: number;
  /** The address it was allowed at its connect; a changed udf_id takes effect at its next birth. */
  address: string;
  pendingBytes: number;
  reading: boolean;
  /** Its next message waits until then. */
  notBefore: number;
}

export interface SessionPorts {
  readonly intake: Intake;
  readonly catalog: Catalog;
  readonly checkDevice: CheckDevice;
  readonly checkGateway: CheckGateway;
}

/** By-exception devices live by their session, so it must be noticed when it breaks. */
const longestKeepAliveS = 300;
/** A device by exception needs a keep-alive that tells within five minutes that it is gone. */
export const isKeptAlive = (keepAliveS: number): boolean => keepAliveS > 0 && keepAliveS <= longestKeepAliveS;

const isGatewayName = (user: string): boolean => /^gateway-\d+$/.test(user);

/** Who signs in with this name and password; null: nobody that may. A device's serial number goes before a gateway's name. */
export function openSession(
  ports: SessionPorts,
  id: number,
  user: string,
  password: string,
  from: string,
  keepAliveS: number,
): Session | 'throttled' | null {
  const { catalog, intake } = ports;
  const fresh = { id, keepAliveS, pendingBytes: 0, reading: true, notBefore: 0 };
  const own = { key: `session:${id}`, session: id };
  if (isGatewayName(user) && !catalog.bySerialNumber(user)) {
    const check = ports.checkGateway(user, password, from);
    if (check.kind !== 'ok') return check.kind === 'throttled' ? 'throttled' : null;
    // Whoever speaks for others speaks Sparkplug, where the session is the sign of life.
    if (!isKeptAlive(keepAliveS)) return null;
    const { siteId } = check;
    const publisher: Publisher = { ...own, siteId, mayPublishFor: (device) => device.siteId === siteId };
    return { ...fresh, who: { kind: 'gateway', siteId }, publisher, address: '' };
  }
  const check = ports.checkDevice(user, password, from);
  if (check.kind !== 'ok') return check.kind === 'throttled' ? 'throttled' : null;
  const device = catalog.byId(check.deviceId);
  if (!device || (intake.reportsByException(device.id) && !isKeptAlive(keepAliveS))) return null;
  const deviceId = device.id;
  const publisher: Publisher = { ...own, siteId: null, mayPublishFor: (other) => other.id === deviceId };
  return { ...fresh, who: { kind: 'device', deviceId }, publisher, address: addressOf(device) };
}
