import type { DeviceId } from '@tocsin/contract/ids';
import { limits } from '@tocsin/contract/limits';
import type { DecodedFrame, IndexedLayout } from '../passing.ts';
import { scanCompact } from './compact-scan.ts';
import { decodeBirth } from './decode-birth.ts';
import { decodeFrame, readTs } from './decode-frame.ts';
import type { DecodedData, Message } from './intake.ts';
import { isRecord, parseJson } from './json-text.ts';
import { FrameRefusal } from './refusal.ts';

export type JsonKind = Message['kind'];
/** Whether the last word of a topic or path names a kind of message. */
export const isJsonKind = (word: string | undefined): word is JsonKind =>
  word === 'birth' || word === 'data' || word === 'death';

/** A message of the JSON convention as the line takes it, whichever door it came through. */
export function jsonMessage(
  kind: JsonKind,
  deviceId: DeviceId,
  bytes: Uint8Array,
  session: number | null,
  will = false,
): Message {
  switch (kind) {
    case 'birth':
      return { kind, deviceId, session, bytes: bytes.length, birth: () => decodeBirth(parseJson(bytes)) };
    case 'data':
      return { kind, deviceId, session, bytes: bytes.length, data: (layout) => readData(bytes, layout) };
    case 'death':
      return { kind, deviceId, session, will, ts: () => decodeDeath(parseJson(bytes)) };
    default:
      return kind satisfies never;
  }
}

const readData = (bytes: Uint8Array, layout: IndexedLayout): DecodedData =>
  scanCompact(bytes, layout) ?? decodeData(parseJson(bytes), layout);

/** One frame, or an array of frames for back-fill. */
export function decodeData(json: unknown, layout: IndexedLayout): DecodedData {
  if (!Array.isArray(json)) return { frames: [decodeFrame(json, layout)], refused: [], single: true };
  if (json.length > limits.framesPerPost)
    throw new FrameRefusal('limit', `More than ${limits.framesPerPost} frames in a message`);
  const frames: DecodedFrame[] = [];
  const refused: FrameRefusal[] = [];
  for (const one of json) {
    try {
      frames.push(decodeFrame(one, layout));
    } catch (error) {
      if (!(error instanceof FrameRefusal)) throw error;
      refused.push(error);
    }
  }
  return { frames, refused, single: false };
}

/** The time of a death message; throws a refusal when there is none. */
export function decodeDeath(json: unknown): number {
  if (!isRecord(json)) throw new FrameRefusal('structure', 'A death is an object');
  return readTs(json.ts);
}
