export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}
type Size = Pick<Box, 'width' | 'height'>;

const gap = 12;
const clamp = (value: number, most: number): number => Math.max(gap, Math.min(value, most));

/** Where the card stands: below what it points at, else above it, else beside it; always whole within the window. */
export const placeOf = (
  target: Box | null,
  card: Size,
  window: Size,
): { readonly left: number; readonly top: number } => {
  const mostLeft = window.width - card.width - gap;
  const mostTop = window.height - card.height - gap;
  if (target === null) return { left: clamp(mostLeft / 2, mostLeft), top: clamp(mostTop / 2, mostTop) };
  const below = target.top + target.height + gap;
  const above = target.top - card.height - gap;
  const right = target.left + target.width + gap;
  if (target.height > window.height / 2) return { left: clamp(right, mostLeft), top: clamp(target.top, mostTop) };
  const top = below <= mostTop ? below : above >= gap ? above : mostTop;
  return { left: clamp(target.left, mostLeft), top: clamp(top, mostTop) };
};
