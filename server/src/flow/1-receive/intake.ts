import type { DeviceId } from '@tocsin/contract/ids';
import type { DecodedBirth, DecodedFrame, IndexedLayout, RefusalKind } from '../passing.ts';
import type { FrameRefusal } from './refusal.ts';

/** What a door's decoder makes of a data message: single bad frames of an array don't hold up the others. */
export interface DecodedData {
  readonly frames: readonly DecodedFrame[];
  readonly refused: readonly FrameRefusal[];
  /** It was one frame, not an array. */
  readonly single: boolean;
}

/** It was read by another list of sensors than the device has now: whoever read it reads it again. */
export class OtherLayout extends Error {}

/** One message of one device. It is read when the line takes it, since how to read data depends on the last birth. */
export type Message = {
  readonly deviceId: DeviceId;
  /** The MQTT session that brought it; null where the protocol has none. */
  readonly session: number | null;
  /** Of the message as it came, for bounds. */
  readonly bytes?: number;
} & (
  | { readonly kind: 'birth'; readonly birth: () => DecodedBirth }
  | { readonly kind: 'data'; readonly data: (layout: IndexedLayout) => DecodedData }
  | {
      readonly kind: 'death';
      readonly ts: () => number;
      /** Sent by the broker because the session broke. */
      readonly will: boolean;
    }
);

/** What became of a message. */
export type Receipt =
  /** All that could be taken is committed. */
  | {
      readonly kind: 'stored';
      readonly accepted: number;
      readonly duplicates: number;
      readonly rejectedValues: number;
      readonly refusedFrames: number;
      readonly refusedReason: string;
    }
  /** Nothing of it was taken, and sending it again would not help. */
  | { readonly kind: 'refused'; readonly why: RefusalKind; readonly text: string }
  /** Not stored, and not its fault: it is to be sent again. */
  | { readonly kind: 'again' };

/** What the doors need of the line. */
export interface Intake {
  /** Queues before it returns, so that a device's order is the order of arrival; `answer` is called once. */
  take(message: Message, answer: (receipt: Receipt) => void): void;
  beginSession(device: DeviceId, session: number): void;
  endSession(device: DeviceId, session: number): void;
  /** By its last birth. Then its session is its sign of life and needs a keep-alive. */
  reportsByException(device: DeviceId): boolean;
  /** A message that did not even reach the line. */
  countRefused(device: DeviceId, why: RefusalKind): void;
  full(): boolean;
  whenRoom(fn: () => void): void;
}
