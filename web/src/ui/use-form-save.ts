import { useEffect } from 'react';
import { registerUnsavedForm } from './unsaved-forms.ts';
import { type Action, type ActionOptions, useAction } from './use-action.ts';
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

/**
 * The action that saves a form, which shows its failure. While there is unsaved input, also during the save, the page
 * does not reload automatically, and asks before it discards the input.
 */
export const useFormSave = <A extends readonly unknown[], R>(
  dirty: boolean,
  save: (...args: A) => Promise<R>,
  options: ActionOptions<A, R> = {},
): Action<A> => {
  const action = useAction(save, { fails: 'here', ...options });
  useUnsaved(dirty && !action.busy);
  // Also while saving, because the input is still needed if the save is refused.
  useEffect(() => (dirty ? registerUnsavedForm() : undefined), [dirty]);
  return action;
};
