import type { DeviceId, SiteId } from '@tocsin/contract/ids';
import type { CatalogDevice } from '../../catalog.ts';
import type { SparkplugBirth } from './sparkplug-birth.ts';
import type { SparkplugPayload } from './sparkplug-payload.ts';
import type { SparkplugSequence } from './sparkplug-sequence.ts';
import type { SparkplugTopic } from './sparkplug-topic.ts';

/** The sender of a message, as its adapter identified it. */
export interface Publisher {
  /** Edge nodes of different publishers are different, even with the same name. */
  readonly key: string;
  /** The identity that signed in; limits apply to all of its sessions together. */
  readonly identity: string;
  /** Maximum number of edge nodes, and of devices with a birth below all of them. */
  readonly maxNodes: number;
  readonly mostChildren: number;
  /** The MQTT session; null on an external broker, where each node birth starts one. */
  readonly session: number | null;
  /** The site of a gateway credential; null for any other. */
  readonly siteId: SiteId | null;
  mayPublishFor(device: CatalogDevice): boolean;
}

/** A device as announced by its edge node. */
export interface Child {
  readonly deviceId: DeviceId;
  birth: SparkplugBirth;
  alive: boolean;
}

/** One edge node of one publisher. */
export interface EdgeNode {
  readonly group: string;
  readonly edge: string;
  readonly publisher: Publisher;
  session: number;
  /** null before a birth and after its session has died. */
  sequence: SparkplugSequence | null;
  bdSeq: bigint | null;
  /** By device id in lower case; '' is the edge node itself. */
  readonly children: Map<string, Child>;
  /** Devices that were alive before the newest node birth and have not been announced since. */
  unconfirmed: Set<string>;
  cancelConfirm: () => void;
  askedAt: number;
}

/** Limit for all publishers together; more edge nodes than any installation has. */
const maxNodes = 20_000;

/** The edge nodes of all publishers. Limits are per identity, so that one cannot exhaust another's. */
export class EdgeNodes {
  /** By identity, then by publisher, group and edge node id. */
  readonly #nodes = new Map<string, Map<string, EdgeNode>>();
  #count = 0;

  get(identity: string, key: string): EdgeNode | undefined {
    return this.#nodes.get(identity)?.get(key);
  }

  /**
   * Returns a new node without a birth, or null at the limit. A new node may replace a dead node of the same publisher.
   */
  add(publisher: Publisher, key: string, { group, edge }: SparkplugTopic): EdgeNode | null {
    const { identity } = publisher;
    const isFull = (): boolean => this.of(identity).size >= publisher.maxNodes || this.#count >= maxNodes;
    if (isFull()) {
      const dead = [...this.of(identity)].find(([, node]) => !node.sequence);
      if (dead) this.delete(identity, dead[0]);
      if (isFull()) return null;
    }
    const node: EdgeNode = {
      group,
      edge,
      publisher,
      session: publisher.session ?? 0,
      sequence: null,
      bdSeq: null,
      children: new Map(),
      unconfirmed: new Set(),
      cancelConfirm: () => {},
      askedAt: Number.NEGATIVE_INFINITY,
    };
    const own = this.#nodes.get(identity) ?? new Map<string, EdgeNode>();
    own.set(key, node);
    this.#nodes.set(identity, own);
    this.#count++;
    return node;
  }

  delete(identity: string, key: string): void {
    const own = this.#nodes.get(identity);
    if (!own?.delete(key)) return;
    this.#count--;
    if (own.size === 0) this.#nodes.delete(identity);
  }

  /** The nodes of one identity, over all of its sessions. */
  of(identity: string): ReadonlyMap<string, EdgeNode> {
    return this.#nodes.get(identity) ?? none;
  }

  *all(): Iterable<EdgeNode> {
    for (const own of this.#nodes.values()) yield* own.values();
  }

  /** The number of devices with a birth below the nodes of one identity. */
  childCount(identity: string): number {
    let count = 0;
    for (const { children } of this.of(identity).values()) count += children.size;
    return count;
  }

  clear(): void {
    this.#nodes.clear();
    this.#count = 0;
  }
}
const none: ReadonlyMap<string, EdgeNode> = new Map();

/** Edge nodes are told apart by their publisher, group and name. */
export const keyOf = (publisher: Publisher, { group, edge }: SparkplugTopic): string =>
  JSON.stringify([publisher.key, group, edge]);
/** A device below an edge node; empty for the edge node itself. */
export const childKey = ({ device }: SparkplugTopic): string => device?.toLowerCase() ?? '';

/** The number that ties a death to its birth. */
export function bdSeqOf(payload: SparkplugPayload): bigint | null {
  const metric = payload.metrics.find(({ name }) => name === 'bdSeq');
  return metric?.value?.kind === 'whole' ? metric.value.value : null;
}
