import type { DeviceId } from '@tocsin/contract/ids';
import { limits } from '@tocsin/contract/limits';
import type { DecodedBirth, DecodedFrame, IndexedLayout } from '../../types.ts';
import { type Steps, withoutPauses } from '../decode-steps.ts';
import { FrameRefusal } from '../frame-refusal.ts';
import type { DecodedData, Message } from '../intake.ts';
import { scanCompact, scanCompactInSteps } from './compact-scan.ts';
import { decodeBirth } from './decode-birth.ts';
import { decodeFrame, readTs } from './decode-frame.ts';
import { checkSize, elementsOf } from './json-size.ts';
import { isRecord, parseJson, withoutNul } from './json-text.ts';

export type JsonKind = 'birth' | 'data' | 'death';
/** Whether the last part of a topic or path is a message kind. */
export const isJsonKind = (word: string | undefined): word is JsonKind =>
  word === 'birth' || word === 'data' || word === 'death';

/** Builds the pipeline's message from a message of the JSON convention, for every adapter. */
export function jsonMessage(
  kind: JsonKind,
  deviceId: DeviceId,
  sent: Uint8Array,
  session: number | null,
  will = false,
): Message {
  const bytes = withoutNul(sent);
  switch (kind) {
    case 'birth':
      return { kind, deviceId, session, bytes: bytes.length, birth: () => readBirth(bytes) };
    case 'data':
      return {
        kind,
        deviceId,
        session,
        bytes: bytes.length,
        data: (layout) => readData(bytes, layout),
        dataInSteps: bytes.length > shortBytes ? (layout) => readInSteps(bytes, layout) : undefined,
      };
    case 'death':
      return { kind, deviceId, session, will, diedAt: null, ts: () => readDeath(bytes) };
    default:
      return kind satisfies never;
  }
}

/** Longer messages are decoded in steps: some 400 frames of 100 sensors. */
const longBytes = 256_000;
/** Messages of partial frames too, which take more memory than their bytes: some 50 frames. */
const shortBytes = 4_000;
/** What a step may cost: bytes that are parsed, and as many of the frames that come out of them. */
const stepCost = 256_000;
const deathValues = 100;

const readData = (bytes: Uint8Array, layout: IndexedLayout): DecodedData =>
  scanCompact(bytes, layout) ?? withoutPauses(readGeneral(bytes, layout));

function* readInSteps(bytes: Uint8Array, layout: IndexedLayout): Steps<DecodedData> {
  const compact = bytes.length > longBytes ? yield* scanCompactInSteps(bytes, layout) : scanCompact(bytes, layout);
  return compact ?? (yield* readGeneral(bytes, layout));
}

function readBirth(bytes: Uint8Array): DecodedBirth {
  checkSize(bytes, limits.jsonValuesPerBirth);
  return decodeBirth(parseJson(bytes));
}

function readDeath(bytes: Uint8Array): number {
  checkSize(bytes, deathValues);
  return decodeDeath(parseJson(bytes));
}

/** The general decoder: counts before it parses, and parses one frame after the other. */
function* readGeneral(bytes: Uint8Array, layout: IndexedLayout): Steps<DecodedData> {
  const elements = yield* elementsOf(bytes, limits.framesPerPost);
  if (!elements) {
    checkSize(bytes, limits.jsonValuesPerFrame);
    return decodeData(parseJson(bytes), layout);
  }
  const frames: DecodedFrame[] = [];
  const refused: FrameRefusal[] = [];
  const frameCost = layout.sensors.length * 16;
  let cost = 0;
  for (const [i, from] of elements.from.entries()) {
    const piece = bytes.subarray(from, elements.to[i]);
    decodeOne(parseJson(piece), layout, frames, refused);
    cost += piece.length + frameCost;
    if (cost < stepCost) continue;
    cost = 0;
    yield;
  }
  return { frames, refused, single: false };
}

/** A frame of an array; an invalid one does not block the others. */
function decodeOne(json: unknown, layout: IndexedLayout, frames: DecodedFrame[], refused: FrameRefusal[]): void {
  try {
    frames.push(decodeFrame(json, layout));
  } catch (error) {
    if (!(error instanceof FrameRefusal)) throw error;
    refused.push(error);
  }
}

/** Decodes one frame, or an array of back-filled frames. */
export function decodeData(json: unknown, layout: IndexedLayout): DecodedData {
  if (!Array.isArray(json)) return { frames: [decodeFrame(json, layout)], refused: [], single: true };
  if (json.length > limits.framesPerPost)
    throw new FrameRefusal('limit', `More than ${limits.framesPerPost} frames in a message`);
  const frames: DecodedFrame[] = [];
  const refused: FrameRefusal[] = [];
  for (const one of json) decodeOne(one, layout, frames, refused);
  return { frames, refused, single: false };
}

/** Returns the time of a death message in unix milliseconds; throws a FrameRefusal without one. */
export function decodeDeath(json: unknown): number {
  if (!isRecord(json)) throw new FrameRefusal('structure', 'A death is an object');
  return readTs(json.ts);
}
