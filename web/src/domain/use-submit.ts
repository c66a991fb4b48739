import { texts } from '@tocsin/contract/texts/offline';
import { type Draft, submit } from '../api/offline-queue.ts';
import { showToast } from '../ui/toast.tsx';
import { type Action, useAction } from '../ui/use-action.ts';

/** Sends what a person wrote, with the id that it was kept under, or keeps it while there is no network, and says which. */
export const useSubmit = (saved: string, onDone: () => void): Action<[draft: Draft, id?: string]> =>
  useAction(
    async (draft: Draft, id?: string) => {
      const outcome = await submit(draft, id);
      if (outcome === 'kept') showToast('info', texts.kept);
      return outcome;
    },
    {
      toast: (outcome) => (outcome === 'sent' ? saved : undefined),
      refetches: [['rounds'], ['maintenance-tasks'], ['notes-around']],
      onDone,
    },
  );
