import { Pagination } from 'antd';
import css from './card-grid.module.css';
import { type Paging, pagesOf } from './list-cards.tsx';

/** The page, limited to the last one of a list that may have become shorter. */
export const pageWithin = (page: number, size: number, total: number): number =>
  Math.min(Math.max(1, page), Math.max(1, Math.ceil(total / size)));

/** Pagination below a grid of cards; nothing for a single page. Scrolls to the top of the new page. */
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
