import { latePart } from './late-part.tsx';
import type { Paging } from './list-cards.tsx';

const CardPagination = latePart(async () => (await import('./card-pagination.tsx')).CardPagination);

/** The page, limited to the last one of a list that may have become shorter. */
export const pageWithin = (page: number, size: number, total: number): number =>
  Math.min(Math.max(1, page), Math.max(1, Math.ceil(total / size)));

/** Pagination below a grid of cards; nothing for a single page, which most lists are. */
export const CardPages = (paging: Paging) => (paging.total > paging.size ? <CardPagination {...paging} /> : null);
