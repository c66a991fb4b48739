const worker = '/push-worker.js';

/** The keys of a browser's subscription, as the server takes them. */
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
 * Asks for permission, registers the service worker and subscribes to push with the portal's key. Null: the person did not
 * allow it. A subscription for another key is replaced.
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
