export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}
type Size = Pick<Box, 'width' | 'height'>;

const gap = 12;
const clamp = (value: number, most: number): number => Math.max(gap, Math.min(value, most));

/** Space covered at the window's edges in px: header with banner, bottom bar. */
export interface Insets {
  readonly top: number;
  readonly bottom: number;
}
const noInsets: Insets = { top: 0, bottom: 0 };

/**
 * The position of the card: below its target, else above, else beside it; always inside the window and clear of what
 * covers its edges.
 */
export const placeOf = (
  target: Box | null,
  card: Size,
  window: Size,
  insets: Insets = noInsets,
): { readonly left: number; readonly top: number } => {
  const mostLeft = window.width - card.width - gap;
  const mostTop = Math.max(insets.top + gap, window.height - insets.bottom - card.height - gap);
  const leastTop = insets.top + gap;
  const within = (top: number): number => Math.max(leastTop, Math.min(top, mostTop));
  if (target === null) return { left: clamp(mostLeft / 2, mostLeft), top: within((leastTop + mostTop) / 2) };
  const below = target.top + target.height + gap;
  const above = target.top - card.height - gap;
  const right = target.left + target.width + gap;
  if (target.height > window.height / 2) return { left: clamp(right, mostLeft), top: within(target.top) };
  const top = below <= mostTop ? below : above >= leastTop ? above : mostTop;
  return { left: clamp(target.left, mostLeft), top: within(top) };
};
