import type { Client, PublishPacket } from 'aedes';

/**
 * The few members of aedes' client that its types don't show and that bounds need. aedes is pinned to one version for
 * it, and mqtt-door.test.ts fails when they change.
 */
interface Inside {
  readonly connected: boolean;
  readonly _parser: { parse(bytes: Buffer): number; readonly packet: { readonly length: number } };
  pause(): void;
  resume(): void;
}
const inside = (client: Client): Inside => client as unknown as Inside;

/** Who has not signed in yet has nothing to say but a CONNECT. */
const strangersPacketBytes = 16 * 1024;

/** Ends a connection that announces a packet beyond the limit, before its bytes pile up in memory. */
export function guardPackets(client: Client, mostBytes: number): void {
  const { _parser: parser } = inside(client);
  const parse = parser.parse.bind(parser);
  parser.parse = (bytes) => {
    const left = parse(bytes);
    const most = inside(client).connected ? mostBytes : strangersPacketBytes;
    if (parser.packet.length > most) client.conn.destroy();
    return left;
  };
}

/** Stops and goes on reading from the socket; what was read already is still handled. */
export function setReading(client: Client, on: boolean): void {
  if (on) inside(client).resume();
  else inside(client).pause();
}

/** aedes hands the will to authorizePublish as the same object that the client holds. */
export function isWill(client: Client, packet: PublishPacket): boolean {
  return 'will' in client && client.will === packet;
}

/** The client leaves without its will being told, whatever way it ends. */
export function dropWill(client: Client): void {
  Object.assign(client, { will: null, _will: null });
}
