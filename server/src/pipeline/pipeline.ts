import type { DeviceId } from '@tocsin/contract/ids';
import { FrameRefusal } from './1-receive/frame-refusal.ts';
import { type Intake, type Message, OtherLayout, type Receipt } from './1-receive/intake.ts';
import { mayGrow } from './2-track/birth.ts';
import { countRefusal, type DeviceState } from './2-track/device-state.ts';
import { beginSession, endSession, excuseSilence, fallSilent } from './2-track/liveness.ts';
import { freshSilence, offlineAfterMs } from './2-track/silence.ts';
import { type Tracked, trackBirth, trackData, trackDeath, trackMapped } from './2-track/track.ts';
import { evaluate, passTime } from './3-evaluate/evaluate.ts';
import { type Evaluation, emptyEvaluation } from './3-evaluate/event-sink.ts';
import { worstOf } from './5-publish/live-document.ts';
import { LiveHub } from './5-publish/live-hub.ts';
import { NotificationHub } from './5-publish/notification-hub.ts';
import type { CatalogDevice, ReadDeviceSummary } from './catalog.ts';
import { PipelineCommands } from './commands.ts';
import type { PipelineDependencies, RemoteDeviceStatus } from './dependencies.ts';
import { DeviceRegistry } from './device-registry.ts';
import { type DeviceRuntime, documentOf, liveState, setDue } from './device-runtime.ts';
import { liveEventSink } from './live-event-sink.ts';
import { LongMessages } from './long-messages.ts';
import { type Read, readMessage, receiptOf, receiptWithoutWrite, refusalOf, unknownDevice } from './receipt.ts';
import { ServerClock } from './server-clock.ts';
import type { FrameWriterCallbacks, RefusalKind } from './types.ts';
import { barrier, entryOf, isNothing, isOnlyDuplicates } from './write-entry.ts';

/** Kept in stock: more than the events of any usual message. */
const idStock = 4_000;
const tickMs = 250;
/** A process suspended for this long caused the silence itself. */
const stallMs = 5_000;

/**
 * The path of every frame from an adapter to the screens. Stages 2, 3 and 5 run synchronously in memory; stage 4
 * commits, and only then is the device acknowledged and an event published.
 */
export class Pipeline implements Intake {
  readonly #dependencies: PipelineDependencies;
  /** The pipeline's time: the system's, unless the devices show that it is wrong. */
  readonly clock: ServerClock;
  readonly registry: DeviceRegistry;
  readonly live: LiveHub;
  readonly notifications: NotificationHub;
  readonly commands: PipelineCommands;
  /** Refused messages and frames by kind, since the start. */
  readonly refused: Partial<Record<RefusalKind, number>> = {};
  #stock = idStock;
  readonly #long: LongMessages;
  #lastTick = 0;
  #cancelTick: () => void = () => {};

  constructor(given: PipelineDependencies) {
    this.clock = new ServerClock(given.clock, given.log, () => this.#deviceStates());
    const dependencies: PipelineDependencies = { ...given, clock: this.clock };
    this.#dependencies = dependencies;
    this.live = new LiveHub(
      dependencies.clock,
      (id) => this.document(id),
      (id, on) => dependencies.remote?.interest(id, on),
    );
    this.notifications = new NotificationHub((id) => dependencies.catalog.byId(id));
    this.registry = new DeviceRegistry(dependencies, (ids, active) => {
      this.notifications.restore(ids, active);
      if (ids === 'all') return;
      for (const id of ids) {
        this.live.changed(id);
        dependencies.changed?.(id);
      }
    });
    this.#long = new LongMessages({
      clock: this.clock,
      isPresent: (runtime) => this.registry.isPresent(runtime),
      whenReady: (runtime, run) => this.#hasIds() && this.registry.whenReady(runtime, run),
      takeRead: (...given) => this.#takeRead(...given),
      trouble: (...given) => this.#trouble(...given),
    });
    this.commands = new PipelineCommands(dependencies, this.registry, (runtime) => this.changed(runtime));
  }

  /** Ingests a message. Calls `answer` once: after the commit, or immediately when there is nothing to commit. */
  take(message: Message, answer: (receipt: Receipt) => void): void {
    const runtime = this.registry.of(message.deviceId);
    if (!runtime) answer(this.registry.isOurs(message.deviceId) ? unknownDevice : { kind: 'again' });
    else if (!this.#hasIds() || !this.registry.whenReady(runtime, () => this.#take(runtime, message, answer)))
      answer({ kind: 'again' });
  }

  #take(runtime: DeviceRuntime, message: Message, answer: (receipt: Receipt) => void): void {
    if (!this.registry.isPresent(runtime)) {
      answer({ kind: 'again' });
      return;
    }
    if (runtime.behind) {
      if (!runtime.behind.add(message.bytes ?? 0, () => this.#take(runtime, message, answer)))
        answer({ kind: 'again' });
      return;
    }
    try {
      if (this.#long.decodes(runtime, message, answer)) return;
      const { layout, layoutRefused } = runtime.deviceState;
      const grow = () => mayGrow(runtime.deviceState, this.clock.now());
      const read = readMessage(message, layout, layoutRefused, grow); //          1  bytes -> readings
      if (!this.#long.slices(runtime, message, read, answer)) this.#takeRead(runtime, message, read, answer);
    } catch (error) {
      answer(this.#trouble(runtime, error));
    }
  }

  #takeRead(runtime: DeviceRuntime, message: Message, read: Read, answer: (receipt: Receipt) => void): void {
    try {
      const { deviceState } = runtime;
      const tracked = this.#track(runtime, message, read); //                     2  readings -> changes
      const evaluation = emptyEvaluation();
      const sink = liveEventSink(this.#dependencies, evaluation);
      const { evaluator, evaluatedDevice } = runtime;
      evaluate(evaluator, evaluatedDevice, deviceState.texts.list, tracked.changes, sink); //  3  changes -> events
      void this.#dependencies.injectFault?.('evaluated');
      this.#persist(runtime, read, tracked, evaluation, answer); //               4  both -> rows, then the acknowledgement
      this.changed(runtime); //                                                   5  both -> socket messages
    } catch (error) {
      answer(this.#trouble(runtime, error));
    }
  }

  #track(runtime: DeviceRuntime, { session }: Message, read: Read): Tracked {
    const { clock, ids, retentionMs } = this.#dependencies;
    const newest = 'data' in read && !read.data.continues ? read.data.frames.at(-1) : undefined;
    if (newest && !newest.historical) this.clock.witness(runtime.deviceState, newest.ts);
    const when = { now: clock.now(), retentionMs };
    switch (read.kind) {
      case 'birth':
        return trackBirth(runtime.deviceState, read.birth, session, () => ids.layout.next(), when);
      case 'data':
        for (const refusal of read.data.refused)
          countRefusal(runtime.deviceState, refusal.kind, refusal.message, when.now);
        return trackData(runtime.deviceState, read.data, when);
      case 'mapped':
        return trackMapped(runtime.deviceState, read, () => ids.layout.next(), when);
      case 'death':
        return trackDeath(runtime.deviceState, { ...read, will: read.will ? session : null }, when);
      default:
        return read satisfies never;
    }
  }

  #persist(
    runtime: DeviceRuntime,
    read: Read,
    tracked: Tracked,
    evaluation: Evaluation,
    answer: (receipt: Receipt) => void,
  ): void {
    if ('data' in read) for (const refusal of read.data.refused) this.#count(refusal.kind, 1);
    if (tracked.refusedKind) this.#count(tracked.refusedKind, tracked.refused);
    const nothing = receiptWithoutWrite(read, tracked);
    if (nothing && isNothing(evaluation)) {
      answer(nothing);
      return;
    }
    const done: Parameters<typeof barrier>[1] = (outcome, stored) =>
      answer(nothing ?? receiptOf(read, tracked, outcome, stored));
    const { id } = runtime.device;
    this.#dependencies.frameWriter.put(
      isOnlyDuplicates(tracked, evaluation) ? barrier(id, done) : entryOf(id, tracked, evaluation, done),
    );
  }

  /** A refusal of the whole message, or a program error, after which the device state is restored. */
  #trouble(runtime: DeviceRuntime, error: unknown): Receipt {
    const { log, clock, ids } = this.#dependencies;
    if (error instanceof FrameRefusal) {
      countRefusal(runtime.deviceState, error.kind, error.message, clock.now());
      this.#count(error.kind, 1);
      this.changed(runtime);
      return refusalOf(error);
    }
    if (error instanceof OtherLayout) return { kind: 'again' };
    this.registry.invalidate(runtime);
    if (ids.event.left() === 0) {
      this.#stock *= 2;
      return { kind: 'again' };
    }
    log.error('Could not process a message', { device: runtime.device.id, error });
    return { kind: 'refused', why: 'structure', text: 'It could not be handled' };
  }

  /** Applies a catalog change of a device; null before it was claimed, null after it was removed. */
  catalogChanged(before: CatalogDevice | null, after: CatalogDevice | null): void {
    this.notifications.deviceChanged(before, after);
    this.commands.catalogChanged(before, after);
  }

  /** Called when a device's state changed: writes its document for its viewers and sets its next deadline. */
  changed(runtime: DeviceRuntime): void {
    setDue(runtime);
    runtime.document = null;
    this.live.changed(runtime.device.id);
    this.#dependencies.changed?.(runtime.device.id);
  }

  /** The live document as text; null for an unknown device. */
  document(id: DeviceId): string | null {
    const { frameWriter, clock, remote } = this.#dependencies;
    const runtime = this.registry.of(id);
    // After a take-over, the state being restored is still unknown.
    if (!runtime || (remote && runtime.held && runtime.deviceState.layout === null))
      return remote?.document(id) ?? null;
    return documentOf(runtime, clock.now(), frameWriter.storedUntil(id));
  }

  /** Current data for a device's card. */
  readonly deviceSummary: ReadDeviceSummary = (id) => {
    const runtime = this.registry.get(id);
    if (!runtime) return this.#dependencies.remote?.status(id);
    if (runtime.deviceState.onlineSince === null) return undefined;
    const { deviceState } = runtime;
    return {
      online: deviceState.online,
      status: worstOf(liveState(runtime, this.#dependencies.clock.now())),
      lastSeenAt: deviceState.newest?.receivedAt ?? null,
    };
  };

  /** The status of this process's devices, for the lists of other processes. */
  deviceStatuses(ids: Iterable<DeviceId> | 'all'): [DeviceId, RemoteDeviceStatus][] {
    const wanted = ids === 'all' ? [...this.registry.all()].map((runtime) => runtime.device.id) : [...ids];
    return wanted.flatMap((id) => {
      const runtime = this.registry.get(id);
      const seen = runtime && this.deviceSummary(id);
      if (!seen) return [];
      return [
        [id, { ...seen, offlineAfterMs: offlineAfterMs(runtime.deviceState.silence), rbe: runtime.deviceState.rbe }],
      ];
    });
  }

  /** The callbacks of stage 4. */
  readonly callbacks: FrameWriterCallbacks = {
    deviceStateRow: (id) => this.registry.row(id),
    committed: (batch) => {
      this.notifications.committed(batch);
      this.#dependencies.committed?.(batch);
    },
    discard: (ids) => this.registry.discard(ids),
    refused: (id, text) => {
      const runtime = this.registry.get(id);
      if (runtime) countRefusal(runtime.deviceState, 'structure', text, this.#dependencies.clock.now());
    },
  };

  /** Restores all device states; adapters open after it. */
  async start(): Promise<void> {
    const { ids, clock } = this.#dependencies;
    await Promise.all([ids.event.fill(this.#stock), ids.layout.fill(1), this.registry.restoreAll()]);
    this.clock.restored();
    this.#lastTick = clock.now();
    this.#cancelTick = clock.after(tickMs, () => this.#tick());
  }

  stop(): void {
    this.#cancelTick();
    this.registry.stop();
    this.live.stop();
  }

  beginSession(id: DeviceId, session: number): void {
    const runtime = this.registry.of(id);
    if (runtime) beginSession(runtime.deviceState, session);
  }

  endSession(id: DeviceId, session: number): void {
    const runtime = this.registry.get(id);
    if (!runtime) return;
    endSession(runtime.deviceState, session, this.#dependencies.clock.now());
    setDue(runtime);
  }

  /** Silence in milliseconds after which a device is offline; the default for a device without data. */
  offlineAfter(id: DeviceId): number {
    const runtime = this.registry.get(id);
    const remoteStatus = runtime ? undefined : this.#dependencies.remote?.status(id);
    return remoteStatus?.offlineAfterMs ?? offlineAfterMs(runtime?.deviceState.silence ?? freshSilence());
  }

  reportsByException(id: DeviceId): boolean {
    return this.registry.get(id)?.deviceState.rbe ?? this.#dependencies.remote?.status(id)?.rbe ?? false;
  }

  countRefused(id: DeviceId, why: RefusalKind): void {
    this.#count(why, 1);
    const deviceState = this.registry.get(id)?.deviceState;
    if (!deviceState) return;
    const { refused } = deviceState.counters;
    refused[why] = (refused[why] ?? 0) + 1;
    if (why === 'shared') deviceState.sharedAt = this.#dependencies.clock.now();
  }

  full(device?: DeviceId): boolean {
    return this.#dependencies.frameWriter.full(device);
  }

  whenRoom(fn: () => void): void {
    this.#dependencies.frameWriter.whenRoom(fn);
  }

  *#deviceStates(): Iterable<DeviceState> {
    for (const runtime of this.registry.all()) yield runtime.deviceState;
  }

  /** Silence and warning counters also change the state without a frame. */
  #tick(): void {
    const now = this.#dependencies.clock.now();
    const stalled = now - this.#lastTick > stallMs;
    this.#lastTick = now;
    for (const runtime of this.registry.all()) {
      if (this.#dependencies.isSurelyOurs?.(runtime.device.id) === false) continue;
      if (stalled && !runtime.held) {
        excuseSilence(runtime.deviceState, now);
        setDue(runtime);
      }
      if (runtime.dueAt <= now && !runtime.held && this.#hasIds()) this.#due(runtime, now);
    }
    this.#cancelTick = this.#dependencies.clock.after(tickMs, () => this.#tick());
  }

  #due(runtime: DeviceRuntime, now: number): void {
    try {
      const evaluation = emptyEvaluation();
      const sink = liveEventSink(this.#dependencies, evaluation);
      passTime(runtime.evaluator, runtime.evaluatedDevice, sink);
      const silent = fallSilent(runtime.deviceState, now);
      if (silent) evaluate(runtime.evaluator, runtime.evaluatedDevice, runtime.deviceState.texts.list, [silent], sink);
      if (!isNothing(evaluation))
        this.#dependencies.frameWriter.put(entryOf(runtime.device.id, null, evaluation, () => {}));
      this.changed(runtime);
    } catch (error) {
      this.#trouble(runtime, error);
    }
  }

  #hasIds(): boolean {
    const { ids, log } = this.#dependencies;
    const warn = (error: unknown) => log.warn('Could not fetch ids', { error });
    if (ids.event.left() < this.#stock) ids.event.fill(this.#stock).catch(warn);
    if (ids.layout.left() < 1) ids.layout.fill(1).catch(warn);
    return ids.event.left() >= idStock / 2 && ids.layout.left() > 0;
  }

  #count(why: RefusalKind, times: number): void {
    this.refused[why] = (this.refused[why] ?? 0) + times;
  }
}
