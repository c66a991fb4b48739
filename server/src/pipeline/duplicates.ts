import type { PackedContent } from '../history/codec/frame-pack.ts';
import {
  type AcceptedFrame,
  ALARM,
  ALARM_SENT,
  BOOT_GIVEN,
  IMPORT_SEQ,
  SENT,
  SEQ_GIVEN,
  STATE_SENT,
  STATUS_SENT,
} from './types.ts';

/** A stored frame of the same device with the same own time. */
export interface StoredDuplicate {
  readonly boot: number;
  readonly seq: number;
  /** Fetched only when the key alone does not decide. */
  content(): PackedContent;
}

/**
 * How a late frame relates to stored frames with its own time: a duplicate, or new under some seq
 * (docs/spec/decisions.md 5). Same boot and seq: stored once. Without a boot of its own: the same seq and content is a
 * duplicate whatever the boot. Without a seq of its own: the same content is a duplicate, other content is stored under
 * the next free seq.
 */
export function placeAmong(
  frame: AcceptedFrame,
  duplicates: readonly StoredDuplicate[],
): { kind: 'duplicate' } | { kind: 'new' | 'conflict'; seq: number } {
  if (frame.seq >= IMPORT_SEQ) return placeImported(frame, duplicates);
  const hasSeq = (frame.given & SEQ_GIVEN) !== 0;
  const hasBoot = (frame.given & BOOT_GIVEN) !== 0;
  let free = frame.seq;
  for (const duplicate of duplicates) {
    if (duplicate.seq >= IMPORT_SEQ) continue;
    const sameBoot = duplicate.boot === frame.boot;
    if (hasSeq) {
      if (duplicate.seq !== frame.seq) continue;
      if (sameBoot || (!hasBoot && sameContent(frame, duplicate.content()))) return { kind: 'duplicate' };
    } else {
      if ((sameBoot || !hasBoot) && sameContent(frame, duplicate.content())) return { kind: 'duplicate' };
      if (sameBoot) free = Math.max(free, duplicate.seq + 1);
    }
  }
  return free === frame.seq ? { kind: 'new', seq: free } : { kind: 'conflict', seq: free };
}

/**
 * An imported frame is a duplicate when each of its values is stored at its moment, by whatever frames: a file may be
 * cut and grouped otherwise than before. Never the reverse.
 */
function placeImported(frame: AcceptedFrame, duplicates: readonly StoredDuplicate[]): ReturnType<typeof placeAmong> {
  if (duplicates.length === 0) return { kind: 'new', seq: frame.seq };
  const contents = duplicates.map((one) => one.content()).filter((one) => one.values.length === frame.values.length);
  const isStored = (i: number): boolean =>
    contents.some((one) => (one.flags[i] & SENT) !== 0 && Object.is(one.values[i] + 0, frame.values[i] + 0));
  if (frame.values.every((_, i) => (frame.flags[i] & SENT) === 0 || isStored(i))) return { kind: 'duplicate' };
  return { kind: 'new', seq: Math.max(frame.seq, ...duplicates.map((one) => one.seq + 1)) };
}

/** Whether both messages sent the same content. Values filled in from earlier frames do not count. */
function sameContent(a: PackedContent, b: PackedContent): boolean {
  const n = a.values.length;
  if (n !== b.values.length) return false;
  const sentBits = SENT | ALARM_SENT | STATUS_SENT | STATE_SENT;
  for (let i = 0; i < n; i++) {
    const sent = a.flags[i] & sentBits;
    if (sent !== (b.flags[i] & sentBits)) return false;
    if (sent & SENT && !Object.is(a.values[i] + 0, b.values[i] + 0)) return false;
    if (sent & ALARM_SENT && (a.flags[i] ^ b.flags[i]) & ALARM) return false;
    if (sent & STATUS_SENT && a.status[i] !== b.status[i]) return false;
    if (sent & STATE_SENT && a.state[i] !== b.state[i]) return false;
  }
  return true;
}
