import { deserialize, serialize } from 'node:v8';
import type { DeviceId } from '@tocsin/contract/ids';
import type { Layout } from '@tocsin/contract/layout';
import { FrameRefusal } from '../pipeline/1-receive/frame-refusal.ts';
import { type DecodedData, type Message, OtherLayout, type Receipt } from '../pipeline/1-receive/intake.ts';
import type { DecodedBirth, DecodedFrame, IndexedLayout, RefusalKind } from '../pipeline/types.ts';

/** Messages between processes: structured clones, which preserve typed arrays. */
export const pack = (value: unknown): Uint8Array => serialize(value);
// The other side is a Tocsin process of this or an adjacent version, so these types apply.
export const unpack = <T>(bytes: Uint8Array): T => deserialize(bytes);

/** A refusal as plain data; an Error would lose its kind. */
interface Refused {
  readonly why: RefusalKind;
  readonly text: string;
}

/** A message of a device. A refusal by the adapter's decoder is sent along, to be counted by the owner. */
export type MessageItem = { readonly deviceId: DeviceId; readonly session: number | null } & (
  | { readonly kind: 'birth'; readonly birth: DecodedBirth | Refused }
  | {
      readonly kind: 'data';
      /** Hash of the layout it was decoded with; null when the adapter knows none and has not decoded it. */
      readonly hash: string | null;
      readonly data: PackedData | Refused | null;
    }
  | {
      readonly kind: 'mapped';
      /** Hash of the layout that the adapter knew; null: none. */
      readonly hash: string | null;
      readonly mapped: { readonly birth: DecodedBirth | null; readonly data: PackedData } | Refused;
    }
  | { readonly kind: 'death'; readonly ts: number | Refused; readonly diedAt: number | null; readonly will: boolean }
);
/** An item without an answer. */
export type Note =
  | { readonly kind: 'begin' | 'end'; readonly deviceId: DeviceId; readonly session: number }
  | { readonly kind: 'count'; readonly deviceId: DeviceId; readonly why: RefusalKind };
/** A batch from an adapter to the owner of its devices. */
export type Item = MessageItem | Note;
export const isNote = (item: Item): item is Note =>
  item.kind === 'begin' || item.kind === 'end' || item.kind === 'count';
interface PackedData {
  readonly frames: readonly DecodedFrame[];
  readonly refused: readonly Refused[];
  readonly single: boolean;
}
export interface Delivery {
  /** The process of the adapter. */
  readonly from: string;
  readonly items: readonly Item[];
}

/** The outcome of an item; `layout`: it was decoded with an outdated layout, and must be decoded with this one. */
export type Answer = Receipt | { readonly kind: 'layout'; readonly layout: Layout } | { readonly kind: 'later' };
/** null: another process is the owner now. */
export type Delivered = readonly Answer[] | null;

const refusedOf = (error: unknown): Refused => {
  if (!(error instanceof FrameRefusal)) throw error;
  return { why: error.kind, text: error.message };
};
const isRefused = (what: object): what is Refused => 'why' in what && 'text' in what;

/** Decodes a message in the adapter's process, with the layout the adapter has for the device. */
export function itemOf(message: Message, layout: IndexedLayout | null): MessageItem {
  const { deviceId, session } = message;
  switch (message.kind) {
    case 'birth':
      return { kind: 'birth', deviceId, session, birth: orRefusal(() => message.birth()) };
    case 'death':
      return {
        kind: 'death',
        deviceId,
        session,
        will: message.will,
        diedAt: message.diedAt,
        ts: orRefusal(() => message.ts()),
      };
    case 'data': {
      const data = layout && orRefusal(() => packData(message.data(layout)));
      return { kind: 'data', deviceId, session, hash: layout?.hash ?? null, data };
    }
    case 'mapped': {
      const mapped = orRefusal(() => {
        const { birth, data } = message.mapped(layout, true);
        return { birth, data: packData(data) };
      });
      return { kind: 'mapped', deviceId, session, hash: layout?.hash ?? null, mapped };
    }
    default:
      return message satisfies never;
  }
}

/** Rebuilds the message in the owner's process. `other` is called when its layout is not the device's current one. */
export function messageOf(item: MessageItem, other: (layout: IndexedLayout) => void): Message {
  const { deviceId, session } = item;
  switch (item.kind) {
    case 'birth':
      return { kind: 'birth', deviceId, session, birth: () => ownBirth(orThrow(item.birth)) };
    case 'death':
      return { kind: 'death', deviceId, session, will: item.will, diedAt: item.diedAt, ts: () => deathTs(item.ts) };
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
    case 'mapped':
      return {
        kind: 'mapped',
        deviceId,
        session,
        mapped(layout, mayGrow) {
          if (item.hash !== (layout?.hash ?? null)) {
            if (layout) other(layout);
            throw new OtherLayout();
          }
          const { birth, data } = orThrow(item.mapped);
          if (birth && !mayGrow) throw new FrameRefusal('layouts', 'Too many different lists of sensors in an hour');
          return { birth, data: unpackData(data) };
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

/** Arrays of a clone are views of the whole batch, which a device state would otherwise keep in memory. */
const ownFrame = (frame: DecodedFrame): DecodedFrame => ({
  ...frame,
  values: frame.values.slice(),
  flags: frame.flags.slice(),
});

const ownBirth = (birth: DecodedBirth): DecodedBirth =>
  birth.first ? { ...birth, first: ownFrame(birth.first) } : birth;

/** Removes the lookups. */
export const plainLayout = ({ layoutId, hash, groups, sensors }: Layout): Layout => ({
  layoutId,
  hash,
  groups,
  sensors,
});
