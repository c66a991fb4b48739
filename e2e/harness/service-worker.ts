import type { Page, Worker } from '@playwright/test';
import type { Subscription } from './push-service.ts';

/** A notification that the worker shows. */
interface Shown {
  readonly title: string;
  readonly body: string;
  readonly actions: readonly string[];
}

/**
 * Makes the page subscribe at our push service, because no real one can be reached, and grants the permission for
 * notifications, which the headless shell always denies. The worker, its events and its calls are real.
 */
export const subscribeAt = async (page: Page, subscription: Subscription): Promise<void> => {
  await page.addInitScript(`{
    const made = { toJSON: () => (${JSON.stringify(subscription)}), unsubscribe: async () => true };
    Object.assign(PushManager.prototype, {
      subscribe: async () => {
        sessionStorage.setItem('journey-subscribed', '1');
        return made;
      },
      getSubscription: async () => (sessionStorage.getItem('journey-subscribed') ? made : null),
    });
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    Object.defineProperty(Notification, 'requestPermission', { value: async () => 'granted' });
  }`);
};

/** Records the worker's notifications instead of showing them; one with the same tag replaces an earlier one. */
export const recordNotifications = (worker: Worker): Promise<void> =>
  worker.evaluate(`(() => {
    self.shown = [];
    registration.showNotification = async (title, options) => {
      self.shown = self.shown.filter((one) => one.tag !== options.tag);
      self.shown.push({ title, ...options, close() {} });
    };
  })()`);

// Code as text, because the types of a worker are not available.
const dispatched = `
  const waits = [];
  Object.defineProperty(event, 'waitUntil', { value: (wait) => waits.push(wait) });
  dispatchEvent(event);
  await Promise.allSettled(waits);
  const { title, body, actions = [] } = self.shown[self.shown.length - 1];
  return { title, body, actions: actions.map((one) => one.title) };`;

/** Dispatches a push message to the worker; resolves with the notification that it then shows. */
export const wake = (worker: Worker, text: string): Promise<Shown> =>
  worker.evaluate<Shown>(`(async () => {
    const event = new PushEvent('push', { data: ${JSON.stringify(text)} });
    ${dispatched}
  })()`);

/** Presses the newest notification: a button by its action, or elsewhere (''). Resolves with what it then shows. */
export const press = (worker: Worker, action: string): Promise<Shown> =>
  worker.evaluate<Shown>(`(async () => {
    const event = new Event('notificationclick');
    Object.assign(event, { notification: self.shown[self.shown.length - 1], action: ${JSON.stringify(action)} });
    ${dispatched}
  })()`);
