/** Observers that the hundreds of charts and curves on a page share. */

type OnSight = (near: boolean, width: number) => void;
type OnSize = (width: number) => void;

interface SharedObserver {
  readonly observer: IntersectionObserver;
  readonly listeners: Map<Element, OnSight>;
}
const visibilityObservers = new Map<number, SharedObserver>();

const observerFor = (aheadPx: number): SharedObserver => {
  const known = visibilityObservers.get(aheadPx);
  if (known) return known;
  const listeners = new Map<Element, OnSight>();
  const observer = new IntersectionObserver(
    (entries) => {
      // Of several changes of an element, only the last one counts.
      const last = new Map(entries.map((entry) => [entry.target, entry]));
      for (const [element, { isIntersecting, boundingClientRect }] of last)
        listeners.get(element)?.(isIntersecting, boundingClientRect.width);
    },
    { rootMargin: `${aheadPx}px 0px` },
  );
  const created = { observer, listeners };
  visibilityObservers.set(aheadPx, created);
  return created;
};

/**
 * Calls back with an element's width and whether it is within `aheadPx` of the window, initially and on each change.
 * Returns the function that stops observing.
 */
export const observeVisibility = (element: Element, aheadPx: number, listener: OnSight): (() => void) => {
  const { observer, listeners } = observerFor(aheadPx);
  listeners.set(element, listener);
  observer.observe(element);
  return () => {
    listeners.delete(element);
    observer.unobserve(element);
  };
};

const sizeListeners = new Map<Element, OnSize>();
let sizes: ResizeObserver | null = null;

/** Calls back with an element's width, initially and on each change, without forcing a layout. */
export const observeWidth = (element: Element, listener: OnSize): (() => void) => {
  sizes ??= new ResizeObserver((entries) => {
    for (const { target, contentRect } of entries) sizeListeners.get(target)?.(contentRect.width);
  });
  sizeListeners.set(element, listener);
  sizes.observe(element);
  return () => {
    sizeListeners.delete(element);
    sizes?.unobserve(element);
  };
};
