import type { ChartSpan } from '../../../../ui/chart/columns.ts';

/** What a drag in the overview does: moves the range, moves one of its ends, or selects a new range. */
export type Grip = 'move' | 'from' | 'to' | 'new';

const minuteMs = 60_000;
/** Width in px of the brush's ends, which resize it. */
const gripPx = 8;

/** The grip at the x where a drag begins: an end of the brush, the brush itself, or the space beside it. */
export const gripAt = (x: number, left: number, right: number): Grip => {
  if (Math.abs(x - left) <= gripPx && x < (left + right) / 2) return 'from';
  if (Math.abs(x - right) <= gripPx) return 'to';
  return x > left && x < right ? 'move' : 'new';
};

const clamp = (at: number, { from, to }: ChartSpan): number => Math.max(from, Math.min(to, at));

/** The range after a drag from one time to another: at least a minute long, and inside the overview. */
export const dragged = (
  shown: ChartSpan,
  grip: Grip,
  { began, at }: { readonly began: number; readonly at: number },
  whole: ChartSpan,
): ChartSpan => {
  const length = shown.to - shown.from;
  switch (grip) {
    case 'from':
      return { from: Math.min(clamp(shown.from + at - began, whole), shown.to - minuteMs), to: shown.to };
    case 'to':
      return { from: shown.from, to: Math.max(clamp(shown.to + at - began, whole), shown.from + minuteMs) };
    case 'move': {
      const from = Math.max(whole.from, Math.min(whole.to - length, shown.from + at - began));
      return { from, to: from + length };
    }
    case 'new': {
      const [a, b] = [clamp(began, whole), clamp(at, whole)];
      return { from: Math.min(a, b), to: Math.max(a, b, Math.min(a, b) + minuteMs) };
    }
    default:
      return grip satisfies never;
  }
};

/** The range after an arrow key: moved by a tenth of its length, or with Shift (`isResize`) with its end moved. */
export const stepped = (shown: ChartSpan, direction: -1 | 1, isResize: boolean, whole: ChartSpan): ChartSpan => {
  const by = (direction * Math.max(minuteMs, shown.to - shown.from)) / 10;
  return dragged(shown, isResize ? 'to' : 'move', { began: 0, at: by }, whole);
};
