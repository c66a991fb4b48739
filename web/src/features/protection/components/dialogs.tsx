import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ProtectionEntry } from '@tocsin/contract/protection';
import { texts } from '@tocsin/contract/texts/protection';
import { Checkbox, Input, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { useSelection } from '../../../domain/selection.ts';
import { Button } from '../../../ui/button.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Labelled } from '../../../ui/labelled.tsx';
import { Row, Stack, Text } from '../../../ui/layout.tsx';
import { dayMinuteText, exactText } from '../../../ui/time.ts';
import { useAction } from '../../../ui/use-action.ts';
import { titleOf, valueText, whyText } from '../model.ts';
import { confirmDesign, dismissedQuery, dismissSuspicion, restoreSuspicion } from '../queries.ts';
import { EvidenceGraph } from './evidence-graph.tsx';

const longest = 500;

interface ReasonProps {
  readonly title: string;
  readonly words: { readonly text: string; readonly submit: string; readonly done: string };
  readonly save: (reason: string) => Promise<void>;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** Asks for a reason, which is required. */
const ReasonDialog = ({ title, words, save, onClose, children }: ReasonProps) => {
  const [reason, setReason] = useState('');
  const [isSent, setSent] = useState(false);
  const { run, busy, failure } = useAction(() => save(reason.trim()), {
    fails: 'here',
    toast: words.done,
    onDone: onClose,
  });
  const isMissing = reason.trim() === '';
  const wrong = isSent && isMissing ? texts.dialog.missing : failure;
  return (
    <FormDialog
      title={title}
      verb={words.submit}
      busy={busy}
      failure={wrong}
      onSubmit={() => {
        setSent(true);
        if (!isMissing) run();
      }}
      onClose={onClose}
      width={480}
    >
      <p>{words.text}</p>
      <Labelled label={texts.dialog.reason}>
        <Input.TextArea
          value={reason}
          maxLength={longest}
          autoSize={{ minRows: 2, maxRows: 6 }}
          onChange={(event) => setReason(event.target.value)}
          {...(wrong === null ? {} : { status: 'error' as const })}
        />
      </Labelled>
      {children}
    </FormDialog>
  );
};

interface EntryProps {
  readonly entry: ProtectionEntry;
  readonly onClose: () => void;
}

/** Asks why a suspicion is dismissed. */
export const DismissDialog = ({ entry, onClose }: EntryProps) => {
  const queries = useQueryClient();
  const { suspicion } = entry;
  if (!suspicion) return null;
  const save = (reason: string): Promise<void> => dismissSuspicion(queries, suspicion.id, reason);
  return <ReasonDialog title={texts.dialog.title(titleOf(entry))} words={texts.dialog} save={save} onClose={onClose} />;
};

interface DesignProps extends EntryProps {
  /** Entries of the same device and kind, which may get the same reason. */
  readonly others: readonly ProtectionEntry[];
}

/** Asks why a sensor, or all such sensors of its device, are disabled or without a rule. */
export const DesignDialog = ({ entry, others, onClose }: DesignProps) => {
  const queries = useQueryClient();
  const [isForAll, setForAll] = useState(false);
  const words = { ...texts.design, text: texts.design.about };
  const save = (reason: string): Promise<void> => confirmDesign(queries, [entry, ...(isForAll ? others : [])], reason);
  return (
    <ReasonDialog title={texts.design.title(titleOf(entry))} words={words} save={save} onClose={onClose}>
      {others.length > 0 && (
        <Checkbox checked={isForAll} onChange={(event) => setForAll(event.target.checked)}>
          {texts.design.others(others.length, entry.device ?? '')}
        </Checkbox>
      )}
    </ReasonDialog>
  );
};

/** The evidence for a suspicion as a large graph, with the ranges of the neighbouring sensors. */
export const EvidenceDialog = ({ entry, onClose }: EntryProps) => {
  const { suspicion, timezone } = entry;
  if (suspicion === null) return null;
  const { evidence, found_at } = suspicion;
  return (
    <Modal open title={texts.evidence.title(titleOf(entry))} footer={null} onCancel={onClose} width={640}>
      <Stack gap={12}>
        <p>{whyText(entry.why)}</p>
        <div>
          <EvidenceGraph evidence={evidence} sensor={titleOf(entry)} isLarge />
          <Row as="p" justify="space-between" gap={12} margin="4px 0 0" tone="quiet" size={12} align="stretch">
            <span>{dayMinuteText(evidence.graph.from, timezone)}</span>
            <span>{texts.evidence.lines}</span>
            <span>{dayMinuteText(evidence.graph.from + (evidence.graph.own.length - 1) * 3_600_000, timezone)}</span>
          </Row>
        </div>
        <Text as="ul" tone="quiet">
          {evidence.neighbours.map(({ path, name, min, max }) => (
            <li key={path}>
              {texts.evidence.range(name, valueText(min, evidence.unit), valueText(max, evidence.unit))}
            </li>
          ))}
        </Text>
        {evidence.graph.starts.length > 0 && (
          <Text as="p" tone="quiet" size={12}>
            {texts.evidence.starts}
          </Text>
        )}
        <Text as="p" tone="quiet" size={12}>
          {texts.evidence.found(exactText(Date.parse(found_at), timezone))}
        </Text>
      </Stack>
    </Modal>
  );
};

/** Dismissed suspicions with their reasons; each can be restored. */
export const DismissedDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const queries = useQueryClient();
  const { data } = useQuery(dismissedQuery(useSelection().client));
  const { run: restore } = useAction((id: number) => restoreSuspicion(queries, id), { toast: texts.dismissed.done });
  return (
    <Modal open title={texts.dismissed.title} footer={null} onCancel={onClose} width={560}>
      {data?.count === 0 && <p>{texts.dismissed.empty}</p>}
      <ul>
        {data?.results.map((row) => (
          <Row as="li" justify="space-between" gap={12} padding="10px 0" borderTop="1px solid var(--line)" key={row.id}>
            <div>
              <b>
                {row.device}, {row.sensor}
              </b>
              {row.dismissed && (
                <>
                  <p>{row.dismissed.reason}</p>
                  <Text as="small" tone="quiet">
                    {texts.dismissed.by(row.dismissed.by, exactText(Date.parse(row.dismissed.until), row.timezone))}
                  </Text>
                </>
              )}
            </div>
            <Button onClick={() => restore(row.id)}>{texts.dismissed.restore}</Button>
          </Row>
        ))}
      </ul>
    </Modal>
  );
};
