import { useBlocker } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/ui';
import { useEffect } from 'react';
import { registerUnsavedForm } from './unsaved-forms.ts';

/** Whether a dialog may be closed: asks the user if it has unsaved input. */
export const mayLeave = (dirty: boolean): boolean => !dirty || window.confirm(texts.leave);

/** Asks before unsaved changes are discarded, and prevents automatic reloads. */
export const useUnsaved = (dirty: boolean): void => {
  useBlocker({ shouldBlockFn: () => !mayLeave(dirty), enableBeforeUnload: () => dirty });
  useEffect(() => (dirty ? registerUnsavedForm() : undefined), [dirty]);
};
