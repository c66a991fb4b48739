import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ProtectionEntry } from '@tocsin/contract/protection';
import { texts } from '@tocsin/contract/texts/protection';
import { Input, Modal } from 'antd';
import { useState } from 'react';
import { useSelection } from '../../../domain/selection.ts';
import { Button } from '../../../ui/button.tsx';
import { dayMinuteText, exactText } from '../../../ui/time.ts';
import { showToast } from '../../../ui/toast.tsx';
import { titleOf, valueText } from '../model.ts';
import { dismissedQuery, dismissSuspicion, restoreSuspicion } from '../queries.ts';
import css from './dialogs.module.css';
import { EvidenceGraph } from './evidence-graph.tsx';

const longest = 500;

/** Asks for the reason of a dismissal, which is required. */
export const DismissDialog = ({
  entry,
  onClose,
}: {
  readonly entry: ProtectionEntry;
  readonly onClose: () => void;
}) => {
  const queries = useQueryClient();
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const send = async (): Promise<void> => {
    if (reason.trim() === '' || entry.suspicion === null) {
      setFailure(texts.dialog.missing);
      return;
    }
    setBusy(true);
    try {
      await dismissSuspicion(queries, entry.suspicion.id, reason.trim());
      showToast('success', texts.dialog.done);
      onClose();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={texts.dialog.title(titleOf(entry))}
      okText={texts.dialog.submit}
      confirmLoading={busy}
      onOk={() => void send()}
      onCancel={onClose}
      width={480}
    >
      <p>{texts.dialog.text}</p>
      <label className={css.label} htmlFor="dismiss-reason">
        {texts.dialog.reason}
        <Input.TextArea
          id="dismiss-reason"
          value={reason}
          maxLength={longest}
          autoSize={{ minRows: 2, maxRows: 6 }}
          onChange={(event) => setReason(event.target.value)}
          {...(failure === null ? {} : { status: 'error' as const })}
        />
      </label>
      {failure && (
        <p className={css.failure} role="alert">
          {failure}
        </p>
      )}
    </Modal>
  );
};

/** The evidence for a suspicion as a large graph, with the ranges of the neighbouring sensors. */
export const EvidenceDialog = ({
  entry,
  onClose,
}: {
  readonly entry: ProtectionEntry;
  readonly onClose: () => void;
}) => {
  const { suspicion, timezone } = entry;
  if (suspicion === null) return null;
  const { evidence, found_at } = suspicion;
  return (
    <Modal open title={texts.evidence.title(titleOf(entry))} footer={null} onCancel={onClose} width={640}>
      <div className={css.evidence}>
        <p>{entry.why}</p>
        <div>
          <EvidenceGraph evidence={evidence} sensor={titleOf(entry)} isLarge />
          <p className={css.axis}>
            <span>{dayMinuteText(evidence.graph.from, timezone)}</span>
            <span>{texts.evidence.lines}</span>
            <span>{dayMinuteText(evidence.graph.from + (evidence.graph.own.length - 1) * 3_600_000, timezone)}</span>
          </p>
        </div>
        <ul>
          {evidence.neighbours.map(({ path, name, min, max }) => (
            <li key={path}>
              {texts.evidence.range(name, valueText(min, evidence.unit), valueText(max, evidence.unit))}
            </li>
          ))}
        </ul>
        {evidence.graph.starts.length > 0 && <p className={css.quiet}>{texts.evidence.starts}</p>}
        <p className={css.quiet}>{texts.evidence.found(exactText(Date.parse(found_at), timezone))}</p>
      </div>
    </Modal>
  );
};

/** Dismissed suspicions with their reasons; each can be restored. */
export const DismissedDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const queries = useQueryClient();
  const { data } = useQuery(dismissedQuery(useSelection().client));
  const restore = async (id: number): Promise<void> => {
    try {
      await restoreSuspicion(queries, id);
      showToast('success', texts.dismissed.done);
    } catch (error) {
      showToast('error', error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <Modal open title={texts.dismissed.title} footer={null} onCancel={onClose} width={560}>
      {data?.count === 0 && <p>{texts.dismissed.empty}</p>}
      <ul className={css.dismissed}>
        {data?.results.map((row) => (
          <li key={row.id}>
            <div>
              <b>
                {row.device}, {row.sensor}
              </b>
              {row.dismissed && (
                <>
                  <p>{row.dismissed.reason}</p>
                  <small>
                    {texts.dismissed.by(row.dismissed.by, exactText(Date.parse(row.dismissed.until), row.timezone))}
                  </small>
                </>
              )}
            </div>
            <Button onClick={() => void restore(row.id)}>{texts.dismissed.restore}</Button>
          </li>
        ))}
      </ul>
    </Modal>
  );
};
