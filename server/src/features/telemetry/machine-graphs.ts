import type { GraphPoint } from '@tocsin/contract/graphs';
import { DeviceId } from '@tocsin/contract/ids';
import { columnsOf, pointsOf } from '../../history/read/graph-answer.ts';
import type { TelemetryDependencies } from './routes.ts';

interface OneSensor {
  readonly deviceId: number;
  readonly path: string;
}

const slotMs = 12 * 60_000;
const dayMs = 86_400_000;

/** The last 24 hours of sensors of any devices in slots of 12 minutes, in the displayed unit. */
export async function machineGraphs(
  { history, deviceOf }: Pick<TelemetryDependencies, 'history' | 'deviceOf'>,
  sensors: readonly OneSensor[],
  now: number,
): Promise<(OneSensor & { readonly points: GraphPoint[] })[]> {
  const to = (Math.floor(now / slotMs) + 1) * slotMs;
  const days: (OneSensor & { readonly points: GraphPoint[] })[] = [];
  for (const [id, own] of Map.groupBy(sensors, (sensor) => sensor.deviceId)) {
    const device = deviceOf(DeviceId.parse(id));
    if (!device) continue;
    const answer = await history.series({
      device: device.evaluatedDevice,
      from: to - dayMs,
      to,
      slotMs,
      offlineAfterMs: device.offlineAfterMs,
      paths: [...new Set(own.map((sensor) => sensor.path))],
    });
    const head = {
      device: id,
      device_type: device.evaluatedDevice.shownType.code,
      timescale: 'custom' as const,
      from: to - dayMs,
      to,
      zone: device.zone,
      slot: slotMs,
      offline_after: device.offlineAfterMs,
      newest: answer.newest,
    };
    const { series, states } = columnsOf(head, answer, {
      deviceId: id,
      title: device.title,
      names: device.names,
      byNode: false,
    });
    for (const one of series)
      days.push({ deviceId: id, path: one.sensor.slice(String(id).length + 1), points: pointsOf(one, states) });
  }
  return days;
}
