import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { adoptProductStyles } from './product-sheet.ts';

/**
 * How a shadow root is positioned. Elements that custom styles must not affect (alarm banner, event toasts, offline and
 * clock notices) are rendered in a shadow root beside the page's tree, over a placeholder in that tree. 'sticky': at a
 * sticky placeholder, 'flow': scrolls with the page, 'over': positions itself.
 */
type Place = 'sticky' | 'flow' | 'over';

type Root = { readonly host: HTMLElement; readonly inside: HTMLElement; readonly remove: () => void };

const makeRoot = (): Root => {
  const host = document.createElement('div');
  host.dataset.shielded = '';
  const shadow = host.attachShadow({ mode: 'open' });
  const inside = document.createElement('div');
  shadow.append(inside);
  document.body.prepend(host);
  // Mostly nothing is in it, which needs no styles. What comes is styled before the browser paints it.
  let endStyles: (() => void) | undefined;
  const content = new MutationObserver(() => {
    content.disconnect();
    endStyles = adoptProductStyles(shadow);
  });
  content.observe(inside, { childList: true });
  const remove = (): void => {
    content.disconnect();
    endStyles?.();
    host.remove();
  };
  return { host, inside, remove };
};

/** Height in px of earlier elements that have lost their placeholder, below which this one is stacked. */
const below = (host: HTMLElement): number => {
  let top = 0;
  for (const other of document.querySelectorAll<HTMLElement>('[data-shielded=lost]')) {
    if (other === host) break;
    top += other.offsetHeight;
  }
  return top;
};

/** Moves an element over its placeholder, or, if that is hidden, stacks it at the top of the page. */
const position = (host: HTMLElement, spacer: HTMLElement, place: Place): void => {
  const rect = spacer.getBoundingClientRect();
  const hidden = rect.width === 0 || getComputedStyle(spacer).visibility === 'hidden';
  const fixed = place === 'sticky' || hidden;
  host.dataset.shielded = hidden ? 'lost' : '';
  const top = hidden ? below(host) : rect.top + (fixed ? 0 : window.scrollY);
  const left = hidden ? 0 : rect.left + (fixed ? 0 : window.scrollX);
  Object.assign(host.style, {
    position: fixed ? 'fixed' : 'absolute',
    zIndex: place === 'flow' && !hidden ? '10' : '30',
    top: `${top}px`,
    left: `${left}px`,
    width: hidden ? '100vw' : `${rect.width}px`,
  });
};

const usePosition = (root: Root | null, place: Place) => {
  const spacer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const holder = spacer.current;
    if (root === null || holder === null || place === 'over') return;
    const measure = (): void => {
      holder.style.height = `${root.inside.offsetHeight}px`;
      position(root.host, holder, place);
    };
    // Measures at once too, after the browser's own layout: here it would be done twice.
    const observer = new ResizeObserver(measure);
    for (const element of [root.inside, holder, document.body]) observer.observe(element);
    // Also periodically, because content above the placeholder may move it without resizing it.
    const timer = setInterval(measure, 500);
    window.addEventListener('scroll', measure, { passive: true, capture: true });
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      clearInterval(timer);
      window.removeEventListener('scroll', measure, { capture: true });
      window.removeEventListener('resize', measure);
    };
  }, [root, place]);
  return spacer;
};

/** Renders its children in a shadow root, where custom styles do not apply. */
export const ShadowRoot = ({ place, children }: { readonly place: Place; readonly children: ReactNode }) => {
  const [root, setRoot] = useState<Root | null>(null);
  useEffect(() => {
    const created = makeRoot();
    setRoot(created);
    return created.remove;
  }, []);
  const spacer = usePosition(root, place);
  return (
    <>
      {place !== 'over' && <div ref={spacer} />}
      {root !== null && createPortal(children, root.inside)}
    </>
  );
};
