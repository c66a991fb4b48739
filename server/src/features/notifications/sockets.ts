import type { Principal } from '../../access/principal.ts';
import type { Sockets } from '../../access/socket.ts';
import type { LiveSocket } from '../../platform/socket-registry.ts';

/** A socket's viewer. It receives notifications of every device that the person may open, whatever is selected. */
interface NotificationViewer {
  readonly who: Principal;
}

export interface NotificationFeed {
  /** Publishes each new notification that the viewer may see, with the viewer's active count. */
  watchNotifications(
    viewer: NotificationViewer,
    socket: LiveSocket,
  ): {
    /** Publishes the count again, without a notification. */
    again?(): void;
    /** Call when the viewer's rights have changed. */
    changed(viewer: NotificationViewer): void;
    stop(): void;
  };
}

/** `ws/current-user-notifications/`, v1 and v2. */
export const addNotificationSockets = (sockets: Sockets, feed: NotificationFeed): void => {
  sockets.add({
    paths: ['/api/v1/ws/current-user-notifications/', '/api/v2/ws/current-user-notifications/'],
    may: 'signed-in',
    account: false,
    keys: 'notifications',
    isOfAllClients: true,
    subjectId: async () => undefined,
    open: (socket, opened) => feed.watchNotifications(opened, socket),
  });
};
