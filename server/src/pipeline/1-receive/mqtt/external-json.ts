import { limits } from '@tocsin/contract/limits';
import type { Catalog } from '../../catalog.ts';
import { deviceAt, isOfEdge, isPolled } from '../device-address.ts';
import type { Intake, Message } from '../intake.ts';
import { isJsonKind, type JsonKind, jsonMessage } from '../json/json-messages.ts';
import type { MappedIntake } from '../mapped/mapped-intake.ts';
import type { UnknownNodes } from '../sparkplug/unknown-nodes.ts';
import {
  type DeliveryMarks,
  ExternalConnection,
  type ExternalConnectionOptions,
  type Line,
} from './external-connection.ts';
import type { ExternalSessions } from './external-sessions.ts';

export interface ExternalJsonOptions
  extends Omit<ExternalConnectionOptions, 'intake' | 'isPersistent' | 'dropAfterMs'> {
  readonly intake: Intake;
  readonly catalog: Catalog;
  readonly unknown: UnknownNodes;
  readonly sessions: ExternalSessions;
  /** Absent: JSON of foreign devices is not taken. */
  readonly mapped?: MappedIntake;
}

const filters = ['tocsin/v1/+/+'];
/** Version 1 subscribed to Sparkplug in this session too, and the broker still has it. */
const formerFilters = ['spBv1.0/+/+/+', 'spBv1.0/+/+/+/+', 'spBv1.0/STATE/tocsin'];
/** Messages that could not be stored are redelivered after the next connect. */
const againAfterMs = 5_000;
/** What a broker had kept arrives at once after a session was resumed. */
const queuedWithinMs = 10_000;
/** A will's ts is set at connect, shortly before the birth; the will of an earlier session is much older. */
const willSlackMs = 30_000;

/** JSON devices on an external broker: a persistent session, so that the broker queues while the server is down. */
export class ExternalJson {
  readonly #options: ExternalJsonOptions;
  readonly connection: ExternalConnection;
  readonly metrics = { oversized: 0, strange: 0 };
  readonly #subscribed = new Set<string>();
  #line: Line | null = null;
  /** When a session began anew for which the broker had kept messages, unix milliseconds. */
  #resumedAt = Number.NEGATIVE_INFINITY;

  constructor(options: ExternalJsonOptions) {
    this.#options = options;
    this.connection = new ExternalConnection(
      { ...options, isPersistent: true, dropAfterMs: againAfterMs },
      {
        begin: (line, isResumed) => this.#begin(line, isResumed),
        take: (topic, bytes, marks, answer) => this.#take(topic, bytes, marks, answer),
        lost: () => {
          this.#line = null;
        },
      },
    );
  }

  async #begin(line: Line, isResumed: boolean): Promise<void> {
    this.#resumedAt = isResumed ? this.#options.clock.now() : Number.NEGATIVE_INFINITY;
    if (isResumed) line.unsubscribe(formerFilters);
    await line.subscribe(filters);
    this.#line = line;
    this.#subscribed.clear();
    this.renewSubscriptions();
  }

  /** Asks for the topics of payload maps as they are now. One that the broker refuses stops no other. */
  renewSubscriptions(): void {
    const line = this.#line;
    const { mapped, log } = this.#options;
    if (!line || !mapped) return;
    const wanted = new Set(mapped.subscriptions());
    const gone = [...this.#subscribed].filter((filter) => !wanted.has(filter));
    if (gone.length > 0) line.unsubscribe(gone);
    for (const filter of gone) this.#subscribed.delete(filter);
    for (const filter of wanted) {
      if (this.#subscribed.has(filter)) continue;
      this.#subscribed.add(filter);
      line.subscribe([filter]).catch((error: unknown) => {
        this.#subscribed.delete(filter);
        log.warn('The MQTT broker refused the topics of a payload map', { filter, error });
      });
    }
  }

  #takeMapped(topic: string, bytes: Buffer, marks: DeliveryMarks, answer: (isStored: boolean) => void): void {
    const { mapped, clock } = this.#options;
    const at = clock.now();
    const isKept = marks.isRetained || marks.isRepeated || at - this.#resumedAt < queuedWithinMs;
    const arrival = { at, how: isKept ? ('queued' as const) : ('live' as const) };
    mapped?.takeOfTopic({ topic, bytes, arrival }, (receipt) => answer(receipt.kind !== 'again'));
  }

  #take(topic: string, bytes: Buffer, marks: DeliveryMarks, answer: (isStored: boolean) => void): void {
    const { catalog, intake, unknown, clock, sessions, mapped } = this.#options;
    const json = jsonTopic(topic);
    const found = json && deviceAt(catalog, json.address);
    // Whoever adds one chooses its udf_id: by that alone it must not get what another plant sends.
    const device = found && found.type.claim === 'open' ? undefined : found;
    if (!json && mapped && !topic.startsWith('tocsin/') && bytes.length <= limits.mqttPacketBytes)
      this.#takeMapped(topic, bytes, marks, answer);
    else if (!json) {
      this.metrics.strange++;
      answer(true);
    } else if (bytes.length > limits.mqttPacketBytes) {
      this.metrics.oversized++;
      if (device) intake.countRefused(device.id, 'limit');
      answer(true);
    } else if (!device) {
      const address = { convention: 'json', group: 'tocsin/v1', edge: json.address, device: null } as const;
      unknown.note({ ...address, siteId: null, why: 'unknown' }, clock.now());
      answer(true);
    } else if (isPolled(device) || isOfEdge(device)) {
      intake.countRefused(device.id, isPolled(device) ? 'polled' : 'edge');
      answer(true);
    } else {
      const { id } = device;
      const { kind } = json;
      const session = kind === 'birth' ? sessions.born(id) : sessions.heard(id);
      const message = jsonMessage(kind, id, bytes, session);
      const delayed: Message =
        message.kind === 'death' ? { ...message, ts: () => message.ts() + willSlackMs } : message;
      intake.take(delayed, (receipt) => {
        if (kind === 'death' && receipt.kind === 'stored') sessions.died(id);
        answer(receipt.kind !== 'again');
      });
    }
  }
}

function jsonTopic(topic: string): { readonly address: string; readonly kind: JsonKind } | null {
  const [root, version, address, kind, ...rest] = topic.split('/');
  if (root !== 'tocsin' || version !== 'v1' || !address || rest.length > 0 || !isJsonKind(kind)) return null;
  return { address, kind };
}
