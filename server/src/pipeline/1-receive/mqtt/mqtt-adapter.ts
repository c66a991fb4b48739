import type { Server, Socket } from 'node:net';
import type { Server as TlsServer } from 'node:tls';
import type { DeviceId, SiteId } from '@tocsin/contract/ids';
import { limits } from '@tocsin/contract/limits';
import { Aedes, type AuthenticateError, type Client, type ConnectPacket, type PublishPacket } from 'aedes';
import type { Clock } from '../../../platform/clock.ts';
import { whenClosed } from '../../../platform/http/closing.ts';
import type { Log } from '../../../platform/log.ts';
import type { Catalog } from '../../catalog.ts';
import type { CheckDevice, CheckGateway } from '../check-device.ts';
import { isOfEdge, isPolled } from '../device-address.ts';
import type { Intake, Receipt } from '../intake.ts';
import { jsonMessage } from '../json/json-messages.ts';
import type { MappedIntake, MappedReceipt } from '../mapped/mapped-intake.ts';
import { messageCost, RateLimiter } from '../rate-limiter.ts';
import { SparkplugHost } from '../sparkplug/sparkplug-host.ts';
import { isSparkplug, mayListen, parseSparkplugTopic, type SparkplugSettings } from '../sparkplug/sparkplug-topic.ts';
import { UnknownNodes } from '../sparkplug/unknown-nodes.ts';
import { certificateOf } from './mqtt-certificate.ts';
import { dropWill, forgetStored, guardPackets, isWill, listensTo, willOf } from './mqtt-client.ts';
import { ClientIds } from './mqtt-client-ids.ts';
import { type MqttBounds, MqttFlow, type MqttMetrics } from './mqtt-flow.ts';
import { publishState } from './mqtt-host-state.ts';
import { openServers, renewTls, type ServerOptions, type TlsFiles } from './mqtt-servers.ts';
import {
  isKeptAlive,
  kindOfTopic,
  maxClientIds,
  openCertifiedSession,
  openSession,
  type Session,
  senderOf,
} from './mqtt-session.ts';
import { inTurn } from './mqtt-turns.ts';

export interface MqttAdapterOptions extends ServerOptions {
  readonly intake: Intake;
  readonly catalog: Catalog;
  readonly checkDevice: CheckDevice;
  readonly checkGateway: CheckGateway;
  readonly clock: Clock;
  readonly log: Log;
  /** Records edge nodes that belong to no device. */
  readonly unknown?: UnknownNodes;
  readonly sparkplug: SparkplugSettings;
  /** Absent: JSON of foreign devices is not taken. */
  readonly mapped?: MappedIntake;
  readonly bounds?: Partial<MqttBounds>;
}
const askForBirthMs = 60_000;

/** How to handle the payload of one topic. */
interface Way {
  /** The device whose rate limit and counters apply; null if unknown. */
  readonly deviceId: DeviceId | null;
  readonly paced: boolean;
  /** Dropped and acknowledged, so that it is not redelivered forever. */
  readonly polled: boolean;
  /** null acknowledges; an error closes the connection without a PUBACK. */
  take(bytes: Uint8Array, packet: PublishPacket, will: boolean, answer: (error: Error | null) => void): void;
}

/**
 * The embedded MQTT broker (3.1.1): user name = serial number, password = code, own topics only, PUBACK after the
 * commit. Unacknowledged bytes are limited for each client and in total; at the limit the broker stops reading.
 */
export class MqttAdapter {
  readonly #options: MqttAdapterOptions;
  readonly #broker: Aedes;
  #servers: readonly Server[] = [];
  #secured: TlsServer | null = null;
  readonly #clientIds = new ClientIds<Client>();
  readonly #sessions = new Map<Client, Session>();
  readonly #keepAlives = new WeakMap<Client, number>();
  /** When an identity was last disconnected for missing a birth or exceeding its limits, unix milliseconds. */
  readonly #sentAway = new Map<string, number>();
  /** When connections took over a client id lately, by the broker's key. */
  readonly #takeOvers = new Map<string, readonly number[]>();
  readonly #rateLimiter = new RateLimiter();
  readonly sparkplug: SparkplugHost;
  #nextSession: number;
  readonly #flow: MqttFlow;
  #stopping = false;
  readonly metrics: MqttMetrics = {
    sessions: 0,
    messages: 0,
    oversized: 0,
    foreignTopics: 0,
    refusedConnects: 0,
    pendingBytes: 0,
  };

  constructor(options: MqttAdapterOptions) {
    this.#options = options;
    this.#flow = new MqttFlow(options.intake, this.#sessions, this.metrics, options.bounds ?? {});
    // Higher than any session number of another process, past or present: device states compare them.
    this.#nextSession = options.clock.now() * 1_000 + 1;
    this.#broker = new Aedes({
      connectTimeout: 10_000,
      preConnect: (client, packet, done) => this.#preConnect(client, packet, done),
      authenticate: (client, user, password, done) => this.#authenticate(client, user, password, done),
      authorizePublish: (client, packet, done) => this.#publish(client, packet, done),
      authorizeSubscribe: (client, subscription, done) => {
        // SUBACK with 0x80; an error would close the connection, and the device's data would not arrive.
        done(null, this.#mayListen(client, subscription.topic) ? subscription : null);
      },
    });
    const { intake, catalog, clock, unknown = new UnknownNodes() } = options;
    this.sparkplug = new SparkplugHost({
      intake,
      catalog,
      clock,
      unknown,
      reorderMs: options.sparkplug.reorderMs,
      nextSession: () => this.#nextSession++,
      send: (topic, payload, { identity }) => this.#command(topic, payload, identity),
    });
    this.#broker.on('clientDisconnect', (client: Client) => this.#end(client));
    // After a broken connection or an expired keep-alive, publish the will before the session ends.
    this.#broker.on('clientError', (client: Client) => this.#end(client));
    // Broken connections are common; the broker's events count them, and they are not logged individually.
    this.#broker.on('connectionError', () => {});
  }

  /**
   * Starts listening. Returns the plain port (a free one when 0 was requested), or the TLS port without a plain one.
   */
  async start(): Promise<number> {
    await this.#broker.listen();
    void this.#publishState(true);
    const { servers, secured, port } = await openServers(this.#options, (socket) => this.#accept(socket));
    this.#servers = servers;
    this.#secured = secured;
    return port;
  }

  /** Stops reading, waits until the messages already read are acknowledged, then closes. */
  async stop(withinMs = 5_000): Promise<void> {
    this.#stopping = true;
    for (const server of this.#servers) server.close();
    this.#flow.stop();
    const until = Date.now() + withinMs;
    while (this.metrics.pendingBytes > 0 && Date.now() < until) await new Promise((done) => setTimeout(done, 20));
    // Publish before the connections end, so that subscribers receive it.
    await this.#publishState(false);
    this.sparkplug.stop();
    // Connected clients will reconnect; their wills must not mark them offline.
    for (const client of this.#sessions.keys()) dropWill(client);
    await new Promise<void>((done) => this.#broker.close(() => done()));
  }

  #accept(socket: Socket): void {
    const client = this.#broker.handle(socket);
    guardPackets(client, limits.mqttPacketBytesDropped);
    whenClosed(socket, () => this.#end(client));
  }

  #preConnect(client: Client, packet: ConnectPacket, done: (error: Error | null, success: boolean) => void): void {
    this.#keepAlives.set(client, packet.keepalive ?? 0);
    const isValid = packet.clientId.length <= longestClientId && (packet.will?.qos ?? 0) <= 2;
    if (!isValid) this.metrics.refusedConnects++;
    done(isValid ? null : new Error('Not a valid CONNECT'), isValid && !this.#stopping);
  }

  #authenticate(
    client: Client,
    user: string | undefined,
    password: Buffer | undefined,
    done: (error: AuthenticateError | null, success: boolean | null) => void,
  ): void {
    const from = 'remoteAddress' in client.conn ? (client.conn.remoteAddress ?? '') : '';
    const keepAliveS = this.#keepAlives.get(client) ?? 0;
    const certificate = certificateOf(client.conn);
    let session: ReturnType<typeof openSession> = null;
    if (certificate.kind === 'valid') {
      const { serialNumber } = certificate;
      session = openCertifiedSession(this.#options, this.#nextSession++, serialNumber, user, keepAliveS);
    } else if (certificate.kind === 'none' && user && password)
      session = openSession(this.#options, this.#nextSession++, user, password.toString('utf8'), from, keepAliveS);
    if (!session || session === 'throttled') {
      this.metrics.refusedConnects++;
      // 3: server unavailable, the client should retry later; 5: not authorized.
      done(refusal(session === 'throttled' ? 3 : 5), false);
      return;
    }
    this.#identify(client, session);
    this.#sessions.set(client, session);
    this.metrics.sessions = this.#sessions.size;
    if (session.who.kind === 'device') this.#options.intake.beginSession(session.who.deviceId, session.id);
    done(null, true);
  }

  /**
   * Clients choose their client ids. The broker's key combines the identity with the id, so that nobody can disconnect
   * another client by using its id. An identity with too many ids loses the oldest. A connection that takes over an id
   * ends the former one, whose will is dropped: the device is connected.
   */
  #identify(client: Client, session: Session): void {
    const { identity } = session.publisher;
    session.clientKey = ClientIds.keyOf(identity, client.id);
    client.id = session.clientKey;
    const former = this.#clientIds.clientOf(identity, client.id);
    if (former) {
      dropWill(former);
      this.#noteTakeOver(session, client.id);
    }
    for (const old of this.#clientIds.connected(identity, client.id, client, maxClientIds(session))) {
      if (old.client) dropWill(old.client);
      old.client?.close();
      forgetStored(this.#broker, old.key).catch((error: unknown) =>
        this.#options.log.warn('Could not remove a stored MQTT session', { error }),
      );
    }
  }

  /** Counts connections that end each other again and again: two units with the credentials of one device. */
  #noteTakeOver({ who }: Session, key: string): void {
    const now = this.#options.clock.now();
    const recent = (this.#takeOvers.get(key) ?? []).filter((at) => now - at < takeOversWithinMs);
    recent.push(now);
    this.#takeOvers.set(key, recent.slice(-manyTakeOvers));
    if (this.#takeOvers.size > mostTakeOvers) this.#takeOvers.delete(this.#takeOvers.keys().next().value ?? '');
    if (recent.length >= manyTakeOvers && who.kind === 'device')
      this.#options.intake.countRefused(who.deviceId, 'shared');
  }

  /** Closes the connections of a revoked credential. */
  endGateway(siteId: SiteId): void {
    for (const [client, { who }] of this.#sessions)
      if (who.kind === 'gateway' && who.siteId === siteId) client.conn.destroy();
  }

  /** Uses a renewed revocation list. Devices that signed in by a certificate connect again, and it is checked. */
  renewCertificates(files: TlsFiles): void {
    if (this.#secured) renewTls(this.#secured, files);
    for (const [client, { isCertified }] of this.#sessions) if (isCertified) client.conn.destroy();
  }

  #publish(client: Client | null, packet: PublishPacket, done: (error?: Error | null) => void): void {
    const session = client ? this.#sessions.get(client) : undefined;
    if (!client || !session) {
      // Without a client the broker itself publishes ($SYS, its state, a rebirth request).
      done(client ? new Error('No session') : null);
      return;
    }
    this.metrics.messages++;
    // The broker stores nothing: a retained frame would be delivered again as a new one.
    packet.retain = false;
    const way = this.#wayOf(session, packet.topic);
    if (!way) {
      this.metrics.foreignTopics++;
      this.#noteStray(session, packet);
      done(new Error('Not a topic of this device'));
      return;
    }
    const bytes = Buffer.isBuffer(packet.payload) ? packet.payload : Buffer.from(packet.payload);
    const tooLarge = bytes.length > limits.mqttPacketBytes;
    if (tooLarge) this.metrics.oversized++;
    if (tooLarge || way.polled) {
      if (way.deviceId) this.#options.intake.countRefused(way.deviceId, tooLarge ? 'limit' : 'polled');
      done(null);
      return;
    }
    const will = isWill(client, packet);
    // Nothing subscribes to device messages, so the broker need not hold their payload any longer.
    packet.payload = nothing;
    this.#flow.pend(client, session, bytes.length);
    this.#inTurn(client, session, way, () =>
      way.take(bytes, packet, will, (error) => {
        this.#flow.settle(client, session, bytes.length);
        // A closed client needs no acknowledgement; calling back would write to its socket.
        if (!client.closed || will) done(error);
      }),
    );
  }

  /** Tells the owner of a publisher on a foreign topic, at the pace of the publisher's limit. */
  #noteStray(session: Session, { topic, payload, dup }: PublishPacket): void {
    const { mapped, catalog, clock } = this.#options;
    const { who } = session;
    const device = who.kind === 'device' ? catalog.byId(who.deviceId) : undefined;
    const siteId = who.kind === 'gateway' ? who.siteId : device?.siteId;
    const sender = senderOf(session, device?.id ?? null);
    if (siteId === undefined || this.#rateLimiter.take(sender, clock.now()) > 0) return;
    const bytes = Buffer.from(payload);
    const sent = { topic, bytes, arrival: { at: clock.now(), how: dup ? ('queued' as const) : ('live' as const) } };
    mapped?.takeStray(device ? { siteId, device } : { siteId }, sent);
  }

  /** null: not a topic of this session's user. */
  #wayOf(session: Session, topic: string): Way | null {
    if (isSparkplug(topic)) return this.#sparkplugWay(session, topic);
    return this.#jsonWay(session, topic) ?? this.#mappedWay(session, topic);
  }

  #jsonWay(session: Session, topic: string): Way | null {
    if (session.who.kind !== 'device') return null;
    const { deviceId } = session.who;
    const device = this.#options.catalog.byId(deviceId);
    // It was given to an edge while it was connected.
    if (device && isOfEdge(device)) return null;
    const kind = kindOfTopic(session, device, topic);
    if (!kind) return null;
    return {
      deviceId,
      paced: kind !== 'death',
      polled: !device || isPolled(device),
      take: (bytes, packet, will, answer) => {
        this.#rateLimiter.charge(deviceId, (kind === 'birth' ? messageCost.birth : messageCost.frame)(bytes.length));
        this.#options.intake.take(jsonMessage(kind, deviceId, bytes, session.id, will), (receipt) => {
          this.#rateLimiter.charge(deviceId, messageCost.stored(receipt));
          answer(this.#verdict(session, deviceId, packet, kind, receipt));
        });
      },
    };
  }

  /** JSON that a payload map reads: of the device itself, or of a gateway for the devices of its site. */
  #mappedWay({ who, publisher }: Session, topic: string): Way | null {
    const { mapped, catalog, clock } = this.#options;
    const device = who.kind === 'device' ? catalog.byId(who.deviceId) : undefined;
    const isIts = device
      ? mapped?.isTopicOf(device, topic)
      : who.kind === 'gateway' && who.clientId !== null && mapped?.isTopicOfSite(who.clientId, topic);
    if (!mapped || !isIts) return null;
    return {
      deviceId: device?.id ?? null,
      paced: true,
      polled: false,
      take: (bytes, packet, _will, answer) => {
        const sender = device?.id ?? publisher.identity;
        this.#rateLimiter.charge(sender, messageCost.frame(bytes.length));
        // Sent again: without a time of its own, nobody knows when it was new.
        const arrival = { at: clock.now(), how: packet.dup ? ('queued' as const) : ('live' as const) };
        const sent = { topic, bytes, arrival };
        const done = (receipt: MappedReceipt): void => {
          if (receipt.kind !== 'waiting') this.#rateLimiter.charge(sender, messageCost.stored(receipt));
          answer(receipt.kind === 'again' ? new Error('Not stored, send again') : null);
        };
        if (device) mapped.take(device, sent, done);
        else if (who.kind === 'gateway' && who.clientId !== null)
          mapped.takeOfSite({ siteId: who.siteId, clientId: who.clientId }, sent, done);
      },
    };
  }

  #sparkplugWay(session: Session, text: string): Way | null {
    const topic = parseSparkplugTopic(text);
    if (!topic) return null;
    const device = this.sparkplug.deviceOf(session.publisher, topic);
    const isIts = device !== undefined && session.publisher.mayPublishFor(device);
    // A device publishes only for itself; its edge node id may be any name that is not another device's. What a gateway
    // publishes for an unknown device is dropped and recorded by the host: one wrong id must not silence a whole site.
    if (session.who.kind === 'device' && !isIts && (device || topic.device !== null)) return null;
    // Edge nodes without sensors count for the rate limit of the device that publishes them.
    const deviceId = isIts ? device.id : session.who.kind === 'device' ? session.who.deviceId : null;
    return {
      deviceId,
      paced: topic.kind !== 'NDEATH' && topic.kind !== 'DDEATH',
      polled: false,
      take: (bytes, packet, _will, answer) =>
        this.sparkplug.take(
          session.publisher,
          topic,
          bytes,
          (verdict) => {
            if (verdict === 'again') answer(new Error('Not stored, send again'));
            else if (verdict === 'refused') answer(this.#sendAway(session.publisher.identity, packet, tooMany));
            else answer(isKeptAlive(session.keepAliveS) ? null : new Error(needsKeepAlive));
          },
          {
            read: (cost) => this.#rateLimiter.charge(senderOf(session, deviceId), messageCost.sparkplug(cost)),
            stored: (receipt) => this.#rateLimiter.charge(senderOf(session, deviceId), messageCost.stored(receipt)),
          },
        ),
    };
  }

  /** A device above its rate limit is read more slowly; its messages keep their order. */
  #inTurn(client: Client, session: Session, { paced, deviceId }: Way, take: () => void): void {
    const now = this.#options.clock.now();
    const sender = senderOf(session, deviceId);
    const wait = paced ? this.#rateLimiter.enqueue(sender, now) : this.#rateLimiter.debt(sender, now);
    session.notBefore = Math.max(session.notBefore, now + wait);
    if (session.notBefore > now) this.#flow.pause(client, session);
    inTurn(this.#options.clock, session, take);
  }

  /** null acknowledges; an error closes the connection without a PUBACK. */
  #verdict(session: Session, id: DeviceId, packet: PublishPacket, kind: string, receipt: Receipt): Error | null {
    if (receipt.kind === 'again') return new Error('Not stored, send again');
    const { intake } = this.#options;
    if (kind === 'birth' && intake.reportsByException(id) && !isKeptAlive(session.keepAliveS))
      return new Error(needsKeepAlive);
    if (receipt.kind !== 'refused' || receipt.why !== 'no_birth') return null;
    return this.#sendAway(session.publisher.identity, packet, 'Data before a birth');
  }

  /** Not acknowledged; also closes the connection, at most once a minute for one identity. */
  #sendAway(identity: string, packet: PublishPacket, why: string): Error | null {
    const { clock } = this.#options;
    const last = this.#sentAway.get(identity) ?? Number.NEGATIVE_INFINITY;
    if (clock.now() - last >= askForBirthMs) {
      this.#sentAway.set(identity, clock.now());
      return new Error(why);
    }
    // At QoS 0 the broker continues reading without a PUBACK.
    packet.qos = 0;
    return null;
  }

  /** Clients may only subscribe to the host's state and their own edge nodes' commands. */
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

  /** Sends a command to the connections that announced the edge node: edge node ids are not unique among clients. */
  #command(topic: string, payload: Buffer, identity: string): void {
    for (const [client, { publisher }] of this.#sessions)
      if (publisher.identity === identity && listensTo(client, topic))
        client.publish({ cmd: 'publish', topic, payload, qos: 0, retain: false, dup: false }, () => {});
  }

  #publishState(online: boolean): Promise<void> {
    const { sparkplug, clock, log } = this.#options;
    return publishState(this.#broker, { hostId: sparkplug.hostId, online, at: clock.now(), log });
  }

  /**
   * Publishes the will of a client that left without a DISCONNECT, then ends its session. Safe to call more than once.
   */
  #end(client: Client): void {
    const session = this.#sessions.get(client);
    if (!session) return;
    const will = this.#stopping ? null : willOf(client);
    // The broker publishes the will again when it closes the client; it is refused, because the session has ended.
    if (will) this.#publish(client, will, () => {});
    this.#sessions.delete(client);
    this.metrics.sessions = this.#sessions.size;
    const { publisher, clientKey } = session;
    this.#clientIds.disconnected(publisher.identity, clientKey, client, !client.clean);
    if (this.#stopping) return;
    const ended = (): void => {
      this.sparkplug.sessionEnded(publisher);
      if (session.who.kind === 'device') this.#options.intake.endSession(session.who.deviceId, session.id);
    };
    // Messages already read are still queued; the will goes after them.
    inTurn(this.#options.clock, session, ended);
  }
}

const nothing = Buffer.alloc(0);
const longestClientId = 1_024;
/** More than a device with a bad line makes in this time. */
const manyTakeOvers = 5;
const takeOversWithinMs = 60_000;
const mostTakeOvers = 1_000;
const tooMany = 'Too many edge nodes or devices of one publisher';
const needsKeepAlive = 'A device that reports by exception needs a keep-alive of 1 to 300 s';

function refusal(returnCode: 3 | 5): AuthenticateError {
  return Object.assign(new Error(returnCode === 3 ? 'Try again later' : 'Not authorized'), { returnCode });
}
