import { fullSensorId, sensorPathOf } from '@tocsin/contract/layout';
import { LiveDevice } from '@tocsin/contract/live';
import { SensorStatus } from '@tocsin/contract/status';
import { shownNow } from '../../../live/clock.ts';
import { heldBack } from '../../../live/held-back.ts';
import type { RecentPoint } from '../../../live/recent-points.ts';
import { Ring } from '../../../live/ring.ts';
import type { SocketState } from '../../../live/socket.ts';
import { createKeyedSubscribers, createSubscribers } from '../../../ui/store.ts';
import {
  type Counts,
  countStates,
  type MachineStatus,
  machineStatusOf,
  type SensorState,
  sameMachineStatus,
  sensorsOf,
  unknownStatus,
  type Watched,
} from './machine-status.ts';

const deviceOf = (path: string): string => path.slice(0, path.indexOf('.'));
const flagOf = ({ sensor }: Pick<SensorState, 'sensor'>): number =>
  sensor.Alarm ? 1 : sensor.Status === SensorStatus.enum.WARNING ? 2 : 0;

/** A machine in alarm and its deciding sensor. */
export interface Alarmed {
  readonly id: string;
  readonly sensor: string | null;
}

interface DeviceState {
  readonly frameAt: number | null;
  readonly sensors: ReadonlyMap<string, SensorState>;
}

/**
 * The current state of all machines of a tab. The newest message of each device is queued and processed once per
 * animation frame; only subscribers of changed machines are notified, so 600 changes a second cost no more than drawing
 * the changed machines.
 */
export class PlantStore {
  private readonly machines: readonly Watched[];
  /** The time for which the tab is shown, in unix ms; ages are relative to it. */
  readonly now: () => number;
  private readonly byDevice = new Map<string, Watched[]>();
  private readonly bound: ReadonlySet<string>;
  private readonly schedule: (draw: () => void) => void;
  private readonly queued = new Map<string, unknown>();
  private readonly devices = new Map<string, DeviceState>();
  private readonly statuses = new Map<string, MachineStatus>();
  private readonly rings = new Map<string, Ring>();
  private readonly machineSubscribers = createKeyedSubscribers();
  private readonly storeSubscribers = createSubscribers();
  /** Calls back when one machine changes. */
  readonly subscribeMachine = this.machineSubscribers.subscribe;
  /** Calls back once per animation frame in which messages were processed. */
  readonly subscribe = this.storeSubscribers.subscribe;
  private counted: Counts;
  private abnormal: readonly string[] = [];
  private inAlarm: readonly Alarmed[] = [];
  private isDrawScheduled = false;
  private isReading = true;
  /** Machines whose status is to be worked out without a message. */
  private unheard: readonly Watched[] = [];
  private socketState: SocketState = 'connecting';
  private newest: number | null = null;
  private statusChanges = 0;

  constructor(
    machines: readonly Watched[],
    schedule: (draw: () => void) => void = (draw) => requestAnimationFrame(draw),
    now: () => number = shownNow,
  ) {
    this.machines = machines;
    this.now = now;
    this.schedule = schedule;
    this.bound = new Set(machines.flatMap(sensorsOf));
    for (const machine of machines) {
      for (const device of new Set(sensorsOf(machine).map(deviceOf))) {
        const list = this.byDevice.get(device);
        if (list) list.push(machine);
        else this.byDevice.set(device, [machine]);
      }
      this.statuses.set(machine.id, unknownStatus);
    }
    this.counted = countStates(this.statuses.values());
  }

  /** Queues one raw message of the socket. */
  readonly take = (message: unknown): void => {
    const id = typeof message === 'object' && message !== null ? Reflect.get(message, 'Id') : null;
    if (typeof id !== 'string') return;
    this.queued.set(id, message);
    this.settle();
    this.scheduleDraw();
  };

  readonly setSocketState = (state: SocketState): void => {
    if (state === this.socketState) return;
    this.socketState = state;
    this.scheduleDraw();
  };

  /** From now on a machine that nothing was received of has no information. */
  readonly settle = (): void => {
    if (!this.isReading) return;
    this.isReading = false;
    this.unheard = this.machines;
    this.scheduleDraw();
  };

  private scheduleDraw(): void {
    if (this.isDrawScheduled) return;
    this.isDrawScheduled = true;
    this.schedule(() => {
      this.isDrawScheduled = false;
      this.draw();
    });
  }

  /** Processes the queued messages and notifies the subscribers of changed machines. */
  private draw(): void {
    const touched = new Set(this.unheard);
    this.unheard = [];
    for (const message of this.queued.values()) {
      const document = LiveDevice.parse(message);
      this.apply(document);
      for (const machine of this.byDevice.get(document.device.deviceId) ?? []) touched.add(machine);
    }
    this.queued.clear();
    const changed: string[] = [];
    for (const machine of touched) {
      const next = machineStatusOf(machine, this.sensors);
      const before = this.statuses.get(machine.id) ?? unknownStatus;
      if (sameMachineStatus(before, next)) continue;
      this.statuses.set(machine.id, next);
      if (!sameMachineStatus({ ...next, value: before.value }, before)) this.statusChanges += 1;
      changed.push(machine.id);
    }
    if (changed.length > 0) this.count();
    for (const id of changed) this.machineSubscribers.notify(id);
    this.storeSubscribers.notify();
  }

  private apply(document: LiveDevice): void {
    const device = document.device.deviceId;
    const online = document.device.is_online;
    const before = this.devices.get(device);
    const isNew = document.frame_at !== null && document.frame_at !== before?.frameAt;
    const sensors = new Map<string, SensorState>();
    // The device was suspended, moved or removed: its curves are dropped.
    if (document.groups.length === 0)
      for (const [path, ring] of this.rings) if (deviceOf(path) === device) ring.clear();
    for (const group of document.groups) {
      for (const sensor of group.sensors) {
        const own = sensorPathOf(group.Id, sensor.Id);
        const path = fullSensorId(device, own);
        const one = { path, sensor, online, held: heldBack(document, own, document.sent_at) };
        sensors.set(path, one);
        if (isNew && this.bound.has(path)) this.ring(path).add(document.frame_at ?? 0, plotted(one), flagOf(one));
      }
    }
    this.devices.set(device, { frameAt: document.frame_at, sensors });
    if (document.received_at !== null) this.newest = Math.max(this.newest ?? 0, document.received_at);
  }

  private count(): void {
    const counts = countStates(this.statuses.values());
    const same = Object.entries(counts).every(([state, n]) => Reflect.get(this.counted, state) === n);
    if (!same) this.counted = counts;
    const order = ['alarm', 'warning', 'no_info'];
    const abnormal = this.machines
      .filter((machine) => order.includes(this.status(machine.id).state))
      .sort((a, b) => {
        const [one, two] = [this.status(a.id), this.status(b.id)];
        return order.indexOf(one.state) - order.indexOf(two.state) || (two.since ?? 0) - (one.since ?? 0);
      })
      .map((machine) => machine.id);
    if (abnormal.join() !== this.abnormal.join()) this.abnormal = abnormal;
    const inAlarm = abnormal.flatMap((id): Alarmed[] => {
      const { state, sensor } = this.status(id);
      return state === 'alarm' ? [{ id, sensor }] : [];
    });
    const isSame = inAlarm.every(
      ({ id, sensor }, i) => id === this.inAlarm[i]?.id && sensor === this.inAlarm[i]?.sensor,
    );
    if (!isSame || inAlarm.length !== this.inAlarm.length) this.inAlarm = inAlarm;
  }

  readonly sensors = (path: string): SensorState | undefined => this.devices.get(deviceOf(path))?.sensors.get(path);

  readonly status = (machineId: string): MachineStatus => this.statuses.get(machineId) ?? unknownStatus;
  readonly counts = (): Counts => this.counted;
  /** Increases when a machine changes in anything but its value. */
  readonly statusVersion = (): number => this.statusChanges;
  /** Ids of machines that are not normal, worst first, then newest first. */
  readonly notNormal = (): readonly string[] => this.abnormal;
  /** The machines in alarm, in the same order; the same array until it changes. */
  readonly alarmed = (): readonly Alarmed[] => this.inAlarm;
  readonly state = (): SocketState => this.socketState;
  /** Arrival of the newest frame of any device, in unix ms of the server; null before the first. */
  readonly newestAt = (): number | null => this.newest;

  ring(path: string): Ring {
    const ring = this.rings.get(path) ?? new Ring();
    this.rings.set(path, ring);
    return ring;
  }

  /** Adds the points of documents from before the first one taken, oldest first. */
  fillFrom(documents: readonly LiveDevice[]): void {
    const points = new Map<string, RecentPoint[]>();
    for (const { device, frame_at: at, groups } of documents)
      for (const { Id, sensors } of groups)
        for (const sensor of sensors) {
          const path = fullSensorId(device.deviceId, sensorPathOf(Id, sensor.Id));
          if (at === null || !this.bound.has(path)) continue;
          points.set(path, [...(points.get(path) ?? []), [at, plotted({ sensor }), flagOf({ sensor })]]);
        }
    for (const [path, own] of points) this.fillRing(path, own);
  }

  /** Adds points from before the view opened, or from while its socket was lost, before the received ones. */
  fillRing(path: string, points: readonly RecentPoint[]): void {
    this.ring(path).fill(points);
    this.scheduleDraw();
  }
}

/** Contacts are drawn as in the graphs: alarm 1, otherwise -1. */
const plotted = ({ sensor }: Pick<SensorState, 'sensor'>): number => {
  if (sensor.Value === null) return Number.NaN;
  if (sensor.Type === 'NUMERIC') return sensor.Value;
  return sensor.Alarm ? 1 : -1;
};
