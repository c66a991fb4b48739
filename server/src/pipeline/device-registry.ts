import type { DeviceId } from '@tocsin/contract/ids';
import { newDeviceState } from './2-track/device-state.ts';
import { fromRow, toRow } from './2-track/device-state-row.ts';
import { excuseSilence } from './2-track/liveness.ts';
import { resume } from './3-evaluate/evaluate.ts';
import { freshState, loadState, saveState } from './3-evaluate/evaluation-state.ts';
import { type Evaluation, emptyEvaluation } from './3-evaluate/event-sink.ts';
import type { PipelineDependencies } from './dependencies.ts';
import { type DeviceRuntime, evaluatedDevice, newDeviceRuntime, setDue } from './device-runtime.ts';
import { liveEventSink } from './live-event-sink.ts';
import type { DeviceStateRow, EventRow, StoredDeviceState } from './types.ts';
import { barrier, entryOf, isNothing } from './write-entry.ts';

const retryMs = 1_000;
/** Messages that may wait for a device state being restored; the sender must repeat others. */
const mostHeld = 200;

/**
 * The runtimes of all devices. The only place where a device state is restored: at the start, after a refused frame,
 * and after the queue was abandoned, always exactly as of the last commit.
 */
export class DeviceRegistry {
  readonly #ports: PipelineDependencies;
  readonly #places = new Map<DeviceId, DeviceRuntime>();
  readonly #restored: (ids: readonly DeviceId[] | 'all', active: readonly EventRow[]) => void;
  #stopped = false;

  constructor(
    ports: PipelineDependencies,
    restored: (ids: readonly DeviceId[] | 'all', active: readonly EventRow[]) => void,
  ) {
    this.#ports = ports;
    this.#restored = restored;
  }

  get(id: DeviceId): DeviceRuntime | undefined {
    return this.#places.get(id);
  }

  /** The runtime of a known device of this process; empty for a new device. */
  of(id: DeviceId): DeviceRuntime | undefined {
    const known = this.#places.get(id);
    if (known) return known;
    const device = this.#ports.catalog.byId(id);
    if (!device || !this.isOurs(id)) return undefined;
    const runtime = newDeviceRuntime(device);
    this.#places.set(id, runtime);
    return runtime;
  }

  isOurs(id: DeviceId): boolean {
    return this.#ports.isOurs?.(id) ?? true;
  }

  /** Takes over devices: frames wait until the states that another process stored are restored. */
  own(isGained: (id: DeviceId) => boolean): void {
    const ids = [...this.#ports.catalog.all()].flatMap(({ id }) => (isGained(id) ? id : []));
    for (const id of ids) this.of(id);
    this.discard(ids);
  }

  /** Releases devices: the sender must repeat messages that wait for their states. */
  disown(isLost: (id: DeviceId) => boolean): void {
    for (const [id, runtime] of this.#places) {
      if (!isLost(id)) continue;
      this.#places.delete(id);
      for (const run of runtime.held?.splice(0) ?? []) run();
    }
  }

  /** Excludes devices released or removed in the meantime. */
  isPresent(runtime: DeviceRuntime): boolean {
    return this.#places.get(runtime.device.id) === runtime;
  }

  all(): IterableIterator<DeviceRuntime> {
    return this.#places.values();
  }

  remove(id: DeviceId): void {
    this.#places.delete(id);
  }

  stop(): void {
    this.#stopped = true;
  }

  /** Runs now or when the state is restored; returns false when too many messages wait already. */
  whenReady(runtime: DeviceRuntime, run: () => void): boolean {
    if (!runtime.held) run();
    else if (runtime.held.length >= mostHeld) return false;
    else runtime.held.push(run);
    return true;
  }

  row(id: DeviceId): DeviceStateRow {
    const runtime = this.#places.get(id);
    if (!runtime || runtime.held) throw new Error(`device ${id} is being restored`);
    return toRow(runtime.deviceState, saveState(runtime.evaluator.state));
  }

  /** At the start: restores all device states. */
  async restoreAll(): Promise<void> {
    const { frameWriter, clock, catalog } = this.#ports;
    const [deviceStates, active] = await Promise.all([
      frameWriter.loadDeviceStates('all'),
      frameWriter.loadActive('all'),
    ]);
    const stored = new Map(deviceStates.map((board) => [board.row.deviceId, board]));
    for (const device of catalog.all()) {
      const runtime = this.of(device.id);
      if (runtime) this.#put(runtime, stored.get(device.id), clock.now());
    }
    this.#restored('all', active);
  }

  /** Discards invalid device states: frames wait until the states are restored. */
  discard(ids: readonly DeviceId[] | 'all'): void {
    const places = ids === 'all' ? [...this.#places.values()] : ids.flatMap((id) => this.#places.get(id) ?? []);
    for (const runtime of places) runtime.held ??= [];
    this.#restore(places);
  }

  /** An error in stages 2 or 3 left the state half changed: queued entries complete first, then it is restored. */
  invalidate(runtime: DeviceRuntime): void {
    if (runtime.held) return;
    runtime.held = [];
    const { id } = runtime.device;
    this.#ports.frameWriter.put(barrier(id, () => this.#restore([runtime])));
  }

  #restore(asked: readonly DeviceRuntime[]): void {
    const { frameWriter, clock, log } = this.#ports;
    const places = asked.filter((runtime) => this.isPresent(runtime));
    const ids = places.map((runtime) => runtime.device.id);
    if (ids.length === 0) return;
    Promise.all([frameWriter.loadDeviceStates(ids), frameWriter.loadActive(ids)]).then(
      ([deviceStates, active]) => {
        const stored = new Map(deviceStates.map((board) => [board.row.deviceId, board]));
        const waiting = places.filter((runtime) => this.isPresent(runtime) && runtime.held);
        const back = new Set(waiting.map((runtime) => runtime.device.id));
        for (const runtime of waiting) this.#release(runtime, stored.get(runtime.device.id));
        this.#restored(
          [...back],
          active.filter((event) => back.has(event.deviceId)),
        );
      },
      (error: unknown) => {
        log.warn('Could not restore device states; retrying', { devices: ids.length, error });
        if (!this.#stopped) clock.after(retryMs, () => this.#restore(places));
      },
    );
  }

  #release(runtime: DeviceRuntime, stored: StoredDeviceState | undefined): void {
    const waiting = runtime.held ?? [];
    runtime.held = null;
    this.#put(runtime, stored, this.#ports.clock.now());
    for (const run of waiting) run();
  }

  #put(runtime: DeviceRuntime, stored: StoredDeviceState | undefined, now: number): void {
    const { sessions } = runtime.deviceState;
    runtime.evaluatedDevice = evaluatedDevice(runtime.device);
    if (stored) {
      const { board: deviceState, judged } = fromRow(stored);
      runtime.deviceState = deviceState;
      runtime.evaluator = { state: loadState(judged), plan: null };
      excuseSilence(deviceState, now);
    } else {
      runtime.deviceState = newDeviceState(runtime.device.id);
      runtime.evaluator = { state: freshState(), plan: null };
    }
    for (const session of sessions) runtime.deviceState.sessions.add(session);
    runtime.document = null;
    const { layout } = runtime.deviceState;
    if (layout) this.#resume(runtime, now);
    setDue(runtime);
  }

  /** Rules changed while the device was not evaluated end their warnings. */
  #resume(runtime: DeviceRuntime, now: number): void {
    const { layout } = runtime.deviceState;
    if (!layout) return;
    const evaluation: Evaluation = emptyEvaluation();
    resume(runtime.evaluator, runtime.evaluatedDevice, layout, now, liveEventSink(this.#ports, evaluation));
    if (!isNothing(evaluation)) this.#ports.frameWriter.put(entryOf(runtime.device.id, null, evaluation, () => {}));
  }
}
