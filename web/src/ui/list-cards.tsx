import { Pagination, type TableProps } from 'antd';
import type { ReactNode } from 'react';
import { Grid, Text } from './layout.tsx';
import css from './list-cards.module.css';

/** A page of a list with a known length. */
export interface Paging {
  /** Page number from 1. */
  readonly page: number;
  readonly size: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
}

/** Props of antd's pagination. */
export const pagesOf = ({ page, size, total, onPage }: Paging) => ({
  current: page,
  pageSize: size,
  total,
  showSizeChanger: false,
  hideOnSinglePage: true,
  onChange: onPage,
});

type Column<T> = NonNullable<TableProps<T>['columns']>[number];

interface Props<T> {
  readonly rows: readonly T[];
  readonly rowKey: (row: T) => string | number;
  readonly columns: TableProps<T>['columns'];
  readonly caption: string;
  readonly paging?: Paging | undefined;
  readonly empty: ReactNode;
}

const titleOf = <T,>({ title }: Column<T>): ReactNode => (typeof title === 'function' ? null : (title ?? null));

/** Whether a column has only buttons, which need no label. */
const isAction = <T,>({ key, title }: Column<T>): boolean => key === 'edit' || title === '';

/** The content of the table's cell. */
const cellOf = <T extends object>(column: Column<T>, row: T, index: number): ReactNode => {
  if ('children' in column) return null;
  const { dataIndex, render } = column;
  const value: unknown =
    typeof dataIndex === 'string' ? Object.entries(row).find(([name]) => name === dataIndex)?.[1] : undefined;
  if (render) return render(value, row, index) as ReactNode;
  return typeof value === 'string' || typeof value === 'number' ? value : null;
};

/** The rows of a table as cards, for narrow pages: one column is the title, the others are labelled lines. */
export const ListCards = <T extends object>({ rows, rowKey, columns = [], caption, paging, empty }: Props<T>) => {
  const head = columns.find(({ rowScope }) => rowScope === 'row') ?? columns[0];
  const others = columns.filter((column) => column !== head);
  if (rows.length === 0) return empty;
  return (
    <>
      <Grid
        as="ul"
        columns="repeat(auto-fill, minmax(min(100%, 320px), 1fr))"
        gap={8}
        padding="0 var(--page-pad) 16px"
        className={css.cards}
        aria-label={caption}
      >
        {rows.map((row, index) => (
          <Text
            key={rowKey(row)}
            data-row-key={rowKey(row)}
            as="li"
            surface
            minWidth={0}
            padding="12px 16px"
            overflowWrap="anywhere"
            className={css.card}
          >
            {head && (
              <Text as="div" paddingBottom={4} weight={550}>
                {cellOf(head, row, index)}
              </Text>
            )}
            <dl className={css.facts}>
              {others.map((column, place) => {
                const cell = cellOf(column, row, index);
                if (cell === null || cell === undefined || cell === '' || cell === false) return null;
                return (
                  <div key={String(column.key ?? place)} className={isAction(column) ? css.action : undefined}>
                    <dt>{titleOf(column)}</dt>
                    <dd>{cell}</dd>
                  </div>
                );
              })}
            </dl>
          </Text>
        ))}
      </Grid>
      {paging && <Pagination {...pagesOf(paging)} className={css.pages ?? ''} />}
    </>
  );
};
