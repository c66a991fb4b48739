import { texts } from '@tocsin/contract/texts/changes';
import { Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { CallError } from '../api/call-error.ts';
import { Field } from '../ui/field.tsx';

interface ReasonDialogProps {
  readonly onSave: (reason: string) => Promise<void>;
  readonly onClose: () => void;
}

const ReasonDialog = ({ onSave, onClose }: ReasonDialogProps) => {
  const [reason, setReason] = useState('');
  const [isSent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const save = async (): Promise<void> => {
    setSent(true);
    if (reason.trim() === '') return;
    setBusy(true);
    try {
      await onSave(reason.trim());
      onClose();
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      setFailure(error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={texts.title}
      okText={texts.save}
      confirmLoading={busy}
      onOk={() => void save()}
      onCancel={onClose}
      width={460}
      destroyOnHidden
    >
      <p>{texts.about}</p>
      <Field
        label={texts.reason}
        value={reason}
        maxLength={1500}
        autoFocus
        error={failure ?? (isSent && reason.trim() === '' ? texts.reasonMissing : undefined)}
        onChange={(event) => {
          setReason(event.target.value);
          setFailure(undefined);
        }}
      />
    </Modal>
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
