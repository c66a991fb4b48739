import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { DeviceId, SiteId } from '@tocsin/contract/ids';
import { limits } from '@tocsin/contract/limits';
import { Aedes, type AuthenticateError, type Client, type ConnectPacket, type PublishPacket } from 'aedes';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Catalog } from '../catalog.ts';
import { addressOf, isPolled } from './address.ts';
import type { CheckDevice, CheckGateway } from './check-device.ts';
import type { Intake, Receipt } from './intake.ts';
import { isJsonKind, jsonMessage } from './json-messages.ts';
import { dropWill, guardPackets, isWill, setReading } from './mqtt-client.ts';
import { isKeptAlive, openSession, type Session } from './mqtt-session.ts';
import { Pace } from './pace.ts';
import { SparkplugHost } from './sparkplug-host.ts';
import { isSparkplug, mayListen, parseSparkplugTopic, stateText, stateTopic } from './sparkplug-topic.ts';
import { UnknownNodes } from './unknown-nodes.ts';

export interface MqttDoorOptions {
  readonly intake: Intake;
  readonly catalog: Catalog;
  readonly checkDevice: CheckDevice;
  readonly checkGateway: CheckGateway;
  readonly clock: Clock;
  readonly log: Log;
  readonly host: string;
  readonly port: number;
  readonly tls: { readonly port: number; readonly cert: Buffer; readonly key: Buffer } | null;
  /** Where edge nodes that are nobody's are noted. */
  readonly unknown?: UnknownNodes;
  readonly bounds?: Partial<MqttBounds>;
}
export interface MqttBounds {
  /** Unacknowledged bytes of one client, and of all; past them the door stops reading. */
  readonly clientBytes: number;
  readonly allBytes: number;
}
const usualBounds: MqttBounds = { clientBytes: 1024 * 1024, allBytes: 64 * 1024 * 1024 };

const askForBirthMs = 60_000;

/** What is to be done with the bytes of one topic. */
interface Way {
  /** Whose pace and counters it goes by; null: nobody's that is known. */
  readonly deviceId: DeviceId | null;
  readonly paced: boolean;
  /** Dropped and acknowledged, so that it is not sent again for ever. */
  readonly polled: boolean;
  /** null acknowledges; an error closes the connection without a PUBACK. */
  take(bytes: Uint8Array, packet: PublishPacket, will: boolean, answer: (error: Error | null) => void): void;
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
  readonly sparkplug: SparkplugHost;
  #nextSession: number;
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
    // Above any of a process before or beside this one: a device's board compares them.
    this.#nextSession = options.clock.now() * 1_000 + 1;
    this.#broker = new Aedes({
      maxClientsIdLength: 1_024,
      connectTimeout: 10_000,
      preConnect: (client, packet, done) => this.#preConnect(client, packet, done),
      authenticate: (client, user, password, done) => this.#authenticate(client, user, password, done),
      authorizePublish: (client, packet, done) => this.#publish(client, packet, done),
      authorizeSubscribe: (client, subscription, done) => {
        const may = this.#mayListen(client, subscription.topic);
        done(may ? null : new Error('This subscription is not allowed'), may ? subscription : null);
      },
    });
    const { intake, catalog, clock, unknown = new UnknownNodes() } = options;
    this.sparkplug = new SparkplugHost({
      ...{ intake, catalog, clock, unknown },
      nextSession: () => this.#nextSession++,
      send: (topic, payload) => void this.#say(topic, payload, false),
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
    void this.#tellState(true);
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
    // Told before the connections end, or nobody would hear it.
    await this.#tellState(false);
    this.sparkplug.stop();
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
    const from = 'remoteAddress' in client.conn ? (client.conn.remoteAddress ?? '') : '';
    const keepAliveS = this.#keepAlives.get(client) ?? 0;
    const session =
      user && password
        ? openSession(this.#options, this.#nextSession++, user, password.toString('utf8'), from, keepAliveS)
        : null;
    if (!session || session === 'throttled') {
      this.figures.refusedConnects++;
      // 3: server unavailable, where only time helps; 5: not authorized.
      done(refusal(session === 'throttled' ? 3 : 5), false);
      return;
    }
    this.#sessions.set(client, session);
    this.figures.sessions = this.#sessions.size;
    if (session.who.kind === 'device') this.#options.intake.beginSession(session.who.deviceId, session.id);
    done(null, true);
  }

  /** A revoked credential: its connections end at once. */
  endGateway(siteId: SiteId): void {
    for (const [client, { who }] of this.#sessions)
      if (who.kind === 'gateway' && who.siteId === siteId) client.conn.destroy();
  }

  #publish(client: Client | null, packet: PublishPacket, done: (error?: Error | null) => void): void {
    const session = client ? this.#sessions.get(client) : undefined;
    if (!client || !session) {
      // Without a client the broker itself speaks ($SYS, its state, a rebirth request).
      done(client ? new Error('No session') : null);
      return;
    }
    this.figures.messages++;
    // Nothing is kept in the broker: a retained frame would come again as a new one.
    packet.retain = false;
    const way = this.#wayOf(session, packet.topic);
    if (!way) {
      this.figures.foreignTopics++;
      done(new Error('Not a topic of this device'));
      return;
    }
    const bytes = Buffer.isBuffer(packet.payload) ? packet.payload : Buffer.from(packet.payload);
    const tooLarge = bytes.length > limits.mqttPacketBytes;
    if (tooLarge) this.figures.oversized++;
    if (tooLarge || way.polled) {
      if (way.deviceId) this.#options.intake.countRefused(way.deviceId, tooLarge ? 'limit' : 'polled');
      done(null);
      return;
    }
    const will = isWill(client, packet);
    this.#pend(client, session, bytes.length);
    this.#inTurn(client, session, way, () =>
      way.take(bytes, packet, will, (error) => {
        this.#settle(client, session, bytes.length);
        // To a closed client there is nothing to acknowledge; calling back would write to its socket.
        if (!client.closed || will) done(error);
      }),
    );
  }

  /** null: not a topic of whoever signed in. */
  #wayOf(session: Session, topic: string): Way | null {
    if (isSparkplug(topic)) return this.#sparkplugWay(session, topic);
    if (session.who.kind !== 'device') return null;
    const { deviceId } = session.who;
    const device = this.#options.catalog.byId(deviceId);
    const kind = this.#kindOf(session, deviceId, topic);
    if (!kind) return null;
    return {
      deviceId,
      paced: kind === 'data',
      polled: !device || isPolled(device),
      take: (bytes, packet, will, answer) =>
        this.#options.intake.take(jsonMessage(kind, deviceId, bytes, session.id, will), (receipt) =>
          answer(this.#verdict(session, deviceId, packet, kind, receipt)),
        ),
    };
  }

  #sparkplugWay(session: Session, text: string): Way | null {
    const topic = parseSparkplugTopic(text);
    if (!topic) return null;
    const device = this.sparkplug.deviceOf(session.publisher, topic);
    const isIts = device !== undefined && session.publisher.mayPublishFor(device);
    // A device speaks for itself alone; its edge node may have any name that is not another device's. What a gateway
    // says of a stranger is dropped by the host and noted: one wrong id must not silence a whole site.
    if (session.who.kind === 'device' && !isIts && (device || topic.device !== null)) return null;
    return {
      deviceId: isIts ? device.id : null,
      paced: topic.kind === 'NDATA' || topic.kind === 'DDATA',
      polled: false,
      take: (bytes, _packet, _will, answer) =>
        this.sparkplug.take(session.publisher, topic, bytes, (verdict) => {
          if (verdict === 'again') answer(new Error('Not stored, send again'));
          else answer(isKeptAlive(session.keepAliveS) ? null : new Error(needsKeepAlive));
        }),
    };
  }

  /** Faster than its pace, a device is read more slowly; its messages keep their order. */
  #inTurn(client: Client, session: Session, { paced, deviceId }: Way, take: () => void): void {
    const now = this.#options.clock.now();
    const wait = paced && deviceId ? this.#pace.owe(deviceId, now) : 0;
    session.notBefore = Math.max(session.notBefore, now + wait);
    if (session.notBefore <= now) {
      take();
      return;
    }
    this.#read(client, session, false);
    this.#options.clock.after(session.notBefore - now, take);
  }

  /** null acknowledges; an error closes the connection without a PUBACK. */
  #verdict(session: Session, id: DeviceId, packet: PublishPacket, kind: string, receipt: Receipt): Error | null {
    if (receipt.kind === 'again') return new Error('Not stored, send again');
    const { intake, clock } = this.#options;
    if (kind === 'birth' && intake.reportsByException(id) && !isKeptAlive(session.keepAliveS))
      return new Error(needsKeepAlive);
    if (receipt.kind !== 'refused' || receipt.why !== 'no_birth') return null;
    const last = this.#sentAway.get(id) ?? Number.NEGATIVE_INFINITY;
    if (clock.now() - last >= askForBirthMs) {
      this.#sentAway.set(id, clock.now());
      return new Error('Data before a birth');
    }
    // Not acknowledged either; as QoS 0 the broker goes on reading without a PUBACK.
    packet.qos = 0;
    return null;
  }

  /** `tocsin/v1/{udf_id}/birth`: the device's present address, or the one that it connected with. */
  #kindOf(session: Session, id: DeviceId, topic: string): 'birth' | 'data' | 'death' | null {
    const [root, version, udfId, kind, ...rest] = topic.split('/');
    if (root !== 'tocsin' || version !== 'v1' || rest.length > 0 || !udfId || !isJsonKind(kind)) return null;
    const device = this.#options.catalog.byId(id);
    if (!device) return null;
    const address = udfId.toLowerCase();
    const now = addressOf(device);
    if (address !== now && address !== session.address) return null;
    if (kind === 'birth' && address === now) session.address = now;
    return kind;
  }

  /** Nobody reads another's data from the broker: only the host's state and an edge node's own commands. */
  #mayListen(client: Client, filter: string): boolean {
    const session = this.#sessions.get(client);
    const what = session && mayListen(filter);
    if (!session || !what) return false;
    if (what === 'state') return true;
    const device = this.sparkplug.deviceOf(session.publisher, {
      group: '',
      kind: 'NBIRTH',
      edge: what.edge,
      device: null,
    });
    return device === undefined || session.publisher.mayPublishFor(device);
  }

  #tellState(online: boolean): Promise<void> {
    return this.#say(stateTopic, Buffer.from(stateText(online, this.#options.clock.now())), true);
  }

  /** Resolves when the broker has handed it on; what could not be told is logged. */
  #say(topic: string, payload: Buffer, retain: boolean): Promise<void> {
    return new Promise((resolve) => {
      this.#broker.publish({ cmd: 'publish', topic, payload, qos: retain ? 1 : 0, retain, dup: false }, (error) => {
        if (error) this.#options.log.warn('A message could not be told', { topic, error });
        resolve();
      });
    });
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
    if (this.#stopping) return;
    this.sparkplug.sessionEnded(session.publisher.key);
    if (session.who.kind === 'device') this.#options.intake.endSession(session.who.deviceId, session.id);
  }
}

const needsKeepAlive = 'A device that reports by exception needs a keep-alive of 1 to 300 s';

function refusal(returnCode: 3 | 5): AuthenticateError {
  return Object.assign(new Error(returnCode === 3 ? 'Try again later' : 'Not authorized'), { returnCode });
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
