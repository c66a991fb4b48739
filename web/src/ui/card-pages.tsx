import { Pagination } from 'antd';
import css from './card-grid.module.css';
import { type Paging, pagesOf } from './list-cards.tsx';

/** The page that is shown of a list that may have become shorter: its last one at most. */
export const pageWithin = (page: number, size: number, total: number): number =>
  Math.min(Math.max(1, page), Math.max(1, Math.ceil(total / size)));

/** The pages below a grid of cards; nothing for a single page. Another page begins at its top. */
export const CardPages = ({ onPage, ...paging }: Paging) => (
  <Pagination
    {...pagesOf({
      ...paging,
      onPage: (page) => {
        onPage(page);
        window.scrollTo({ top: 0 });
      },
    })}
    className={css.pages ?? ''}
  />
);
