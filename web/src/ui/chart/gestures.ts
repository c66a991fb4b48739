import type { ChartGroup } from './chart-group.ts';

/** The time axis of an element, in its pixels. */
export interface Track {
  readonly left: () => number;
  readonly width: () => number;
}

const wheelStep = 1.0015;

/**
 * Adds zooming and panning: Ctrl + wheel (with `plainWheel` the wheel alone) zooms around the mouse, a horizontal wheel
 * or Shift + wheel pans, Shift + drag pans, and two fingers do both. One finger scrolls the page. Returns the function
 * that removes the listeners.
 */
export const addGestures = (
  element: HTMLElement,
  group: ChartGroup,
  track: Track,
  options: { readonly plainWheel: boolean; readonly plainDrag: boolean },
): (() => void) => {
  const timeAt = (clientX: number): number => {
    const { from, to } = group.range();
    const x = clientX - element.getBoundingClientRect().left - track.left();
    return from + (x / track.width()) * (to - from);
  };
  const msPerPixel = (): number => (group.range().to - group.range().from) / track.width();

  const wheel = (event: WheelEvent): void => {
    const sideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (sideways && !event.ctrlKey) {
      if (!group.isZoomed()) return;
      group.pan((event.deltaX || event.deltaY) * msPerPixel());
    } else if (event.ctrlKey || event.metaKey || options.plainWheel) {
      group.zoomAround(timeAt(event.clientX), wheelStep ** event.deltaY);
    } else return;
    event.preventDefault();
  };

  const fingers = new Map<number, number>();
  let dragging: number | null = null;

  const down = (event: PointerEvent): void => {
    if (event.pointerType === 'touch') fingers.set(event.pointerId, event.clientX);
    else if (event.button === 0 && (event.shiftKey || options.plainDrag)) {
      dragging = event.clientX;
      element.setPointerCapture(event.pointerId);
      event.preventDefault();
      event.stopPropagation();
    }
  };
  const move = (event: PointerEvent): void => {
    if (dragging !== null) {
      group.pan((dragging - event.clientX) * msPerPixel());
      dragging = event.clientX;
      return;
    }
    const before = fingers.get(event.pointerId);
    if (before === undefined) return;
    const [other] = [...fingers].filter(([id]) => id !== event.pointerId).map(([, x]) => x);
    if (other !== undefined) {
      const apart = Math.max(8, Math.abs(before - other));
      const next = Math.max(8, Math.abs(event.clientX - other));
      group.zoomAround(timeAt(other), apart / next);
      event.preventDefault();
    }
    fingers.set(event.pointerId, event.clientX);
  };
  const up = (event: PointerEvent): void => {
    fingers.delete(event.pointerId);
    dragging = null;
  };

  const listeners: readonly (readonly [string, EventListener, boolean])[] = [
    ['wheel', wheel as EventListener, false],
    ['pointerdown', down as EventListener, true],
    ['pointermove', move as EventListener, false],
    ['pointerup', up as EventListener, false],
    ['pointercancel', up as EventListener, false],
  ];
  for (const [name, listener, capture] of listeners)
    element.addEventListener(name, listener, { passive: false, capture });
  return () => {
    for (const [name, listener, capture] of listeners) element.removeEventListener(name, listener, { capture });
  };
};
