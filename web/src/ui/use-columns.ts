import { type RefCallback, useCallback, useRef, useState } from 'react';

/** The number of columns of at least `width` that fit, with `gap` between them. */
const columnsIn = (space: number, width: number, gap: number): number =>
  Math.max(1, Math.floor((space + gap) / (width + gap)));

/** Counts the columns that fit into an element, updated on resize. */
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
