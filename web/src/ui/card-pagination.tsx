import { Pagination } from 'antd';
import css from './card-grid.module.css';
import { type Paging, pagesOf } from './list-cards.tsx';

/** Pagination below a grid of cards; scrolls to the top of the new page. */
export const CardPagination = ({ onPage, ...paging }: Paging) => (
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
