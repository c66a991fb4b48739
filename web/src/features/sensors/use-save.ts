import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/sensors';
import { useCallback, useState } from 'react';
import { CallError } from '../../api/http.ts';
import { showToast } from '../../ui/toast.tsx';
import { useUnsaved } from '../../ui/use-unsaved.ts';

/**
 * Saves a list: on success returns to the dashboard; a refusal stays on the page with everything that was typed. `save`
 * may answer with the text that says what became of it.
 */
export const useSave = (dirty: boolean, save: () => Promise<unknown>) => {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<CallError | null>(null);
  useUnsaved(dirty && !busy);
  const onSave = useCallback(async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      const said = await save();
      showToast('success', typeof said === 'string' ? said : texts.saved);
      await queries.invalidateQueries();
      await navigate({ to: '/dashboard' });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }, [navigate, queries, save]);
  const onCancel = useCallback(() => void navigate({ to: '/dashboard' }), [navigate]);
  return { busy, failure, onSave: () => void onSave(), onCancel };
};
