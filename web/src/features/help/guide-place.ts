export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}
type Size = Pick<Box, 'width' | 'height'>;

const gap = 12;
const clamp = (value: number, max: number): number => Math.max(gap, Math.min(value, max));

/** Space covered at the window's edges in px: header with banner, bottom bar. */
export interface Insets {
  readonly top: number;
  readonly bottom: number;
}
const noInsets: Insets = { top: 0, bottom: 0 };

/** Position of the card: below its target, else above, else beside it; always inside the window without the insets. */
export const placeOf = (
  target: Box | null,
  card: Size,
  window: Size,
  insets: Insets = noInsets,
): { readonly left: number; readonly top: number } => {
  const maxLeft = window.width - card.width - gap;
  const maxTop = Math.max(insets.top + gap, window.height - insets.bottom - card.height - gap);
  const minTop = insets.top + gap;
  const within = (top: number): number => Math.max(minTop, Math.min(top, maxTop));
  if (target === null) return { left: clamp(maxLeft / 2, maxLeft), top: within((minTop + maxTop) / 2) };
  const below = target.top + target.height + gap;
  const above = target.top - card.height - gap;
  const right = target.left + target.width + gap;
  if (target.height > window.height / 2) return { left: clamp(right, maxLeft), top: within(target.top) };
  const top = below <= maxTop ? below : above >= minTop ? above : maxTop;
  return { left: clamp(target.left, maxLeft), top: within(top) };
};
