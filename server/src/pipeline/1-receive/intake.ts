import type { DeviceId } from '@tocsin/contract/ids';
import type { DecodedBirth, DecodedFrame, IndexedLayout, RefusalKind } from '../types.ts';
import type { FrameRefusal } from './frame-refusal.ts';

/** The result of decoding a data message. Invalid frames of an array do not block the valid ones. */
export interface DecodedData {
  readonly frames: readonly DecodedFrame[];
  readonly refused: readonly FrameRefusal[];
  /** True when the message was a single frame, not an array. */
  readonly single: boolean;
  /** True when later frames of the message follow, so that the last of these does not tell the device's present. */
  readonly continues?: boolean;
}

/** A mapped message as frames, with the birth that the portal makes for them where the device's layout has to change. */
export interface MappedRead {
  readonly birth: DecodedBirth | null;
  readonly data: DecodedData;
}

/** Returned when the layout has changed since the message was decoded; the caller decodes it again. */
export class OtherLayout extends Error {}

/** One message of one device. Decoding runs in the pipeline, because data can only be read with the newest birth. */
export type Message = {
  readonly deviceId: DeviceId;
  /** The MQTT session that delivered it; null for protocols without sessions. */
  readonly session: number | null;
  /** Size of the received message in bytes. */
  readonly bytes?: number;
} & (
  | { readonly kind: 'birth'; readonly birth: () => DecodedBirth }
  | {
      readonly kind: 'data';
      readonly data: (layout: IndexedLayout) => DecodedData;
      /** For a long message: the same, with pauses in which the pipeline takes messages of other devices. */
      readonly dataInSteps?: ((layout: IndexedLayout) => Generator<undefined, DecodedData, void>) | undefined;
    }
  | {
      readonly kind: 'mapped';
      /** `mayGrow`: whether the device may get another list of sensors now. */
      readonly mapped: (layout: IndexedLayout | null, mayGrow: boolean) => MappedRead;
    }
  | {
      readonly kind: 'death';
      readonly ts: () => number;
      /** When the device died, as its gateway says; null: now. */
      readonly diedAt: number | null;
      /** True when the broker published it because the session broke. */
      readonly will: boolean;
    }
);

/** The outcome of a message. */
export type Receipt =
  /** Every valid frame is committed. */
  | {
      readonly kind: 'stored';
      readonly accepted: number;
      readonly duplicates: number;
      readonly rejectedValues: number;
      readonly refusedFrames: number;
      readonly refusedReason: string;
      /** What the sender probably does wrong, though it was taken. */
      readonly notice?: string;
      /** Size of the accepted frames in memory: a short message can hold many frames of many sensors. */
      readonly frameBytes?: number;
    }
  /** Nothing was accepted, and sending it again would not help. */
  | { readonly kind: 'refused'; readonly why: RefusalKind; readonly text: string }
  /** Not stored for a reason on the server's side; the sender should send it again. */
  | { readonly kind: 'again' };

/** The part of the pipeline that adapters use. */
export interface Intake {
  /**
   * Queues the message before returning, so that a device's messages keep their order of arrival. Calls `answer` once.
   */
  take(message: Message, answer: (receipt: Receipt) => void): void;
  beginSession(device: DeviceId, session: number): void;
  endSession(device: DeviceId, session: number): void;
  /** From its newest birth. If true, the session shows that the device is alive, so it needs a keep-alive. */
  reportsByException(device: DeviceId): boolean;
  /** Counts a message that an adapter refused before it reached the pipeline. */
  countRefused(device: DeviceId, why: RefusalKind): void;
  /** Whether to stop reading for now, for all devices or for this one (too many late frames are waiting). */
  full(device?: DeviceId): boolean;
  whenRoom(fn: () => void): void;
}
