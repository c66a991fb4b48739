import { token } from '../../../api/session.ts';
import { showToast } from '../../../ui/toast.tsx';
import { type AlertName, alerts } from '../alerts.ts';

/** Shows a result on the next page: as an alert on the landing page, or as a toast in the signed-in shell. */
export const announce = (name: AlertName, text?: string | null): void => {
  alerts.show(name, text);
  const alert = alerts.current();
  if (token() === null || !alert) return;
  showToast(alert.tone, alert.text);
  alerts.clear();
};
