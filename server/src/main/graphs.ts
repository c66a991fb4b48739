import { hasNodes } from '@tocsin/contract/device-type';
import type { DeviceId } from '@tocsin/contract/ids';
import { LiveDevice } from '@tocsin/contract/live';
import { writeDocument } from '../flow/5-tell/live-document.ts';
import { makeShape } from '../flow/5-tell/live-shape.ts';
import type { Catalog, CatalogDevice } from '../flow/catalog.ts';
import { HOLDS, type LiveState } from '../flow/passing.ts';
import { shownAs } from '../flow/shown.ts';
import { indexLayout } from '../flow/whole.ts';
import { judgedDevice } from '../line/place.ts';
import type { Moment } from '../rooms/telemetry/history/ports.ts';
import type { GraphDevice } from '../rooms/telemetry/index.ts';

/** What of the line a graph needs: how long a device's usual silence is. */
export interface Silence {
  /** ms after which it is offline. */
  offlineAfter(id: DeviceId): number;
}

export const graphDeviceOf =
  (catalog: Catalog, silence: Silence) =>
  (id: DeviceId): GraphDevice | undefined => {
    const device = catalog.byId(id);
    return (
      device && {
        judged: judgedDevice(device),
        title: device.title,
        zone: device.timezone,
        names: device.sensorNames,
        offlineAfterMs: silence.offlineAfter(id),
      }
    );
  };

/** The live document as it would have been told then: the same writer, fed from history. */
export function documentAt(catalog: Catalog, id: DeviceId, moment: Moment): LiveDevice | undefined {
  const device = catalog.byId(id);
  if (!device) return undefined;
  const state = stateAt(device, moment);
  const { layout, shown, names } = state;
  const shape = layout && makeShape(layout, shown, names, hasNodes(device.shownType));
  const { ts } = moment.frame;
  return LiveDevice.parse(JSON.parse(writeDocument(state, shape, ts, ts)));
}

function stateAt(device: CatalogDevice, { frame, layout, texts, toldAt, usualMs, standing }: Moment): LiveState {
  const indexed = indexLayout(layout);
  const stood = (type: string) =>
    new Map(standing.filter((one) => one.type === type).map((one) => [one.path, { at: one.at }]));
  return {
    device,
    layout: indexed,
    shown: shownAs(judgedDevice(device), indexed, frame.ts),
    names: layout.sensors.map((sensor, index) => device.sensorNames.get(indexed.paths[index] ?? '') ?? sensor.name),
    texts,
    values: frame.values,
    flags: frame.flags,
    status: frame.status,
    state: frame.state,
    at: toldAt,
    alarms: stood('alarm_on'),
    warnings: stood('warning_on'),
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
