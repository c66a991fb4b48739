import type { LiveDevice, LiveSensor } from '@tocsin/contract/live';
import { isStale, SensorStatus } from '@tocsin/contract/status';
import { Gauge, Registry } from 'prom-client';

/** A device of the site with what it last reported; null: it has never reported. */
export interface ReportedDevice {
  readonly id: number;
  readonly title: string;
  readonly type: string;
  readonly isSuspended: boolean;
  readonly document: LiveDevice | null;
}

const deviceLabels = ['device_id', 'device'] as const;
const sensorLabels = [...deviceLabels, 'group', 'sensor', 'name', 'unit'] as const;

/**
 * Renders a site's devices in the Prometheus text format, version 0.0.4. A sensor's value is present only while it is
 * current: its device is online, and it is not stale unless the device reports by
 * exception. What has no current value is therefore absent, which Prometheus shows as a gap, and never a repeated old
 * number. Times are unix seconds.
 */
export const renderSiteMetrics = async (devices: readonly ReportedDevice[], now: number): Promise<string> => {
  const registry = new Registry();
  const gauge = <L extends string>(name: string, help: string, labelNames: readonly L[]): Gauge<L> =>
    new Gauge({ name: `tocsin_${name}`, help, labelNames, registers: [registry] });
  const ofDevice = {
    info: gauge('device_info', 'Always 1; tells the type of a device.', [...deviceLabels, 'type']),
    online: gauge('device_online', '1 while the device is online.', deviceLabels),
    alarm: gauge('device_alarm', '1 while a sensor of the device is in alarm, as last known.', deviceLabels),
    suspended: gauge('device_suspended', '1 while the device or its site is out of service.', deviceLabels),
    lastFrame: gauge('device_last_frame_timestamp_seconds', 'When the newest frame arrived.', deviceLabels),
  };
  const ofSensor = {
    value: gauge('sensor_value', 'The value in the displayed unit, while it is current.', sensorLabels),
    alarm: gauge('sensor_alarm', '1 while the sensor is in alarm, as last known.', sensorLabels),
    warning: gauge('sensor_warning', '1 while a warning rule of the sensor is fulfilled, as last known.', sensorLabels),
    shelved: gauge('sensor_shelved', '1 while a shelf covers all warnings of the sensor.', sensorLabels),
    outOfService: gauge('sensor_out_of_service', '1 while the sensor is out of service.', sensorLabels),
    lastValue: gauge('sensor_last_value_timestamp_seconds', 'When the device last sent the value.', sensorLabels),
  };

  for (const { id, title, type, isSuspended, document } of devices) {
    const device = { device_id: String(id), device: title };
    ofDevice.info.set({ ...device, type }, 1);
    ofDevice.suspended.set(device, flag(isSuspended));
    ofDevice.online.set(device, flag(document?.device.is_online === true));
    if (!document) continue;
    ofDevice.alarm.set(device, flag(document.Alarm));
    if (document.received_at !== null) ofDevice.lastFrame.set(device, document.received_at / 1000);
    for (const group of document.groups)
      for (const sensor of group.sensors) {
        const path = `${group.Id}.${sensor.Id}`;
        const labels = { ...device, group: group.Name, sensor: path, name: sensor.Name, unit: sensor.Meta.Units };
        if (sensor.Value !== null && isCurrent(document, sensor, now)) ofSensor.value.set(labels, sensor.Value);
        ofSensor.alarm.set(labels, flag(sensor.Alarm));
        ofSensor.warning.set(labels, flag(sensor.Status === SensorStatus.enum.WARNING));
        ofSensor.shelved.set(labels, flag(isShelved(document, path, now)));
        ofSensor.outOfService.set(labels, flag(isOutOfService(document, path)));
        if (sensor.At !== null) ofSensor.lastValue.set(labels, sensor.At / 1000);
      }
  }
  return await registry.metrics();
};

const flag = (isSet: boolean): number => (isSet ? 1 : 0);

const isCurrent = ({ device, usual_interval }: LiveDevice, { At }: LiveSensor, now: number): boolean =>
  device.is_online && (device.rbe === true || !isStale(At, now, usual_interval));

/** Covered as a sensor, by its node or with the whole device; a shelf of a single rule leaves the sensor's others. */
const isShelved = ({ shelves = [] }: LiveDevice, path: string, now: number): boolean =>
  shelves.some(
    ({ sensor, node, rule, until }) =>
      until > now &&
      rule === null &&
      (sensor === path || (sensor === null && (node === null || path.startsWith(`${node}.`)))),
  );

const isOutOfService = ({ out_of_service = [] }: LiveDevice, path: string): boolean =>
  out_of_service.some((one) => one.path === path);
