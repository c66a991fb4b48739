import type { DeviceId } from '@tocsin/contract/ids';
import { limits } from '@tocsin/contract/limits';
import type { DecodedFrame, IndexedLayout } from '../../types.ts';
import { FrameRefusal } from '../frame-refusal.ts';
import type { DecodedData, Message } from '../intake.ts';
import { scanCompact, scanCompactInSteps } from './compact-scan.ts';
import { decodeBirth } from './decode-birth.ts';
import { decodeFrame, readTs } from './decode-frame.ts';
import { isRecord, parseJson } from './json-text.ts';

export type JsonKind = Message['kind'];
/** Whether the last part of a topic or path is a message kind. */
export const isJsonKind = (word: string | undefined): word is JsonKind =>
  word === 'birth' || word === 'data' || word === 'death';

/** Builds the pipeline's message from a message of the JSON convention, for every adapter. */
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
      return {
        kind,
        deviceId,
        session,
        bytes: bytes.length,
        data: (layout) => readData(bytes, layout),
        dataInSteps: bytes.length > longBytes ? (layout) => readInSteps(bytes, layout) : undefined,
      };
    case 'death':
      return { kind, deviceId, session, will, diedAt: null, ts: () => decodeDeath(parseJson(bytes)) };
    default:
      return kind satisfies never;
  }
}

/** Longer messages are decoded in steps: some 400 frames of 100 sensors. */
const longBytes = 256_000;

const readData = (bytes: Uint8Array, layout: IndexedLayout): DecodedData =>
  scanCompact(bytes, layout) ?? decodeData(parseJson(bytes), layout);

function* readInSteps(bytes: Uint8Array, layout: IndexedLayout): Generator<undefined, DecodedData, void> {
  return (yield* scanCompactInSteps(bytes, layout)) ?? decodeData(parseJson(bytes), layout);
}

/** Decodes one frame, or an array of back-filled frames. */
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

/** Returns the time of a death message in unix milliseconds; throws a FrameRefusal without one. */
export function decodeDeath(json: unknown): number {
  if (!isRecord(json)) throw new FrameRefusal('structure', 'A death is an object');
  return readTs(json.ts);
}
