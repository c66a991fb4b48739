import type { DeviceId, SiteId } from '@tocsin/contract/ids';
import type { Clock } from '../../base/clock.ts';
import type { Catalog, CatalogDevice } from '../catalog.ts';
import { deviceAt, isPolled } from './address.ts';
import type { Intake, Message, Receipt } from './intake.ts';
import { FrameRefusal } from './refusal.ts';
import { readSparkplugBirth, type SparkplugBirth } from './sparkplug-birth.ts';
import { bornOf, readSparkplugData, tellsNothing } from './sparkplug-data.ts';
import { decodeSparkplug, encodeRebirth, type SparkplugPayload } from './sparkplug-payload.ts';
import { SparkplugSequence } from './sparkplug-sequence.ts';
import { commandTopic, type SparkplugTopic } from './sparkplug-topic.ts';
import type { UnknownNodes } from './unknown-nodes.ts';

/** Who brought a message, as its door knows it. */
export interface Publisher {
  /** Edge nodes of different publishers are different ones, whatever they call themselves. */
  readonly key: string;
  /** The MQTT session; null on an external broker, where each node birth is one. */
  readonly session: number | null;
  /** The site of a gateway credential; null for any other. */
  readonly siteId: SiteId | null;
  mayPublishFor(device: CatalogDevice): boolean;
}

/**
 * done: acknowledge. again: not stored, to be sent again. Data without a birth is 'done' as well: it can't be read even
 * when sent again, and the birth that is asked for tells all present values.
 */
export type Verdict = 'done' | 'again';

export interface SparkplugHostPorts {
  readonly intake: Intake;
  readonly catalog: Catalog;
  readonly clock: Clock;
  readonly unknown: UnknownNodes;
  readonly nextSession: () => number;
  /** Publishes a rebirth request: the only thing that Tocsin ever tells an edge node. */
  readonly send: (topic: string, payload: Buffer) => void;
}

/** A device as its edge node's births have it. */
interface Child {
  readonly deviceId: DeviceId;
  birth: SparkplugBirth;
  alive: boolean;
}

/** One edge node as one publisher tells it. */
interface EdgeNode {
  readonly group: string;
  readonly edge: string;
  readonly publisher: Publisher;
  session: number;
  /** null: no birth yet, or its session has died. */
  sequence: SparkplugSequence | null;
  bdSeq: bigint | null;
  /** By device id in lower case; '' is the edge node itself. */
  readonly children: Map<string, Child>;
  /** Alive before the newest node birth and not told since. */
  unconfirmed: Set<string>;
  cancelConfirm: () => void;
  askedAt: number;
}

/** More edge nodes than any installation has; past it the first that is not alive goes. */
const mostNodes = 5_000;
const mostChildren = 1_000;
/** An edge node that does not follow is not asked without end. */
const askAgainMs = 10_000;
/** After a node birth its devices have so long to be born again, then they count as dead. */
export const confirmMs = 30_000;

/**
 * Tocsin as a Sparkplug B host application, for any broker: births with their aliases, data in sequence, deaths by
 * bdSeq, rebirth requests. It turns what edge nodes tell into the line's messages and answers after their commit.
 */
export class SparkplugHost {
  readonly #ports: SparkplugHostPorts;
  readonly #nodes = new Map<string, EdgeNode>();
  readonly figures = {
    births: 0,
    deaths: 0,
    staleDeaths: 0,
    gaps: 0,
    rebirthRequests: 0,
    refusedMetrics: 0,
    refusedNodes: 0,
  };

  constructor(ports: SparkplugHostPorts) {
    this.#ports = ports;
  }

  /** Which device a topic speaks of; undefined: of nobody's. */
  deviceOf(publisher: Publisher, topic: SparkplugTopic): CatalogDevice | undefined {
    const born = this.#nodes.get(keyOf(publisher, topic))?.children.get(childKey(topic));
    const byBirth = born && this.#ports.catalog.byId(born.deviceId);
    // A changed udf_id takes effect at the next birth.
    if (byBirth && !topic.kind.endsWith('BIRTH')) return byBirth;
    return deviceAt(this.#ports.catalog, topic.device ?? topic.edge);
  }

  /** `answer` is called once, after the commit of all that came of it. */
  take(publisher: Publisher, topic: SparkplugTopic, bytes: Uint8Array, answer: (verdict: Verdict) => void): void {
    let payload: SparkplugPayload;
    try {
      payload = decodeSparkplug(bytes);
    } catch (error) {
      this.#refuse(publisher, topic, error);
      answer('done');
      return;
    }
    const node = this.#nodeOf(publisher, topic);
    if (!node) {
      this.figures.refusedNodes++;
      answer('done');
    } else if (topic.kind === 'NDEATH') this.#nodeDeath(node, payload, answer);
    else if (topic.kind === 'NBIRTH') this.#nodeBirth(node, topic, payload, answer);
    else if (!node.sequence) {
      this.#askForBirth(node);
      this.#countUnborn(node, topic);
      answer('done');
    } else node.sequence.take(payload.seq, () => this.#inSequence(node, topic, payload, answer));
  }

  /** An MQTT session ended: its edge nodes are forgotten, and it is no sign of life any more. */
  sessionEnded(key: string): void {
    for (const [at, node] of this.#nodes) {
      if (node.publisher.key !== key) continue;
      this.#forget(node);
      this.#nodes.delete(at);
    }
  }

  /** The credential or the claim behind it is gone, or the server stops. */
  stop(): void {
    for (const node of this.#nodes.values()) this.#stopTimers(node);
    this.#nodes.clear();
  }

  #nodeOf(publisher: Publisher, topic: SparkplugTopic): EdgeNode | null {
    const key = keyOf(publisher, topic);
    const known = this.#nodes.get(key);
    if (known) return known;
    if (this.#nodes.size >= mostNodes) {
      const idle = [...this.#nodes].find(([, node]) => !node.sequence);
      if (!idle) return null;
      this.#nodes.delete(idle[0]);
    }
    const node: EdgeNode = {
      group: topic.group,
      edge: topic.edge,
      publisher,
      session: publisher.session ?? 0,
      sequence: null,
      bdSeq: null,
      children: new Map(),
      unconfirmed: new Set(),
      cancelConfirm: () => {},
      askedAt: Number.NEGATIVE_INFINITY,
    };
    this.#nodes.set(key, node);
    return node;
  }

  #nodeBirth(node: EdgeNode, topic: SparkplugTopic, payload: SparkplugPayload, answer: (v: Verdict) => void): void {
    this.#stopTimers(node);
    const bdSeq = bdSeqOf(payload);
    if (node.publisher.session === null && (node.sequence === null || bdSeq !== node.bdSeq)) {
      // On an external broker the edge node's own session is told by its bdSeq alone.
      for (const child of node.children.values()) this.#endSession(node, child);
      node.session = this.#ports.nextSession();
    }
    node.bdSeq = bdSeq;
    node.askedAt = Number.NEGATIVE_INFINITY;
    node.sequence = new SparkplugSequence(this.#ports.clock, payload.seq ?? 0, () => {
      this.figures.gaps++;
      this.#askForBirth(node);
    });
    node.unconfirmed = new Set([...node.children].filter(([key, child]) => child.alive && key !== '').map(([k]) => k));
    if (node.unconfirmed.size > 0)
      node.cancelConfirm = this.#ports.clock.after(confirmMs, () => this.#notBornAgain(node));
    this.#birth(node, topic, payload, answer);
  }

  #inSequence(node: EdgeNode, topic: SparkplugTopic, payload: SparkplugPayload, answer: (v: Verdict) => void): void {
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
        this.#data(node, topic, payload, answer);
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
    // Most edge nodes have no sensors of their own; their birth is for the protocol.
    if (key === '' && tellsNothing(payload)) {
      node.children.delete('');
      answer('done');
      return;
    }
    const device = this.#admitted(node, topic);
    if (!device || (node.children.size >= mostChildren && !node.children.has(key))) {
      node.children.delete(key);
      answer('done');
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
    this.figures.births++;
    this.figures.refusedMetrics += birth.refused;
    node.children.set(key, { deviceId: device.id, birth, alive: true });
    this.#ports.intake.beginSession(device.id, node.session);
    this.#hand(node, { kind: 'birth', deviceId: device.id, session: node.session, birth: () => birth.birth }, answer);
  }

  #data(node: EdgeNode, topic: SparkplugTopic, payload: SparkplugPayload, answer: (v: Verdict) => void): void {
    const child = node.children.get(childKey(topic));
    if (!child && topic.device === null && tellsNothing(payload)) {
      answer('done');
      return;
    }
    const device = this.#admitted(node, topic);
    if (!device) {
      answer('done');
      return;
    }
    if (!child?.alive) {
      this.#ports.intake.countRefused(device.id, 'no_birth');
      this.#askForBirth(node);
      answer('done');
      return;
    }
    if (tellsNothing(payload)) {
      answer('done');
      return;
    }
    const { birth } = child;
    // An alias that its birth did not give: a birth was lost on the way.
    if (payload.metrics.some((metric) => metric.alias !== null && !bornOf(metric, birth))) this.#askForBirth(node);
    const data: Message = {
      kind: 'data',
      deviceId: device.id,
      session: node.session,
      data: (layout) => readSparkplugData(payload, birth, layout),
    };
    this.#hand(node, data, answer);
  }

  /** A death counts when its bdSeq is that of the newest birth; the will of a former session is stale. */
  #nodeDeath(node: EdgeNode, payload: SparkplugPayload, answer: (v: Verdict) => void): void {
    const bdSeq = bdSeqOf(payload);
    if (!node.sequence || (bdSeq !== null && node.bdSeq !== null && bdSeq !== node.bdSeq)) {
      this.figures.staleDeaths++;
      // Of a node that was never heard of here it may be true or not: a birth will tell.
      if (!node.sequence && node.publisher.session === null) this.#askForBirth(node);
      answer('done');
      return;
    }
    this.#stopTimers(node);
    node.sequence = null;
    this.#deaths(node, [...node.children.keys()], payload.timestamp, answer);
  }

  #deaths(node: EdgeNode, keys: readonly string[], ts: number | null, answer: (v: Verdict) => void): void {
    const dying = keys.flatMap((key) => node.children.get(key) ?? []).filter((child) => child.alive);
    if (dying.length === 0) {
      answer('done');
      return;
    }
    let waits = dying.length;
    let worst: Verdict = 'done';
    for (const child of dying) {
      child.alive = false;
      this.figures.deaths++;
      const { deviceId } = child;
      const at = ts ?? this.#ports.clock.now();
      const death: Message = { kind: 'death', deviceId, session: node.session, will: true, ts: () => at };
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

  #hand(node: EdgeNode, message: Message, answer: (verdict: Verdict) => void): void {
    this.#ports.intake.take(message, (receipt: Receipt) => {
      if (receipt.kind === 'again') answer('again');
      else {
        if (receipt.kind === 'refused' && receipt.why === 'no_birth') this.#askForBirth(node);
        answer('done');
      }
    });
  }

  /** The device of a topic, when this publisher may speak for it and it is not polled. */
  #admitted(node: EdgeNode, topic: SparkplugTopic): CatalogDevice | null {
    const { publisher } = node;
    const device = this.deviceOf(publisher, topic);
    if (!device || !publisher.mayPublishFor(device)) {
      const { group, edge, device: behind } = topic;
      const why = device ? 'other-site' : 'unknown';
      const { siteId } = publisher;
      this.#ports.unknown.note(
        { convention: 'sparkplug', group, edge, device: behind, siteId, why },
        this.#ports.clock.now(),
      );
      return null;
    }
    if (!isPolled(device)) return device;
    this.#ports.intake.countRefused(device.id, 'polled');
    return null;
  }

  #countUnborn(node: EdgeNode, topic: SparkplugTopic): void {
    const device = this.#admitted(node, topic);
    if (device) this.#ports.intake.countRefused(device.id, 'no_birth');
  }

  #refuse(publisher: Publisher, topic: SparkplugTopic, error: unknown): void {
    if (!(error instanceof FrameRefusal)) throw error;
    const device = this.deviceOf(publisher, topic);
    if (device && publisher.mayPublishFor(device)) this.#ports.intake.countRefused(device.id, error.kind);
  }

  #askForBirth(node: EdgeNode): void {
    const now = this.#ports.clock.now();
    if (now - node.askedAt < askAgainMs) return;
    node.askedAt = now;
    this.figures.rebirthRequests++;
    this.#ports.send(commandTopic(node.group, node.edge), encodeRebirth(now));
  }

  #forget(node: EdgeNode): void {
    this.#stopTimers(node);
    for (const child of node.children.values()) this.#endSession(node, child);
  }

  #endSession(node: EdgeNode, child: Child): void {
    this.#ports.intake.endSession(child.deviceId, node.session);
  }

  #stopTimers(node: EdgeNode): void {
    node.sequence?.end();
    node.cancelConfirm();
    node.cancelConfirm = () => {};
  }
}

const keyOf = (publisher: Publisher, { group, edge }: SparkplugTopic): string =>
  JSON.stringify([publisher.key, group, edge]);
const childKey = ({ device }: SparkplugTopic): string => device?.toLowerCase() ?? '';

function bdSeqOf(payload: SparkplugPayload): bigint | null {
  const metric = payload.metrics.find(({ name }) => name === 'bdSeq');
  return metric?.value?.kind === 'whole' ? metric.value.value : null;
}
