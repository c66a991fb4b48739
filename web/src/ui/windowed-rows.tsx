import { type ReactNode, useEffect, useRef, useState } from 'react';

interface Props {
  readonly count: number;
  /** Row height in px; the same for all rows. */
  readonly height: number;
  readonly row: (index: number) => ReactNode;
  readonly className?: string | undefined;
}

const beyond = 10;

const indexes = (from: number, to: number): readonly number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, offset) => from + offset);

/** Renders only the rows near the window, for lists of ten thousand rows. The page itself scrolls. */
export const WindowedRows = ({ count, height, row, className }: Props) => {
  const ref = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState({ from: 0, to: 40 });
  useEffect(() => {
    let frame = 0;
    const update = (): void => {
      const top = ref.current?.getBoundingClientRect().top ?? 0;
      const from = Math.max(0, Math.floor(-top / height) - beyond);
      const to = Math.ceil((window.innerHeight - top) / height) + beyond;
      setShown((now) => (now.from === from && now.to === to ? now : { from, to }));
    };
    const soon = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(update);
    };
    update();
    window.addEventListener('scroll', soon, { passive: true });
    window.addEventListener('resize', soon);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', soon);
      window.removeEventListener('resize', soon);
    };
  }, [height]);
  return (
    <div ref={ref} className={className} style={{ paddingTop: shown.from * height, minHeight: count * height }}>
      {indexes(shown.from, Math.min(count, shown.to)).map((index) => (
        <div key={index} style={{ height }}>
          {row(index)}
        </div>
      ))}
    </div>
  );
};
