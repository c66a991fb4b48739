import type { Note } from '@tocsin/contract/notes';
import type { ChartSpan } from '../../../../ui/chart/columns.ts';

/** Notes that share a mark, oldest first. */
export interface NoteMark {
  /** Position in the visible range, 0 to 1. */
  readonly part: number;
  readonly notes: readonly [Note, ...Note[]];
}

/** The marks of the notes in the visible range. Notes less than `apartMs` after the first one of a mark share it. */
export const noteMarks = (notes: readonly Note[], { from, to }: ChartSpan, apartMs: number): readonly NoteMark[] => {
  const marks: { at: number; notes: [Note, ...Note[]] }[] = [];
  for (const note of notes.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at) || a.id - b.id)) {
    const at = Date.parse(note.at);
    if (at < from || at > to) continue;
    const last = marks.at(-1);
    if (last && at - last.at < apartMs) last.notes.push(note);
    else marks.push({ at, notes: [note] });
  }
  return marks.map((mark) => ({ part: (mark.at - from) / (to - from), notes: mark.notes }));
};
