import { limits } from '@tocsin/contract/limits';
import type { Catalog } from '../../catalog.ts';
import { deviceAt, isOfEdge, isPolled } from '../device-address.ts';
import type { Intake, Message } from '../intake.ts';
import { isJsonKind, type JsonKind, jsonMessage } from '../json/json-messages.ts';
import type { UnknownNodes } from '../sparkplug/unknown-nodes.ts';
import { ExternalConnection, type ExternalConnectionOptions } from './external-connection.ts';
import type { ExternalSessions } from './external-sessions.ts';

export interface ExternalJsonOptions
  extends Omit<ExternalConnectionOptions, 'intake' | 'isPersistent' | 'dropAfterMs'> {
  readonly intake: Intake;
  readonly catalog: Catalog;
  readonly unknown: UnknownNodes;
  readonly sessions: ExternalSessions;
}

const filters = ['tocsin/v1/+/+'];
/** Version 1 subscribed to Sparkplug in this session too, and the broker still has it. */
const formerFilters = ['spBv1.0/+/+/+', 'spBv1.0/+/+/+/+', 'spBv1.0/STATE/tocsin'];
/** Messages that could not be stored are redelivered after the next connect. */
const againAfterMs = 5_000;
/** A will's ts is set at connect, shortly before the birth; the will of an earlier session is much older. */
const willSlackMs = 30_000;

/** JSON devices on an external broker: a persistent session, so that the broker queues while the server is down. */
export class ExternalJson {
  readonly #options: ExternalJsonOptions;
  readonly connection: ExternalConnection;
  readonly metrics = { oversized: 0, strange: 0 };

  constructor(options: ExternalJsonOptions) {
    this.#options = options;
    this.connection = new ExternalConnection(
      { ...options, isPersistent: true, dropAfterMs: againAfterMs },
      {
        async begin(line, isResumed) {
          if (isResumed) line.unsubscribe(formerFilters);
          await line.subscribe(filters);
        },
        take: (topic, bytes, _retained, answer) => this.#take(topic, bytes, answer),
      },
    );
  }

  #take(topic: string, bytes: Buffer, answer: (isStored: boolean) => void): void {
    const { catalog, intake, unknown, clock, sessions } = this.#options;
    const json = jsonTopic(topic);
    const found = json && deviceAt(catalog, json.address);
    // Whoever adds one chooses its udf_id: by that alone it must not get what another plant sends.
    const device = found && found.type.claim === 'open' ? undefined : found;
    if (!json) {
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
