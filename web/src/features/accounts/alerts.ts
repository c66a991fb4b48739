import { texts } from '@tocsin/contract/texts/accounts';
import { createStore } from '../../ui/store.ts';

export type AlertTone = 'success' | 'warning' | 'error';
type Kind = { readonly tone: AlertTone; readonly text: string; readonly clearMs: number };

const landingMs = 5_000;
const activationMs = 6_000;
const loginMs = 10_000;

/** The alerts of the landing and activation pages, with names and times of docs/spec/administration.md, sections 4 and 9. */
const kinds = {
  registered: { tone: 'success', text: texts.register.success, clearMs: landingMs },
  'registration-warning': { tone: 'warning', text: texts.register.warning, clearMs: landingMs },
  'registration-error': { tone: 'error', text: texts.register.error, clearMs: landingMs },
  'reset-password-error': { tone: 'error', text: texts.forgot.error, clearMs: landingMs },
  'reset-password-success': { tone: 'success', text: texts.forgot.success, clearMs: landingMs },
  'feedback-saved': { tone: 'success', text: texts.feedback.saved, clearMs: landingMs },
  'feedback-error': { tone: 'error', text: texts.feedback.failed, clearMs: landingMs },
  'activation-error': { tone: 'error', text: texts.activation.invalid, clearMs: activationMs },
  'confirm-activation-error': { tone: 'error', text: texts.activation.wrong, clearMs: activationMs },
  'activation-success': { tone: 'success', text: texts.activation.success, clearMs: activationMs },
  'change-password-success': { tone: 'success', text: texts.activation.passwordReset, clearMs: activationMs },
  'change-password-error': { tone: 'error', text: texts.activation.resetInvalid, clearMs: activationMs },
  'email-changed': { tone: 'success', text: texts.email.confirmed, clearMs: activationMs },
  'email-change-error': { tone: 'error', text: texts.email.invalid, clearMs: activationMs },
  'login-error': { tone: 'error', text: texts.signIn.wrong, clearMs: loginMs },
  'no-server': { tone: 'error', text: texts.signIn.noServer, clearMs: loginMs },
} as const satisfies Readonly<Record<string, Kind>>;
export type AlertName = keyof typeof kinds;
export type Alert = Kind & { readonly name: AlertName };

/** Shows one alert at a time; a new one replaces it and restarts the timer. */
export const createAlerts = () => {
  const current = createStore<Alert | null>(null);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const set = (next: Alert | null): void => {
    clearTimeout(timer);
    current.set(next);
  };
  return {
    current: current.get,
    subscribe: current.subscribe,
    /** The server's text if there is one, else the default text of the alert. */
    show: (name: AlertName, text?: string | null): void => {
      const kind: Kind = kinds[name];
      set({ ...kind, name, text: text || kind.text });
      timer = setTimeout(() => set(null), kind.clearMs);
    },
    clear: (): void => set(null),
  };
};

export type Alerts = ReturnType<typeof createAlerts>;

/** The alerts of all public pages. They outlive a page: feedback, activation and reset navigate to another one. */
export const alerts: Alerts = createAlerts();
