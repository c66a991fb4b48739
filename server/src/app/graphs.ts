import { hasNodes } from '@tocsin/contract/device-type';
import type { DeviceId } from '@tocsin/contract/ids';
import { LiveDevice } from '@tocsin/contract/live';
import type { GraphDevice } from '../features/telemetry/index.ts';
import type { Moment } from '../history/read/calls.ts';
import { writeDocument } from '../pipeline/5-publish/live-document.ts';
import { makeShape } from '../pipeline/5-publish/live-shape.ts';
import type { Catalog, CatalogDevice } from '../pipeline/catalog.ts';
import { evaluatedDevice } from '../pipeline/device-runtime.ts';
import { indexLayout } from '../pipeline/fill-frame.ts';
import { HOLDS, type LiveState } from '../pipeline/types.ts';
import { conversionsOf } from '../pipeline/unit-conversion.ts';

/** Offline times of devices, which graphs need for gaps. */
export interface Silence {
  /** Time without frames in ms after which a device is offline. */
  offlineAfter(id: DeviceId): number;
}

export const graphDeviceOf =
  (catalog: Catalog, silence: Silence) =>
  (id: DeviceId): GraphDevice | undefined => {
    const device = catalog.byId(id);
    return (
      device && {
        evaluatedDevice: evaluatedDevice(device),
        title: device.title,
        zone: device.timezone,
        names: device.sensorNames,
        offlineAfterMs: silence.offlineAfter(id),
      }
    );
  };

/** The live document as it was published then: built by the same code from history. */
export function documentAt(catalog: Catalog, id: DeviceId, moment: Moment): LiveDevice | undefined {
  const device = catalog.byId(id);
  if (!device) return undefined;
  const state = stateAt(device, moment);
  const { layout, shown, names } = state;
  const shape = layout && makeShape(layout, shown, names, hasNodes(device.shownType));
  const { ts } = moment.frame;
  return LiveDevice.parse(JSON.parse(writeDocument(state, shape, ts, ts)));
}

function stateAt(
  device: CatalogDevice,
  { frame, layout, texts, reportedAt, usualMs, activeEvents }: Moment,
): LiveState {
  const indexed = indexLayout(layout);
  const wasActive = (type: string) =>
    new Map(activeEvents.filter((one) => one.type === type).map((one) => [one.path, { at: one.at }]));
  return {
    device,
    layout: indexed,
    shown: conversionsOf(evaluatedDevice(device), indexed, frame.ts),
    names: layout.sensors.map((sensor, index) => device.sensorNames.get(indexed.paths[index] ?? '') ?? sensor.name),
    texts,
    values: frame.values,
    flags: frame.flags,
    status: frame.status,
    state: frame.state,
    at: reportedAt,
    alarms: wasActive('alarm_on'),
    warnings: wasActive('warning_on'),
    shelves: new Map(),
    walk: null,
    version: null,
    rbe: (frame.given & HOLDS) !== 0,
    online: true,
    onlineSince: null,
    frameAt: frame.ts,
    receivedAt: frame.receivedAt,
    usualMs,
    notices: [],
  };
}
