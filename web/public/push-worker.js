// The service worker of push notifications. It does nothing else: no fetch handler, no cache.
/* global self, clients */

const post = (path, body) =>
  fetch(`/api/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const isMessage = ({ kind }) => kind === 'event' || kind === 'gathered';

/** Reports to the portal that the notification was shown: 'sent' becomes 'delivered'. */
const confirmShown = ({ kind, token }) =>
  post(isMessage({ kind }) ? 'messages/link/delivered/' : 'contact-methods/confirm/', { token }).catch(() => undefined);

const actionsOf = ({ kind, acknowledge, confirm }) => {
  if (kind === 'event') return [{ action: 'acknowledge', title: acknowledge }];
  return kind === 'check' ? [{ action: 'confirm', title: confirm }] : [];
};

const show = async (message) => {
  await self.registration.showNotification(message.title, {
    body: message.body,
    tag: message.token,
    icon: '/favicon.svg',
    requireInteraction: message.kind === 'event',
    data: message,
    actions: actionsOf(message),
  });
  await confirmShown(message);
};

const open = async (url) => {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const same = windows.find((one) => one.url === url);
  await (same ? same.focus() : clients.openWindow(url));
};

/** Acknowledges, and replaces the notification by one that says whether that worked. */
const acknowledge = async (message) => {
  const answer = await post('messages/link/acknowledge/', { token: message.token }).catch(() => undefined);
  const isDone = answer?.ok && ['used', 'acknowledged'].includes((await answer.json()).state);
  await self.registration.showNotification(message.title, {
    body: isDone ? message.acknowledged : message.notAcknowledged,
    tag: message.token,
    icon: '/favicon.svg',
    data: { ...message, kind: 'done' },
  });
};

const pressed = async (action, message) => {
  if (action === 'acknowledge') return await acknowledge(message);
  // A press anywhere on the question answers it.
  if (message.kind === 'check') await post('contact-methods/confirm/', { token: message.token, is_pressed: true });
  await open(message.url);
};

self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(show(event.data.json()));
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(pressed(event.action, event.notification.data));
});
// A new version takes over at once, because the worker controls no pages.
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(clients.claim()));
