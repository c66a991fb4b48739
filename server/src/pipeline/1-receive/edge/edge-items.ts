import type { EdgeBirth, EdgeDeath, EdgeFrame } from '@tocsin/contract/edge-exchange';
import { DeviceId } from '@tocsin/contract/ids';
import {
  ALARM,
  ALARM_SENT,
  ALL_SENT,
  type DecodedFrame,
  type IndexedLayout,
  SENT,
  STATE_SENT,
  STATUS_SENT,
} from '../../types.ts';
import { cleanText } from '../clean-text.ts';
import { FrameRefusal } from '../frame-refusal.ts';
import type { Message } from '../intake.ts';
import { decodeBirth } from '../json/decode-birth.ts';

/** An item of an edge that becomes a message of its device. */
export type EdgeMessageItem = EdgeBirth | EdgeFrame | EdgeDeath;

/** Builds the pipeline's message of an item; `isHistory`: it must not move the live state. */
export function edgeMessage(item: EdgeMessageItem, isHistory: boolean): Message {
  const deviceId = DeviceId.parse(item.d);
  switch (item.k) {
    case 'birth':
      return {
        kind: 'birth',
        deviceId,
        session: item.session,
        birth: () => ({ ...decodeBirth(item.birth), first: null }),
      };
    case 'death':
      return {
        kind: 'death',
        deviceId,
        session: item.session,
        will: item.will,
        diedAt: item.died_at,
        ts: () => item.ts,
      };
    case 'frame':
      return {
        kind: 'data',
        deviceId,
        session: null,
        bytes: item.values.length + item.flags.length,
        data: (layout) => ({ frames: [decodeEdgeFrame(item, layout, isHistory)], refused: [], single: true }),
      };
    default:
      return item satisfies never;
  }
}

/** Decodes a frame. Throws a FrameRefusal 'no_birth' when it belongs to another list of sensors than `layout`. */
export function decodeEdgeFrame(item: EdgeFrame, layout: IndexedLayout, isHistory: boolean): DecodedFrame {
  if (item.hash !== layout.hash) throw new FrameRefusal('no_birth', 'The frame belongs to another list of sensors');
  const count = layout.sensors.length;
  const values = doublesOf(item.values, count);
  const flags = bytesOf(item.flags, count).map((flag) => flag & (ALL_SENT | ALARM));
  const historical = item.historical || isHistory;
  const known = item.known === null || historical ? null : bytesOf(item.known, count);
  const status = textsOf(item.status, flags, known ? 0 : STATUS_SENT);
  const state = textsOf(item.state, flags, known ? 0 : STATE_SENT);
  if (!known) leaveSent(values, flags);
  return {
    ts: item.ts,
    seq: item.seq,
    boot: item.boot,
    historical,
    isComplete: flags.every((flag) => (flag & ALL_SENT) === ALL_SENT),
    values,
    flags,
    stateAt: state.at,
    stateText: state.text,
    statusAt: status.at,
    statusText: status.text,
    rejected: item.rejected,
    byEdge: { content: item.content, known },
  };
}

/** Removes what the device did not send with this frame. */
function leaveSent(values: Float64Array, flags: Uint8Array): void {
  for (let i = 0; i < flags.length; i++) {
    const flag = flags[i] ?? 0;
    if ((flag & SENT) === 0) values[i] = Number.NaN;
    if ((flag & ALARM_SENT) === 0) flags[i] = flag & ~ALARM;
  }
}

/** Texts by index, cleaned like those of a device; with `bit`, only where the frame's flags have it. */
function textsOf(texts: EdgeFrame['state'], flags: Uint8Array, bit: number): { at: number[]; text: string[] } {
  const at: number[] = [];
  const text: string[] = [];
  for (const [index, one] of texts) {
    const flag = flags[index];
    if (flag === undefined) throw new FrameRefusal('index', 'A text names a sensor that the list does not have');
    if ((flag & bit) !== bit) continue;
    at.push(index);
    text.push(cleanText(one, { count: 0 }));
  }
  return { at, text };
}

function bytesOf(text: string, count: number): Uint8Array {
  const bytes = new Uint8Array(Buffer.from(text, 'base64'));
  if (bytes.length !== count) throw new FrameRefusal('length', `${bytes.length} marks for ${count} sensors`);
  return bytes;
}

/** Doubles, little-endian; anything that is not a number of its own is no value. */
function doublesOf(text: string, count: number): Float64Array {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== count * 8) throw new FrameRefusal('length', `${bytes.length} bytes for ${count} sensors`);
  return Float64Array.from({ length: count }, (_, i) => {
    const value = bytes.readDoubleLE(i * 8);
    return Number.isFinite(value) ? value + 0 : Number.NaN;
  });
}
