import { texts } from '@tocsin/contract/texts/changes';
import { type ReactNode, useState } from 'react';
import { CallError } from '../api/call-error.ts';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useAction } from '../ui/use-action.ts';

interface ReasonDialogProps {
  readonly onSave: (reason: string) => Promise<void>;
  readonly onClose: () => void;
}

const ReasonDialog = ({ onSave, onClose }: ReasonDialogProps) => {
  const [reason, setReason] = useState('');
  const [isSent, setSent] = useState(false);
  const { run, busy, failure, clear } = useAction(onSave, { fails: 'here', onDone: onClose });
  const save = (): void => {
    setSent(true);
    if (reason.trim() !== '') run(reason.trim());
  };
  return (
    <FormDialog title={texts.title} verb={texts.save} busy={busy} onSubmit={save} onClose={onClose}>
      <p>{texts.about}</p>
      <Field
        label={texts.reason}
        value={reason}
        maxLength={1500}
        autoFocus
        error={failure ?? (isSent && reason.trim() === '' ? texts.reasonMissing : undefined)}
        onChange={(event) => {
          setReason(event.target.value);
          clear();
        }}
      />
    </FormDialog>
  );
};

/** Whether the server refused a change because it requires a reason. */
const wantsReason = (error: unknown): boolean => error instanceof CallError && error.fields.reason !== undefined;

/**
 * Saves a change. If the server requires a reason, `dialog` asks for it and saves again; the promise settles with that
 * result, or rejects with the original refusal if the user closes the dialog.
 */
export function useReason(): {
  readonly withReason: <T>(save: (reason?: string) => Promise<T>) => Promise<T>;
  readonly dialog: ReactNode;
} {
  const [open, setOpen] = useState<ReasonDialogProps | null>(null);
  const withReason = async <T,>(save: (reason?: string) => Promise<T>): Promise<T> => {
    try {
      return await save();
    } catch (error) {
      if (!wantsReason(error)) throw error;
      return await new Promise<T>((resolve, reject) => {
        setOpen({
          onSave: async (reason) => resolve(await save(reason)),
          onClose: () => {
            setOpen(null);
            // Has no effect after a successful save.
            reject(error);
          },
        });
      });
    }
  };
  return { withReason, dialog: open && <ReasonDialog {...open} /> };
}
