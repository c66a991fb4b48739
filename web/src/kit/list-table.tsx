import { Table, type TableProps } from 'antd';
import type { ReactNode } from 'react';
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
  );
};
