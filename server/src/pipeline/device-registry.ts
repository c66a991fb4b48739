import type { DeviceId } from '@tocsin/contract/ids';
import { newDeviceState } from './2-track/device-state.ts';
import { fromRow, toRow } from './2-track/device-state-row.ts';
import { excuseSilence } from './2-track/liveness.ts';
import { completeWindows } from './3-evaluate/conditional-rules.ts';
import { resume } from './3-evaluate/evaluate.ts';
import { freshState, loadState, saveState } from './3-evaluate/evaluation-state.ts';
import { type Evaluation, emptyEvaluation } from './3-evaluate/event-sink.ts';
import { loadWindows } from './3-evaluate/rule-windows.ts';
import type { PipelineDependencies } from './dependencies.ts';
import {
  type DeviceRuntime,
  dueWindows,
  endMoved,
  evaluatedDevice,
  newDeviceRuntime,
  setDue,
} from './device-runtime.ts';
import { liveEventSink } from './live-event-sink.ts';
import type { DeviceStateRow, EventRow, StoredDeviceState } from './types.ts';
import { barrier, entryOf, isNothing } from './write-entry.ts';

const retryMs = 1_000;
/** Messages that may wait for a device state being restored; the sender must repeat others. */
const maxHeld = 200;

/**
 * The runtimes of all devices. The only place where a device state is restored: at the start, after a refused frame,
 * and after the queue was abandoned, always exactly as of the last commit.
 */
export class DeviceRegistry {
  readonly #dependencies: PipelineDependencies;
  readonly #runtimes = new Map<DeviceId, DeviceRuntime>();
  readonly #restored: (ids: readonly DeviceId[] | 'all', active: readonly EventRow[]) => void;
  #stopped = false;

  constructor(
    dependencies: PipelineDependencies,
    restored: (ids: readonly DeviceId[] | 'all', active: readonly EventRow[]) => void,
  ) {
    this.#dependencies = dependencies;
    this.#restored = restored;
  }

  get(id: DeviceId): DeviceRuntime | undefined {
    return this.#runtimes.get(id);
  }

  /** The runtime of a known device of this process; empty for a new device. */
  of(id: DeviceId): DeviceRuntime | undefined {
    const known = this.#runtimes.get(id);
    if (known) return known;
    const device = this.#dependencies.catalog.byId(id);
    if (!device || !this.isOurs(id)) return undefined;
    const runtime = newDeviceRuntime(device);
    this.#runtimes.set(id, runtime);
    return runtime;
  }

  isOurs(id: DeviceId): boolean {
    return this.#dependencies.isOurs?.(id) ?? true;
  }

  /** Takes over devices: frames wait until the states that another process stored are restored. */
  own(isGained: (id: DeviceId) => boolean): void {
    const ids = [...this.#dependencies.catalog.all()].flatMap(({ id }) => (isGained(id) ? id : []));
    for (const id of ids) this.of(id);
    this.discard(ids);
  }

  /** Releases devices: the sender must repeat messages that wait for their states. */
  disown(isLost: (id: DeviceId) => boolean): void {
    for (const [id, runtime] of this.#runtimes) {
      if (!isLost(id)) continue;
      this.#runtimes.delete(id);
      for (const run of runtime.held?.splice(0) ?? []) run();
    }
  }

  /** Excludes devices released or removed in the meantime. */
  isPresent(runtime: DeviceRuntime): boolean {
    return this.#runtimes.get(runtime.device.id) === runtime;
  }

  all(): IterableIterator<DeviceRuntime> {
    return this.#runtimes.values();
  }

  remove(id: DeviceId): void {
    this.#runtimes.delete(id);
  }

  stop(): void {
    this.#stopped = true;
  }

  /** Runs now or when the state is restored; returns false when too many messages wait already. */
  whenReady(runtime: DeviceRuntime, run: () => void): boolean {
    if (!runtime.held) run();
    else if (runtime.held.length >= maxHeld) return false;
    else runtime.held.push(run);
    return true;
  }

  row(id: DeviceId): DeviceStateRow {
    const runtime = this.#runtimes.get(id);
    if (!runtime || runtime.held) throw new Error(`device ${id} is being restored`);
    const row = toRow(runtime.deviceState, saveState(runtime.evaluator.state));
    return { ...row, ...dueWindows(runtime, this.#dependencies.clock.now()) };
  }

  /** At the start: restores all device states. */
  async restoreAll(): Promise<void> {
    const { frameWriter, clock, catalog } = this.#dependencies;
    const [deviceStates, active] = await Promise.all([
      frameWriter.loadDeviceStates('all'),
      frameWriter.loadActive('all'),
    ]);
    const stored = new Map(deviceStates.map((state) => [state.row.deviceId, state]));
    for (const device of catalog.all()) {
      const runtime = this.of(device.id);
      if (runtime) this.#put(runtime, stored.get(device.id), clock.now());
    }
    this.#restored('all', active);
  }

  /** Discards invalid device states: frames wait until the states are restored. */
  discard(ids: readonly DeviceId[] | 'all'): void {
    const runtimes = ids === 'all' ? [...this.#runtimes.values()] : ids.flatMap((id) => this.#runtimes.get(id) ?? []);
    for (const runtime of runtimes) runtime.held ??= [];
    this.#restore(runtimes);
  }

  /** An error in stages 2 or 3 left the state half changed: queued entries complete first, then it is restored. */
  invalidate(runtime: DeviceRuntime): void {
    if (runtime.held) return;
    runtime.held = [];
    const { id } = runtime.device;
    this.#dependencies.frameWriter.put(barrier(id, () => this.#restore([runtime])));
  }

  #restore(runtimes: readonly DeviceRuntime[]): void {
    const { frameWriter, clock, log } = this.#dependencies;
    const present = runtimes.filter((runtime) => this.isPresent(runtime));
    const ids = present.map((runtime) => runtime.device.id);
    if (ids.length === 0) return;
    Promise.all([frameWriter.loadDeviceStates(ids), frameWriter.loadActive(ids)]).then(
      ([deviceStates, active]) => {
        const stored = new Map(deviceStates.map((state) => [state.row.deviceId, state]));
        const waiting = present.filter((runtime) => this.isPresent(runtime) && runtime.held);
        const back = new Set(waiting.map((runtime) => runtime.device.id));
        for (const runtime of waiting) this.#release(runtime, stored.get(runtime.device.id));
        this.#restored(
          [...back],
          active.filter((event) => back.has(event.deviceId)),
        );
      },
      (error: unknown) => {
        log.warn('Could not restore device states; retrying', { devices: ids.length, error });
        if (!this.#stopped) clock.after(retryMs, () => this.#restore(present));
      },
    );
  }

  #release(runtime: DeviceRuntime, stored: StoredDeviceState | undefined): void {
    const waiting = runtime.held ?? [];
    runtime.held = null;
    this.#put(runtime, stored, this.#dependencies.clock.now());
    for (const run of waiting) run();
  }

  #put(runtime: DeviceRuntime, stored: StoredDeviceState | undefined, now: number): void {
    const { sessions } = runtime.deviceState;
    runtime.evaluatedDevice = evaluatedDevice(runtime.device);
    if (stored) {
      const { deviceState, evaluationState } = fromRow(stored);
      runtime.deviceState = deviceState;
      runtime.evaluator = { state: loadState(evaluationState), plan: null };
      excuseSilence(deviceState, now);
    } else {
      runtime.deviceState = newDeviceState(runtime.device.id);
      runtime.evaluator = { state: freshState(), plan: null };
    }
    for (const session of sessions) runtime.deviceState.sessions.add(session);
    runtime.document = null;
    runtime.windowsStoredAt = 0;
    const { layout } = runtime.deviceState;
    const { evaluator } = runtime;
    const windows = loadWindows(stored?.windows?.state ?? '');
    for (const [id, window] of windows) evaluator.state.windows.set(id, window);
    if (layout) this.#resume(runtime, now);
    completeWindows(evaluator, windows, stored?.windows?.frames ?? []);
    setDue(runtime);
  }

  /** Rules changed while the device was not evaluated end their warnings; a move ends its shelves. */
  #resume(runtime: DeviceRuntime, now: number): void {
    const { layout } = runtime.deviceState;
    if (!layout) return;
    const evaluation: Evaluation = emptyEvaluation();
    const sink = liveEventSink(this.#dependencies, evaluation);
    resume(runtime.evaluator, runtime.evaluatedDevice, layout, now, sink);
    endMoved(runtime, sink);
    if (!isNothing(evaluation))
      this.#dependencies.frameWriter.put(entryOf(runtime.device.id, null, evaluation, () => {}));
  }
}
