import type { LiveSensor } from '@tocsin/contract/live';
import { SensorStatus } from '@tocsin/contract/status';
import type { MachineState } from '@tocsin/machines/palette';
import { isDisabled, type SensorReading, wordOf } from '../../../domain/sensor-status.ts';
import type { HeldBack } from '../../../live/held-back.ts';
import { valueText } from '../../../ui/value.ts';

/** The latest state of one sensor from the feed. */
export interface SensorState {
  readonly path: string;
  readonly sensor: LiveSensor;
  readonly online: boolean;
  /** Set if it is shelved or out of service. */
  readonly held?: HeldBack | null;
}

export type Lookup = (path: string) => SensorState | undefined;

export interface Watched {
  readonly id: string;
  readonly sensors: readonly string[];
  readonly stateSensor: string | null;
  /** Its speed sensor: without a state sensor it decides whether the machine runs; shown while the state is normal. */
  readonly speedSensor?: string | null;
}

export type Flow = 'running' | 'stopped' | 'unknown';

/** All sensors that can put a machine in alarm: its bound sensors in order, then its state sensor. */
export const sensorsOf = ({ sensors, stateSensor }: Omit<Watched, 'id'>): readonly string[] =>
  stateSensor === null || sensors.includes(stateSensor) ? sensors : [...sensors, stateSensor];

/** `reading`: nothing was received yet, which says nothing about the machine. */
export type ShownState = MachineState | 'reading';

/** The status of a machine, as shown by its image and label (docs/spec/visual-dashboard.md, section 4). */
export interface MachineStatus {
  readonly state: ShownState;
  /** Not OK, and its state sensor reports Running. */
  readonly blinks: boolean;
  /** From its state sensor, else from its speed. */
  readonly flow: Flow;
  /** The sensor that decides the status: the first in alarm, else in warning, else the first with a value. */
  readonly sensor: string | null;
  /** All its sensors in alarm or warning. */
  readonly raised: readonly string[];
  readonly name: string;
  readonly value: string;
  /** The value is a word, 'Closed', and not a number. */
  readonly isWord: boolean;
  /** The first sensor that is held back: why, its name, and the number of further ones; null: none. */
  readonly held: (HeldBack & { readonly name: string; readonly more: number }) | null;
  /** Unix ms at which its alarm or warning began; for 'no_info', when a value last arrived. */
  readonly since: number | null;
}

const readingOf = ({ sensor }: SensorState): SensorReading & { readonly type: string } => ({
  value: sensor.Value,
  status: sensor.Status,
  alarm: sensor.Alarm,
  state: sensor.Meta.State,
  type: sensor.Type,
});

/** Whether the state counts: an offline device keeps its last alarm or warning, but its other values are outdated. */
const hasData = (sensorState: SensorState): boolean =>
  sensorState.online &&
  !isDisabled(readingOf(sensorState)) &&
  sensorState.sensor.Status !== SensorStatus.enum['Not Scanned'] &&
  (sensorState.sensor.Value !== null ||
    (sensorState.sensor.Type !== 'NUMERIC' && sensorState.sensor.Meta.State !== ''));

/** The value of a sensor as text: a word, or a number with its unit. */
export const textOf = (sensorState: SensorState): string => {
  const { sensor } = sensorState;
  const word = wordOf(readingOf(sensorState));
  return word ?? valueText(sensor.Value ?? 0, sensor.Meta.Units);
};

/** A state sensor reports words (Running, Stopped), a contact on and off. */
const runs = (sensorState: SensorState | undefined): Flow => {
  if (sensorState === undefined || !sensorState.online) return 'unknown';
  const word = sensorState.sensor.Meta.State.trim().toLowerCase();
  if (word.startsWith('running')) return 'running';
  if (word.startsWith('stopped')) return 'stopped';
  if (sensorState.sensor.Type !== 'BOOL' || sensorState.sensor.Value === null || (word !== '' && word !== 'ok'))
    return 'unknown';
  return sensorState.sensor.Value === 0 ? 'stopped' : 'running';
};

/** A speed of 0 in any unit means stopped. */
const moves = (sensorState: SensorState | undefined): Flow => {
  if (sensorState === undefined || !hasData(sensorState) || sensorState.sensor.Type !== 'NUMERIC') return 'unknown';
  const { Value } = sensorState.sensor;
  return Value === null ? 'unknown' : Value > 0 ? 'running' : 'stopped';
};

/** The status of a machine from the current states of its sensors. */
export function machineStatusOf(machine: Watched, lookup: Lookup): MachineStatus {
  const sensorState = machine.sensors.flatMap((path) => lookup(path) ?? []);
  // Includes the state sensor: a machine stopped by a fault is not merely stopped.
  const all = sensorsOf(machine).flatMap((path) => lookup(path) ?? []);
  const alarm = all.find((one) => one.sensor.Alarm);
  const warning = all.find((one) => one.sensor.Status === SensorStatus.enum.WARNING);
  const speed = machine.speedSensor ? lookup(machine.speedSensor) : undefined;
  const alive = speed !== undefined && hasData(speed) ? speed : sensorState.find(hasData);
  const running = runs(machine.stateSensor === null ? undefined : lookup(machine.stateSensor));
  const shown = alarm ?? warning ?? alive ?? sensorState[0];
  const known: MachineState = alarm ? 'alarm' : warning ? 'warning' : alive ? 'ok' : 'no_info';
  const isQuiet = known === 'ok' || known === 'no_info';
  return {
    state: isQuiet && running === 'stopped' ? 'stopped' : known,
    blinks: !isQuiet && running === 'running',
    flow: running === 'unknown' ? moves(speed) : running,
    sensor: shown?.path ?? null,
    raised: all
      .filter(({ sensor }) => sensor.Alarm || sensor.Status === SensorStatus.enum.WARNING)
      .map(({ path }) => path),
    held: heldOf(all),
    name: shown?.sensor.Name ?? '',
    value: shown === undefined ? '' : textOf(shown),
    isWord: shown !== undefined && wordOf(readingOf(shown)) !== null,
    since: known === 'no_info' ? (shown?.sensor.At ?? null) : (shown?.sensor.Since ?? null),
  };
}

function heldOf(all: readonly SensorState[]): MachineStatus['held'] {
  const each = all.flatMap(({ held, sensor }) => (held ? [{ ...held, name: sensor.Name }] : []));
  return each[0] === undefined ? null : { ...each[0], more: each.length - 1 };
}

export const sameMachineStatus = (a: MachineStatus, b: MachineStatus): boolean =>
  a.state === b.state &&
  a.blinks === b.blinks &&
  a.flow === b.flow &&
  a.isWord === b.isWord &&
  a.sensor === b.sensor &&
  a.raised.length === b.raised.length &&
  a.raised.every((path, i) => path === b.raised[i]) &&
  a.name === b.name &&
  JSON.stringify(a.held) === JSON.stringify(b.held) &&
  a.value === b.value &&
  a.since === b.since;

/** Before the first answer. */
export const unknownStatus: MachineStatus = {
  state: 'reading',
  held: null,
  blinks: false,
  flow: 'unknown',
  isWord: false,
  sensor: null,
  raised: [],
  name: '',
  value: '',
  since: null,
};

/** Machines by state; `held`: those that are OK but for a sensor that is held back. */
export type Counts = Readonly<Record<ShownState | 'held', number>>;

export function countStates(all: Iterable<MachineStatus>): Counts {
  const counts = { alarm: 0, warning: 0, no_info: 0, stopped: 0, ok: 0, held: 0, reading: 0 };
  for (const { state, held } of all) counts[state === 'ok' && held !== null ? 'held' : state] += 1;
  return counts;
}
