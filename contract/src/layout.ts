import { z } from 'zod';

/** A number, a boolean, or one of a list of texts. */
export const SensorKind = z.enum(['NUMERIC', 'BOOL', 'ENUM']);
export type SensorKind = z.infer<typeof SensorKind>;

/** One sensor of a birth. Its position in the list is its index in every frame. */
export interface SensorDef {
  readonly groupId: string;
  readonly sensorId: string;
  readonly name: string;
  readonly type: SensorKind;
  readonly unit: string;
  /** Texts of raw values ("0": "Closed"); empty when the device sent none. */
  readonly states: Readonly<Record<string, string>>;
}

/** A group of a birth. */
export interface GroupDef {
  readonly id: string;
  readonly name: string;
  readonly meta: Readonly<Record<string, unknown>>;
}

/** A version of a device's sensor list: lists with the same ids, types, units and states are the same layout. */
export interface Layout {
  readonly layoutId: number;
  readonly hash: string;
  readonly groups: readonly GroupDef[];
  readonly sensors: readonly SensorDef[];
}

/** `groupId.sensorId`: identifies a sensor within its device, whatever its name, type or unit. */
export const sensorPathOf = (groupId: string, sensorId: string): string => `${groupId}.${sensorId}`;

/** The path of a sensor of a layout. */
export const sensorPath = (s: { readonly groupId: string; readonly sensorId: string }): string =>
  sensorPathOf(s.groupId, s.sensorId);

/** `deviceId.groupId.sensorId` identifies a sensor among all devices; `deviceId.nodeId` a node. */
export const fullSensorId = (deviceId: number | string, path: string): string => `${deviceId}.${path}`;

/** Units that tell a running machine from a stopped one, the surest first. */
export const speedUnits = ['PPM', 'RPM', 'rpm', 'Hz', 'm/s', 'FPM', 'ft/min', '%', 'A'] as const;

/** Whether a speed, frequency, share or current is more than the noise of a stopped machine. */
export const isMoving = (value: number, unit: string): boolean => Math.abs(value) > (unit === 'm/s' ? 0.05 : 0.5);

/** A machine runs above this share of its highest mean speed. */
export const runningShare = 0.5;

/** The sensor that tells by its unit when a machine runs; undefined: none does. */
export function runnerOf<S extends { readonly unit: string; readonly isNumeric: boolean }>(
  sensors: readonly S[],
): S | undefined {
  for (const unit of speedUnits) {
    const found = sensors.find((sensor) => sensor.isNumeric && sensor.unit === unit);
    if (found) return found;
  }
  return undefined;
}

interface TellsOfRunning {
  readonly name: string | undefined;
  readonly unit: string;
  readonly isNumeric: boolean;
  readonly value: number | null;
  readonly state: string | undefined;
}

/** A state 'Running', or a switch of that name, such as 'Mixer running', that is on. */
function saysRunning({ name = '', isNumeric, value, state = '' }: TellsOfRunning): boolean {
  const word = state.toLowerCase();
  if (word === 'running') return true;
  if (isNumeric || !/\brunning$/i.test(name)) return false;
  return word === '' ? value === 1 : word === 'on' || word === 'true' || word === 'yes';
}

/**
 * The sensors that say that their machine runs, in their order: by state or switch, or a value of the surest unit of
 * speed that is more than noise. A share may be a level.
 */
export function sensorsThatRun<S extends TellsOfRunning>(sensors: readonly S[]): S[] {
  const runner = runnerOf(sensors.filter(({ unit }) => unit !== '%'));
  return sensors.filter(
    (sensor) =>
      saysRunning(sensor) || (sensor === runner && sensor.value !== null && isMoving(sensor.value, sensor.unit)),
  );
}
