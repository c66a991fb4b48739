import { LiveDevice } from '@tocsin/contract/live';
import type { RecentPoint } from '../../../live/recent-points.ts';
import { Ring } from '../../../live/ring.ts';
import type { SocketState } from '../../../live/socket.ts';
import {
  type Counts,
  countStates,
  type Heard,
  type MachineStatus,
  machineStatusOf,
  nothingHeard,
  sameMachineStatus,
  sensorsOf,
  type Watched,
} from './machine-status.ts';

type Listener = () => void;
const deviceOf = (path: string): string => path.slice(0, path.indexOf('.'));
const flagOf = ({ sensor }: Heard): number => (sensor.Alarm ? 1 : sensor.Status === 'WARNING' ? 2 : 0);

/** A machine in alarm and its deciding sensor. */
export interface Alarmed {
  readonly id: string;
  readonly sensor: string | null;
}

interface Told {
  readonly frameAt: number | null;
  readonly heard: ReadonlyMap<string, Heard>;
}

/**
 * The present state of all machines of a tab. Messages are stored as they arrive, the newest of each device, and
 * processed once per animation frame; only changed machines are notified, so 600 changes a second cost no more than
 * drawing what they change.
 */
export class PlantStore {
  private readonly machines: readonly Watched[];
  private readonly byDevice = new Map<string, Watched[]>();
  private readonly bound: ReadonlySet<string>;
  private readonly schedule: (draw: () => void) => void;
  private readonly waiting = new Map<string, unknown>();
  private readonly devices = new Map<string, Told>();
  private readonly standings = new Map<string, MachineStatus>();
  private readonly rings = new Map<string, Ring>();
  private readonly listeners = new Map<string, Set<Listener>>();
  private readonly wholeListeners = new Set<Listener>();
  private counted: Counts;
  private troubled: readonly string[] = [];
  private inAlarm: readonly Alarmed[] = [];
  private owed = false;
  private socketState: SocketState = 'connecting';
  private newest: number | null = null;

  constructor(
    machines: readonly Watched[],
    schedule: (draw: () => void) => void = (draw) => requestAnimationFrame(draw),
  ) {
    this.machines = machines;
    this.schedule = schedule;
    this.bound = new Set(machines.flatMap(sensorsOf));
    for (const machine of machines) {
      for (const device of new Set(sensorsOf(machine).map(deviceOf))) {
        const list = this.byDevice.get(device);
        if (list) list.push(machine);
        else this.byDevice.set(device, [machine]);
      }
      this.standings.set(machine.id, nothingHeard);
    }
    this.counted = countStates(this.standings.values());
  }

  /** Stores one raw message of the socket. */
  readonly take = (message: unknown): void => {
    const id = typeof message === 'object' && message !== null ? Reflect.get(message, 'Id') : null;
    if (typeof id !== 'string') return;
    this.waiting.set(id, message);
    this.owe();
  };

  readonly takeState = (state: SocketState): void => {
    if (state === this.socketState) return;
    this.socketState = state;
    this.owe();
  };

  private owe(): void {
    if (this.owed) return;
    this.owed = true;
    this.schedule(() => {
      this.owed = false;
      this.look();
    });
  }

  /** Processes the messages since the last frame and notifies the affected machines. */
  private look(): void {
    const touched = new Set<Watched>();
    for (const message of this.waiting.values()) {
      const document = LiveDevice.parse(message);
      this.hear(document);
      for (const machine of this.byDevice.get(document.device.deviceId) ?? []) touched.add(machine);
    }
    this.waiting.clear();
    const changed: string[] = [];
    for (const machine of touched) {
      const next = machineStatusOf(machine, this.heard);
      const before = this.standings.get(machine.id) ?? nothingHeard;
      if (sameMachineStatus(before, next)) continue;
      this.standings.set(machine.id, next);
      changed.push(machine.id);
    }
    if (changed.length > 0) this.count();
    for (const id of changed) for (const listener of this.listeners.get(id) ?? []) listener();
    for (const listener of this.wholeListeners) listener();
  }

  private hear(document: LiveDevice): void {
    const device = document.device.deviceId;
    const online = document.device.is_online;
    const before = this.devices.get(device);
    const isNew = document.frame_at !== null && document.frame_at !== before?.frameAt;
    const heard = new Map<string, Heard>();
    // The server no longer sends it: suspended, moved or removed. Its data is dropped.
    if (document.groups.length === 0)
      for (const [path, ring] of this.rings) if (deviceOf(path) === device) ring.clear();
    for (const group of document.groups) {
      for (const sensor of group.sensors) {
        const path = `${device}.${group.Id}.${sensor.Id}`;
        const one = { path, sensor, online };
        heard.set(path, one);
        if (isNew && this.bound.has(path)) this.ring(path).add(document.frame_at ?? 0, plotted(one), flagOf(one));
      }
    }
    this.devices.set(device, { frameAt: document.frame_at, heard });
    if (document.received_at !== null) this.newest = Math.max(this.newest ?? 0, document.received_at);
  }

  private count(): void {
    const counts = countStates(this.standings.values());
    const same = Object.entries(counts).every(([state, n]) => Reflect.get(this.counted, state) === n);
    if (!same) this.counted = counts;
    const order = ['alarm', 'warning', 'no_info'];
    const troubled = this.machines
      .filter((machine) => order.includes(this.standing(machine.id).state))
      .sort((a, b) => {
        const [one, two] = [this.standing(a.id), this.standing(b.id)];
        return order.indexOf(one.state) - order.indexOf(two.state) || (two.since ?? 0) - (one.since ?? 0);
      })
      .map((machine) => machine.id);
    if (troubled.join() !== this.troubled.join()) this.troubled = troubled;
    const inAlarm = troubled.flatMap((id): Alarmed[] => {
      const { state, sensor } = this.standing(id);
      return state === 'alarm' ? [{ id, sensor }] : [];
    });
    const isSame = inAlarm.every(
      ({ id, sensor }, i) => id === this.inAlarm[i]?.id && sensor === this.inAlarm[i]?.sensor,
    );
    if (!isSame || inAlarm.length !== this.inAlarm.length) this.inAlarm = inAlarm;
  }

  readonly heard = (path: string): Heard | undefined => this.devices.get(deviceOf(path))?.heard.get(path);

  readonly standing = (machineId: string): MachineStatus => this.standings.get(machineId) ?? nothingHeard;
  readonly counts = (): Counts => this.counted;
  /** Machines that are not normal, worst and newest first. */
  readonly notNormal = (): readonly string[] => this.troubled;
  /** Those of them in alarm; the same list object until it changes. */
  readonly alarmed = (): readonly Alarmed[] => this.inAlarm;
  readonly state = (): SocketState => this.socketState;
  /** When the newest frame of any device arrived, in unix ms of the server. */
  readonly newestAt = (): number | null => this.newest;

  ring(path: string): Ring {
    const ring = this.rings.get(path) ?? new Ring();
    this.rings.set(path, ring);
    return ring;
  }

  /** Adds points from before the view opened, or from while its socket was lost, before the received ones. */
  fillRing(path: string, points: readonly RecentPoint[]): void {
    this.ring(path).fill(points);
    this.owe();
  }

  readonly subscribe = (machineId: string, listener: Listener): (() => void) => {
    const set = this.listeners.get(machineId) ?? new Set();
    this.listeners.set(machineId, set);
    set.add(listener);
    return () => set.delete(listener);
  };

  readonly subscribeWhole = (listener: Listener): (() => void) => {
    this.wholeListeners.add(listener);
    return () => this.wholeListeners.delete(listener);
  };
}

/** Contacts are drawn as in the graphs: alarm 1, otherwise -1. */
const plotted = ({ sensor }: Heard): number => {
  if (sensor.Value === null) return Number.NaN;
  if (sensor.Type === 'NUMERIC') return sensor.Value;
  return sensor.Alarm ? 1 : -1;
};
