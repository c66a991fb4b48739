import { Table, type TableProps } from 'antd';
import { type ReactNode, useEffect, useRef } from 'react';
import css from './list-table.module.css';
import { Bone, Empty, Failed } from './states.tsx';

export interface Paging {
  /** From 1. */
  readonly page: number;
  readonly size: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
}

interface Props<T> extends Pick<TableProps<T>, 'columns' | 'onChange' | 'onRow' | 'rowClassName' | 'scroll'> {
  /** undefined while the first answer is on its way. */
  readonly rows: readonly T[] | undefined;
  readonly rowKey: (row: T) => string | number;
  readonly paging?: Paging;
  readonly empty: string;
  readonly error?: string | undefined;
  readonly again?: () => void;
  readonly caption: string;
  readonly emptyAction?: ReactNode;
}

const bones = Array.from({ length: 8 }, (_, index) => index);

/** A table that is wider than its place is scrolled by the arrow keys too, once the focus can stand in it. */
const useReachable = (caption: string) => {
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const scroller = holder.current?.querySelector<HTMLElement>('.ant-table-content');
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
  return holder;
};

/** A list in pages: bones in its final shape while it loads, its own words when it is empty or failed. */
export const ListTable = <T extends object>({
  rows,
  rowKey,
  paging,
  empty,
  error,
  again,
  caption,
  emptyAction,
  columns,
  ...rest
}: Props<T>) => {
  const holder = useReachable(caption);
  if (error) return <Failed text={error} {...(again ? { again } : {})} />;
  if (rows === undefined) {
    return (
      <div className={css.bones} role="status" aria-label="Loading...">
        {bones.map((index) => (
          <div key={index} className={css.bone}>
            <Bone width={`${70 - ((index * 17) % 40)}%`} />
          </div>
        ))}
      </div>
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
        locale={{ emptyText: <Empty title={empty}>{emptyAction}</Empty> }}
        pagination={
          paging
            ? {
                current: paging.page,
                pageSize: paging.size,
                total: paging.total,
                showSizeChanger: false,
                hideOnSinglePage: true,
                onChange: paging.onPage,
                placement: ['bottomStart'],
              }
            : false
        }
      />
    </div>
  );
};
