import { useBlocker } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/ui';
import { useEffect } from 'react';
import { registerUnsavedForm } from './unsaved-forms.ts';

/** For components that are not pages, such as dialogs: whether they may be closed. */
export const mayLeave = (dirty: boolean): boolean => !dirty || window.confirm(texts.leave);

/** Asks before unsaved changes are discarded, and prevents the page from reloading itself. */
export const useUnsaved = (dirty: boolean): void => {
  useBlocker({ shouldBlockFn: () => !mayLeave(dirty), enableBeforeUnload: () => dirty });
  useEffect(() => (dirty ? registerUnsavedForm() : undefined), [dirty]);
};
