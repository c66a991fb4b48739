import type { DeviceId } from '@tocsin/contract/ids';
import { FrameRefusal } from '../frame-refusal.ts';
import type { Message } from '../intake.ts';
import type { CompiledMap } from './compiled-map.ts';
import { type Arrival, parseMapped, readMapped } from './read-mapped.ts';

/** The map of a device. */
export interface DeviceMap {
  readonly compiled: CompiledMap;
  /** Unix ms until which new keys become sensors. */
  readonly openUntil: number;
}

/** A message that a map reads. */
export interface SentMessage {
  /** null: HTTP. */
  readonly topic: string | null;
  readonly bytes: Uint8Array;
  readonly arrival: Arrival;
  /** Present when the adapter has parsed it already, to find its sender. */
  readonly parsed?: { readonly json: unknown };
}

/** Builds the pipeline's message from one that a map reads, for every adapter. */
export function mappedMessage(deviceId: DeviceId, map: DeviceMap, sent: SentMessage): Message {
  const { topic, bytes, arrival } = sent;
  const levels = topic?.split('/') ?? null;
  // Parsed once, though another layout has it read again.
  let { parsed } = sent;
  return {
    kind: 'mapped',
    deviceId,
    session: null,
    bytes: bytes.length,
    mapped(layout, mayGrow) {
      parsed ??= { json: parseMapped(bytes) };
      const isOpen = mayGrow && arrival.at < map.openUntil;
      const read = readMapped(map.compiled, levels, parsed.json, arrival, layout, isOpen);
      if (read.birth && !mayGrow) throw new FrameRefusal('layouts', 'Too many different lists of sensors in an hour');
      return read;
    },
  };
}
