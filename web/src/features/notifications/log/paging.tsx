import { texts } from '@tocsin/contract/texts/notifications';
import { Row } from '../../../ui/layout.tsx';
import css from './log.module.css';
import type { LogOrder } from './model.ts';
import { pageSize } from './query.ts';

/** '25' or '10000+'. */
export const totalText = (data: { readonly count: number; readonly count_is_least: boolean } | undefined): string =>
  data === undefined ? '' : `${data.count}${data.count_is_least ? '+' : ''}`;

interface PagingProps {
  readonly order: LogOrder;
  readonly shown: number;
  readonly total: string;
  readonly cursors: readonly string[];
  readonly next: string | null;
  readonly onCursors: (cursors: readonly string[]) => void;
}

const pageWords: Readonly<Record<LogOrder, readonly [string, string]>> = {
  priority: [texts.previous, texts.next],
  newest: [texts.newer, texts.older],
  oldest: [texts.older, texts.newer],
};

/** Steps through the pages of the log. */
export const Paging = ({ order, shown, total, cursors, next, onCursors }: PagingProps) => {
  const from = cursors.length * pageSize + 1;
  const [back, on] = pageWords[order];
  return (
    <Row
      as="nav"
      wrap
      gap={16}
      padding="0 var(--page-pad) 20px"
      tone="quiet"
      size={12}
      className={css.paging}
      aria-label={texts.pages}
    >
      <span>{texts.counted(from, from + shown - 1, total, order)}</span>
      <button type="button" disabled={cursors.length === 0} onClick={() => onCursors(cursors.slice(0, -1))}>
        {back}
      </button>
      <button type="button" disabled={next === null} onClick={() => next !== null && onCursors([...cursors, next])}>
        {on}
      </button>
    </Row>
  );
};
