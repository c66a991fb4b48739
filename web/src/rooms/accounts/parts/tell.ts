import { say } from '../../../kit/toast.tsx';
import { token } from '../../../wire/session.ts';
import { type AlertName, alerts } from '../alerts.ts';

/** An outcome, told where the person is next: on the landing page, or in the signed-in frame as a toast. */
export const tell = (name: AlertName, text?: string | null): void => {
  alerts.show(name, text);
  const alert = alerts.current();
  if (token() === null || !alert) return;
  say(alert.tone, alert.text);
  alerts.clear();
};
