import type { ReactNode } from 'react';
import { Text } from './layout.tsx';
import css from './segments.module.css';

interface Props<K extends string> {
  readonly label: string;
  readonly items: readonly { readonly key: K; readonly label: ReactNode }[];
  readonly current: K;
  readonly onPick: (key: K) => void;
}

/** Scrolls only the element's own strip: `scrollIntoView` would scroll the page too. */
export const intoView = (element: HTMLElement | null): void => {
  const strip = element?.parentElement;
  if (!strip) return;
  const [own, around] = [element.getBoundingClientRect(), strip.getBoundingClientRect()];
  strip.scrollLeft += own.left - around.left - (around.width - own.width) / 2;
};

/** A row of options with one selected. */
export const Segments = <K extends string>({ label, items, current, onPick }: Props<K>) => (
  <Text
    as="div"
    border="1px solid var(--line2)"
    borderRadius="var(--r-button)"
    background="var(--surface)"
    overflow="hidden"
    className={css.segments}
    role="tablist"
    aria-label={label}
  >
    {items.map((item) => (
      <Text
        as="button"
        height={30}
        padding="0 14px"
        border={0}
        borderRight="1px solid var(--line)"
        background="none"
        tone="quiet"
        weight={500}
        whiteSpace="nowrap"
        key={item.key}
        type="button"
        role="tab"
        aria-selected={item.key === current}
        ref={item.key === current ? intoView : undefined}
        onClick={() => onPick(item.key)}
      >
        {item.label}
      </Text>
    ))}
  </Text>
);
