import { LiveDevice } from '@tocsin/contract/live';
import { z } from 'zod';
import { Board } from './board.ts';
import { heardServerTime } from './clock.ts';
import { ask, CallError } from './http.ts';
import { LiveSocket } from './socket.ts';

/** 401 has ended the session already; anything else says nothing about it. */
export const stillSignedIn = (): Promise<boolean> =>
  ask({ method: 'GET', path: 'v1/me/' }, z.unknown()).then(
    () => true,
    (error) => !(error instanceof CallError && error.status === 401),
  );

interface Feed {
  readonly board: Board;
  readonly socket: LiveSocket;
  watchers: number;
  closing: ReturnType<typeof setTimeout> | undefined;
}

const feeds = new Map<string, Feed>();
/** A change of page within this time keeps the feed and its rings. */
const lingerMs = 2_000;

const openFeed = (address: string): Feed => {
  const board = new Board();
  const socket = new LiveSocket({
    path: `v1/ws/device-data/${encodeURIComponent(address)}/`,
    auth: 'address',
    stillSignedIn,
    onState: (state) => board.takeState(state),
    onMessage: (message, receivedAt) => {
      const doc = LiveDevice.parse(message);
      heardServerTime(doc.sent_at, receivedAt);
      board.take(doc);
    },
  });
  socket.start();
  return { board, socket, watchers: 0, closing: undefined };
};

/** The board of a device, addressed by its udf_id (an F500 by its id); one socket however many watch. */
export const watchDevice = (address: string): { readonly board: Board; readonly leave: () => void } => {
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
    }, lingerMs);
  };
  return { board: feed.board, leave };
};
