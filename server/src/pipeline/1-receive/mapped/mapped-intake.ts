import { SiteId } from '@tocsin/contract/ids';
import { mapLimits } from '@tocsin/contract/payload-map';
import { subscriptionOf, topicProblem } from '@tocsin/contract/payload-map-path';
import type { Clock } from '../../../platform/clock.ts';
import type { Catalog, CatalogDevice } from '../../catalog.ts';
import type { RefusalKind } from '../../types.ts';
import { isOfEdge, isPolled } from '../device-address.ts';
import { FrameRefusal } from '../frame-refusal.ts';
import type { Intake, Receipt } from '../intake.ts';
import type { CompiledMap } from './compiled-map.ts';
import { type DeviceMap, mappedMessage, type SentMessage } from './mapped-message.ts';
import { isTopicOf, type NamedSender, namedSender } from './mapped-sender.ts';
import { parseMapped } from './read-mapped.ts';

/** A map as adapters know it. */
export interface KnownMap {
  readonly id: number;
  /** null: of everybody. */
  readonly clientId: number | null;
  readonly compiled: CompiledMap;
  /** Unix ms of its newest version, and whether a person has saved it since it was made. */
  readonly savedAt: number;
  readonly isSaved: boolean;
  /** Some device type has it. */
  readonly isUsed: boolean;
  /** Topic filters of its kinds. */
  readonly topics: readonly string[];
}

/** The beginning of topics of an external broker that belongs to a site. */
interface KnownPrefix {
  readonly siteId: number;
  readonly clientId: number;
  readonly prefix: string;
}

/** The maps of this installation, from memory. */
export interface KnownMaps {
  byId(id: number): KnownMap | undefined;
  all(): Iterable<KnownMap>;
  readonly prefixes: readonly KnownPrefix[];
}

/** A message that nobody could read yet. */
export interface WaitingNote {
  /** null: from an external broker, of no site. */
  readonly siteId: SiteId | null;
  /** The device whose message was refused; null: an unknown sender. */
  readonly deviceId: number | null;
  /** '' when nothing names it. */
  readonly sender: string;
  readonly sent: SentMessage;
  readonly why: string;
}

export interface MappedIntakeOptions {
  readonly intake: Intake;
  readonly catalog: Catalog;
  readonly maps: KnownMaps;
  readonly clock: Clock;
  /** Keeps a message for people to look at; resolves when it is stored, or given up. Absent: none is kept. */
  readonly keep?: (note: WaitingNote) => Promise<void>;
}

/** The outcome of a message of a gateway or an external broker. */
export type MappedReceipt = Receipt | { readonly kind: 'waiting' };

/** How long the keys of a new device, or of a new map, become sensors. */
const openForMs = 24 * 3_600_000;

/** Refusals that another map may mend; a wrong clock or too many messages are the sender's. */
const isForPeople = (why: RefusalKind): boolean =>
  why === 'structure' || why === 'no_ts' || why === 'limit' || why === 'unmapped' || why === 'layouts';

const noMap = 'The type of this device has no payload map';

const notItsTopic = 'The connection was closed: its payload map has no such topic';
const noTopic = 'The connection was closed: no payload map has this topic';

const names = ({ by, text }: NamedSender, { udfId, senderId }: CatalogDevice): boolean =>
  [by === 'udf' ? null : senderId, udfId].some((own) => own?.toLowerCase() === text.toLowerCase());

/** Mapped messages of devices, of gateways and of an external broker, on their way to the pipeline. */
export class MappedIntake {
  readonly #options: MappedIntakeOptions;

  constructor(options: MappedIntakeOptions) {
    this.#options = options;
  }

  /** The map by which a device's messages are read; null: it has none. */
  mapOf(device: CatalogDevice): DeviceMap | null {
    const map = this.#mapOf(device);
    if (!map) return null;
    const { addedAt = 0 } = device;
    const isLocked = map.isSaved && map.savedAt >= addedAt;
    return { compiled: map.compiled, openUntil: isLocked ? 0 : Math.max(map.savedAt, addedAt) + openForMs };
  }

  /**
   * Whether a device may publish to a topic: it is its map's, and names nobody else. A copy of a map has no topics; then
   * it is one of any map of its client.
   */
  isTopicOf(device: CatalogDevice, topic: string): boolean {
    const own = this.#mapOf(device);
    if (!own) return false;
    const levels = topic.split('/');
    const maps = own.topics.length > 0 ? [own] : this.#mapsOf(device.clientId);
    return maps.some(({ compiled }) => {
      if (!isTopicOf(compiled, levels)) return false;
      const sender = namedSender(compiled, levels, () => null);
      return sender === null || names(sender, device);
    });
  }

  /** Whether some map that a site may use has the topic. */
  isTopicOfSite(clientId: number, topic: string): boolean {
    const levels = topic.split('/');
    return this.#mapsOf(clientId).some((map) => isTopicOf(map.compiled, levels));
  }

  /** A message of a known device. What is refused is kept, to be read by another map. */
  take(device: CatalogDevice, sent: SentMessage, answer: (receipt: Receipt) => void): void {
    const { intake } = this.#options;
    const why = isPolled(device) ? 'polled' : isOfEdge(device) ? 'edge' : null;
    if (why) {
      intake.countRefused(device.id, why);
      answer({ kind: 'refused', why, text: 'This device does not send here itself' });
      return;
    }
    const map = this.mapOf(device);
    const done = (receipt: Receipt): void => {
      if (receipt.kind !== 'refused' || !isForPeople(receipt.why)) answer(receipt);
      else void this.#keep(device.siteId, device, '', sent, receipt.text).then(() => answer(receipt));
    };
    if (map) intake.take(mappedMessage(device.id, map, sent), done);
    else {
      intake.countRefused(device.id, 'unmapped');
      done({ kind: 'refused', why: 'unmapped', text: noMap });
    }
  }

  /** A kept message, by the map that the device has now. Nothing of it is kept again. */
  takeAgain(device: CatalogDevice, sent: SentMessage, answer: (receipt: Receipt) => void): void {
    const map = this.mapOf(device);
    if (map) this.#options.intake.take(mappedMessage(device.id, map, sent), answer);
    else answer({ kind: 'refused', why: 'unmapped', text: noMap });
  }

  /** A message of a site's gateway: its sender is looked for among the devices of the site alone. */
  takeOfSite(
    site: { readonly siteId: SiteId; readonly clientId: number },
    sent: SentMessage,
    answer: (receipt: MappedReceipt) => void,
  ): void {
    this.#takeNamed(site.siteId, this.#mapsOf(site.clientId), this.#findAt(site.siteId), [sent], answer);
  }

  /** A message of a broker's client on a topic that it may not use: it is not read, and its owner sees why it is missing. */
  takeStray(from: { readonly siteId: SiteId; readonly device?: CatalogDevice }, sent: SentMessage): void {
    const { siteId, device } = from;
    const isForeign = !device || (this.#mapOf(device) && !isPolled(device) && !isOfEdge(device));
    if (!isForeign || topicProblem(sent.topic ?? '') || sent.bytes.length > mapLimits.bytes) return;
    if (device) this.#options.intake.countRefused(device.id, 'unmapped');
    void this.#keep(siteId, device ?? null, '', sent, device ? notItsTopic : noTopic);
  }

  /** What an external broker must be asked for: all topics of sites, and those of used maps of everybody. */
  subscriptions(): readonly string[] {
    const { maps } = this.#options;
    const shared = [...maps.all()].filter(({ clientId, isUsed }) => clientId === null && isUsed);
    const filters = shared.flatMap(({ topics }) => topics.map(subscriptionOf));
    return [...new Set([...filters, ...maps.prefixes.map(({ prefix }) => `${prefix}#`)])];
  }

  /**
   * A message of an external broker, where the topic is the identity. A site's topics are looked up in that site alone;
   * others only by UDF ID, and never for a device that needs no registry.
   */
  takeOfTopic(sent: SentMessage & { readonly topic: string }, answer: (receipt: MappedReceipt) => void): void {
    const { catalog, maps } = this.#options;
    const owner = maps.prefixes.find(({ prefix }) => sent.topic.startsWith(prefix));
    if (owner) {
      const bare = { ...sent, topic: sent.topic.slice(owner.prefix.length) };
      const siteId = SiteId.parse(owner.siteId);
      this.#takeNamed(siteId, this.#mapsOf(owner.clientId), this.#findAt(siteId), [sent, bare], answer);
      return;
    }
    const shared = [...maps.all()].filter(({ clientId }) => clientId === null);
    const find = ({ by, text }: NamedSender): CatalogDevice | undefined => {
      const device = by === 'udf' ? catalog.byUdfId(text) : undefined;
      return device?.type.claim === 'registry' ? device : undefined;
    };
    this.#takeNamed(null, shared, find, [sent], answer);
  }

  #findAt(siteId: SiteId): (sender: NamedSender) => CatalogDevice | undefined {
    const { catalog } = this.#options;
    return ({ by, text }) => {
      const device = (by === 'id' ? catalog.bySender?.(siteId, text) : undefined) ?? catalog.byUdfId(text);
      return device?.siteId === siteId ? device : undefined;
    };
  }

  #takeNamed(
    siteId: SiteId | null,
    maps: readonly KnownMap[],
    find: (sender: NamedSender) => CatalogDevice | undefined,
    /** The message by each of its topics, the whole one first. */
    [sent, ...bare]: readonly [SentMessage, ...SentMessage[]],
    answer: (receipt: MappedReceipt) => void,
  ): void {
    const ways = [sent, ...bare].map((one) => ({ sent: one, levels: one.topic?.split('/') ?? null }));
    let parsed: SentMessage['parsed'];
    const json = (): unknown => {
      parsed ??= { json: parseMapped(sent.bytes) };
      return parsed.json;
    };
    let unknown = '';
    let other: CatalogDevice | undefined;
    try {
      for (const way of ways)
        for (const map of maps) {
          const sender = namedSender(map.compiled, way.levels, json);
          if (!sender) continue;
          const device = find(sender);
          if (device && this.#mapOf(device) === map) {
            this.take(device, { ...way.sent, ...(parsed ? { parsed } : {}) }, answer);
            return;
          }
          other ??= device;
          unknown ||= sender.text;
        }
    } catch (error) {
      if (!(error instanceof FrameRefusal)) throw error;
      answer({ kind: 'refused', why: error.kind, text: error.message });
      return;
    }
    // Its type has another map: the device counts it, and shows why.
    if (other) {
      this.take(other, sent, answer);
      return;
    }
    const why = unknown === '' ? 'Nothing names its sender' : 'No device has this id';
    if (this.#options.keep) void this.#keep(siteId, null, unknown, sent, why).then(() => answer({ kind: 'waiting' }));
    else answer({ kind: 'refused', why: 'unmapped', text: why });
  }

  async #keep(
    siteId: SiteId | null,
    device: CatalogDevice | null,
    sender: string,
    sent: SentMessage,
    why: string,
  ): Promise<void> {
    await this.#options.keep?.({ siteId, deviceId: device?.id ?? null, sender, sent, why });
  }

  #mapOf({ payloadMapId }: CatalogDevice): KnownMap | undefined {
    return payloadMapId === null || payloadMapId === undefined ? undefined : this.#options.maps.byId(payloadMapId);
  }

  #mapsOf(clientId: number): KnownMap[] {
    return [...this.#options.maps.all()].filter((map) => map.clientId === null || map.clientId === clientId);
  }
}
