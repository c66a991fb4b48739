import { deserialize, serialize } from 'node:v8';
import type { DeviceId } from '@tocsin/contract/ids';
import type { Layout } from '@tocsin/contract/layout';
import { type DecodedData, type Message, OtherLayout, type Receipt } from '../flow/1-receive/intake.ts';
import { FrameRefusal } from '../flow/1-receive/refusal.ts';
import type { DecodedBirth, DecodedFrame, IndexedLayout, RefusalKind } from '../flow/passing.ts';

/** What passes between processes: structured clones, which keep typed arrays as they are. */
export const pack = (value: unknown): Uint8Array => serialize(value);
// The other side is a process of ours, of this version or its neighbour: its types are ours.
export const unpack = <T>(bytes: Uint8Array): T => deserialize(bytes);

/** A refusal as plain data: an Error would come out without its kind. */
export interface Refused {
  readonly why: RefusalKind;
  readonly text: string;
}

/** A message of a device; what the door could not read goes as a refusal, to be counted at the owner. */
export type MessageItem = { readonly deviceId: DeviceId; readonly session: number | null } & (
  | { readonly kind: 'birth'; readonly birth: DecodedBirth | Refused }
  | {
      readonly kind: 'data';
      /** Of the list that it was read by; null: the door knows of none, and has not read it. */
      readonly hash: string | null;
      readonly data: PackedData | Refused | null;
    }
  | { readonly kind: 'death'; readonly ts: number | Refused; readonly will: boolean }
);
/** What needs no answer. */
export type Note =
  | { readonly kind: 'begin' | 'end'; readonly deviceId: DeviceId; readonly session: number }
  | { readonly kind: 'count'; readonly deviceId: DeviceId; readonly why: RefusalKind };
/** What a door hands to a device's owner. */
export type Item = MessageItem | Note;
export const isNote = (item: Item): item is Note =>
  item.kind === 'begin' || item.kind === 'end' || item.kind === 'count';
export interface PackedData {
  readonly frames: readonly DecodedFrame[];
  readonly refused: readonly Refused[];
  readonly single: boolean;
}
export interface Delivery {
  /** The process of the door. */
  readonly from: string;
  readonly items: readonly Item[];
}

/** What became of an item; `layout`: it was read by another list than the device has, and is to be read by this one. */
export type Answer = Receipt | { readonly kind: 'layout'; readonly layout: Layout } | { readonly kind: 'later' };
/** null: the owner is another one by now. */
export type Delivered = readonly Answer[] | null;

const refusedOf = (error: unknown): Refused => {
  if (!(error instanceof FrameRefusal)) throw error;
  return { why: error.kind, text: error.message };
};
const isRefused = (what: object): what is Refused => 'why' in what && 'text' in what;

/** Reads a message at the door, by the list that the door believes the device has. */
export function itemOf(message: Message, layout: IndexedLayout | null): MessageItem {
  const { deviceId, session } = message;
  switch (message.kind) {
    case 'birth':
      return { kind: 'birth', deviceId, session, birth: orRefusal(() => message.birth()) };
    case 'death':
      return { kind: 'death', deviceId, session, will: message.will, ts: orRefusal(() => message.ts()) };
    case 'data': {
      const data = layout && orRefusal(() => packData(message.data(layout)));
      return { kind: 'data', deviceId, session, hash: layout?.hash ?? null, data };
    }
    default:
      return message satisfies never;
  }
}

/** The same message at the owner. `other` is called when its list is not the one that the device has. */
export function messageOf(item: MessageItem, other: (layout: IndexedLayout) => void): Message {
  const { deviceId, session } = item;
  switch (item.kind) {
    case 'birth':
      return { kind: 'birth', deviceId, session, birth: () => ownBirth(orThrow(item.birth)) };
    case 'death':
      return { kind: 'death', deviceId, session, will: item.will, ts: () => deathTs(item.ts) };
    case 'data':
      return {
        kind: 'data',
        deviceId,
        session,
        data(layout) {
          if (item.data === null || item.hash !== layout.hash) {
            other(layout);
            throw new OtherLayout();
          }
          return unpackData(orThrow(item.data));
        },
      };
    default:
      return item satisfies never;
  }
}

function orRefusal<T>(read: () => T): T | Refused {
  try {
    return read();
  } catch (error) {
    return refusedOf(error);
  }
}

function orThrow<T extends object>(what: T | Refused): T {
  if (isRefused(what)) throw new FrameRefusal(what.why, what.text);
  return what;
}

function deathTs(ts: number | Refused): number {
  if (typeof ts === 'number') return ts;
  throw new FrameRefusal(ts.why, ts.text);
}

const packData = ({ frames, refused, single }: DecodedData): PackedData => ({
  frames,
  single,
  refused: refused.map(refusedOf),
});

function unpackData({ frames, refused, single }: PackedData): DecodedData {
  return {
    single,
    frames: frames.map(ownFrame),
    refused: refused.map(({ why, text }) => new FrameRefusal(why, text)),
  };
}

/** Arrays of a clone are views into the whole delivery, which a board would then keep in memory. */
const ownFrame = (frame: DecodedFrame): DecodedFrame => ({
  ...frame,
  values: frame.values.slice(),
  flags: frame.flags.slice(),
});

const ownBirth = (birth: DecodedBirth): DecodedBirth =>
  birth.first ? { ...birth, first: ownFrame(birth.first) } : birth;

/** Without its look-ups. */
export const plainLayout = ({ layoutId, hash, groups, sensors }: Layout): Layout => ({
  layoutId,
  hash,
  groups,
  sensors,
});
