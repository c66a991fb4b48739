import type { Worker } from '@playwright/test';

/** A notification as it stands on the screen. */
interface Shown {
  readonly title: string;
  readonly body: string;
  readonly actions: readonly string[];
}

// Scripts for the worker as text: its types are not those of a page.
const newest = 'const [shown] = (await registration.getNotifications()).slice(-1);';
const dispatched = `
  const waits = [];
  Object.defineProperty(event, 'waitUntil', { value: (wait) => waits.push(wait) });
  dispatchEvent(event);
  await Promise.allSettled(waits);`;

/** Wakes a service worker with a push message, as the browser does when one arrives, and returns what it then shows. */
export const wake = (worker: Worker, text: string): Promise<Shown> =>
  worker.evaluate<Shown>(`(async () => {
    const event = new PushEvent('push', { data: ${JSON.stringify(text)} });
    ${dispatched}
    ${newest}
    return { title: shown.title, body: shown.body, actions: (shown.actions ?? []).map((one) => one.title) };
  })()`);

/** Presses the newest notification: a button by its action, or elsewhere (''). Returns what then stands there. */
export const press = (worker: Worker, action: string): Promise<Shown | null> =>
  worker.evaluate<Shown | null>(`(async () => {
    const before = await registration.getNotifications();
    const notification = before[before.length - 1];
    const event = new NotificationEvent('notificationclick', { notification, action: ${JSON.stringify(action)} });
    ${dispatched}
    ${newest}
    return shown ? { title: shown.title, body: shown.body, actions: [] } : null;
  })()`);
