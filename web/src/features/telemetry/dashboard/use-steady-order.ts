import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { onTick } from '../../../ui/tick.ts';
import { inOrderOf, orderOf } from './steady-order.ts';
import type { VisibleSection } from './visible-sections.ts';

/** Cards do not move for this time after the last movement of the pointer, nor while one has the focus. */
const pointerMs = 2_000;
const glideMs = 150;

const placesIn = (container: HTMLElement): ReadonlyMap<Element, DOMRect> =>
  new Map([...container.querySelectorAll('[data-path]')].map((card) => [card, card.getBoundingClientRect()]));

const isSeen = ({ top, bottom }: DOMRect): boolean => bottom > 0 && top < window.innerHeight;

/** Animates each card from its earlier to its new position. */
const glide = (before: ReadonlyMap<Element, DOMRect>): void => {
  for (const [card, from] of before) {
    if (!card.isConnected) continue;
    const to = card.getBoundingClientRect();
    const x = from.left - to.left;
    const y = from.top - to.top;
    if ((x === 0 && y === 0) || (!isSeen(from) && !isSeen(to))) continue;
    card.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: 'none' }], {
      duration: glideMs,
      easing: 'ease-out',
    });
  }
};

/**
 * The sections in an order that does not change while the user may be about to press a card: it is updated once the
 * pointer rests and no card has the focus. Sections and cards are added and removed at once.
 */
export const useSteadyOrder = (
  wanted: readonly VisibleSection[],
  container: RefObject<HTMLElement | null>,
): readonly VisibleSection[] => {
  const wantedOrder = orderOf(wanted);
  const [order, setOrder] = useState(wantedOrder);
  const pointedAt = useRef(Number.NEGATIVE_INFINITY);
  const before = useRef<ReadonlyMap<Element, DOMRect>>(new Map());
  const steady = inOrderOf(wanted, order);
  const key = JSON.stringify(wantedOrder);
  const isPending = key !== JSON.stringify(order);
  useEffect(() => {
    const element = container.current;
    const onMove = (): void => {
      pointedAt.current = performance.now();
    };
    element?.addEventListener('pointermove', onMove, { passive: true });
    return () => element?.removeEventListener('pointermove', onMove);
  }, [container]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the order.
  useEffect(() => {
    if (!isPending) return;
    const settle = (): void => {
      const element = container.current;
      if (steady !== null && element !== null) {
        if (element.contains(document.activeElement) || performance.now() - pointedAt.current < pointerMs) return;
        if (!window.matchMedia('(prefers-reduced-motion: reduce)').matches) before.current = placesIn(element);
      }
      setOrder(wantedOrder);
    };
    settle();
    return onTick(settle);
  }, [isPending, key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each change of the order.
  useLayoutEffect(() => {
    glide(before.current);
    before.current = new Map();
  }, [order]);
  return steady ?? wanted;
};
