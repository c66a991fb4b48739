import { fullSensorId } from '@tocsin/contract/layout';
import type { GraphName } from './queries.ts';

/** Whether an address names this graph: by three segments, by `groupId.sensorId`, or by a bare id. */
export const isNamed = (name: GraphName, sensor: string): boolean =>
  name.path === sensor || name.path.split('.').slice(1).join('.') === sensor || name.path.split('.').at(-1) === sensor;

/**
 * The path, with the device id, of a sensor in an address that is not in the list: of an unselected node, or no longer
 * present. Two segments that begin with the device's id name a node only on devices with nodes, because a group may
 * have the same id.
 */
export const wholePath = (device: number, sensor: string, nodes: boolean): string => {
  const parts = sensor.split('.');
  return parts.length === 2 && !(nodes && parts[0] === String(device)) ? fullSensorId(device, sensor) : sensor;
};
