import type { Aedes, Client, PublishPacket } from 'aedes';

/**
 * The members of aedes' client that its types do not declare and the limits need. aedes is pinned to one version for
 * this, and mqtt-adapter.test.ts fails when they change.
 */
interface Inside {
  readonly connected: boolean;
  readonly _parser: { parse(bytes: Buffer): number; readonly packet: { readonly length: number } };
  readonly _disconnected: boolean;
  readonly will: PublishPacket | null;
  readonly subscriptions: Readonly<Record<string, unknown>>;
  pause(): void;
  resume(): void;
}
const inside = (client: Client): Inside => client as unknown as Inside;

/** Before signing in, a client may only send a CONNECT. */
const strangersPacketBytes = 16 * 1024;

/** Closes a connection that announces a packet beyond the limit, before its bytes take memory. */
export function guardPackets(client: Client, maxBytes: number): void {
  const { _parser: parser } = inside(client);
  const parse = parser.parse.bind(parser);
  parser.parse = (bytes) => {
    const left = parse(bytes);
    const most = inside(client).connected ? maxBytes : strangersPacketBytes;
    if (parser.packet.length > most) client.conn.destroy();
    return left;
  };
}

/** Pauses or resumes reading from the socket; bytes already read are still processed. */
export function setReading(client: Client, on: boolean): void {
  if (on) inside(client).resume();
  else inside(client).pause();
}

/** aedes passes the client's own will object to authorizePublish. */
export function isWill(client: Client, packet: PublishPacket): boolean {
  return 'will' in client && client.will === packet;
}

/**
 * Returns the will of a client that has not disconnected cleanly; null without one or when it was already published.
 */
export function willOf(client: Client): PublishPacket | null {
  return inside(client)._disconnected ? null : inside(client).will;
}

/** Prevents the client's will from being published, however the connection ends. */
export function dropWill(client: Client): void {
  Object.assign(client, { will: null, _will: null });
}

/** Whether the client has subscribed to exactly this topic, or to everything below it. */
export function listensTo(client: Client, topic: string): boolean {
  const { subscriptions } = inside(client);
  return subscriptions[topic] !== undefined || subscriptions[`${topic}/#`] !== undefined;
}

/** Deletes what the broker stored for a client id: subscriptions, will, and unreleased QoS 2 messages. */
export async function forgetStored(broker: Aedes, id: string): Promise<void> {
  const { persistence } = broker as unknown as { readonly persistence: Stored };
  await persistence.cleanSubscriptions({ id });
  await persistence.cleanIncoming({ id });
  await persistence.delWill({ id });
}

interface Stored {
  cleanSubscriptions(client: { readonly id: string }): Promise<unknown>;
  cleanIncoming(client: { readonly id: string }): Promise<unknown>;
  delWill(client: { readonly id: string }): Promise<unknown>;
}
