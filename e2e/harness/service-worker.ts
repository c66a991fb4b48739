import type { Page, Worker } from '@playwright/test';
import type { Subscription } from './push-service.ts';

/** A notification as the worker has it shown. */
interface Shown {
  readonly title: string;
  readonly body: string;
  readonly actions: readonly string[];
}

/**
 * Has the page subscribe at a push service of ours, since none is reached from here, and allows notifications, which the
 * headless shell always refuses. The worker, its events and its calls are real.
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

/** Keeps what the worker shows where the system would show it. A later one with the same tag takes its place. */
export const showHere = (worker: Worker): Promise<void> =>
  worker.evaluate(`(() => {
    self.shown = [];
    registration.showNotification = async (title, options) => {
      self.shown = self.shown.filter((one) => one.tag !== options.tag);
      self.shown.push({ title, ...options, close() {} });
    };
  })()`);

// As text: the types of a worker are not those of a page.
const dispatched = `
  const waits = [];
  Object.defineProperty(event, 'waitUntil', { value: (wait) => waits.push(wait) });
  dispatchEvent(event);
  await Promise.allSettled(waits);
  const { title, body, actions = [] } = self.shown[self.shown.length - 1];
  return { title, body, actions: actions.map((one) => one.title) };`;

/** Wakes the worker with a push message, as the browser does when one arrives, and returns what it then shows. */
export const wake = (worker: Worker, text: string): Promise<Shown> =>
  worker.evaluate<Shown>(`(async () => {
    const event = new PushEvent('push', { data: ${JSON.stringify(text)} });
    ${dispatched}
  })()`);

/** Presses the newest notification: a button by its action, or elsewhere (''). Returns what then stands there. */
export const press = (worker: Worker, action: string): Promise<Shown> =>
  worker.evaluate<Shown>(`(async () => {
    const event = new Event('notificationclick');
    Object.assign(event, { notification: self.shown[self.shown.length - 1], action: ${JSON.stringify(action)} });
    ${dispatched}
  })()`);
