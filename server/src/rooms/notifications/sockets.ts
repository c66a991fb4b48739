import type { LiveSocket } from '../../base/sockets.ts';
import type { Selection } from '../../policy/selection.ts';
import type { Sockets } from '../../policy/socket.ts';
import type { Who } from '../../policy/who.ts';

/** Whose notifications a socket tells: the devices that the person may see in the selected client. */
export interface NotificationViewer {
  readonly who: Who;
  readonly selection: Selection;
}

export interface NotificationFeed {
  /** Tells each new notification that the viewer may see, and the viewer's active count with it. */
  watchNotifications(
    viewer: NotificationViewer,
    socket: LiveSocket,
  ): {
    /** Tells the count again, without a notification. */
    again?(): void;
    /** The viewer's rights have changed. */
    changed(viewer: NotificationViewer): void;
    stop(): void;
  };
}

/** `ws/current-user-notifications/`, v1 and v2. */
export const addNotificationSockets = (sockets: Sockets, feed: NotificationFeed): void => {
  sockets.add({
    paths: ['/api/v1/ws/current-user-notifications/', '/api/v2/ws/current-user-notifications/'],
    may: 'signed-in',
    keys: 'notifications',
    subjectId: async () => undefined,
    open: (socket, opened) => feed.watchNotifications(opened, socket),
  });
};
