import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { holdForm } from './held-forms.ts';

const question = 'What you changed is not saved. Leave this page?';

/** For what is no page of its own, like a dialog: whether it may be closed. */
export const mayLeave = (dirty: boolean): boolean => !dirty || window.confirm(question);

/** Asks before changes are left behind, and keeps the page from reloading itself under them. */
export const useUnsaved = (dirty: boolean): void => {
  useBlocker({ shouldBlockFn: () => !mayLeave(dirty), enableBeforeUnload: () => dirty });
  useEffect(() => (dirty ? holdForm() : undefined), [dirty]);
};
