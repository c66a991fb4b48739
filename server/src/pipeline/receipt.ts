import { FrameRefusal } from './1-receive/frame-refusal.ts';
import type { DecodedData, MappedRead, Message, Receipt } from './1-receive/intake.ts';
import type { Tracked } from './2-track/track.ts';
import type { AcceptedFrame, DecodedBirth, IndexedLayout, WriteOutcome } from './types.ts';

/** A message after stage 1. */
export type Read =
  | { readonly kind: 'birth'; readonly birth: DecodedBirth }
  | { readonly kind: 'data'; readonly data: DecodedData }
  | { readonly kind: 'mapped'; readonly birth: DecodedBirth | null; readonly data: DecodedData }
  | { readonly kind: 'death'; readonly ts: number; readonly diedAt: number | null; readonly will: boolean };

/** Decodes a message with its adapter's decoder. Throws a FrameRefusal for data before a birth. */
export function readMessage(
  message: Message,
  layout: IndexedLayout | null,
  layoutRefused: boolean,
  mayGrow: () => boolean,
): Read {
  switch (message.kind) {
    case 'birth':
      return { kind: 'birth', birth: message.birth() };
    case 'death':
      return { kind: 'death', ts: message.ts(), diedAt: message.diedAt, will: message.will };
    case 'data':
      if (layoutRefused) throw new FrameRefusal('layouts', 'The last birth was refused');
      if (!layout) throw new FrameRefusal('no_birth', 'Data before a birth');
      return { kind: 'data', data: message.data(layout) };
    case 'mapped':
      return readMapped(() => message.mapped(layout, mayGrow()));
    default:
      return message satisfies never;
  }
}

/** A message without a mapped value is counted, and refuses nothing: joins and states of a device are such messages. */
function readMapped(read: () => MappedRead): Read {
  try {
    return { kind: 'mapped', ...read() };
  } catch (error) {
    if (!(error instanceof FrameRefusal) || error.kind !== 'unmapped') throw error;
    return { kind: 'mapped', birth: null, data: { frames: [], refused: [error], single: true } };
  }
}

export const unknownDevice: Receipt = { kind: 'refused', why: 'no_birth', text: 'Unknown device' };

export const refusalOf = (error: FrameRefusal): Receipt => ({ kind: 'refused', why: error.kind, text: error.message });

const refusalTexts: Partial<Record<string, string>> = {
  future: 'Its time is more than 5 minutes ahead of the server',
  too_old: 'Older than the retention time',
  layouts: 'Too many different lists of sensors in an hour',
};

const refusalTextOf = ({ refusedText, refusedKind }: Tracked): string =>
  refusedText ?? refusalTexts[refusedKind ?? ''] ?? 'Refused';

/** Nothing was accepted, so there is nothing to commit. */
export function receiptWithoutWrite(read: Read, tracked: Tracked): Receipt | null {
  if (tracked.frames.length + tracked.late.length + tracked.duplicates > 0) return null;
  if (tracked.refusedKind !== null) return { kind: 'refused', why: tracked.refusedKind, text: refusalTextOf(tracked) };
  const first = 'data' in read ? read.data.refused[0] : undefined;
  return first ? refusalOf(first) : null;
}

/** Frames of a message have one list of sensors. */
const bytesOf = (frames: readonly AcceptedFrame[]): number => frames.length * (frames[0]?.values.byteLength ?? 0);

/** The answer after stage 4 has finished. */
export function receiptOf(read: Read, tracked: Tracked, outcome: WriteOutcome, stored: number): Receipt {
  if (outcome === 'again') return { kind: 'again' };
  if (outcome === 'refused') return { kind: 'refused', why: 'structure', text: 'It could not be stored' };
  const refused = 'data' in read ? read.data.refused : [];
  return {
    kind: 'stored',
    accepted: tracked.frames.length + tracked.late.length - stored,
    duplicates: tracked.duplicates + stored,
    rejectedValues: tracked.rejectedValues,
    refusedFrames: refused.length + tracked.refused,
    refusedReason: refused[0]?.message ?? (tracked.refusedKind ? refusalTextOf(tracked) : ''),
    ...(tracked.refusedKind === null && tracked.refusedText !== null ? { notice: tracked.refusedText } : {}),
    frameBytes: bytesOf(tracked.frames) + bytesOf(tracked.late),
  };
}
