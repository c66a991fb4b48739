import type { PackedContent } from '../codec/frame-pack.ts';
import { ALARM, ALARM_SENT, BOOT_GIVEN, type KeptFrame, SENT, SEQ_GIVEN, STATE_SENT, STATUS_SENT } from '../passing.ts';

/** A frame that is stored already, of the same device and the same own time. */
export interface StoredTwin {
  readonly boot: number;
  readonly seq: number;
  /** Asked for only when the key alone does not tell. */
  content(): PackedContent;
}

/**
 * What a late frame is beside those stored with its own time: a duplicate, or new under some seq (decisions.md 5).
 * - Same boot and seq: stored once.
 * - Without a boot of its own: same seq and content is a duplicate whatever the boot.
 * - Without a seq of its own: the same content is a duplicate, other content is kept under the next free seq.
 */
export function placeAmong(
  frame: KeptFrame,
  twins: readonly StoredTwin[],
): { kind: 'duplicate' } | { kind: 'new' | 'conflict'; seq: number } {
  const hasSeq = (frame.given & SEQ_GIVEN) !== 0;
  const hasBoot = (frame.given & BOOT_GIVEN) !== 0;
  let free = frame.seq;
  for (const twin of twins) {
    const sameBoot = twin.boot === frame.boot;
    if (hasSeq) {
      if (twin.seq !== frame.seq) continue;
      if (sameBoot || (!hasBoot && sameContent(frame, twin.content()))) return { kind: 'duplicate' };
    } else {
      if ((sameBoot || !hasBoot) && sameContent(frame, twin.content())) return { kind: 'duplicate' };
      if (sameBoot) free = Math.max(free, twin.seq + 1);
    }
  }
  return free === frame.seq ? { kind: 'new', seq: free } : { kind: 'conflict', seq: free };
}

/** The same message: what either of them sent, both sent alike. What was carried over from before does not count. */
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
