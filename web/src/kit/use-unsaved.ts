import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { holdForm } from './held-forms.ts';

const question = 'What you changed is not saved. Leave this page?';

/** Asks before changes are left behind, and keeps the page from reloading itself under them. */
export const useUnsaved = (dirty: boolean): void => {
  useBlocker({ shouldBlockFn: () => dirty && !window.confirm(question), enableBeforeUnload: () => dirty });
  useEffect(() => (dirty ? holdForm() : undefined), [dirty]);
};
