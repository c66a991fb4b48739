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
import type { Selected } from './selected.ts';

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

/** The bar above the unacknowledged notifications: select, comment, and acknowledge all selected ones. */
export const BulkBar = ({ selected, ids, total, hasMore, query, listed, onSelected }: Props) => {
  const [comment, setComment] = useState('');
  usePageSkip({ id: 'acknowledge', label: t.skip });
  const { isAll } = selected;
  const chosen = ids.filter((id) => isAll || selected.ids.has(id));
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
    <Row
      id="acknowledge"
      tabIndex={-1}
      as="section"
      wrap
      gap="8px 12px"
      margin="0 var(--page-pad) 12px"
      padding="8px 12px"
      border="1px solid var(--brand)"
      borderRadius="var(--r-card)"
      background="var(--surface)"
      aria-label={t.act}
    >
      <Checkbox
        checked={chosen.length > 0 && chosen.length === ids.length}
        indeterminate={chosen.length > 0 && chosen.length < ids.length}
        aria-label={t.selectAll}
        onChange={(event) => onSelected({ isAll: false, ids: new Set(event.target.checked ? ids : []) })}
      >
        {t.selected(count)}
      </Checkbox>
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
