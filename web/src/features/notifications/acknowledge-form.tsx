import { useQueryClient } from '@tanstack/react-query';
import type { Notification } from '@tocsin/contract/live';
import { texts as eventNames } from '@tocsin/contract/texts/events';
import { texts } from '@tocsin/contract/texts/notifications';
import { Checkbox, Input, Modal } from 'antd';
import { useState } from 'react';
import { useSelection } from '../../domain/selection.ts';
import { acknowledge, acknowledgeIds, askAcknowledge } from '../../live/notifications.ts';
import { exactText } from '../../ui/time.ts';
import { showToast } from '../../ui/toast.tsx';
import css from './acknowledge.module.css';
import { placeText, whatText } from './model.ts';
import { WhoKnows } from './who-knows.tsx';

const t = texts.acknowledge;
const named = 5;
const longest = 1_500;

/** Who acknowledged an event, when, and their comment. */
const AcknowledgedBy = ({ row, zone }: { readonly row: Notification; readonly zone: string }) =>
  row.acknowledged === null ? null : (
    <div className={css.by}>
      <b>{t.by(row.acknowledged.by, exactText(Date.parse(row.acknowledged.at), zone))}</b>
      {row.acknowledged.comment && <p>{row.acknowledged.comment}</p>}
    </div>
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

/** Acknowledges the first of these events or all of them, with a comment. */
export const AcknowledgeForm = ({ rows }: { readonly rows: readonly Notification[] }) => {
  const [comment, setComment] = useState('');
  const [all, setAll] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const queries = useQueryClient();
  const selected = useSelection();
  const [first] = rows;
  if (first === undefined) return null;
  const zone = first.location_timezone;
  const placeOf = (row: Notification): string => placeText(row, selected);
  const chosen = all ? rows : [first];
  const again = first.acknowledged !== null;
  const close = (): void => askAcknowledge([]);
  const send = async (): Promise<void> => {
    if (again && comment.trim() === '') {
      setFailure(t.missing);
      return;
    }
    setBusy(true);
    setFailure(null);
    try {
      const refused = await acknowledgeAll(chosen, comment.trim());
      if (refused > 0) showToast('error', t.failed(refused));
      close();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
      await queries.invalidateQueries({ queryKey: ['notification-log'] });
      await queries.invalidateQueries({ queryKey: ['unacknowledged-count'] });
    }
  };
  return (
    <Modal
      open
      title={again ? t.add : t.title(chosen.length)}
      okText={again ? t.add : t.act}
      confirmLoading={busy}
      onOk={() => void send()}
      onCancel={close}
      width={480}
      // Below the buttons, so that they do not move under the pointer while it loads.
      footer={(buttons) => (
        <>
          {buttons}
          {chosen.length === 1 && (
            <div className={css.who}>
              <WhoKnows event={first.id} zone={zone} />
            </div>
          )}
        </>
      )}
    >
      <div className={css.body}>
        <ul>
          {chosen.slice(0, named).map((row) => (
            <li key={row.id}>
              <b>{eventNames.labels[row.event_type]}</b> {whatText(row)}
              {placeOf(row) && ` (${placeOf(row)})`}
              {row.content && `: ${row.content}`}
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
        <label className={css.label} htmlFor="acknowledge-comment">
          {t.comment}
          <Input.TextArea
            id="acknowledge-comment"
            value={comment}
            maxLength={longest}
            autoSize={{ minRows: 3, maxRows: 8 }}
            onChange={(event) => setComment(event.target.value)}
            {...(failure === null ? {} : { status: 'error' as const })}
          />
        </label>
        {failure ? (
          <p className={css.failure} role="alert">
            {failure}
          </p>
        ) : (
          <p className={css.help}>{t.help}</p>
        )}
      </div>
    </Modal>
  );
};
