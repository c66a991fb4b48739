import { texts } from '@tocsin/contract/texts/ui';
import { Table, type TableProps } from 'antd';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { IconName } from './icon.tsx';
import { ListCards, type Paging, pagesOf } from './list-cards.tsx';
import css from './list-table.module.css';
import { Empty, Failed, Skeleton } from './states.tsx';
import { useTablet } from './use-media.ts';

interface Props<T>
  extends Pick<
    TableProps<T>,
    'columns' | 'expandable' | 'onChange' | 'onRow' | 'rowClassName' | 'scroll' | 'showHeader' | 'size' | 'tableLayout'
  > {
  /** undefined while loading. */
  readonly rows: readonly T[] | undefined;
  readonly rowKey: (row: T) => string | number;
  readonly paging?: Paging;
  readonly empty: string;
  /** Text of an empty list: why it is empty, or what it would contain. */
  readonly emptyText?: string | undefined;
  readonly emptyIcon?: IconName | undefined;
  readonly error?: string | undefined;
  readonly again?: () => void;
  readonly caption: string;
  readonly emptyAction?: ReactNode;
}

const skeleton = Array.from({ length: 8 }, (_, index) => index);

const scrollerIn = (holder: RefObject<HTMLDivElement | null>): HTMLElement | null =>
  holder.current?.querySelector<HTMLElement>('.ant-table-content') ?? null;

/** Makes a table that is wider than its container focusable, so that the arrow keys scroll it. */
const useReachable = (holder: RefObject<HTMLDivElement | null>, caption: string): void => {
  useEffect(() => {
    const scroller = scrollerIn(holder);
    if (!scroller) return;
    const settle = (): void => {
      const scrolls = scroller.scrollWidth > scroller.clientWidth;
      if (scrolls) {
        scroller.tabIndex = 0;
        scroller.setAttribute('role', 'region');
        scroller.setAttribute('aria-label', caption);
      } else for (const name of ['tabindex', 'role', 'aria-label']) scroller.removeAttribute(name);
    };
    const observer = new ResizeObserver(settle);
    observer.observe(scroller);
    if (scroller.firstElementChild) observer.observe(scroller.firstElementChild);
    return () => observer.disconnect();
  });
};

/** Whether a table does not fit on a phone or tablet, so that cards are shown instead. */
const useTooWide = (holder: RefObject<HTMLDivElement | null>, rows: unknown): boolean => {
  const small = useTablet();
  const [tooWide, setTooWide] = useState(false);
  useEffect(() => {
    // After each change of width, measure the table again before painting.
    const again = (): void => setTooWide(false);
    window.addEventListener('resize', again);
    return () => window.removeEventListener('resize', again);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows may be wider.
  useLayoutEffect(() => {
    const scroller = scrollerIn(holder);
    if (small && scroller && scroller.scrollWidth > scroller.clientWidth) setTooWide(true);
  }, [holder, small, tooWide, rows]);
  return small && tooWide;
};

/** A paged list, with skeleton rows while it loads, and texts for an empty and a failed list. */
export const ListTable = <T extends object>({
  rows,
  rowKey,
  paging,
  empty,
  emptyText,
  emptyIcon,
  error,
  again,
  caption,
  emptyAction,
  columns,
  ...rest
}: Props<T>) => {
  const holder = useRef<HTMLDivElement>(null);
  const asCards = useTooWide(holder, rows);
  useReachable(holder, caption);
  const nothing = (
    <Empty title={empty} text={emptyText} {...(emptyIcon ? { icon: emptyIcon } : {})}>
      {emptyAction}
    </Empty>
  );
  if (error) return <Failed text={error} {...(again ? { again } : {})} />;
  if (rows === undefined) {
    return (
      <div className={css.skeleton} role="status" aria-label={texts.loading}>
        {skeleton.map((index) => (
          <div key={index} className={css.skeletonBlock}>
            <Skeleton width={`${70 - ((index * 17) % 40)}%`} />
          </div>
        ))}
      </div>
    );
  }
  if (asCards) {
    return (
      <ListCards rows={rows} rowKey={rowKey} caption={caption} paging={paging} columns={columns} empty={nothing} />
    );
  }
  return (
    <div ref={holder}>
      <Table<T>
        {...rest}
        className={css.table ?? ''}
        aria-label={caption}
        {...(columns ? { columns } : {})}
        dataSource={rows}
        rowKey={rowKey}
        scroll={rest.scroll ?? { x: 'max-content' }}
        locale={{ emptyText: nothing }}
        pagination={paging ? { ...pagesOf(paging), placement: ['bottomStart'] } : false}
      />
    </div>
  );
};
