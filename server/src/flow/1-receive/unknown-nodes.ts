import type { SiteId } from '@tocsin/contract/ids';

/** Why what an address sends is not taken. */
export type UnknownWhy =
  /** No device has this udf_id. */
  | 'unknown'
  /** The device belongs to another site than the gateway that sent it. */
  | 'other-site';

/** An edge node, device or JSON address that sends and belongs to no device here. */
export interface UnknownNode {
  /** 'sparkplug' or 'json'. */
  readonly convention: 'sparkplug' | 'json';
  readonly group: string;
  readonly edge: string;
  /** The device id behind the edge node; null: the edge node itself. */
  readonly device: string | null;
  /** The site whose gateway sent it; null: an external broker. */
  readonly siteId: SiteId | null;
  readonly why: UnknownWhy;
  readonly firstSeen: number;
  lastSeen: number;
  messages: number;
}

/** Whoever publishes could fill memory with names; the one silent longest goes first. */
const most = 200;

/** Edge nodes that were seen since the start and are nobody's, for the operators' page. */
export class UnknownNodes {
  readonly #nodes = new Map<string, UnknownNode>();
  /** Those that had to go for want of room. */
  dropped = 0;

  note(seen: Pick<UnknownNode, 'convention' | 'group' | 'edge' | 'device' | 'siteId' | 'why'>, now: number): void {
    const key = JSON.stringify([seen.convention, seen.group, seen.edge, seen.device, seen.siteId, seen.why]);
    const node = this.#nodes.get(key) ?? { ...seen, firstSeen: now, lastSeen: now, messages: 0 };
    node.lastSeen = now;
    node.messages++;
    // The map's order is the order of being seen.
    this.#nodes.delete(key);
    this.#nodes.set(key, node);
    if (this.#nodes.size <= most) return;
    const oldest = this.#nodes.keys().next();
    if (!oldest.done) this.#nodes.delete(oldest.value);
    this.dropped++;
  }

  /** The newest first. */
  list(): readonly UnknownNode[] {
    return [...this.#nodes.values()].reverse();
  }
}
