/** Hundreds of charts and curves on a page share an observer: each of its own would be called, and kept, one by one. */

type OnSight = (near: boolean, width: number) => void;
type OnSize = (width: number) => void;

interface Sight {
  readonly observer: IntersectionObserver;
  readonly listeners: Map<Element, OnSight>;
}
const sights = new Map<number, Sight>();

const sightOf = (aheadPx: number): Sight => {
  const known = sights.get(aheadPx);
  if (known) return known;
  const listeners = new Map<Element, OnSight>();
  const observer = new IntersectionObserver(
    (entries) => {
      // Of several changes of one element the last is the truth.
      const last = new Map(entries.map((entry) => [entry.target, entry]));
      for (const [element, { isIntersecting, boundingClientRect }] of last)
        listeners.get(element)?.(isIntersecting, boundingClientRect.width);
    },
    { rootMargin: `${aheadPx}px 0px` },
  );
  const made = { observer, listeners };
  sights.set(aheadPx, made);
  return made;
};

/** Tells whether an element is within so many pixels of the window, now and whenever that changes, with its width. */
export const watchSight = (element: Element, aheadPx: number, listener: OnSight): (() => void) => {
  const { observer, listeners } = sightOf(aheadPx);
  listeners.set(element, listener);
  observer.observe(element);
  return () => {
    listeners.delete(element);
    observer.unobserve(element);
  };
};

const sizeListeners = new Map<Element, OnSize>();
let sizes: ResizeObserver | null = null;

/** Tells an element's width, now and whenever it changes, without making the browser lay out the page. */
export const watchSize = (element: Element, listener: OnSize): (() => void) => {
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
