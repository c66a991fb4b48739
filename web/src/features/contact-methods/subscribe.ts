const worker = '/push-worker.js';

/** A browser's push subscription as the API expects it. */
export interface BrowserSubscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

const shapeOf = (subscription: PushSubscription): BrowserSubscription | null => {
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh, auth } = keys ?? {};
  return endpoint && p256dh && auth ? { endpoint, keys: { p256dh, auth } } : null;
};

/**
 * Asks for permission, registers the service worker and subscribes to push with the portal's key. Replaces a
 * subscription for another key. null if the user denied permission.
 */
export async function subscribe(key: string): Promise<BrowserSubscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const registration = await navigator.serviceWorker.register(worker);
  await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const subscription = await registration.pushManager.subscribe(options).catch(async (error: unknown) => {
    const old = await registration.pushManager.getSubscription();
    if (!old) throw error;
    await old.unsubscribe();
    return await registration.pushManager.subscribe(options);
  });
  return shapeOf(subscription);
}

/** Whether this browser has subscribed. */
export async function isSubscribed(): Promise<boolean> {
  const registration = await navigator.serviceWorker?.getRegistration(worker);
  return (await registration?.pushManager.getSubscription()) != null;
}
