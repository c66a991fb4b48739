import { useEffect, useState } from 'react';
import { registerUnsavedForm } from './unsaved-forms.ts';
import { useUnsaved } from './use-unsaved.ts';

/** The errors of a failed save: by field, and one for the whole form. */
interface SaveFailure {
  readonly message: string;
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly status: number;
}

/** A refusal that a form can show: with a message, and texts by field. */
export const isSaveFailure = (error: unknown): error is Error & SaveFailure =>
  error instanceof Error && 'fields' in error;

interface FormSave {
  readonly busy: boolean;
  /** The refusal of the last save. */
  readonly failure: (Error & SaveFailure) | null;
  /** Returns the refusal, or null once saved. What is no refusal is thrown. */
  readonly save: (act: () => Promise<unknown>) => Promise<(Error & SaveFailure) | null>;
  readonly clearFailure: () => void;
}

/**
 * Saving a form: at work, refused or done. While there is unsaved input, and while it is being saved, the page neither
 * reloads itself nor discards the input without asking.
 */
export const useFormSave = (dirty: boolean): FormSave => {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<(Error & SaveFailure) | null>(null);
  useUnsaved(dirty && !busy);
  // Also while saving: it may be refused, and then the input must still be here.
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
