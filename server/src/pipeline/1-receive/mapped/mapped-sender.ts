import { fitTopic } from '@tocsin/contract/payload-map-path';
import type { CompiledMap } from './compiled-map.ts';
import { lookUp } from './map-readings.ts';

/** Who sent a message, as the message itself says. */
export interface NamedSender {
  /** `udf`: the topic names a UDF ID, in a place that is meant for one. */
  readonly by: 'udf' | 'id';
  readonly text: string;
}

const longestSender = 64;

/**
 * The sender that a topic or a message names by a map; null: none. `json` is asked only where the topic names nobody,
 * and throws a FrameRefusal for a message that can't be read.
 */
export function namedSender(
  map: CompiledMap,
  topic: readonly string[] | null,
  json: () => unknown,
): NamedSender | null {
  for (const { topic: filter, device } of map.kinds) {
    const place = filter && topic ? fitTopic(filter, topic) : null;
    if (topic !== null && place === null) continue;
    if (place) return named(filter?.includes('{udf}') ? 'udf' : 'id', place);
    const sender = device && named('id', lookUp(device, json()));
    if (sender) return sender;
  }
  return null;
}

/** Whether a topic is one of a map's. */
export const isTopicOf = (map: CompiledMap, topic: readonly string[]): boolean =>
  map.kinds.some(({ topic: filter }) => filter !== null && fitTopic(filter, topic) !== null);

function named(by: NamedSender['by'], raw: unknown): NamedSender | null {
  const text = typeof raw === 'number' ? String(raw) : typeof raw === 'string' ? raw.trim() : '';
  return text === '' || text.length > longestSender ? null : { by, text };
}
