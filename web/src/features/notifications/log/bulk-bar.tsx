import type { ListMoment } from '@tocsin/contract/notifications';
import { texts } from '@tocsin/contract/texts/notifications';
import { Checkbox, Input } from 'antd';
import { useState } from 'react';
import { acknowledgeFilter, acknowledgeIds } from '../../../live/notifications.ts';
import { Button } from '../../../ui/button.tsx';
import { Row } from '../../../ui/layout.tsx';
import { usePageSkip } from '../../../ui/page-skips.ts';
import { showToast } from '../../../ui/toast.tsx';
import { useAction } from '../../../ui/use-action.ts';
import css from './bulk-bar.module.css';
import { filterOf, type LogQuery } from './model.ts';
import { isSelected, type Selected } from './selected.ts';

const t = texts.acknowledge;
const longest = 1_500;

interface Props {
  readonly selected: Selected;
  /** The rows of this page that can be acknowledged. */
  readonly ids: readonly number[];
  /** Length of the whole list as shown, and whether it has more rows than this page. */
  readonly total: string;
  readonly hasMore: boolean;
  readonly query: LogQuery;
  /** Server time of the list: events that arrived later are not acknowledged. */
  readonly listed: ListMoment | undefined;
  readonly onSelected: (selected: Selected) => void;
}

/** Selects all rows of the page; the bar follows it in the order of the keyboard. */
export const SelectAll = ({ selected, ids, onSelected }: Pick<Props, 'selected' | 'ids' | 'onSelected'>) => {
  usePageSkip({ id: 'acknowledge', label: t.skip });
  const count = ids.filter((id) => isSelected(selected, id)).length;
  return (
    <span id="acknowledge" tabIndex={-1} className={css.all}>
      <Checkbox
        checked={count === ids.length}
        indeterminate={count > 0 && count < ids.length}
        onChange={(event) => onSelected({ isAll: false, ids: new Set(event.target.checked ? ids : []) })}
      >
        {t.selectAll}
      </Checkbox>
    </span>
  );
};

/** The bar at the foot of the screen while something is selected: comment, and acknowledge all selected ones. */
export const BulkBar = ({ selected, ids, total, hasMore, query, listed, onSelected }: Props) => {
  const [comment, setComment] = useState('');
  const { isAll } = selected;
  const chosen = ids.filter((id) => isSelected(selected, id));
  const count = isAll ? total : String(chosen.length);
  const { run, busy } = useAction(
    () =>
      isAll && listed !== undefined
        ? acknowledgeFilter(filterOf(query), listed, comment.trim())
        : acknowledgeIds(chosen, comment.trim()),
    {
      refetches: [['notification-log'], ['unacknowledged-count']],
      refetchesAnyway: true,
      onDone: ({ done, refused }) => {
        if (refused > 0) showToast('error', t.failed(refused));
        else showToast('success', t.done(done));
        setComment('');
        onSelected({ isAll: false, ids: new Set() });
      },
    },
  );
  return (
    <Row as="section" wrap gap="8px 12px" className={css.bar} aria-label={t.act}>
      <b>{t.selected(count)}</b>
      {hasMore && !isAll && chosen.length === ids.length && chosen.length > 0 && (
        <Button size="bar" onClick={() => onSelected({ isAll: true, ids: new Set() })}>
          {t.everything(total)}
        </Button>
      )}
      <Input
        className={css.comment ?? ''}
        value={comment}
        maxLength={longest}
        aria-label={t.comment}
        placeholder={t.commentPlaceholder}
        onChange={(event) => setComment(event.target.value)}
      />
      <Button look="primary" busy={busy} disabled={chosen.length === 0} onClick={run}>
        {t.many(count, comment.trim() !== '')}
      </Button>
    </Row>
  );
};
