import type { SiteId } from '@tocsin/contract/ids';

/** Why data from an address is not accepted. */
type UnknownWhy =
  /** No device has this udf_id. */
  | 'unknown'
  /** The device belongs to another site than the gateway that sent it. */
  | 'other-site';

/** An edge node, device or JSON address that sends data but belongs to no device. */
export interface UnknownNode {
  /** 'sparkplug' or 'json'. */
  readonly convention: 'sparkplug' | 'json';
  readonly group: string;
  readonly edge: string;
  /** The device id behind the edge node; null for the edge node itself. */
  readonly device: string | null;
  /** The site whose gateway sent it; null for an external broker. */
  readonly siteId: SiteId | null;
  readonly why: UnknownWhy;
  readonly firstSeen: number;
  lastSeen: number;
  messages: number;
  /** When its last message was passed on. */
  passedAt: number;
}

/** A message of each entry is passed on this often. */
const passEveryMs = 60_000;
/** Limits memory, since any publisher can invent names; the entry silent longest is dropped first. */
const most = 200;

/** Edge nodes seen since the start that belong to no device, for the operators' page. */
export class UnknownNodes {
  readonly #nodes = new Map<string, UnknownNode>();
  /** Number of entries dropped at the limit. */
  dropped = 0;

  /** Takes a message of an entry, at most one a minute. */
  onMessage: (node: UnknownNode, topic: string, text: string) => void = () => {};

  /** `message`: its topic, and what it says. */
  note(
    seen: Pick<UnknownNode, 'convention' | 'group' | 'edge' | 'device' | 'siteId' | 'why'>,
    now: number,
    message?: { readonly topic: string; readonly text: () => string },
  ): void {
    const key = JSON.stringify([seen.convention, seen.group, seen.edge, seen.device, seen.siteId, seen.why]);
    const node = this.#nodes.get(key) ?? {
      ...seen,
      firstSeen: now,
      lastSeen: now,
      messages: 0,
      passedAt: Number.NEGATIVE_INFINITY,
    };
    node.lastSeen = now;
    node.messages++;
    if (message && now - node.passedAt >= passEveryMs) {
      node.passedAt = now;
      this.onMessage(node, message.topic, message.text());
    }
    // The map's order is the order in which they were last seen.
    this.#nodes.delete(key);
    this.#nodes.set(key, node);
    if (this.#nodes.size <= most) return;
    const oldest = this.#nodes.keys().next();
    if (!oldest.done) this.#nodes.delete(oldest.value);
    this.dropped++;
  }

  /** All entries, newest first. */
  list(): readonly UnknownNode[] {
    return [...this.#nodes.values()].reverse();
  }
}
