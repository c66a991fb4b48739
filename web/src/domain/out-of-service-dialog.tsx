import { reviewAtMostDays, reviewUsuallyDays } from '@tocsin/contract/out-of-service';
import { texts } from '@tocsin/contract/texts/out-of-service';
import { type ReactNode, useState } from 'react';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { LabelledDay } from '../ui/labelled-pickers.tsx';
import { Stack } from '../ui/layout.tsx';
import { useAction } from '../ui/use-action.ts';
import css from './out-of-service-dialog.module.css';

const t = texts.form;
const dayMs = 24 * 3_600_000;
/** The day that is `days` from today, `YYYY-MM-DD`. */
const dayAhead = (days: number): string => new Date(Date.now() + days * dayMs).toLocaleDateString('sv-SE');

export interface OutOfServiceReason {
  readonly reason: string;
  /** `YYYY-MM-DD`. */
  readonly review_at: string;
}

interface Props {
  readonly title: string;
  /** The consequences. */
  readonly about: string;
  readonly yes: string;
  readonly danger?: boolean;
  /** Fields above the reason, such as the choice of a sensor. */
  readonly children?: ReactNode;
  /** False while a field above is not filled in. */
  readonly isReady?: boolean;
  readonly onSave: (input: OutOfServiceReason) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for the reason and the review date of taking something out of service. */
export const OutOfServiceDialog = (props: Props) => {
  const { title, about, yes, danger = true, children, isReady = true, onSave, onClose } = props;
  const [reason, setReason] = useState('');
  const [reviewAt, setReviewAt] = useState<string | null>(dayAhead(reviewUsuallyDays));
  const [isSent, setSent] = useState(false);
  const { run, busy, failure, clear } = useAction(onSave, { fails: 'here', onDone: onClose });
  const save = (): void => {
    setSent(true);
    if (reason.trim() !== '' && reviewAt !== null && isReady) run({ reason: reason.trim(), review_at: reviewAt });
  };
  return (
    <FormDialog title={title} verb={yes} danger={danger} busy={busy} onSubmit={save} onClose={onClose}>
      <Stack gap={16} className={css.fields}>
        <p>{about}</p>
        {children}
        <Field
          label={t.reason}
          value={reason}
          maxLength={1000}
          error={isSent && reason.trim() === '' ? t.reasonMissing : undefined}
          onChange={(event) => setReason(event.target.value)}
        />
        <LabelledDay
          label={t.review}
          value={reviewAt}
          least={dayAhead(1)}
          most={dayAhead(reviewAtMostDays)}
          help={t.reviewAbout}
          error={failure ?? (isSent && reviewAt === null ? t.reviewMissing : undefined)}
          onDay={(day) => {
            setReviewAt(day);
            clear();
          }}
        />
      </Stack>
    </FormDialog>
  );
};
