import { useEffect, useState } from 'react';
import { registerUnsavedForm } from './unsaved-forms.ts';
import { useUnsaved } from './use-unsaved.ts';

/** The errors of a failed save by field. */
interface SaveFailure {
  readonly message: string;
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly status: number;
}

/** Whether an error is a refusal that a form can show, with a message and texts by field. */
export const isSaveFailure = (error: unknown): error is Error & SaveFailure =>
  error instanceof Error && 'fields' in error;

interface FormSave {
  readonly busy: boolean;
  /** The refusal of the last save; null: none. */
  readonly failure: (Error & SaveFailure) | null;
  /** Saves; resolves with the refusal, or null once saved. Other errors are thrown. */
  readonly save: (act: () => Promise<unknown>) => Promise<(Error & SaveFailure) | null>;
  readonly clearFailure: () => void;
}

/**
 * The state of saving a form. While there is unsaved input, also during the save, the page does not reload
 * automatically, and asks before it discards the input.
 */
export const useFormSave = (dirty: boolean): FormSave => {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<(Error & SaveFailure) | null>(null);
  useUnsaved(dirty && !busy);
  // Also while saving, because the input is still needed if the save is refused.
  useEffect(() => (dirty ? registerUnsavedForm() : undefined), [dirty]);
  const save = async (act: () => Promise<unknown>): Promise<(Error & SaveFailure) | null> => {
    setBusy(true);
    setFailure(null);
    try {
      await act();
      return null;
    } catch (error) {
      if (!isSaveFailure(error)) throw error;
      setFailure(error);
      return error;
    } finally {
      setBusy(false);
    }
  };
  return { busy, failure, save, clearFailure: () => setFailure(null) };
};
