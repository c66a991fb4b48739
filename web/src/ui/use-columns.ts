import { type RefCallback, useCallback, useRef, useState } from 'react';

/** Number of columns that are at least `width` wide and fit into `space` with `gap` between them; at least 1. */
const columnsIn = (space: number, width: number, gap: number): number =>
  Math.max(1, Math.floor((space + gap) / (width + gap)));

/** A ref and the number of columns that fit into its element, updated on resize; 0 until it is laid out. */
export const useColumns = (width: number, gap: number): readonly [RefCallback<HTMLElement>, number] => {
  const [columns, setColumns] = useState(0);
  const observer = useRef<ResizeObserver | null>(null);
  const ref = useCallback(
    (element: HTMLElement | null) => {
      observer.current?.disconnect();
      if (element === null) return;
      const measure = (): void => setColumns(columnsIn(element.clientWidth, width, gap));
      observer.current = new ResizeObserver(measure);
      observer.current.observe(element);
      measure();
    },
    [width, gap],
  );
  return [ref, columns];
};
