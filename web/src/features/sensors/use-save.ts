import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/sensors';
import { CallError } from '../../api/http.ts';
import { showToast } from '../../ui/toast.tsx';
import { useFormSave } from '../../ui/use-form-save.ts';

/**
 * Saves a list: on success it navigates to the dashboard; a refusal is shown on the page, which keeps the input. `send`
 * may resolve with the text of the success message.
 */
export const useSave = (dirty: boolean, send: () => Promise<unknown>) => {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { busy, failure, save } = useFormSave(dirty);
  const onSave = (): void =>
    void save(async () => {
      const message = await send();
      showToast('success', typeof message === 'string' ? message : texts.saved);
      await queries.invalidateQueries();
      await navigate({ to: '/dashboard' });
    });
  const onCancel = (): void => void navigate({ to: '/dashboard' });
  return { busy, failure: failure instanceof CallError ? failure : null, onSave, onCancel };
};
