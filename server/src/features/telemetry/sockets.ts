import type { DeviceId } from '@tocsin/contract/ids';
import type { Sockets } from '../../access/socket.ts';
import { loadDeviceByUdfId } from '../../access/store.ts';
import type { Db } from '../../platform/db.ts';
import type { LiveSocket } from '../../platform/socket-registry.ts';

/** What the live hub (pipeline/5-publish) offers to a device's socket. */
export interface DeviceFeed {
  /** Publishes the device's current document at once, then each new one. */
  watchDevice(
    device: DeviceId,
    socket: LiveSocket,
  ): {
    /** Publishes the current document again. */
    again?(): void;
    stop(): void;
  };
}

/** `ws/device-data/{udf_id}/`: every message is the whole live document of one device. */
export const addTelemetrySockets = (sockets: Sockets, db: Db, feed: DeviceFeed): void => {
  sockets.add({
    paths: ['/api/v1/ws/device-data/:udf_id/'],
    may: 'device.open',
    account: false,
    keys: 'live',
    subjectId: async ({ udf_id }) => (await loadDeviceByUdfId(db, udf_id ?? ''))?.deviceId,
    open: (socket, { subject }) => feed.watchDevice(subject.deviceId, socket),
  });
};
