import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { DeviceId } from '@tocsin/contract/ids';
import { limits } from '@tocsin/contract/limits';
import { Aedes, type AuthenticateError, type Client, type ConnectPacket, type PublishPacket } from 'aedes';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Catalog } from '../catalog.ts';
import type { RefusalKind } from '../passing.ts';
import { addressOf, isPolled } from './address.ts';
import type { CheckDevice } from './check-device.ts';
import type { Intake, Receipt } from './intake.ts';
import { isJsonKind, jsonMessage } from './json-messages.ts';
import { guardPackets, setReading } from './mqtt-client.ts';
import { Pace } from './pace.ts';

export interface MqttDoorOptions {
  readonly intake: Intake;
  readonly catalog: Catalog;
  readonly checkDevice: CheckDevice;
  readonly clock: Clock;
  readonly log: Log;
  readonly host: string;
  readonly port: number;
  readonly tls: { readonly port: number; readonly cert: Buffer; readonly key: Buffer } | null;
  readonly bounds?: Partial<MqttBounds>;
}
export interface MqttBounds {
  /** Unacknowledged bytes of one client, and of all; past them the door stops reading. */
  readonly clientBytes: number;
  readonly allBytes: number;
}
const usualBounds: MqttBounds = { clientBytes: 1024 * 1024, allBytes: 64 * 1024 * 1024 };

/** By-exception devices live by their session, so it must be noticed when it breaks. */
const longestKeepAliveS = 300;
const askForBirthMs = 60_000;

/** One connection of a device. */
interface Session {
  readonly id: number;
  readonly deviceId: DeviceId;
  readonly keepAliveS: number;
  /** The address it was allowed at its connect; a changed udf_id takes effect at its next birth. */
  address: string;
  pendingBytes: number;
  reading: boolean;
  /** Its next message waits until then. */
  notBefore: number;
}

export interface MqttFigures {
  sessions: number;
  messages: number;
  oversized: number;
  foreignTopics: number;
  refusedConnects: number;
  pendingBytes: number;
}

/**
 * The embedded MQTT door (3.1.1): user name = serial number, password = code, own topics only, PUBACK after the commit.
 * What waits is bounded for each client and in all; past it the door stops reading.
 */
export class MqttDoor {
  readonly #options: MqttDoorOptions;
  readonly #bounds: MqttBounds;
  readonly #broker: Aedes;
  readonly #servers: Server[] = [];
  readonly #sessions = new Map<Client, Session>();
  readonly #keepAlives = new WeakMap<Client, number>();
  /** When a device was last sent away for want of a birth. */
  readonly #sentAway = new Map<DeviceId, number>();
  readonly #pace = new Pace();
  #nextSession = 1;
  #waitsForRoom = false;
  #stopping = false;
  readonly figures: MqttFigures = {
    sessions: 0,
    messages: 0,
    oversized: 0,
    foreignTopics: 0,
    refusedConnects: 0,
    pendingBytes: 0,
  };

  constructor(options: MqttDoorOptions) {
    this.#options = options;
    this.#bounds = { ...usualBounds, ...options.bounds };
    this.#broker = new Aedes({
      maxClientsIdLength: 1_024,
      connectTimeout: 10_000,
      preConnect: (client, packet, done) => this.#preConnect(client, packet, done),
      authenticate: (client, user, password, done) => this.#authenticate(client, user, password, done),
      authorizePublish: (client, packet, done) => this.#publish(client, packet, done),
      // Nobody reads another's data from the broker.
      authorizeSubscribe: (_client, _subscription, done) => done(new Error('Subscriptions are not allowed')),
    });
    this.#broker.on('clientDisconnect', (client: Client) => this.#end(client));
    this.#broker.on('clientError', (client: Client) => this.#end(client));
    // Broken connections are everyday; they are counted by the broker's events, not logged one by one.
    this.#broker.on('connectionError', () => {});
  }

  /** Listens; returns the port, which is a free one when 0 was asked for. */
  async start(): Promise<number> {
    const { host, port, tls } = this.#options;
    await this.#broker.listen();
    const open = await listen(this.#serve(createServer(), 'connection'), host, port);
    if (tls) {
      const secured = createTlsServer({ cert: tls.cert, key: tls.key });
      await listen(this.#serve(secured, 'secureConnection'), host, tls.port);
    }
    return open;
  }

  /** Stops reading, waits until what was read is acknowledged, then closes. */
  async stop(withinMs = 5_000): Promise<void> {
    this.#stopping = true;
    for (const server of this.#servers) server.close();
    for (const [client, session] of this.#sessions) this.#read(client, session, false);
    const until = Date.now() + withinMs;
    while (this.figures.pendingBytes > 0 && Date.now() < until) await new Promise((done) => setTimeout(done, 20));
    // Whoever is connected comes back by itself; its will must not tell that it is offline.
    for (const client of this.#sessions.keys()) dropWill(client);
    await new Promise<void>((done) => this.#broker.close(() => done()));
  }

  #serve(server: Server, event: 'connection' | 'secureConnection'): Server {
    this.#servers.push(server);
    server.on(event, (socket: Socket) => guardPackets(this.#broker.handle(socket), limits.mqttPacketBytesDropped));
    return server;
  }

  #preConnect(client: Client, packet: ConnectPacket, done: (error: Error | null, success: boolean) => void): void {
    this.#keepAlives.set(client, packet.keepalive ?? 0);
    done(null, !this.#stopping);
  }

  #authenticate(
    client: Client,
    user: string | undefined,
    password: Buffer | undefined,
    done: (error: AuthenticateError | null, success: boolean | null) => void,
  ): void {
    const { checkDevice, catalog, intake } = this.#options;
    const from = 'remoteAddress' in client.conn ? (client.conn.remoteAddress ?? '') : '';
    const check = user && password ? checkDevice(user, password.toString('utf8'), from) : null;
    const device = check?.kind === 'ok' ? catalog.byId(check.deviceId) : undefined;
    const keepAliveS = this.#keepAlives.get(client) ?? 0;
    if (!device || (intake.reportsByException(device.id) && !isKeptAlive(keepAliveS))) {
      this.figures.refusedConnects++;
      // 3: server unavailable, where only time helps; 5: not authorized.
      done(refusal(check?.kind === 'throttled' ? 3 : 5), false);
      return;
    }
    const id = this.#nextSession++;
    const address = addressOf(device);
    const session = { id, deviceId: device.id, keepAliveS, address, pendingBytes: 0, reading: true, notBefore: 0 };
    this.#sessions.set(client, session);
    this.figures.sessions = this.#sessions.size;
    intake.beginSession(device.id, id);
    done(null, true);
  }

  #publish(client: Client | null, packet: PublishPacket, done: (error?: Error | null) => void): void {
    const session = client ? this.#sessions.get(client) : undefined;
    if (!client || !session) {
      // Without a client the broker itself speaks ($SYS).
      done(client ? new Error('No session') : null);
      return;
    }
    this.figures.messages++;
    // Nothing is kept in the broker: a retained frame would come again as a new one.
    packet.retain = false;
    const kind = this.#kindOf(session, packet.topic);
    if (!kind) {
      this.figures.foreignTopics++;
      done(new Error('Not a topic of this device'));
      return;
    }
    const bytes = Buffer.isBuffer(packet.payload) ? packet.payload : Buffer.from(packet.payload);
    const drop = this.#whyDropped(session, bytes.length);
    if (drop) {
      this.#options.intake.countRefused(session.deviceId, drop);
      done(null);
      return;
    }
    const message = jsonMessage(kind, session.deviceId, bytes, session.id, isWill(client, packet));
    this.#pend(client, session, bytes.length);
    this.#inTurn(client, session, kind, () =>
      this.#options.intake.take(message, (receipt) => {
        this.#settle(client, session, bytes.length);
        const error = this.#verdict(session, packet, kind, receipt);
        // To a closed client there is nothing to acknowledge; calling back would write to its socket.
        if (!client.closed || isWill(client, packet)) done(error);
      }),
    );
  }

  /** What is acknowledged and dropped, so that it is not sent again for ever. */
  #whyDropped(session: Session, bytes: number): RefusalKind | null {
    if (bytes > limits.mqttPacketBytes) {
      this.figures.oversized++;
      return 'limit';
    }
    const device = this.#options.catalog.byId(session.deviceId);
    return !device || isPolled(device) ? 'polled' : null;
  }

  /** Faster than its pace, a device is read more slowly; its messages keep their order. */
  #inTurn(client: Client, session: Session, kind: string, take: () => void): void {
    const now = this.#options.clock.now();
    const wait = kind === 'data' ? this.#pace.owe(session.deviceId, now) : 0;
    session.notBefore = Math.max(session.notBefore, now + wait);
    if (session.notBefore <= now) {
      take();
      return;
    }
    this.#read(client, session, false);
    this.#options.clock.after(session.notBefore - now, take);
  }

  /** null acknowledges; an error closes the connection without a PUBACK. */
  #verdict(session: Session, packet: PublishPacket, kind: string, receipt: Receipt): Error | null {
    if (receipt.kind === 'again') return new Error('Not stored, send again');
    const { intake, clock } = this.#options;
    if (kind === 'birth' && intake.reportsByException(session.deviceId) && !isKeptAlive(session.keepAliveS))
      return new Error('A device that reports by exception needs a keep-alive of 1 to 300 s');
    if (receipt.kind !== 'refused' || receipt.why !== 'no_birth') return null;
    const last = this.#sentAway.get(session.deviceId) ?? Number.NEGATIVE_INFINITY;
    if (clock.now() - last >= askForBirthMs) {
      this.#sentAway.set(session.deviceId, clock.now());
      return new Error('Data before a birth');
    }
    // Not acknowledged either; as QoS 0 the broker goes on reading without a PUBACK.
    packet.qos = 0;
    return null;
  }

  /** `tocsin/v1/{udf_id}/birth`: the device's present address, or the one that it connected with. */
  #kindOf(session: Session, topic: string): 'birth' | 'data' | 'death' | null {
    const [root, version, udfId, kind, ...rest] = topic.split('/');
    if (root !== 'tocsin' || version !== 'v1' || rest.length > 0 || !udfId || !isJsonKind(kind)) return null;
    const device = this.#options.catalog.byId(session.deviceId);
    if (!device) return null;
    const address = udfId.toLowerCase();
    const now = addressOf(device);
    if (address !== now && address !== session.address) return null;
    if (kind === 'birth' && address === now) session.address = now;
    return kind;
  }

  #pend(client: Client, session: Session, bytes: number): void {
    session.pendingBytes += bytes;
    this.figures.pendingBytes += bytes;
    const { intake } = this.#options;
    const full = this.figures.pendingBytes > this.#bounds.allBytes || intake.full();
    if (full || session.pendingBytes > this.#bounds.clientBytes) this.#read(client, session, false);
    if (full && !this.#waitsForRoom) {
      this.#waitsForRoom = true;
      intake.whenRoom(() => {
        this.#waitsForRoom = false;
        for (const [other, its] of this.#sessions) this.#resume(other, its);
      });
    }
  }

  #settle(client: Client, session: Session, bytes: number): void {
    session.pendingBytes -= bytes;
    this.figures.pendingBytes -= bytes;
    if (!session.reading) this.#resume(client, session);
  }

  #resume(client: Client, session: Session): void {
    const room = session.pendingBytes <= this.#bounds.clientBytes / 2 && !this.#options.intake.full();
    if (!session.reading && room && !this.#stopping) this.#read(client, session, true);
  }

  #read(client: Client, session: Session, on: boolean): void {
    session.reading = on;
    if (!client.closed) setReading(client, on);
  }

  #end(client: Client): void {
    const session = this.#sessions.get(client);
    if (!session) return;
    this.#sessions.delete(client);
    this.figures.sessions = this.#sessions.size;
    if (!this.#stopping) this.#options.intake.endSession(session.deviceId, session.id);
  }
}

const isKeptAlive = (keepAliveS: number): boolean => keepAliveS > 0 && keepAliveS <= longestKeepAliveS;

function refusal(returnCode: 3 | 5): AuthenticateError {
  return Object.assign(new Error(returnCode === 3 ? 'Try again later' : 'Not authorized'), { returnCode });
}

/** aedes hands the will to authorizePublish as the same object that the client holds. */
function isWill(client: Client, packet: PublishPacket): boolean {
  return 'will' in client && client.will === packet;
}

function dropWill(client: Client): void {
  Object.assign(client, { will: null, _will: null });
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(address !== null && typeof address === 'object' ? address.port : port);
    });
  });
}
