import type { Arrangement, F500Node } from '@tocsin/contract/graphs';
import { type GroupDef, type SensorDef, sensorPath } from '@tocsin/contract/layout';
import { badField } from '../../platform/errors.ts';

export interface NodeSource {
  readonly groups: readonly GroupDef[];
  readonly sensors: readonly SensorDef[];
  readonly names: ReadonlyMap<string, string>;
}

const byNumber = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });

/** The nodes of an F500: each group of its birth is a node whose id is the node's number. */
export function nodesOf({ groups, sensors, names }: NodeSource, chosen: ReadonlySet<string>): F500Node[] {
  return [...groups]
    .sort((a, b) => byNumber(a.id, b.id))
    .map((group, index) => {
      const number = Number.isInteger(Number(group.id)) ? Number(group.id) : index + 1;
      return {
        number,
        formatted_number: String(number).padStart(2, '0'),
        name: group.name,
        sensors: sensors
          .filter((sensor) => sensor.groupId === group.id)
          .map((sensor) => {
            const path = sensorPath(sensor);
            return { id: path, name: names.get(path) ?? sensor.name, selected: chosen.has(path) };
          }),
      };
    });
}

/** The paths that a selection request names: one sensor, all of a node, or (clean) none. */
export function arranged(source: NodeSource, deviceId: number, { action, node, sensor }: Arrangement): string[] {
  if (action === 'clean') return [];
  const all = source.sensors.map(sensorPath);
  if (sensor) {
    const path = sensor.split('.').slice(-2).join('.');
    const match = all.includes(path) ? path : all.find((one) => one.split('.')[1] === sensor);
    if (!match) throw badField('sensor', 'The device has no such sensor');
    return [match];
  }
  if (node === null || node === undefined || node === '') throw badField('node', 'Please select a node or a sensor');
  const id = String(node).split('.').at(-1) ?? '';
  const paths = source.sensors.filter((one) => sameNode(one.groupId, id)).map(sensorPath);
  if (paths.length === 0) throw badField('node', `The device ${deviceId} has no such node`);
  return paths;
}

/** `7`, `07` and 7 are the same node. */
const sameNode = (a: string, b: string): boolean => a === b || (a !== '' && b !== '' && Number(a) === Number(b));
