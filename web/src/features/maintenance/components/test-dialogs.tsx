import type { MaintenanceRecord } from '@tocsin/contract/maintenance';
import { texts } from '@tocsin/contract/texts/maintenance';
import { useState } from 'react';
import { showToast } from '../../../ui/toast.tsx';
import { endingOf } from '../model.ts';
import type { Test } from '../use-test.ts';
import { CommentModal } from './comment-modal.tsx';

const aboutOf = (record: MaintenanceRecord, ending: 'success' | 'failed'): string => {
  if (ending === 'success') return texts.modal.successText(record.sensor_name);
  return record.comment === ''
    ? texts.modal.failedText(record.sensor_name)
    : texts.modal.failedBy(record.sensor_name, record.comment);
};

interface Props {
  readonly test: Test;
  readonly cancelling: boolean;
  readonly onCancelled: () => void;
}

/** The dialogs of a test: cancel while it runs, success or failure at its end. */
export const TestDialogs = ({ test, cancelling, onCancelled }: Props) => {
  const { current, waiting, busy } = test;
  const [postponedAt, setPostponedAt] = useState<number | null>(null);
  if (cancelling && current !== null) {
    return (
      <CommentModal
        kind="cancel"
        about={texts.modal.cancelText(current.sensor_name)}
        busy={busy}
        onClose={onCancelled}
        onSubmit={(comment) => test.cancel(comment, onCancelled)}
      />
    );
  }
  const ending = waiting ? endingOf(waiting) : null;
  if (!waiting || ending === null || postponedAt === waiting.id) return null;
  return (
    <CommentModal
      key={waiting.id}
      kind={ending}
      about={aboutOf(waiting, ending)}
      busy={busy}
      onClose={() => setPostponedAt(waiting.id)}
      onSubmit={(comment) => test.submit(waiting, comment, () => showToast('success', texts.submitted))}
    />
  );
};
