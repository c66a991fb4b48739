import type { DeviceId } from '@tocsin/contract/ids';
import type { CatalogDevice } from '../../catalog.ts';
import { decodeInSteps } from '../decode-steps.ts';
import { deviceAt, isOfEdge, isPolled } from '../device-address.ts';
import { FrameRefusal } from '../frame-refusal.ts';
import type { Message, Receipt } from '../intake.ts';
import { PublisherLines } from './publisher-lines.ts';
import { readSparkplugBirth, type SparkplugBirth } from './sparkplug-birth.ts';
import { bornOf, isEmptyPayload, readSparkplugData, readSparkplugDataInSteps } from './sparkplug-data.ts';
import type { SparkplugHostDependencies, Verdict } from './sparkplug-host-dependencies.ts';
import { bdSeqOf, type Child, childKey, type EdgeNode, EdgeNodes, keyOf, type Publisher } from './sparkplug-nodes.ts';
import {
  decodeSparkplugInSteps,
  encodeRebirth,
  metricsPerStep,
  type SparkplugCost,
  type SparkplugMetric,
  type SparkplugPayload,
} from './sparkplug-payload.ts';
import { SparkplugSequence } from './sparkplug-sequence.ts';
import { commandTopic, type SparkplugTopic, topicText } from './sparkplug-topic.ts';

/** Names that a message of an unknown device shows. */
const shownNames = 20;
/** Maximum rebirth requests to an edge node that does not comply. */
const askAgainMs = 10_000;
/** Time after a node birth for its devices to be announced again; then they count as dead. */
export const confirmMs = 30_000;

/** Called with what a message cost: `read` once it was decoded, `stored` with the receipt of its frames. */
interface SparkplugCosts {
  readonly read: (cost: SparkplugCost) => void;
  readonly stored: (receipt: Receipt) => void;
}

/**
 * Tocsin as a Sparkplug B host application, for any broker: births with their aliases, data in sequence, deaths by
 * bdSeq, rebirth requests. Translates the messages of edge nodes into the pipeline's messages and answers after their
 * commit.
 */
export class SparkplugHost {
  readonly #dependencies: SparkplugHostDependencies;
  readonly #nodes = new EdgeNodes();
  readonly #lines = new PublisherLines();
  readonly metrics = {
    births: 0,
    deaths: 0,
    staleDeaths: 0,
    gaps: 0,
    rebirthRequests: 0,
    refusedMetrics: 0,
    refusedNodes: 0,
    unreadable: 0,
  };

  constructor(dependencies: SparkplugHostDependencies) {
    this.#dependencies = dependencies;
  }

  /** The device of a topic; undefined when it belongs to none. */
  deviceOf(publisher: Publisher, topic: SparkplugTopic): CatalogDevice | undefined {
    const born = this.#nodes.get(publisher.identity, keyOf(publisher, topic))?.children.get(childKey(topic));
    const byBirth = born && this.#dependencies.catalog.byId(born.deviceId);
    // A changed udf_id takes effect at the next birth.
    if (byBirth && !topic.kind.endsWith('BIRTH')) return byBirth;
    return deviceAt(this.#dependencies.catalog, topic.device ?? topic.edge);
  }

  /** Handles one message. Calls `answer` once, after everything it contained is committed. */
  take(
    publisher: Publisher,
    topic: SparkplugTopic,
    bytes: Uint8Array,
    answer: (verdict: Verdict) => void,
    costs: SparkplugCosts = { read: () => {}, stored: () => {} },
  ): void {
    const cost: SparkplugCost = { metrics: 0, bytes: 0 };
    this.#lines.run(
      publisher.key,
      (next) =>
        decodeInSteps(
          decodeSparkplugInSteps(bytes, cost),
          (payload) => {
            costs.read(cost);
            next(() => this.#decoded(publisher, topic, payload, answer, costs.stored));
          },
          (error) => {
            costs.read(cost);
            next(() => {
              this.#refuse(publisher, topic, error);
              answer('done');
            });
          },
        ),
      () => answer('again'),
    );
  }

  #decoded(
    publisher: Publisher,
    topic: SparkplugTopic,
    payload: SparkplugPayload,
    answer: (verdict: Verdict) => void,
    stored: SparkplugCosts['stored'],
  ): void {
    const node = this.#nodeOf(publisher, topic);
    if (!node) {
      this.metrics.refusedNodes++;
      answer('refused');
    } else if (topic.kind === 'NDEATH') this.#nodeDeath(node, payload, answer);
    else if (topic.kind === 'NBIRTH') this.#nodeBirth(node, topic, payload, answer);
    else if (!node.sequence) {
      this.#askForBirth(node);
      this.#countUnborn(node, topic);
      answer('done');
    } else {
      const run = () => this.#inSequence(node, topic, payload, answer, stored);
      node.sequence.take(payload.seq, run, payload.metrics.length);
    }
  }

  /** Ends an MQTT session: its edge nodes are forgotten, and it no longer shows that they are alive. */
  sessionEnded({ identity, key }: Publisher): void {
    const ended = () => this.#sessionEnded(identity, key);
    this.#lines.run(key, (next) => next(ended), ended);
  }

  #sessionEnded(identity: string, key: string): void {
    for (const [at, node] of this.#nodes.of(identity)) {
      if (node.publisher.key !== key) continue;
      this.#forget(node);
      this.#nodes.delete(identity, at);
    }
  }

  /** Ends all sessions of a publisher after its credential was revoked or when the server stops. */
  stop(): void {
    this.#lines.end();
    for (const node of this.#nodes.all()) this.#stopTimers(node);
    this.#nodes.clear();
  }

  /**
   * The connection to an external broker is lost, and with it messages that nobody sends again: births are needed from
   * every edge node. Ends the sessions of their devices, whose silence begins now, and returns these.
   */
  connectionLost(): DeviceId[] {
    this.#lines.end();
    const devices: DeviceId[] = [];
    for (const node of this.#nodes.all()) {
      this.#forget(node);
      node.sequence = null;
      node.askedAt = Number.NEGATIVE_INFINITY;
      for (const { deviceId, alive } of node.children.values()) if (alive) devices.push(deviceId);
    }
    return devices;
  }

  /** Requests a birth from each edge node that had one before the connection was lost and has not sent another. */
  askSilentNodes(): void {
    for (const node of this.#nodes.all())
      if (!node.sequence && [...node.children.values()].some((child) => child.alive)) this.#askForBirth(node);
  }

  #nodeOf(publisher: Publisher, topic: SparkplugTopic): EdgeNode | null {
    const key = keyOf(publisher, topic);
    return this.#nodes.get(publisher.identity, key) ?? this.#nodes.add(publisher, key, topic);
  }

  #nodeBirth(node: EdgeNode, topic: SparkplugTopic, payload: SparkplugPayload, answer: (v: Verdict) => void): void {
    this.#stopTimers(node);
    const bdSeq = bdSeqOf(payload);
    if (node.publisher.session === null && (node.sequence === null || bdSeq !== node.bdSeq)) {
      // On an external broker the bdSeq alone identifies the edge node's session.
      for (const child of node.children.values()) this.#endSession(node, child);
      node.session = this.#dependencies.nextSession();
    }
    node.bdSeq = bdSeq;
    node.askedAt = Number.NEGATIVE_INFINITY;
    node.sequence = new SparkplugSequence(
      this.#dependencies.clock,
      this.#dependencies.reorderMs,
      payload.seq ?? 0,
      () => {
        this.metrics.gaps++;
        this.#askForBirth(node);
      },
    );
    node.unconfirmed = new Set([...node.children].filter(([key, child]) => child.alive && key !== '').map(([k]) => k));
    if (node.unconfirmed.size > 0)
      node.cancelConfirm = this.#dependencies.clock.after(confirmMs, () => this.#notBornAgain(node));
    this.#birth(node, topic, payload, answer);
  }

  #inSequence(
    node: EdgeNode,
    topic: SparkplugTopic,
    payload: SparkplugPayload,
    answer: (v: Verdict) => void,
    stored: SparkplugCosts['stored'],
  ): void {
    switch (topic.kind) {
      case 'DBIRTH':
        node.unconfirmed.delete(childKey(topic));
        this.#birth(node, topic, payload, answer);
        return;
      case 'DDEATH':
        this.#deaths(node, [childKey(topic)], payload.timestamp, answer);
        return;
      case 'NDATA':
      case 'DDATA':
        this.#data(node, topic, payload, answer, stored);
        return;
      case 'NBIRTH':
      case 'NDEATH':
        answer('done');
        return;
      default:
        topic.kind satisfies never;
    }
  }

  #birth(node: EdgeNode, topic: SparkplugTopic, payload: SparkplugPayload, answer: (v: Verdict) => void): void {
    const key = childKey(topic);
    // Most edge nodes have no sensors; their births only serve the protocol.
    if (key === '' && isEmptyPayload(payload)) {
      node.children.delete('');
      answer('done');
      return;
    }
    const device = this.#admitted(node, topic, payload);
    if (!device) {
      node.children.delete(key);
      answer('done');
      return;
    }
    if (!node.children.has(key) && this.#nodes.childCount(node.publisher.identity) >= node.publisher.mostChildren) {
      this.metrics.refusedNodes++;
      answer('refused');
      return;
    }
    let birth: SparkplugBirth;
    try {
      birth = readSparkplugBirth(payload);
    } catch (error) {
      this.#refuse(node.publisher, topic, error);
      answer('done');
      return;
    }
    this.metrics.births++;
    this.metrics.refusedMetrics += birth.refused;
    node.children.set(key, { deviceId: device.id, birth, alive: true });
    this.#dependencies.intake.beginSession(device.id, node.session);
    this.#hand(node, { kind: 'birth', deviceId: device.id, session: node.session, birth: () => birth.birth }, answer);
  }

  #data(
    node: EdgeNode,
    topic: SparkplugTopic,
    payload: SparkplugPayload,
    answer: (v: Verdict) => void,
    stored: SparkplugCosts['stored'],
  ): void {
    const child = node.children.get(childKey(topic));
    if (!child && topic.device === null && isEmptyPayload(payload)) {
      answer('done');
      return;
    }
    const device = this.#admitted(node, topic, payload);
    if (!device) {
      answer('done');
      return;
    }
    if (!child?.alive) {
      this.#dependencies.intake.countRefused(device.id, 'no_birth');
      this.#askForBirth(node);
      answer('done');
      return;
    }
    if (isEmptyPayload(payload)) {
      answer('done');
      return;
    }
    const { birth } = child;
    // An alias missing from the birth means that a later birth was lost.
    const isBorn = (metric: SparkplugMetric): boolean =>
      metric.template
        ? metric.alias === null || birth.instances.has(metric.alias)
        : bornOf(metric, birth) !== undefined;
    if (payload.metrics.some((metric) => metric.alias !== null && !isBorn(metric))) this.#askForBirth(node);
    const data: Message = {
      kind: 'data',
      deviceId: device.id,
      session: node.session,
      data: (layout) => readSparkplugData(payload, birth, layout),
      dataInSteps:
        payload.metrics.length > metricsPerStep
          ? (layout) => readSparkplugDataInSteps(payload, birth, layout)
          : undefined,
    };
    this.#hand(node, data, answer, stored);
  }

  /** A death counts when its bdSeq matches the newest birth; otherwise it is the will of a former session. */
  #nodeDeath(node: EdgeNode, payload: SparkplugPayload, answer: (v: Verdict) => void): void {
    const bdSeq = bdSeqOf(payload);
    // After a lost connection to the broker a node has no sequence, but its newest birth is still known.
    const isKnown = node.sequence !== null || [...node.children.values()].some((child) => child.alive);
    if (!isKnown || (bdSeq !== null && node.bdSeq !== null && bdSeq !== node.bdSeq)) {
      this.metrics.staleDeaths++;
      // The node is unknown, so the death cannot be verified; its next birth settles it.
      if (!node.sequence && node.publisher.session === null) this.#askForBirth(node);
      answer('done');
      return;
    }
    this.#stopTimers(node);
    node.sequence = null;
    // The will's timestamp is that of its connection.
    this.#deaths(node, [...node.children.keys()], null, answer);
  }

  /** `diedAt`: when the devices died, as the edge node says; null: now. */
  #deaths(node: EdgeNode, keys: readonly string[], diedAt: number | null, answer: (v: Verdict) => void): void {
    const dying = keys.flatMap((key) => node.children.get(key) ?? []).filter((child) => child.alive);
    if (dying.length === 0) {
      answer('done');
      return;
    }
    let waits = dying.length;
    let worst: Verdict = 'done';
    for (const child of dying) {
      child.alive = false;
      this.metrics.deaths++;
      const { deviceId } = child;
      const at = diedAt ?? this.#dependencies.clock.now();
      const death: Message = { kind: 'death', deviceId, session: node.session, will: true, diedAt, ts: () => at };
      this.#hand(node, death, (verdict) => {
        if (verdict !== 'done') worst = verdict;
        if (--waits === 0) answer(worst);
      });
      this.#endSession(node, child);
    }
  }

  #notBornAgain(node: EdgeNode): void {
    this.#deaths(node, [...node.unconfirmed], null, () => {});
    node.unconfirmed.clear();
  }

  #hand(
    node: EdgeNode,
    message: Message,
    answer: (verdict: Verdict) => void,
    stored: SparkplugCosts['stored'] = () => {},
  ): void {
    this.#dependencies.intake.take(message, (receipt: Receipt) => {
      stored(receipt);
      if (receipt.kind === 'again') answer('again');
      else {
        if (receipt.kind === 'refused' && receipt.why === 'no_birth') this.#askForBirth(node);
        answer('done');
      }
    });
  }

  /** The device of a topic, if this publisher may publish for it, it is not polled and sends through no edge. */
  #admitted(node: EdgeNode, topic: SparkplugTopic, payload?: SparkplugPayload): CatalogDevice | null {
    const { publisher } = node;
    const device = this.deviceOf(publisher, topic);
    if (!device || !publisher.mayPublishFor(device)) {
      const { group, edge, device: behind } = topic;
      const why = device ? 'other-site' : 'unknown';
      const { siteId } = publisher;
      this.#dependencies.unknown.note(
        { convention: 'sparkplug', group, edge, device: behind, siteId, why },
        this.#dependencies.clock.now(),
        payload && { topic: topicText(topic), text: () => namesOf(payload) },
      );
      return null;
    }
    if (!isPolled(device) && !isOfEdge(device)) return device;
    this.#dependencies.intake.countRefused(device.id, isPolled(device) ? 'polled' : 'edge');
    return null;
  }

  #countUnborn(node: EdgeNode, topic: SparkplugTopic): void {
    const device = this.#admitted(node, topic);
    if (device) this.#dependencies.intake.countRefused(device.id, 'no_birth');
  }

  #refuse(publisher: Publisher, topic: SparkplugTopic, error: unknown): void {
    if (!(error instanceof FrameRefusal)) throw error;
    this.metrics.unreadable++;
    const device = this.deviceOf(publisher, topic);
    if (device && publisher.mayPublishFor(device)) this.#dependencies.intake.countRefused(device.id, error.kind);
  }

  #askForBirth(node: EdgeNode): void {
    const now = this.#dependencies.clock.now();
    if (now - node.askedAt < askAgainMs) return;
    node.askedAt = now;
    this.metrics.rebirthRequests++;
    this.#dependencies.send(commandTopic(node.group, node.edge), encodeRebirth(now), node.publisher);
  }

  #forget(node: EdgeNode): void {
    this.#stopTimers(node);
    for (const child of node.children.values()) this.#endSession(node, child);
  }

  #endSession(node: EdgeNode, child: Child): void {
    this.#dependencies.intake.endSession(child.deviceId, node.session);
  }

  #stopTimers(node: EdgeNode): void {
    node.sequence?.end();
    node.cancelConfirm();
    node.cancelConfirm = () => {};
  }
}

/** What people see of a message of an unknown device: the names of its metrics. */
const namesOf = ({ metrics }: SparkplugPayload): string =>
  JSON.stringify({ metrics: metrics.slice(0, shownNames).map(({ name, alias }) => name ?? String(alias)) });
