import type { DeviceId } from '@tocsin/contract/ids';
import type { Db } from '../../base/db.ts';
import type { LiveSocket } from '../../base/sockets.ts';
import type { Sockets } from '../../policy/socket.ts';
import { loadDeviceByUdfId } from '../../policy/store.ts';

/** What the live hub (flow/5-tell) offers to a device's socket. */
export interface DeviceFeed {
  /** Tells the device's present document at once and each new one after it. */
  watchDevice(
    device: DeviceId,
    socket: LiveSocket,
  ): {
    /** Tells the present document again. */
    again?(): void;
    stop(): void;
  };
}

/** `ws/device-data/{udf_id}/`: every message is the whole live document of one device. */
export const addTelemetrySockets = (sockets: Sockets, db: Db, feed: DeviceFeed): void => {
  sockets.add({
    paths: ['/api/v1/ws/device-data/:udf_id/'],
    may: 'device.open',
    keys: 'live',
    subjectId: async ({ udf_id }) => (await loadDeviceByUdfId(db, udf_id ?? ''))?.deviceId,
    open: (socket, { subject }) => feed.watchDevice(subject.deviceId, socket),
  });
};
