import { fullSensorId } from '@tocsin/contract/layout';
import type { GraphName } from './queries.ts';

/** An address may name a sensor by three segments, by `groupId.sensorId`, or by a bare id. */
export const isNamed = (name: GraphName, sensor: string): boolean =>
  name.path === sensor || name.path.split('.').slice(1).join('.') === sensor || name.path.split('.').at(-1) === sensor;

/**
 * The path of a sensor that is in no list (of an unselected node, or no longer listed), with the device id in front. Two
 * segments that begin with the device's id name a node only on devices with nodes: a group may have
 * that id too.
 */
export const wholePath = (device: number, sensor: string, nodes: boolean): string => {
  const parts = sensor.split('.');
  return parts.length === 2 && !(nodes && parts[0] === String(device)) ? fullSensorId(device, sensor) : sensor;
};
