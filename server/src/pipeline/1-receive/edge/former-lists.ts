import type { EdgeBirth, EdgeFrame } from '@tocsin/contract/edge-exchange';
import { DeviceId } from '@tocsin/contract/ids';
import { indexLayout } from '../../fill-frame.ts';
import type { DecodedBirth, IndexedLayout } from '../../types.ts';
import { FrameRefusal } from '../frame-refusal.ts';
import type { Message } from '../intake.ts';
import { decodeBirth } from '../json/decode-birth.ts';
import { decodeEdgeFrame } from './edge-items.ts';

interface FormerList {
  readonly birth: DecodedBirth;
  readonly layout: IndexedLayout;
}

/** Kept at once, of all devices; the edge sends others again. */
const maxLists = 100;

/**
 * Lists of sensors that devices had at an edge before they left it. Such a list never becomes the device's own: it only
 * reads the frames of that time.
 */
export class FormerLists {
  readonly #lists = new Map<string, FormerList>();

  /** Remembers the list of a birth; false when it cannot be read. */
  note(item: EdgeBirth): boolean {
    const birth = readBirth(item.birth);
    if (!birth) return false;
    const key = `${item.d} ${birth.layout.hash}`;
    this.#lists.delete(key);
    this.#lists.set(key, { birth, layout: indexLayout({ ...birth.layout, layoutId: 0 }) });
    const [oldest] = this.#lists.keys();
    if (this.#lists.size > maxLists && oldest !== undefined) this.#lists.delete(oldest);
    return true;
  }

  /** The pipeline's message of a frame, as history with the list that it belongs to; null while that is unknown. */
  message(item: EdgeFrame): Message | null {
    const list = this.#lists.get(`${item.d} ${item.hash}`);
    if (!list) return null;
    return {
      kind: 'birth',
      deviceId: DeviceId.parse(item.d),
      session: null,
      bytes: item.values.length + item.flags.length,
      birth: () => ({ ...list.birth, first: decodeEdgeFrame(item, list.layout, true), isFormer: true }),
    };
  }
}

function readBirth(sent: unknown): DecodedBirth | null {
  try {
    return decodeBirth(sent);
  } catch (error) {
    if (error instanceof FrameRefusal) return null;
    throw error;
  }
}
