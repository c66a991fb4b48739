import type { Clock } from '../platform/clock.ts';
import type { DecodedData, Receipt } from './1-receive/intake.ts';
import { inOrder } from './2-track/track.ts';
import type { DecodedFrame } from './types.ts';

/** Frames of a long message that are tracked and committed at a time, and their values. */
const slice = { frames: 250, values: 50_000 };
/** Other messages of the device that may wait until a long one is committed; the sender must repeat others. */
const maxBehind = { messages: 200, bytes: 4_000_000 };
/** Frames of all devices that may be in slices at a time. */
const maxSlicedFrames = 20_000;
/** Longest pause after a slice: a database that is slow for other reasons delays a long message no further. */
const maxPauseMs = 100;

const sliceFrames = (frames: readonly DecodedFrame[]): number =>
  Math.max(1, Math.min(slice.frames, Math.floor(slice.values / Math.max(1, frames[0]?.values.length ?? 0))));

/**
 * Whether to take a message in slices, while so many frames of other messages are. What exceeds the limit is taken whole:
 * then the queue counts all of it and tells adapters to wait, as it can not with frames that are not in it yet.
 */
export const isForSlices = ({ frames }: Pick<DecodedData, 'frames'>, inSlices: number): boolean =>
  frames.length > sliceFrames(frames) && inSlices + frames.length <= maxSlicedFrames;

/** The messages of a device that arrived while a long one of it is being taken, in their order. */
export class MessagesBehind {
  readonly #runs: (() => void)[] = [];
  #bytes = 0;

  /** Returns false when too many wait already. */
  add(bytes: number, run: () => void): boolean {
    if (this.#runs.length >= maxBehind.messages || this.#bytes + bytes > maxBehind.bytes) return false;
    this.#runs.push(run);
    this.#bytes += bytes;
    return true;
  }

  release(): void {
    for (const run of this.#runs) run();
  }
}

/**
 * Takes a long message in slices, in order of time and each after the commit of the one before, so that neither the
 * pipeline's thread nor a transaction is busy with one device for long. A pause follows each slice, as long as it took
 * itself, so that back-fill leaves half of the machine to live devices. Answers once, for the whole message: 'again' at the
 * first slice that was not stored, since frames stored before it are duplicates when they come again.
 */
export function takeInSlices(
  slices: readonly DecodedData[],
  take: (slice: DecodedData, answer: (receipt: Receipt) => void) => void,
  answer: (receipt: Receipt) => void,
  clock: Clock,
): void {
  const receipts: Receipt[] = [];
  const next = (): void => {
    const slice = slices[receipts.length];
    if (!slice) {
      answer(sumOf(receipts, slices));
      return;
    }
    const began = clock.now();
    take(slice, (receipt) => {
      receipts.push(receipt);
      if (receipt.kind === 'again') {
        answer(receipt);
        return;
      }
      const tookMs = Math.min(clock.now() - began, maxPauseMs);
      if (tookMs > 0 && slices.length > receipts.length) clock.after(tookMs, next);
      // Other messages that have arrived get their turn.
      else setImmediate(next);
    });
  };
  next();
}

/** In order of time. */
export function slicesOf({ frames, refused }: DecodedData): readonly DecodedData[] {
  const ordered: readonly DecodedFrame[] = inOrder(frames);
  const slices: DecodedData[] = [];
  const length = sliceFrames(ordered);
  for (let at = 0; at < ordered.length; at += length) {
    const continues = at + length < ordered.length;
    slices.push({
      frames: ordered.slice(at, at + length),
      refused: at === 0 ? refused : [],
      single: false,
      continues,
    });
  }
  return slices;
}

/** What was stored of all slices; refused when nothing of any slice was. */
function sumOf(receipts: readonly Receipt[], slices: readonly DecodedData[]): Receipt {
  const stored = receipts.filter((receipt) => receipt.kind === 'stored');
  const [first] = receipts;
  if (stored.length === 0 && first) return first;
  const ofRefused = receipts.map((receipt, at) => (receipt.kind === 'refused' ? sizeOf(slices[at]) : 0));
  const reasons = receipts.map((receipt) => (receipt.kind === 'stored' ? receipt.refusedReason : refusalText(receipt)));
  return {
    kind: 'stored',
    accepted: sum(stored.map(({ accepted }) => accepted)),
    duplicates: sum(stored.map(({ duplicates }) => duplicates)),
    rejectedValues: sum(stored.map(({ rejectedValues }) => rejectedValues)),
    refusedFrames: sum(stored.map(({ refusedFrames }) => refusedFrames)) + sum(ofRefused),
    refusedReason: reasons.find((reason) => reason !== '') ?? '',
    frameBytes: sum(stored.map(({ frameBytes = 0 }) => frameBytes)),
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
const sizeOf = (slice: DecodedData | undefined): number => (slice ? slice.frames.length + slice.refused.length : 0);
const refusalText = (receipt: Receipt): string => (receipt.kind === 'refused' ? receipt.text : '');
