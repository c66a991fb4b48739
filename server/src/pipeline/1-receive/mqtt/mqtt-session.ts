import type { DeviceId, SiteId } from '@tocsin/contract/ids';
import type { Catalog, CatalogDevice } from '../../catalog.ts';
import type { CheckDevice, CheckGateway } from '../check-device.ts';
import { addressOf, isOfEdge } from '../device-address.ts';
import type { Intake } from '../intake.ts';
import { isJsonKind, type JsonKind } from '../json/json-messages.ts';
import type { Publisher } from '../sparkplug/sparkplug-nodes.ts';
import type { Turns } from './mqtt-turns.ts';

/** One connection of a device or of a site's gateway. */
export interface Session extends Turns {
  readonly id: number;
  readonly who:
    | { readonly kind: 'device'; readonly deviceId: DeviceId }
    | { readonly kind: 'gateway'; readonly siteId: SiteId; readonly clientId: number | null };
  readonly publisher: Publisher;
  /** The broker's key for this connection: identity and client id combined. */
  clientKey: string;
  readonly keepAliveS: number;
  /** Signed in by a certificate. */
  readonly isCertified: boolean;
  /** The address allowed when it connected; a changed udf_id takes effect at the next birth. */
  address: string;
  pendingBytes: number;
  reading: boolean;
}

export interface SessionDependencies {
  readonly intake: Intake;
  readonly catalog: Catalog;
  readonly checkDevice: CheckDevice;
  readonly checkGateway: CheckGateway;
}

/** By-exception devices are online through their session, so a broken one must be detected. */
const longestKeepAliveS = 300;
/** A by-exception device needs a keep-alive short enough to detect its loss within five minutes. */
export const isKeptAlive = (keepAliveS: number): boolean => keepAliveS > 0 && keepAliveS <= longestKeepAliveS;

/** A device publishes only for itself, under one edge node id at a time; a gateway publishes for a whole site. */
const deviceBounds = { maxNodes: 8, mostChildren: 16 };
const gatewayBounds = { maxNodes: 1_000, mostChildren: 2_000 };
/** Maximum client ids per identity, including stored MQTT sessions. */
export const maxClientIds = (session: Session): number => (session.who.kind === 'gateway' ? 1_000 : 16);

const isGatewayName = (user: string): boolean => /^gateway-\d+$/.test(user);

/**
 * Returns the identity that signs in with this name and password, or null. A device's serial number takes precedence
 * over a gateway's name.
 */
export function openSession(
  dependencies: SessionDependencies,
  id: number,
  user: string,
  password: string,
  from: string,
  keepAliveS: number,
): Session | 'throttled' | null {
  const { catalog } = dependencies;
  const fresh = freshSession(id, keepAliveS);
  const own = { key: `session:${id}`, session: id };
  if (isGatewayName(user) && !catalog.bySerialNumber(user)) {
    const check = dependencies.checkGateway(user, password, from);
    if (check.kind !== 'ok') return check.kind === 'throttled' ? 'throttled' : null;
    // Gateways use Sparkplug, where the session shows that a node is alive.
    if (!isKeptAlive(keepAliveS)) return null;
    const { siteId, clientId = null } = check;
    const publisher: Publisher = {
      ...own,
      ...gatewayBounds,
      identity: `gateway:${siteId}`,
      siteId,
      mayPublishFor: (device) => device.siteId === siteId,
    };
    return { ...fresh, isCertified: false, who: { kind: 'gateway', siteId, clientId }, publisher, address: '' };
  }
  const check = dependencies.checkDevice(user, password, from);
  if (check.kind !== 'ok') return check.kind === 'throttled' ? 'throttled' : null;
  return deviceSession(dependencies, catalog.byId(check.deviceId), id, keepAliveS, false);
}

/**
 * The device that a valid certificate names by its serial number, or null. It needs no user name; another one than its
 * serial number is refused.
 */
export function openCertifiedSession(
  dependencies: Pick<SessionDependencies, 'catalog' | 'intake'>,
  id: number,
  serialNumber: string,
  user: string | undefined,
  keepAliveS: number,
): Session | null {
  if (user && user !== serialNumber) return null;
  const device = dependencies.catalog.bySerialNumber(serialNumber);
  return deviceSession(dependencies, device, id, keepAliveS, true);
}

const freshSession = (id: number, keepAliveS: number) => ({
  id,
  clientKey: '',
  keepAliveS,
  pendingBytes: 0,
  reading: true,
  notBefore: 0,
  waiting: [],
});

function deviceSession(
  { intake }: Pick<SessionDependencies, 'intake'>,
  device: CatalogDevice | undefined,
  id: number,
  keepAliveS: number,
  isCertified: boolean,
): Session | null {
  // A device of an edge is not acknowledged here: it keeps its data until it reaches its edge.
  if (!device || isOfEdge(device)) return null;
  if (intake.reportsByException(device.id) && !isKeptAlive(keepAliveS)) return null;
  const deviceId = device.id;
  const publisher: Publisher = {
    key: `session:${id}`,
    session: id,
    ...deviceBounds,
    identity: `device:${deviceId}`,
    siteId: null,
    mayPublishFor: (other) => other.id === deviceId,
  };
  const who = { kind: 'device', deviceId } as const;
  return { ...freshSession(id, keepAliveS), isCertified, who, publisher, address: addressOf(device) };
}

/** Whose rate limit a message counts for; a gateway has one of its own for what belongs to no device. */
export const senderOf = ({ publisher }: Session, deviceId: DeviceId | null): DeviceId | string =>
  deviceId ?? publisher.identity;

/** `tocsin/v1/{udf_id}/birth`: the device's current address, or the one it connected with. null: not its topic. */
export function kindOfTopic(session: Session, device: CatalogDevice | undefined, topic: string): JsonKind | null {
  const [root, version, udfId, kind, ...rest] = topic.split('/');
  if (root !== 'tocsin' || version !== 'v1' || rest.length > 0 || !udfId || !isJsonKind(kind)) return null;
  if (!device) return null;
  const address = udfId.toLowerCase();
  const now = addressOf(device);
  if (address !== now && address !== session.address) return null;
  if (kind === 'birth' && address === now) session.address = now;
  return kind;
}
