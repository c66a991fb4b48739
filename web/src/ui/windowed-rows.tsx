import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react';

interface Props {
  readonly count: number;
  /** Row height in px; the same for all rows. */
  readonly height: number;
  readonly row: (index: number) => ReactNode;
  readonly className?: string | undefined;
}

/** Number of rows rendered beyond the window on each side, so that fast scrolling shows no blank space. */
const overscan = 10;

/** Indexes of the rows to render, ascending: those in the range, and the focused row. */
export const renderedRows = (range: Range, focused: number | null): number[] => {
  const rows = defaultRangeExtractor(range);
  if (focused === null || focused >= range.count || rows.includes(focused)) return rows;
  return [...rows, focused].sort((a, b) => a - b);
};

const focusedRow = (list: HTMLElement | null): number | null => {
  const focused = document.activeElement;
  const row = list?.contains(focused) ? focused?.closest<HTMLElement>('[data-row]')?.dataset.row : undefined;
  return row === undefined ? null : Number(row);
};

/**
 * Renders only the rows near the window, for lists of ten thousand rows. The page itself scrolls. The focused row stays
 * rendered, so that the keyboard continues from it after scrolling.
 */
export const WindowedRows = ({ count, height, row, className }: Props) => {
  const ref = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  // Content above the list may grow, so measure its position whenever other rows are rendered.
  useLayoutEffect(() => setTop((ref.current?.getBoundingClientRect().top ?? 0) + window.scrollY));
  const rangeExtractor = useCallback((range: Range) => renderedRows(range, focusedRow(ref.current)), []);
  const estimateSize = (): number => height;
  const virtualizer = useWindowVirtualizer({ count, estimateSize, overscan, scrollMargin: top, rangeExtractor });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another row height invalidates the measured positions.
  useLayoutEffect(() => virtualizer.measure(), [height, virtualizer]);
  return (
    <div ref={ref} className={className} style={{ position: 'relative', height: count * height }}>
      {virtualizer.getVirtualItems().map(({ index }) => (
        <div key={index} data-row={index} style={{ position: 'absolute', insetInline: 0, top: index * height, height }}>
          {row(index)}
        </div>
      ))}
    </div>
  );
};
