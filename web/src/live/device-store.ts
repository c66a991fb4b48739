import { sensorPathOf } from '@tocsin/contract/layout';
import type { LiveDevice, LiveSensor } from '@tocsin/contract/live';
import { SensorStatus, saysState } from '@tocsin/contract/status';
import { createKeyedSubscribers, createSubscribers } from '../ui/store.ts';
import { decimalsOf } from '../ui/value.ts';
import { serverNow, shownNow } from './clock.ts';
import { FLAG_ALARM, FLAG_WARNING, Ring } from './ring.ts';
import type { SocketState } from './socket.ts';

/** The data of a sensor's card; the time of its value is separate, so that a constant value does not re-render. */
export interface Reading {
  readonly path: string;
  readonly groupId: string;
  readonly id: string;
  readonly name: string;
  readonly type: LiveSensor['Type'];
  readonly value: number | null;
  readonly status: string;
  readonly alarm: boolean;
  readonly state: string;
  readonly unit: string;
  readonly since: number | null;
  /** Maximum number of decimals, at most 2, that the sensor has sent since the page was opened. */
  readonly decimals: number;
}

/** The device's data without its readings; the same object until something in it changes. */
export interface Head {
  readonly id: string;
  readonly name: string;
  readonly status: LiveDevice['Status'];
  readonly online: boolean;
  /** Whether it reports by exception, so that its values hold while it is online. */
  readonly holds: boolean;
  readonly type: string;
  readonly udfId: string | null;
  readonly version: string | null;
  readonly usualIntervalMs: number;
  readonly notices: LiveDevice['notices'];
  readonly shelves: LiveDevice['shelves'];
  readonly out_of_service: LiveDevice['out_of_service'];
  readonly walk: LiveDevice['walk'];
  /** Groups in the order of the document. */
  readonly groups: readonly HeadGroup[];
}
/** A group with the paths of its sensors, in the order in which they are shown. */
export interface HeadGroup {
  readonly id: string;
  readonly name: string;
  /** True if any sensor is neither disabled nor not scanned. */
  readonly active: boolean;
  readonly paths: readonly string[];
}

/** Compares everything except the value. */
const sameAbout = (a: Reading, b: Reading): boolean =>
  (a.value === null) === (b.value === null) &&
  a.alarm === b.alarm &&
  a.status === b.status &&
  a.state === b.state &&
  a.since === b.since &&
  a.unit === b.unit &&
  a.name === b.name &&
  a.type === b.type;

const sameReading = (a: Reading, b: Reading): boolean =>
  a.value === b.value && a.decimals === b.decimals && sameAbout(a, b);

const readingOf = (groupId: string, s: LiveSensor, decimals: number): Reading => ({
  path: sensorPathOf(groupId, s.Id),
  groupId,
  id: s.Id,
  name: s.Name,
  type: s.Type,
  value: s.Value,
  status: s.Status,
  alarm: s.Alarm,
  state: s.Meta.State,
  unit: s.Meta.Units,
  since: s.Since,
  decimals,
});

const headOf = (doc: LiveDevice): Head => ({
  id: doc.Id,
  name: doc.Name,
  status: doc.Status,
  online: doc.device.is_online,
  holds: doc.device.rbe ?? false,
  type: doc.device.deviceType,
  udfId: doc.device.udf_id,
  version: doc.device.versionInfo,
  usualIntervalMs: doc.usual_interval,
  notices: doc.notices,
  shelves: doc.shelves,
  out_of_service: doc.out_of_service,
  walk: doc.walk,
  groups: doc.groups.map((g) => ({
    id: g.Id,
    name: g.Name,
    active: g.Meta.Activity === undefined || g.Meta.Activity === 'Active',
    paths: g.sensors.map((s) => sensorPathOf(g.Id, s.Id)),
  })),
});

const flagOf = (alarm: boolean, status: string): number =>
  alarm ? FLAG_ALARM : status === SensorStatus.enum.WARNING ? FLAG_WARNING : 0;

/** Contacts and states are drawn as in the graphs: alarm 1, otherwise -1. */
const plotted = (r: Reading): number => {
  if (r.value === null && !saysState(r)) return Number.NaN;
  if (r.type === 'NUMERIC') return r.value ?? Number.NaN;
  return r.alarm ? 1 : -1;
};

/** Number of arrivals that are stored for the live sign. */
const maxArrivals = 24;

/** The clock of a store. */
export interface StoreClock {
  /** The time at which readings are evaluated, in server time (unix ms). */
  readonly now: () => number;
  /** That time as of the page's last tick, so that ages on the page are consistent. */
  readonly shown: () => number;
}

const liveClock: StoreClock = { now: serverNow, shown: shownNow };

/**
 * The current state of one device: its latest document and the last ten minutes of each sensor. Messages are processed
 * as they arrive, so that the curves are complete even in a hidden tab; subscribers are notified at most once per
 * animation frame.
 */
export class DeviceStore {
  /** Live stores follow the server's clock; a snapshot's clock is fixed. */
  readonly clock: StoreClock;
  private readonly schedule: (draw: () => void) => void;
  private doc: LiveDevice | null = null;
  private head: Head | null = null;
  private headJson = '';
  private readings = new Map<string, Reading>();
  private details = new Map<string, Reading>();
  private times = new Map<string, number | null>();
  private rings = new Map<string, Ring>();
  private readonly sensorSubscribers = createKeyedSubscribers();
  private readonly storeSubscribers = createSubscribers();
  /** Calls back when one sensor changes. */
  readonly subscribeSensor = this.sensorSubscribers.subscribe;
  /** Calls back once per animation frame with a change. */
  readonly subscribe = this.storeSubscribers.subscribe;
  private changed = new Set<string>();
  private isDrawScheduled = false;
  private socketState: SocketState = 'connecting';
  private lostAt: number | null = null;
  private arrivals: readonly number[] = [];

  constructor(schedule: (draw: () => void) => void = (draw) => requestAnimationFrame(draw), clock = liveClock) {
    this.schedule = schedule;
    this.clock = clock;
  }

  take(doc: LiveDevice): void {
    const newFrame = doc.frame_at !== null && doc.frame_at !== this.doc?.frame_at;
    if (newFrame) this.arrivals = [...this.arrivals.slice(1 - maxArrivals), doc.received_at ?? doc.sent_at];
    this.doc = doc;
    const gone = new Set(this.readings.keys());
    for (const group of doc.groups) {
      for (const sensor of group.sensors) {
        const path = sensorPathOf(group.Id, sensor.Id);
        const places = sensor.Value === null ? 0 : decimalsOf(sensor.Value);
        const next = readingOf(group.Id, sensor, Math.max(places, this.readings.get(path)?.decimals ?? 0));
        gone.delete(path);
        this.applyReading(next, sensor.At, newFrame ? doc.frame_at : null);
      }
    }
    for (const path of gone) this.forget(path);
    this.applyHead(headOf(doc));
    this.scheduleDraw();
  }

  private applyReading(next: Reading, at: number | null, frameAt: number | null): void {
    const before = this.readings.get(next.path);
    if (before === undefined || !sameReading(before, next)) {
      this.readings.set(next.path, next);
      if (before === undefined || !sameAbout(before, next)) this.details.set(next.path, next);
      this.changed.add(next.path);
    }
    this.times.set(next.path, at);
    // A value that the frame did not contain has its earlier time: it adds no point, and leaves a gap.
    const time = at !== null && frameAt !== null && at <= frameAt ? at : frameAt;
    if (time === null) return;
    const ring = this.ring(next.path);
    if (time <= ring.lastTime && !Number.isNaN(plotted(next))) return;
    ring.add(time, plotted(next), flagOf(next.alarm, next.status));
    this.changed.add(next.path);
  }

  private applyHead(next: Head): void {
    const text = JSON.stringify(next);
    if (text === this.headJson) return;
    this.headJson = text;
    this.head = next;
  }

  private forget(path: string): void {
    this.readings.delete(path);
    this.details.delete(path);
    this.times.delete(path);
    this.rings.delete(path);
    this.changed.add(path);
  }

  setSocketState(state: SocketState): void {
    if (state === this.socketState) return;
    this.socketState = state;
    if (state === 'open') this.lostAt = null;
    else if (state === 'down') this.lostAt ??= this.clock.now();
    this.scheduleDraw();
  }

  private scheduleDraw(): void {
    if (this.isDrawScheduled) return;
    this.isDrawScheduled = true;
    this.schedule(() => {
      this.isDrawScheduled = false;
      const changed = this.changed;
      this.changed = new Set();
      for (const path of changed) this.sensorSubscribers.notify(path);
      this.storeSubscribers.notify();
    });
  }

  /** Adds history for a sparkline, from the graphs call. */
  fillRing(path: string, points: readonly (readonly [number, number, number])[]): void {
    this.ring(path).fill(points);
    this.changed.add(path);
    this.scheduleDraw();
  }

  readonly reading = (path: string): Reading | undefined => this.readings.get(path);
  /** A sensor's reading with a possibly outdated value: the same object while only its value changes. */
  readonly about = (path: string): Reading | undefined => this.details.get(path);
  readonly at = (path: string): number | null => this.times.get(path) ?? null;
  readonly device = (): Head | null => this.head;
  readonly document = (): LiveDevice | null => this.doc;
  readonly state = (): SocketState => this.socketState;
  /**
   * The time from which a value's age counts, in unix ms. A value that holds (of an online device that reports by
   * exception) has no age while the page's connection is open; otherwise its age is that of the disconnection.
   */
  readonly ageReference = (path: string): number | null =>
    this.head?.holds && this.head.online ? this.lostAt : this.at(path);
  /** Arrivals of the newest frames in server time, oldest first. */
  readonly frames = (): readonly number[] => this.arrivals;
  readonly all = (): ReadonlyMap<string, Reading> => this.readings;

  /** Clears all curves, for a snapshot that jumps. */
  forgetCurves(): void {
    this.rings.clear();
  }

  ring(path: string): Ring {
    const ring = this.rings.get(path) ?? new Ring();
    this.rings.set(path, ring);
    return ring;
  }
}
