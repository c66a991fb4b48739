import type { DeviceId } from '@tocsin/contract/ids';
import { FrameRefusal } from '../pipeline/1-receive/frame-refusal.ts';
import type { Intake, Message, Receipt } from '../pipeline/1-receive/intake.ts';
import { mayGrow } from '../pipeline/2-track/birth.ts';
import { emptyTracked, trackFrame } from '../pipeline/2-track/data.ts';
import { contentHash } from '../pipeline/2-track/dedupe-window.ts';
import { countRefusal } from '../pipeline/2-track/device-state.ts';
import { beginSession, endSession, fallSilent } from '../pipeline/2-track/liveness.ts';
import { type Tracked, trackBirth, trackDeath } from '../pipeline/2-track/track.ts';
import {
  type Read,
  readMessage,
  receiptOf,
  receiptWithoutWrite,
  refusalOf,
  unknownDevice,
} from '../pipeline/receipt.ts';
import { ALARM_SENT, type DecodedFrame, type RefusalKind, SENT, STATE_SENT, STATUS_SENT } from '../pipeline/types.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { EdgeQueue, MakeText } from './disk/edge-queue.ts';
import { carryKnown, type EdgeDevice, newEdgeDevice, nextLayoutId, restoreDevices, trackedAt } from './edge-device.ts';
import { birthItem, deathItem, frameItem } from './items.ts';

/** A record that was appended, for whoever sends it on. */
export interface Appended {
  readonly n: number;
  readonly deviceId: DeviceId;
  readonly kind: 'birth' | 'frame' | 'death';
  /** The layout of a birth or frame. */
  readonly hash: string | null;
  /** A frame that became the device's newest. */
  readonly isNewest: boolean;
  readonly text: string;
}

export interface EdgeIntakeDependencies {
  readonly queue: EdgeQueue;
  readonly clock: Clock;
  readonly log: Log;
  /** Whether the device belongs to this edge. */
  readonly isKnown: (id: DeviceId) => boolean;
  /** Called once the records are on the disk. */
  readonly stored: (records: readonly Appended[]) => void;
  /** Called after each change of a device's state. */
  readonly changed?: (device: EdgeDevice) => void;
}

const knownBits = SENT | ALARM_SENT | STATUS_SENT | STATE_SENT;
const again: Receipt = { kind: 'again' };

/**
 * What the adapters feed at the edge. It tracks each device like the pipeline does and answers once the records are on
 * the disk.
 */
export class EdgeIntake implements Intake {
  readonly #dependencies: EdgeIntakeDependencies;
  #devices = new Map<DeviceId, EdgeDevice>();
  /** Refused messages and frames by kind, since the start. */
  readonly refused: Partial<Record<RefusalKind, number>> = {};

  constructor(dependencies: EdgeIntakeDependencies) {
    this.#dependencies = dependencies;
  }

  devices(): Iterable<EdgeDevice> {
    return this.#devices.values();
  }

  device(id: DeviceId): EdgeDevice | undefined {
    return this.#devices.get(id);
  }

  /** Brings every device back to what is on the disk; open sessions stay open. */
  restore(): void {
    const segment = this.#dependencies.queue.newestSegment();
    const sessions = new Map([...this.#devices.values()].map(({ id, state }) => [id, state.sessions]));
    this.#devices = segment ? restoreDevices(segment.checkpoint, segment.records) : new Map();
    for (const [id, open] of sessions) for (const session of open) beginSession(this.#of(id).state, session);
  }

  take(message: Message, answer: (receipt: Receipt) => void): void {
    const { isKnown, queue, clock, log } = this.#dependencies;
    if (!isKnown(message.deviceId)) {
      answer(unknownDevice);
      return;
    }
    if (queue.isFull()) {
      answer(again);
      return;
    }
    const device = this.#of(message.deviceId);
    try {
      const read = readMessage(message, device.state.layout, device.state.layoutRefused, () =>
        mayGrow(device.state, clock.now()),
      );
      this.#track(device, message, read, answer);
    } catch (error) {
      if (!(error instanceof FrameRefusal)) {
        log.error('Could not process a message', { device: message.deviceId, error });
        answer({ kind: 'refused', why: 'structure', text: 'It could not be handled' });
        return;
      }
      countRefusal(device.state, error.kind, error.message, clock.now());
      this.countRefused(device.id, error.kind);
      answer(refusalOf(error));
    }
  }

  #of(id: DeviceId): EdgeDevice {
    let device = this.#devices.get(id);
    if (!device) {
      device = newEdgeDevice(id);
      this.#devices.set(id, device);
    }
    return device;
  }

  #track(device: EdgeDevice, { session }: Message, read: Read, answer: (receipt: Receipt) => void): void {
    const { clock, changed } = this.#dependencies;
    const now = clock.now();
    const records: Omit<Appended, 'n' | 'text'>[] = [];
    const make: MakeText[] = [];
    const add = (text: MakeText, record: Omit<Appended, 'n' | 'text' | 'deviceId'>): void => {
      make.push(text);
      records.push({ deviceId: device.id, ...record });
    };
    let tracked: Tracked;
    switch (read.kind) {
      case 'birth':
      case 'mapped':
      case 'data': {
        const birth = read.kind === 'data' ? null : read.birth;
        tracked = { ...emptyTracked(), layout: null };
        if (birth) {
          const before = device.state.layout;
          // Its first values are tracked as a frame of their own.
          const bare = { ...birth, first: null };
          tracked = trackBirth(device.state, bare, session, nextLayoutId(device), trackedAt(now));
          if (tracked.refusedKind !== null) break;
          if (device.state.layout) device.known = carryKnown(device.known, before, device.state.layout);
          const { hash } = birth.layout;
          add(birthItem(device.id, birth, session, now), { kind: 'birth', hash, isNewest: false });
          if (birth.first) this.#frames(device, [birth.first], true, now, tracked, add);
        }
        if (read.kind === 'birth') break;
        for (const { kind, message } of read.data.refused) countRefusal(device.state, kind, message, now);
        this.#frames(device, read.data.frames, read.data.single, now, tracked, add);
        break;
      }
      case 'death': {
        const death = { ts: read.ts, diedAt: read.diedAt, will: read.will ? session : null };
        tracked = trackDeath(device.state, death, trackedAt(now));
        add(deathItem(device.id, read, session, now), { kind: 'death', hash: null, isNewest: false });
        break;
      }
      default:
        read satisfies never;
        return;
    }
    changed?.(device);
    if (tracked.refusedKind) this.countRefused(device.id, tracked.refusedKind);
    const nothing = make.length === 0 ? receiptWithoutWrite(read, tracked) : null;
    if (nothing) answer(nothing);
    else this.#append(read, tracked, make, records, answer);
  }

  #append(
    read: Read,
    tracked: Tracked,
    make: readonly MakeText[],
    records: readonly Omit<Appended, 'n' | 'text'>[],
    answer: (receipt: Receipt) => void,
  ): void {
    const texts: string[] = [];
    const kept = make.map((text) => (n: number): string => {
      const made = text(n);
      texts.push(made);
      return made;
    });
    // A duplicate appends nothing, but waits until what it repeats is on the disk.
    const first = this.#dependencies.queue.append(kept, (isStored) => {
      if (isStored && records.length > 0)
        this.#dependencies.stored(
          records.map((record, index) => ({ ...record, n: first + index, text: texts[index] ?? '' })),
        );
      answer(isStored ? receiptOf(read, tracked, 'stored', 0) : again);
    });
  }

  /** Tracks frames in the order of their times. */
  #frames(
    device: EdgeDevice,
    frames: readonly DecodedFrame[],
    single: boolean,
    now: number,
    out: Tracked,
    add: (text: MakeText, record: Omit<Appended, 'n' | 'text' | 'deviceId'>) => void,
  ): void {
    const { state } = device;
    const ordered = [...frames].sort((a, b) => a.ts - b.ts || (a.seq ?? 0) - (b.seq ?? 0));
    const hash = state.layout?.hash ?? '';
    for (const [index, decoded] of ordered.entries()) {
      const content = contentHash(decoded);
      const [live, late] = [out.frames.length, out.late.length];
      const when = { ...trackedAt(Math.max(now, decoded.ts)), single, newest: index === ordered.length - 1 };
      trackFrame(state, decoded, when, out);
      const accepted = out.frames[live] ?? out.late[late];
      if (!accepted) continue;
      const isNewest = out.frames.length > live;
      if (isNewest)
        device.known = Uint8Array.from(accepted.flags, (flag, i) => (flag & knownBits) | (device.known[i] ?? 0));
      const frame = {
        hash,
        decoded,
        accepted: { ...accepted, receivedAt: now },
        content,
        known: isNewest ? device.known : null,
      };
      add(
        frameItem(device.id, frame, (text) => state.texts.list[text] ?? ''),
        { kind: 'frame', hash, isNewest },
      );
    }
  }

  /** Sets devices offline whose silence is too long. Call every second. */
  passTime(): void {
    const now = this.#dependencies.clock.now();
    for (const { state } of this.#devices.values()) fallSilent(state, now);
  }

  /** The clock was corrected: what was measured by it moves along. */
  clockStepped(byMs: number): void {
    for (const { state } of this.#devices.values()) {
      if (state.silence.lastArrival !== null) state.silence.lastArrival += byMs;
      if (state.onlineSince !== null) state.onlineSince += byMs;
      state.graceUntil += byMs;
    }
  }

  beginSession(id: DeviceId, session: number): void {
    beginSession(this.#of(id).state, session);
  }

  endSession(id: DeviceId, session: number): void {
    endSession(this.#of(id).state, session, this.#dependencies.clock.now());
  }

  /** Open sessions of all devices, for the portal. */
  *sessions(): Iterable<readonly [DeviceId, number]> {
    for (const { id, state } of this.#devices.values()) for (const session of state.sessions) yield [id, session];
  }

  reportsByException(id: DeviceId): boolean {
    return this.#devices.get(id)?.state.rbe ?? false;
  }

  countRefused(_id: DeviceId, why: RefusalKind): void {
    this.refused[why] = (this.refused[why] ?? 0) + 1;
  }

  full(): boolean {
    return this.#dependencies.queue.isFull();
  }

  whenRoom(fn: () => void): void {
    this.#dependencies.queue.whenRoom(fn);
  }
}
