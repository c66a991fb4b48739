import { LiveDevice } from '@tocsin/contract/live';
import { z } from 'zod';
import { ask, CallError } from '../api/http.ts';
import { noteServerTime } from './clock.ts';
import { DeviceStore } from './device-store.ts';
import { LiveSocket } from './socket.ts';

/** Whether the session is still valid. Only a 401 means that it is not; other failures say nothing about it. */
export const stillSignedIn = (): Promise<boolean> =>
  ask({ method: 'GET', path: 'v1/me/' }, z.unknown()).then(
    () => true,
    (error) => !(error instanceof CallError && error.status === 401),
  );

interface Feed {
  readonly store: DeviceStore;
  readonly socket: LiveSocket;
  watchers: number;
  closing: ReturnType<typeof setTimeout> | undefined;
}

const feeds = new Map<string, Feed>();
/** A feed without subscribers stays open for this time, so that a page change keeps it and its curves. */
const closeDelayMs = 2_000;

const openFeed = (address: string): Feed => {
  const store = new DeviceStore();
  const socket = new LiveSocket({
    path: `v1/ws/device-data/${encodeURIComponent(address)}/`,
    stillSignedIn,
    onState: (state) => store.setSocketState(state),
    onMessage: (message, receivedAt) => {
      const doc = LiveDevice.parse(message);
      noteServerTime(doc.sent_at, receivedAt);
      store.take(doc);
    },
  });
  socket.start();
  return { store, socket, watchers: 0, closing: undefined };
};

/** The store of a device, by udf_id (an F500 by id). All callers share one socket until each has called `leave`. */
export const watchDevice = (address: string): { readonly store: DeviceStore; readonly leave: () => void } => {
  const feed = feeds.get(address) ?? openFeed(address);
  feeds.set(address, feed);
  feed.watchers++;
  clearTimeout(feed.closing);
  let left = false;
  const leave = (): void => {
    if (left) return;
    left = true;
    feed.watchers--;
    if (feed.watchers > 0) return;
    feed.closing = setTimeout(() => {
      feed.socket.stop();
      feeds.delete(address);
    }, closeDelayMs);
  };
  return { store: feed.store, leave };
};
