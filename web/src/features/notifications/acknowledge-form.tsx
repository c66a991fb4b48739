import type { Notification } from '@tocsin/contract/live';
import { readerWords } from '@tocsin/contract/texts/event-contents';
import { texts as eventNames } from '@tocsin/contract/texts/events';
import { texts } from '@tocsin/contract/texts/notifications';
import { Checkbox, Input } from 'antd';
import { useState } from 'react';
import { useSelection } from '../../domain/selection.ts';
import { acknowledge, acknowledgeIds, askAcknowledge } from '../../live/notifications.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Stack, Text } from '../../ui/layout.tsx';
import { exactText } from '../../ui/time.ts';
import { showToast } from '../../ui/toast.tsx';
import { useAction } from '../../ui/use-action.ts';
import css from './acknowledge.module.css';
import { placeText, whatText } from './model.ts';
import { WhoKnows } from './who-knows.tsx';

const t = texts.acknowledge;
const named = 5;
const longest = 1_500;

/** Who acknowledged an event, when, and their comment. */
const AcknowledgedBy = ({ row, zone }: { readonly row: Notification; readonly zone: string }) =>
  row.acknowledged === null ? null : (
    <Text as="div" padding="8px 12px" borderLeft="3px solid var(--brand)" background="var(--sunken)">
      <Text as="b" weight={600}>
        {t.by(row.acknowledged.by, exactText(Date.parse(row.acknowledged.at), zone))}
      </Text>
      {row.acknowledged.comment && (
        <Text as="p" whiteSpace="pre-line" overflowWrap="anywhere">
          {row.acknowledged.comment}
        </Text>
      )}
    </Text>
  );

/** Acknowledges events; resolves with the number of refusals. For a single event, a refusal is thrown with its text. */
const acknowledgeAll = async (rows: readonly Notification[], comment: string): Promise<number> => {
  const [first] = rows;
  if (first !== undefined && rows.length === 1) {
    await acknowledge(first.id, comment);
    return 0;
  }
  const ids = rows.map((row) => row.id);
  return (await acknowledgeIds(ids, comment)).refused;
};

const close = (): void => askAcknowledge([]);

/** Acknowledges the first of these events or all of them, with a comment. */
export const AcknowledgeForm = ({ rows }: { readonly rows: readonly Notification[] }) => {
  const [comment, setComment] = useState('');
  const [all, setAll] = useState(false);
  const [isSent, setSent] = useState(false);
  const { run, busy, failure } = useAction(acknowledgeAll, {
    fails: 'here',
    refetches: [['notification-log'], ['unacknowledged-count']],
    refetchesAnyway: true,
    onDone: (refused) => {
      if (refused > 0) showToast('error', t.failed(refused));
      close();
    },
  });
  const selected = useSelection();
  const [first] = rows;
  if (first === undefined) return null;
  const zone = first.location_timezone;
  const placeOf = (row: Notification): string => placeText(row, selected);
  const chosen = all ? rows : [first];
  const again = first.acknowledged !== null;
  const isMissing = again && comment.trim() === '';
  const wrong = isSent && isMissing ? t.missing : failure;
  const send = (): void => {
    setSent(true);
    if (!isMissing) run(chosen, comment.trim());
  };
  return (
    <FormDialog
      title={again ? t.add : t.title(chosen.length)}
      verb={again ? t.add : t.act}
      busy={busy}
      onSubmit={send}
      onClose={close}
      width={480}
      // Below the buttons, so that they do not move under the pointer while it loads.
      foot={
        chosen.length === 1 && (
          <Text as="div" marginTop={16} textAlign="left">
            <WhoKnows event={first.id} zone={zone} />
          </Text>
        )
      }
    >
      <Stack gap={12} className={css.body}>
        <ul>
          {chosen.slice(0, named).map((row) => (
            <li key={row.id}>
              <b>{eventNames.labels[row.event_type]}</b> {whatText(row)}
              {placeOf(row) && ` (${placeOf(row)})`}
              {row.content && `: ${readerWords(row.content)}`}
            </li>
          ))}
          {chosen.length > named && <li>{t.more(chosen.length - named)}</li>}
        </ul>
        <AcknowledgedBy row={first} zone={zone} />
        {rows.length > 1 && (
          <Checkbox checked={all} onChange={(event) => setAll(event.target.checked)}>
            {t.all(rows.length)}
          </Checkbox>
        )}
        <Stack as="label" gap={4} weight={550} htmlFor="acknowledge-comment">
          {t.comment}
          <Input.TextArea
            id="acknowledge-comment"
            value={comment}
            maxLength={longest}
            autoSize={{ minRows: 3, maxRows: 8 }}
            onChange={(event) => setComment(event.target.value)}
            {...(wrong === null ? {} : { status: 'error' as const })}
          />
        </Stack>
        {wrong !== null ? (
          <Text as="p" tone="alarm" role="alert">
            {wrong}
          </Text>
        ) : (
          <Text as="p" tone="faint" size={12}>
            {t.help}
          </Text>
        )}
      </Stack>
    </FormDialog>
  );
};
