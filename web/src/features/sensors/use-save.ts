import { useNavigate } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/sensors';
import { useFormSave } from '../../ui/use-form-save.ts';

/**
 * Saves a list: on success it navigates to the dashboard; a refusal is shown on the page, which keeps the input. `send`
 * may resolve with the text of the success message.
 */
export const useSave = (dirty: boolean, send: () => Promise<unknown>) => {
  const navigate = useNavigate();
  const toDashboard = () => navigate({ to: '/dashboard' });
  const action = useFormSave(dirty, send, {
    toast: (message) => (typeof message === 'string' ? message : texts.saved),
    refetches: 'all',
    onDone: toDashboard,
  });
  return { ...action, onCancel: (): void => void toDashboard() };
};
