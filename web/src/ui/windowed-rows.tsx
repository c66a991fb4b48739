import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

interface Props {
  readonly count: number;
  /** Row height in px; the same for all rows. */
  readonly height: number;
  readonly row: (index: number) => ReactNode;
  readonly className?: string | undefined;
}

/** Rows beyond the window on each side, so that fast scrolling shows no blank. */
const overscan = 10;

/** Renders only the rows near the window, for lists of ten thousand rows. The page itself scrolls. */
export const WindowedRows = ({ count, height, row, className }: Props) => {
  const ref = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  // Content above the list may grow, so its position is measured whenever other rows are rendered.
  useLayoutEffect(() => setTop((ref.current?.getBoundingClientRect().top ?? 0) + window.scrollY));
  const virtualizer = useWindowVirtualizer({ count, estimateSize: () => height, overscan, scrollMargin: top });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another row height invalidates the measured positions.
  useLayoutEffect(() => virtualizer.measure(), [height, virtualizer]);
  const rows = virtualizer.getVirtualItems();
  const before = (rows[0]?.index ?? 0) * height;
  return (
    <div ref={ref} className={className} style={{ paddingTop: before, minHeight: count * height }}>
      {rows.map(({ index }) => (
        <div key={index} style={{ height }}>
          {row(index)}
        </div>
      ))}
    </div>
  );
};
